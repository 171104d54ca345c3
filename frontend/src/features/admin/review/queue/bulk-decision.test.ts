import type { QueuedSubmissionDto } from '../../../../api/generated/types.gen';
import { blockingReason, verdictSummary } from './bulk-decision';

const aRow = (differing: Partial<QueuedSubmissionDto> = {}) =>
  ({
    submissionStatus: 'pending',
    comments: [],
    contactEmail: 'robin@brand.example',
    labId: null,
    documentState: 'ready',
    awaitedDocument: null,
    labIncidents: [],
    notices: [],
    ...differing,
  }) as QueuedSubmissionDto;

const OPEN = { weight: 'major', settledAt: null } as QueuedSubmissionDto['comments'][number];
const awaiting = (until: string | null) =>
  aRow({ documentState: null, awaitedDocument: { sha256: 'a'.repeat(64), until } });
const NOTE = { weight: 'advisory', settledAt: null } as QueuedSubmissionDto['comments'][number];

it.each([
  ['approve', 'what waits', aRow(), null],
  ['approve', 'what has a note', aRow({ comments: [NOTE] }), null],
  ['approve', 'what has an open comment', aRow({ comments: [OPEN] }), 'One comment is open'],
  ['approve', 'what has two', aRow({ comments: [OPEN, OPEN] }), '2 comments are open'],
  ['approve', 'what waits for changes', aRow({ submissionStatus: 'changes_requested' }), 'Waiting for the submitter'],
  [
    'approve',
    'what a notice is about',
    aRow({ labIncidents: [{} as QueuedSubmissionDto['labIncidents'][number]] }),
    'There is a notice about it, so open it to decide',
  ],
  ['approve', 'what shows an error', aRow({ ownErrors: 1 }), 'The checks found a problem, so open it to decide'],
  ['approve', 'what has no PDF', aRow({ documentState: null }), null],
  ['approve', 'what has a PDF that software cannot read', aRow({ documentState: 'unreadable' }), null],
  ['approve', 'what has a refused PDF', aRow({ documentState: 'refused' }), null],
  ['approve', 'what has a new PDF', aRow({ documentState: 'received' }), 'The PDF is still being read'],
  ['approve', 'what has a PDF in work', aRow({ documentState: 'reading' }), 'The PDF is still being read'],
  ['approve', 'what a lab sends a PDF for', awaiting('2026-11-23T15:04:05.000Z'), "The lab's PDF is on its way"],
  ['approve', 'what a lab sent no PDF for in time', awaiting(null), null],
  ['reject', 'what has a new PDF', aRow({ documentState: 'received' }), null],
  ['changes', 'what has an open comment', aRow({ comments: [OPEN] }), null],
  ['changes', 'what nobody answers for', aRow({ contactEmail: null }), "The sender's contact details were erased"],
  ['changes', 'what a lab sent', aRow({ contactEmail: null, labId: 'd0000000-0000-4000-8000-000000000002' }), null],
  ['changes', 'what waits for changes', aRow({ submissionStatus: 'changes_requested' }), 'Waiting for the submitter'],
  ['reject', 'what waits for changes', aRow({ submissionStatus: 'changes_requested', comments: [OPEN] }), null],
] as const)('%s: %s', (kind, _what, row, expected) => {
  expect(blockingReason(kind, row)).toBe(expected);
});

it('says what did not pass', () => {
  const panels = { pesticides: 'passed', heavyMetals: 'failed', microbials: 'passed', residualSolvents: 'not_tested' };
  expect(verdictSummary({ status: 'failed', panels } as never)).toBe(
    'Failed: Heavy Metals failed, Residual Solvents not tested',
  );
});
