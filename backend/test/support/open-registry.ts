import type { CertificateDraft } from '../../src/domain/coa-registry/certificate.js';
import { CertificateChecks } from '../../src/domain/coa-registry/certificate-checks.js';
import { Review } from '../../src/domain/coa-registry/certificate-review.js';
import { CoaRegistry } from '../../src/domain/coa-registry/coa-registry.js';
import { LabCertificates } from '../../src/domain/coa-registry/lab-certificates.js';
import { type QueueRequest, ReviewQueue } from '../../src/domain/coa-registry/review-queue.js';
import { Submissions } from '../../src/domain/coa-registry/submissions.js';
import { ACTOR, aDraft, PASSED } from './builders.js';
import { InMemoryCertificateRepository } from './in-memory-certificate-repository.js';
import { NumberedIds, StoppedClock } from './in-memory-clock-and-ids.js';
import { InMemoryCorrectionTokenSigner } from './in-memory-correction-token-signer.js';
import { RecordingNotifier } from './recording-notifier.js';
import { RollbackTransactions } from './rollback-transactions.js';

/** The id of the first submission in an empty registry. */
export const FIRST_ID = '00000001-0000-4000-8000-000000000000';
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

export const PENDING: QueueRequest = {
  ...{ lifecycle: 'pending', overdueOnly: false, sort: 'oldest', limit: 50, after: null },
};

/** The use cases of the registry over one in-memory store. */
export function openRegistry(certificates = new InMemoryCertificateRepository()) {
  const notifier = new RecordingNotifier();
  const clock = new StoppedClock();
  const ids = new NumberedIds();
  const transactions = new RollbackTransactions([certificates, notifier]);
  const tokenSigner = new InMemoryCorrectionTokenSigner();
  const registry = new CoaRegistry(certificates, certificates, clock);
  const checks = new CertificateChecks(certificates, clock);
  const submissions = new Submissions(certificates, checks, notifier, tokenSigner, transactions, clock, ids);
  const queue = new ReviewQueue(certificates, certificates, checks, clock);
  const review = new Review(certificates, notifier, transactions, clock, ids);
  const labs = new LabCertificates(certificates, certificates, checks, submissions, review, transactions, clock, ids);
  /** Submits and approves each. */
  const publish = async (...drafts: Partial<CertificateDraft>[]): Promise<void> => {
    for (const draft of drafts) {
      await submissions.submit(aDraft(draft));
      const { items } = await queue.page({ ...PENDING, limit: 1 });
      for (const { certificate } of items) await review.approve(certificate.id, certificate.version, PASSED, ACTOR);
    }
  };
  return { certificates, notifier, clock, ids, registry, checks, submissions, queue, review, labs, publish };
}

export type OpenedRegistry = ReturnType<typeof openRegistry>;
