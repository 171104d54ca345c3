import type { BrandBatch } from '../../src/domain/coa-registry/certificate/batch-key.js';
import type { Certificate } from '../../src/domain/coa-registry/certificate/certificate.js';
import { ChangedMeanwhile } from '../../src/domain/coa-registry/certificate/certificate-lifecycle.js';
import { ReferenceTaken } from '../../src/domain/coa-registry/certificate/certificate-reference.js';
import type { CertificateRepository } from '../../src/domain/coa-registry/certificate/ports.js';
import type { SubmissionRevision } from '../../src/domain/coa-registry/certificate/submission-revision.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { nameKey } from '../../src/domain/shared/name-key.js';
import type { Restorable } from './rollback-transactions.js';
import { onlyInDatabase } from './stub.js';

/**
 * A map of certificates by id, with an optimistic lock. It has no brands, order, or limits, and refuses only what it must
 * so that use cases can be tested. What else the database refuses, a test passes to {@link refuse}.
 */
export class InMemoryCertificateRepository implements CertificateRepository, Restorable {
  audit: readonly AuditEntry[] = [];
  private certificates: ReadonlyMap<string, Certificate> = new Map();
  private revisions: readonly SubmissionRevision[] = [];
  private readonly refusals = new Map<'add' | 'publishAmendment', Error>();

  /** Everything that is stored, in the order it was added. */
  stored(): Certificate[] {
    return [...this.certificates.values()];
  }

  /** From now on, the method fails with this error. */
  refuse(method: 'add' | 'publishAmendment', error: Error): void {
    this.refusals.set(method, error);
  }

  async add(certificate: Certificate): Promise<void> {
    const refusal = this.refusals.get('add');
    if (refusal) throw refusal;
    const { id, reference } = certificate;
    if (await this.idOfReference(reference)) throw new ReferenceTaken(reference);
    this.certificates = new Map(this.certificates).set(id, certificate);
  }

  async changeOne(certificate: Certificate, entry: AuditEntry): Promise<Certificate> {
    this.replace([certificate], [entry]);
    return certificate;
  }

  async publishAmendment(superseded: Certificate, amendment: Certificate, entries: readonly AuditEntry[]) {
    const refusal = this.refusals.get('publishAmendment');
    if (refusal) throw refusal;
    this.replace([superseded, amendment], entries);
    return [superseded, amendment] as const;
  }

  private replace(changed: readonly Certificate[], entries: readonly AuditEntry[]): void {
    const after = new Map(this.certificates);
    for (const certificate of changed) {
      if (after.get(certificate.id)?.version !== certificate.version - 1) throw new ChangedMeanwhile();
      after.set(certificate.id, certificate);
    }
    this.certificates = after;
    this.audit = [...this.audit, ...entries];
  }

  async byId(id: string): Promise<Certificate | null> {
    return this.certificates.get(id) ?? null;
  }

  async idOfReference(reference: string): Promise<string | null> {
    return this.stored().find((one) => one.reference === reference)?.id ?? null;
  }

  async pendingFrom({ batchKey, contactEmail }: Certificate): Promise<readonly Certificate[]> {
    if (contactEmail === null) return [];
    const pending = this.stored().filter(({ lifecycle }) => lifecycle === 'pending');
    return pending.filter((one) => one.batchKey === batchKey && one.contactEmail === contactEmail);
  }

  async pendingWithDocument(sha256: string): Promise<readonly Certificate[]> {
    return this.stored().filter(({ documentId, lifecycle }) => documentId === sha256 && lifecycle === 'pending');
  }

  async publishedOfBatch({ batchKey, brandKey }: BrandBatch): Promise<readonly Certificate[]> {
    const published = this.stored().filter(({ lifecycle }) => lifecycle === 'approved');
    return published.filter((one) => one.batchKey === batchKey && nameKey(one.brandName) === brandKey);
  }

  /** One thing happens after the other in memory. */
  async lockForPublication(): Promise<void> {}

  async hadFinding(): Promise<boolean> {
    return false;
  }

  async addRevision(revision: SubmissionRevision): Promise<void> {
    this.revisions = [...this.revisions, revision];
  }

  async lastRevision(certificateId: string): Promise<SubmissionRevision | null> {
    return this.revisions.findLast((one) => one.certificateId === certificateId) ?? null;
  }

  readonly referencesOf = onlyInDatabase;
  readonly ofSubmitter = onlyInDatabase;
  readonly eraseSubmitter = onlyInDatabase;

  snapshot(): () => void {
    const { certificates, revisions, audit } = this;
    return () => {
      this.certificates = certificates;
      this.revisions = revisions;
      this.audit = audit;
    };
  }
}
