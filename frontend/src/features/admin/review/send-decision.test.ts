import { approveSubmission, rejectSubmission, requestChanges } from '../../../api/generated/sdk-staff.gen';
import type { Draft } from './decision';
import { approvalOf, documentChange, type Seen, sendDecision } from './send-decision';

vi.mock('../../../api/generated/sdk-staff.gen', () => ({
  approveSubmission: vi.fn(async () => ({})),
  rejectSubmission: vi.fn(async () => ({})),
  requestChanges: vi.fn(async () => ({})),
}));

const PANELS = {
  pesticides: 'passed',
  heavyMetals: 'passed',
  microbials: 'passed',
  residualSolvents: 'passed',
} as const;
const DRAFT: Draft = {
  ...{ kind: 'approve', verdict: { status: 'passed', panels: PANELS }, comments: [], reason: '' },
  ...{ documentAbsence: 'paper-only', publishAs: '', amendmentReason: '', overrideReason: '' },
};
const SHA256 = 'a'.repeat(64);
const SEEN: Seen = {
  ...{ id: 'one', version: 3, documentSha256: SHA256, hasEvidence: true },
  readFields: [{ field: 'batchId', page: 2 }],
};
const DECIDED = { version: 3, status: 'passed', panels: PANELS };

it('names the document that was seen, and what was confirmed in it', () => {
  expect(approvalOf(DRAFT, SEEN)).toEqual({ ...DECIDED, documentSha256: SHA256, staffReadFields: SEEN.readFields });
  expect(approvalOf(DRAFT, { ...SEEN, readFields: [] })).toEqual({ ...DECIDED, documentSha256: SHA256 });
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
    ...{ publishAs: 'amendment', amends: 'CB-7K3M-9QXD', amendmentReason: 'Wrong.' },
  });
});

it.each([
  ['approve', approveSubmission],
  ['reject', rejectSubmission],
  ['changes', requestChanges],
] as const)('sends a decision to %s in a request that outlives the page', async (kind, call) => {
  await sendDecision({ ...DRAFT, kind, reason: 'A copy.' }, SEEN);
  expect(call).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ path: { id: 'one' }, keepalive: true }));
});

it('explains what happened to the document meanwhile', () => {
  const seen = (documentSha256: string | null, hasEvidence = documentSha256 !== null) => ({
    documentSha256,
    hasEvidence,
  });
  const [one, other, none] = [seen(SHA256), seen('b'.repeat(64)), seen(null)];
  expect(documentChange(one, other)).toMatch(/^The PDF was replaced since you opened this/);
  expect(documentChange(none, one)).toMatch(/^A PDF was attached since you opened this/);
  expect(documentChange(one, none)).toMatch(/^The PDF was removed since you opened this/);
  expect(documentChange(one, seen(SHA256, false))).toMatch(/^The PDF was removed since you opened this/);
  expect([documentChange(one, one), documentChange(none, none)]).toEqual([null, null]);
});
