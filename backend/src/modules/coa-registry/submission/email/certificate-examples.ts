import { type CertificateDraft, submit } from '../../../../domain/coa-registry/certificate/certificate.js';
import {
  approve,
  createComment,
  reject,
  requestChanges,
  supersede,
  withdraw,
} from '../../../../domain/coa-registry/review/review.js';
import type { Addressed, Replacement } from './certificate.email.js';

/** Invented certificates, one per lifecycle state, for previews of emails. The .example addresses are reserved (RFC 2606). */

const SENT = new Date('2026-11-20T15:00:00Z');
const DECIDED = new Date('2026-11-23T15:00:00Z');
const REVIEWER = { id: 'example', name: 'example' };
const SUBMITTER = 'robin@juniper-tide.example';

const DRAFT: CertificateDraft = {
  brandName: 'Juniper & Tide',
  contactName: 'Robin Vale',
  contactEmail: SUBMITTER,
  website: null,
  productName: 'Yuzu Seltzer 5 mg',
  batchId: '#C9030',
  thcContent: 4.82,
  cbdContent: 0.4,
  testDate: '2026-10-14',
  labName: 'Example Analytical',
  notes: null,
  coaFileUrl: null,
  analytes: [],
};

const sent = () => submit(DRAFT, '0f8fad5b-d9cb-469f-a165-70867728950e', SENT);

const addressed = (certificate: ReturnType<typeof sent>): Addressed => ({ ...certificate, contactEmail: SUBMITTER });

const accepted = () =>
  approve(
    sent(),
    {
      status: 'passed',
      panels: { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'not_tested' },
      documentAbsence: 'paper-only',
    },
    DECIDED,
  );

export const submittedExample = () => addressed(sent());

export function changesRequestedExample(): Addressed {
  const drafts = [
    { code: 'batch-mismatch', weight: 'major', text: 'The report says #C9031.' },
    { code: 'label-claim', weight: 'advisory', text: null },
  ] as const;
  const comments = drafts.map((draft, index) => createComment(draft, index, `${index}`, REVIEWER, DECIDED));
  return addressed(requestChanges(sent(), comments, DECIDED));
}

export const approvedExample = () => addressed(accepted());

export const rejectedExample = () =>
  addressed(reject(sent(), "We can't read the photo of the report. Please send the lab's file.", DECIDED));

export const withdrawnExample = () => addressed(withdraw(accepted(), 'The lab voided the result.', DECIDED));

export const originalExample = () => addressed(supersede(accepted(), DECIDED));

export const replacementExample = (): Replacement => ({
  reference: 'CB-7K3M-9QXD',
  batchId: DRAFT.batchId,
  productName: DRAFT.productName,
  reason: 'The lab corrected the container size.',
});
