import type { Certificate } from '../../src/domain/coa-registry/certificate.js';
import { isEvidence, isRead } from '../../src/domain/coa-registry/certificate-document.js';
import type { AwaitingCertificates, CertificateDocuments } from '../../src/domain/coa-registry/ports.js';
import type { InMemoryCertificateRepository } from './in-memory-certificate-repository.js';

export class InMemoryAwaitingCertificates implements AwaitingCertificates {
  private readonly leases = new Map<string, Date>();

  constructor(
    private readonly certificates: InMemoryCertificateRepository,
    private readonly documents: CertificateDocuments,
  ) {}

  async claim(limit: number, now: Date, leasedUntil: Date): Promise<readonly string[]> {
    const awaiting = ({ lifecycle, awaitedDocument }: Certificate) =>
      awaitedDocument !== null && ['pending', 'changes_requested'].includes(lifecycle);
    const named = this.certificates.stored().flatMap(({ awaitedDocument }) => awaitedDocument ?? []);
    const states = await this.documents.statesOf(named);
    const arrived = new Set<string>();
    for (const { id, documentId, awaitedDocument, labId } of this.certificates.stored()) {
      const isTied = documentId === awaitedDocument;
      const uploader = { labId: labId ?? '' };
      if (awaitedDocument !== null && (isTied || (await this.documents.isUploadedBy(awaitedDocument, uploader))))
        arrived.add(id);
    }
    // From here on nothing is waited for, so that no two claims choose the same.
    const due = this.certificates.stored().filter((certificate) => {
      const { id, awaitedDocument, awaitedUntil } = certificate;
      const state = arrived.has(id) ? states.get(awaitedDocument ?? '') : undefined;
      const isOverdue = !state && awaitedUntil !== null && awaitedUntil <= now;
      const isGone = state && isRead({ state }) && !isEvidence({ state }) && awaitedUntil !== null;
      const isFree = (this.leases.get(id) ?? now) <= now;
      return awaiting(certificate) && isFree && (isOverdue || isGone || (state && isEvidence({ state })));
    });
    const claimed = due.slice(0, limit).map(({ id }) => id);
    for (const id of claimed) this.leases.set(id, leasedUntil);
    return claimed;
  }
}
