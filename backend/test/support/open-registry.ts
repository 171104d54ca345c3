import type { BatchNotice } from '../../src/domain/coa-registry/certificate/batch-notice.js';
import type { Certificate, CertificateDraft } from '../../src/domain/coa-registry/certificate/certificate.js';
import type { LabIncident } from '../../src/domain/coa-registry/certificate/lab-incident.js';
import type { LabIncidentRepository, NoticeRepository } from '../../src/domain/coa-registry/certificate/ports.js';
import { CertificateChecks } from '../../src/domain/coa-registry/checks/certificate-checks.js';
import type { RegisteredLab, RegisteredLabs } from '../../src/domain/coa-registry/checks/ports.js';
import type { AwaitingCertificates } from '../../src/domain/coa-registry/labs/awaited-documents.js';
import { AwaitedDocuments } from '../../src/domain/coa-registry/labs/awaited-documents.js';
import { LabCertificates } from '../../src/domain/coa-registry/labs/lab-certificates.js';
import { CertificateReview } from '../../src/domain/coa-registry/review/certificate-review.js';
import type { SubmissionReader } from '../../src/domain/coa-registry/review/ports.js';
import { EvidenceFinder } from '../../src/domain/coa-registry/submission/evidence-finder.js';
import { Submissions } from '../../src/domain/coa-registry/submission/submissions.js';
import { HmacCorrectionTokenSigner } from '../../src/modules/coa-registry/submission/hmac-correction-token-signer.js';
import { ACTOR, aDraft, PASSED } from './builders.js';
import { GivenCheckContext } from './given-check-context.js';
import { InMemoryCertificateDocuments } from './in-memory-certificate-documents.js';
import { InMemoryCertificateRepository } from './in-memory-certificate-repository.js';
import { NumberedIds, StoppedClock } from './in-memory-clock-and-ids.js';
import { RecordingNotifier } from './recording-notifier.js';
import { RollbackTransactions } from './rollback-transactions.js';
import { stub } from './stub.js';

/** The id of the first submission in an empty registry. */
export const FIRST_ID = '00000001-0000-4000-8000-000000000000';
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** The use cases that change certificates, over one map of them. They read no lists. */
export function openRegistry(certificates = new InMemoryCertificateRepository()) {
  const notifier = new RecordingNotifier();
  const clock = new StoppedClock();
  const ids = new NumberedIds();
  const transactions = new RollbackTransactions([certificates, notifier]);
  const tokenSigner = new HmacCorrectionTokenSigner('a secret for tests');
  const checkContext = new GivenCheckContext();
  const documents = new InMemoryCertificateDocuments();
  const registeredLabs = new Map<string, RegisteredLab>();
  const partners = stub<RegisteredLabs>({ registered: async ({ labId }) => registeredLabs.get(labId ?? '') ?? null });
  const labIncidents: LabIncident[] = [];
  const incidents = stub<LabIncidentRepository>({ ofLab: async () => labIncidents });
  const notices: BatchNotice[] = [];
  const aboutBatch = stub<NoticeRepository>({ aboutBatch: async () => notices });
  const checks = new CertificateChecks(checkContext, documents, partners, incidents, aboutBatch, clock);
  const evidence = new EvidenceFinder(documents, clock);
  const submissions = new Submissions(certificates, checks, evidence, notifier, tokenSigner, transactions, clock, ids);
  const review = new CertificateReview(
    certificates,
    documents,
    checks,
    evidence,
    notifier,
    transactions,
    clock,
    ids,
    0,
  );
  const lists = stub<SubmissionReader>({ replacementsOf: async () => new Map() });
  const labs = new LabCertificates(
    certificates,
    lists,
    checks,
    submissions,
    documents,
    evidence,
    review,
    transactions,
    clock,
    ids,
  );
  const claims: unknown[] = [];
  const awaiting = stub<AwaitingCertificates>({
    claim: async (...args) => {
      claims.push(args);
      return [];
    },
  });
  const awaited = new AwaitedDocuments(
    awaiting,
    certificates,
    documents,
    checks,
    review,
    partners,
    notifier,
    transactions,
    clock,
  );
  /** Submits and approves each. */
  const publish = async (...drafts: Partial<CertificateDraft>[]): Promise<void> => {
    for (const draft of drafts) {
      await submissions.submit(aDraft(draft));
      const { id, version } = certificates.stored().at(-1) as Certificate;
      await review.approve(id, { version, documentId: null }, PASSED, ACTOR);
    }
  };
  return {
    awaited,
    /** What was claimed of the certificates that wait for a document. */
    claims,
    certificates,
    checkContext,
    documents,
    /** Of every laboratory. */
    labIncidents,
    notices,
    /** By id. */
    registeredLabs,
    notifier,
    clock,
    ids,
    checks,
    submissions,
    review,
    labs,
    publish,
  };
}

export type OpenedRegistry = ReturnType<typeof openRegistry>;
