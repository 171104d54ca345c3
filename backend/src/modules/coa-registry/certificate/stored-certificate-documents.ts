import { Injectable } from '@nestjs/common';
import type {
  CertificateDocument,
  DocumentState,
} from '../../../domain/coa-registry/certificate/certificate-document.js';
import type { Uploader } from '../../../domain/coa-registry/certificate/evidence.js';
import { CertificateDocuments, type ReadDocument } from '../../../domain/coa-registry/certificate/ports.js';
import { Documents, notThere } from '../../../domain/documents/documents.js';
import type { DocumentReading } from '../../../domain/shared/document-reading.js';
import { Clock } from '../../../domain/shared/ports.js';
import { REFUSAL_SENTENCES, REMOVAL_SENTENCES, type StoredDocument } from '../../../domain/shared/stored-document.js';
import { DocumentAccess } from '../../documents/document-access.http.js';

/** The documents context, as the registry needs it. */
@Injectable()
export class StoredCertificateDocuments extends CertificateDocuments {
  constructor(
    private readonly documents: Documents,
    private readonly access: DocumentAccess,
    private readonly clock: Clock,
  ) {
    super();
  }

  async byId(sha256: string): Promise<CertificateDocument | null> {
    const stored = await this.documents.byId(sha256);
    return stored && certificateDocument(stored, await this.documents.readingOf(sha256));
  }

  async statesOf(sha256s: readonly string[]): Promise<ReadonlyMap<string, DocumentState>> {
    const found = sha256s.length === 0 ? [] : await this.documents.byIds(sha256s);
    return new Map(found.map(({ id, state }) => [id, state]));
  }

  readingOf(sha256: string): Promise<DocumentReading | null> {
    return this.documents.readingOf(sha256);
  }

  async read(sha256: string): Promise<ReadDocument | null> {
    // One after the other: in a transaction there is one connection.
    const stored = await this.documents.byId(sha256);
    const reading = await this.documents.readingOf(sha256);
    if (!stored || !reading) return null;
    const text = await this.documents.wordsOf(sha256);
    return { receivedAt: stored.receivedAt, reading, text, others: await this.documents.othersLike(sha256) };
  }

  async isUploadedBy(sha256: string, uploader: Uploader): Promise<boolean> {
    if ('labId' in uploader) return this.documents.isOfLab(sha256, uploader.labId);
    return this.access.isGranted(uploader.access, sha256, this.clock.now());
  }

  async assertUsable(sha256: string, uploader: Uploader | null): Promise<void> {
    if (uploader !== null && !(await this.isUploadedBy(sha256, uploader))) throw notThere();
    await this.documents.assertUsable(sha256);
  }

  async lockState(sha256: string): Promise<DocumentState | null> {
    return (await this.documents.forReference(sha256))?.state ?? null;
  }
}

type Shown = Pick<
  StoredDocument,
  'id' | 'bytes' | 'state' | 'refusal' | 'pageCount' | 'receivedAt' | 'receivedFrom' | 'damagedAt' | 'removedAt'
> &
  Pick<StoredDocument, 'removalReason'>;

/** @param reading what software read; null unless the document is ready */
export function certificateDocument(
  stored: Shown,
  reading: Pick<DocumentReading, 'pages' | 'qrCodes'> | null,
): CertificateDocument {
  const { id, bytes, state, pageCount, receivedAt, receivedFrom, refusal, removedAt, removalReason } = stored;
  return {
    sha256: id,
    bytes,
    state,
    pageCount,
    receivedAt,
    receivedFrom,
    pages: reading?.pages ?? [],
    qrCodes: reading?.qrCodes.map(({ text }) => text) ?? [],
    refusal: refusal && { code: refusal, message: REFUSAL_SENTENCES[refusal] },
    damaged: stored.damagedAt !== null,
    removal: removedAt && removalReason && { reason: REMOVAL_SENTENCES[removalReason], at: removedAt },
  };
}
