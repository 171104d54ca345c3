import type { Draft } from './decision';
import { type Seen, submissionDecision } from './decision-body';

const PANELS = {
  pesticides: 'passed',
  heavyMetals: 'passed',
  microbials: 'passed',
  residualSolvents: 'passed',
} as const;
const DRAFT: Draft = {
  kind: 'approve',
  verdict: { status: 'passed', panels: PANELS },
  comments: [],
  reason: '',
  documentAbsence: 'paper-only',
  publishAs: '',
  amendmentReason: '',
  overrideReason: '',
};
const SHA256 = 'a'.repeat(64);
const SEEN: Seen = {
  id: 'one',
  version: 3,
  documentSha256: SHA256,
  hasEvidence: true,
  hasNotice: false,
  readFields: [{ field: 'batchId', page: 2 }],
};
const approvalOf = (draft: Draft, seen: Seen) => submissionDecision(draft, seen).approval;
const DECIDED = { version: 3, status: 'passed', panels: PANELS };

it('names the document that was seen, and what was confirmed in it', () => {
  expect(approvalOf(DRAFT, SEEN)).toEqual({ ...DECIDED, documentSha256: SHA256, staffReadFields: SEEN.readFields });
  expect(approvalOf(DRAFT, { ...SEEN, readFields: [] })).toEqual({ ...DECIDED, documentSha256: SHA256 });
});

it('says that a notice about the laboratory was read where it was shown', () => {
  expect(approvalOf(DRAFT, SEEN)).not.toHaveProperty('labIncidentsRead');
  expect(approvalOf(DRAFT, { ...SEEN, hasNotice: true })).toMatchObject({ labIncidentsRead: true });
});

it('says why there is none to rest on, and then confirms nothing', () => {
  const none = { ...SEEN, documentSha256: null, hasEvidence: false };
  expect(approvalOf(DRAFT, none)).toEqual({ ...DECIDED, documentAbsence: 'paper-only' });
  expect(approvalOf({ ...DRAFT, documentAbsence: '' }, none)).toEqual(DECIDED);
});

it('names a document that was refused or removed too, with the reason', () => {
  expect(approvalOf(DRAFT, { ...SEEN, hasEvidence: false })).toEqual({
    ...DECIDED,
    documentSha256: SHA256,
    documentAbsence: 'paper-only',
  });
});

it('says how a second certificate of a batch is published', () => {
  const none = { ...SEEN, documentSha256: null, hasEvidence: false };
  const decided = { ...DECIDED, documentAbsence: 'paper-only' };
  expect(approvalOf({ ...DRAFT, publishAs: 'retest', amendmentReason: 'x' }, none)).toEqual({
    ...decided,
    publishAs: 'retest',
  });
  expect(approvalOf({ ...DRAFT, publishAs: 'CB-7K3M-9QXD', amendmentReason: 'Wrong.' }, none)).toEqual({
    ...decided,
    publishAs: 'amendment',
    amends: 'CB-7K3M-9QXD',
    amendmentReason: 'Wrong.',
  });
});

it('rejects with the reason, and asks for changes with the comments', () => {
  const comments = [{ code: 'batch-mismatch', weight: 'major', text: ' ' }] as const;
  expect(submissionDecision({ ...DRAFT, kind: 'reject', reason: 'A copy.' }, SEEN)).toEqual({
    submissionId: 'one',
    rejection: { version: 3, reason: 'A copy.' },
  });
  expect(submissionDecision({ ...DRAFT, kind: 'changes', comments }, SEEN)).toEqual({
    submissionId: 'one',
    changeRequest: { version: 3, comments: [{ code: 'batch-mismatch', weight: 'major' }] },
  });
});
