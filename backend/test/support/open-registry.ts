import { AwaitedDocuments } from '../../src/domain/coa-registry/awaited-documents.js';
import type { CertificateDraft } from '../../src/domain/coa-registry/certificate.js';
import { CertificateChecks } from '../../src/domain/coa-registry/certificate-checks.js';
import { Review } from '../../src/domain/coa-registry/certificate-review.js';
import { CoaRegistry } from '../../src/domain/coa-registry/coa-registry.js';
import { EvidenceFinder } from '../../src/domain/coa-registry/evidence-finder.js';
import { LabCertificates } from '../../src/domain/coa-registry/lab-certificates.js';
import { RefusedDocuments } from '../../src/domain/coa-registry/refused-documents.js';
import type { Approval } from '../../src/domain/coa-registry/review.js';
import { type QueueRequest, ReviewQueue } from '../../src/domain/coa-registry/review-queue.js';
import { Submissions } from '../../src/domain/coa-registry/submissions.js';
import { ACTOR, aDraft, PASSED } from './builders.js';
import { InMemoryAwaitingCertificates } from './in-memory-awaiting-certificates.js';
import { InMemoryCertificateDocuments } from './in-memory-certificate-documents.js';
import { InMemoryCertificateRepository } from './in-memory-certificate-repository.js';
import { NumberedIds, StoppedClock } from './in-memory-clock-and-ids.js';
import { InMemoryCorrectionTokenSigner } from './in-memory-correction-token-signer.js';
import { InMemoryRegisteredLabs } from './in-memory-registered-labs.js';
import { RecordingNotifier } from './recording-notifier.js';
import { RollbackTransactions } from './rollback-transactions.js';

/** The id of the first submission in an empty registry. */
export const FIRST_ID = '00000001-0000-4000-8000-000000000000';
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

export const PENDING: QueueRequest = {
  lifecycle: 'pending',
  overdueOnly: false,
  sort: 'oldest',
  limit: 50,
  after: null,
};

/** The use cases of the registry over one in-memory store. */
export function openRegistry(certificates = new InMemoryCertificateRepository()) {
  const notifier = new RecordingNotifier();
  const clock = new StoppedClock();
  const ids = new NumberedIds();
  const transactions = new RollbackTransactions([certificates, notifier]);
  const tokenSigner = new InMemoryCorrectionTokenSigner();
  const registry = new CoaRegistry(certificates, certificates, clock);
  const documents = new InMemoryCertificateDocuments();
  const registeredLabs = new InMemoryRegisteredLabs();
  const checks = new CertificateChecks(certificates, documents, registeredLabs, clock);
  const evidence = new EvidenceFinder(documents, clock);
  const submissions = new Submissions(certificates, checks, evidence, notifier, tokenSigner, transactions, clock, ids);
  const queue = new ReviewQueue(certificates, certificates, checks, documents, clock);
  const review = new Review(certificates, documents, checks, evidence, notifier, transactions, clock, ids, 0);
  const labs = new LabCertificates(
    ...([
      certificates,
      certificates,
      checks,
      submissions,
      documents,
      evidence,
      review,
      transactions,
      clock,
      ids,
    ] as const),
  );
  const awaited = new AwaitedDocuments(
    new InMemoryAwaitingCertificates(certificates, documents),
    ...([certificates, documents, checks, review, registeredLabs, notifier, transactions, clock] as const),
  );
  const refused = new RefusedDocuments(certificates, notifier, clock);
  const publishAs = async (draft: Partial<CertificateDraft>, approval: Partial<Approval>): Promise<void> => {
    await submissions.submit(aDraft(draft));
    const { items } = await queue.page({ ...PENDING, limit: 1 });
    for (const { certificate } of items) {
      await review.approve(certificate.id, certificate, { ...PASSED, ...approval }, ACTOR);
    }
  };
  /** Submits and approves each. */
  const publish = async (...drafts: Partial<CertificateDraft>[]): Promise<void> => {
    for (const draft of drafts) await publishAs(draft, {});
  };
  return {
    awaited,
    certificates,
    documents,
    registeredLabs,
    notifier,
    clock,
    ids,
    registry,
    checks,
    submissions,
    queue,
    review,
    labs,
    refused,
    publish,
    publishAs,
  };
}

export type OpenedRegistry = ReturnType<typeof openRegistry>;
