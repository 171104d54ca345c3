import { Clock } from '../../shared/ports.js';
import type { Certificate, CertificateDraft, Submitter } from '../certificate/certificate.js';
import { isEvidence, isRead } from '../certificate/certificate-document.js';
import {
  awaited,
  type Confirmer,
  carriedOver,
  confirmedFrom,
  type Evidence,
  enteredBy,
  type NamedDocument,
  NO_DOCUMENT,
  NOT_AWAITED,
  type Uploader,
} from '../certificate/evidence.js';
import { CertificateDocuments } from '../certificate/ports.js';

interface EvidenceRequest {
  readonly draft: CertificateDraft;
  readonly submitter: Pick<Submitter, 'source' | 'labId'>;
  readonly named: NamedDocument;
  /** The content that this corrects or amends; null for a new certificate. */
  readonly before: Certificate | null;
}

/** Finds the document that a sender names. Call its methods in the transaction that stores the certificate. */
export class EvidenceFinder {
  constructor(
    private readonly documents: CertificateDocuments,
    private readonly clock: Clock,
  ) {}

  /**
   * The evidence of a person's submission: its document must have arrived, and from the same person.
   * @throws InvalidInput when it has not, or was refused or removed
   */
  async ofPerson(request: EvidenceRequest, by: Confirmer): Promise<Evidence> {
    const { documentId, access = '' } = request.named;
    const isKept = documentId === (request.before?.documentId ?? null);
    if (documentId !== null)
      await this.documents.assertUsable(documentId, by === 'staff' || isKept ? null : { access });
    return this.describe(request, by);
  }

  private async describe({ draft, submitter, named, before }: EvidenceRequest, by: Confirmer): Promise<Evidence> {
    const { documentId, confirmed } = named;
    const reading = documentId !== null && confirmed.length > 0 ? await this.documents.readingOf(documentId) : null;
    const known = knownProvenance(draft, submitter, documentId, before);
    const provenance = confirmedFrom(known, confirmed, { content: draft, read: reading?.fields ?? [], by });
    return { documentId, ...NOT_AWAITED, provenance };
  }

  /**
   * The evidence of a draft that is only checked. A document that the sender did not upload is ignored, because
   * findings would reveal its content.
   * @throws InvalidInput when it was refused or removed
   */
  async ofCheck(
    draft: CertificateDraft,
    submitter: EvidenceRequest['submitter'],
    document: { readonly sha256: string; readonly uploader: Uploader } | null,
  ): Promise<Evidence> {
    const isTheirs = document !== null && (await this.documents.isUploadedBy(document.sha256, document.uploader));
    const named = isTheirs ? { documentId: document.sha256, confirmed: [] } : NO_DOCUMENT;
    if (isTheirs) await this.documents.assertUsable(document.sha256, null);
    return this.describe({ draft, submitter, named, before: null }, 'submitter');
  }

  /** The evidence of a person's correction: the document stays unless another one is named. @throws InvalidInput */
  async ofCorrection({ draft, named, before }: Omit<EvidenceRequest, 'submitter'> & { readonly before: Certificate }) {
    const isKept = named.documentId === null || named.documentId === before.documentId;
    const asked = { draft, submitter: before, named: { ...named, documentId: before.documentId }, before };
    if (!isKept || before.documentId === null) return this.ofPerson({ ...asked, named }, 'submitter');
    const state = await this.documents.lockState(before.documentId);
    // Its file was refused or taken down meanwhile. The submitter need not send another one.
    const isThere = state !== null && (!isRead({ state }) || isEvidence({ state }));
    return isThere ? this.ofPerson(asked, 'submitter') : this.ofPerson({ ...asked, named: NO_DOCUMENT }, 'submitter');
  }

  /**
   * The evidence of what a laboratory's system sends. The certificate waits for a document that has not arrived from
   * the laboratory, or that software has not read.
   * @throws InvalidInput when it was refused or removed
   */
  async ofLab({ draft, submitter, named: { documentId }, before }: EvidenceRequest): Promise<Evidence> {
    const isKept = documentId !== null && documentId === before?.documentId;
    const uploader = { labId: submitter.labId ?? '' };
    const isTheirs = documentId !== null && (isKept || (await this.documents.isUploadedBy(documentId, uploader)));
    const state = isTheirs ? await this.documents.lockState(documentId) : null;
    if (isTheirs && state !== null) await this.documents.assertUsable(documentId, null);
    const stored = state === null ? null : documentId;
    const provenance = knownProvenance(draft, submitter, stored, before);
    if (documentId === null || (state !== null && isRead({ state }))) return { ...NOT_AWAITED, documentId, provenance };
    const isAwaitedAlready = before?.awaitedDocument === documentId;
    const { awaitedUntil } = isAwaitedAlready ? before : awaited(documentId, this.clock.now());
    return { documentId: stored, awaitedDocument: documentId, awaitedUntil, provenance };
  }
}

/** What is known about where the fields are from, before anything is confirmed. */
const knownProvenance = (
  draft: CertificateDraft,
  { source }: Pick<Submitter, 'source'>,
  documentId: string | null,
  before: Certificate | null,
) => {
  const fresh = enteredBy(source, draft);
  return before ? carriedOver(fresh, { ...draft, documentId }, before) : fresh;
};
