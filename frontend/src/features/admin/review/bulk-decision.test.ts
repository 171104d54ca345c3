import { ApiError } from '../../../api/api';
import type { QueuedSubmissionDto } from '../../../api/generated/types.gen';
import { blockingReason, retryRateLimited, verdictSummary } from './bulk-decision';

const aRow = (differing: Partial<QueuedSubmissionDto> = {}) =>
  ({
    ...{ submissionStatus: 'pending', comments: [], contactEmail: 'robin@brand.example', labId: null },
    ...{ documentState: 'ready', awaitedDocument: null },
    ...differing,
  }) as QueuedSubmissionDto;

const OPEN = { weight: 'major', settledAt: null } as QueuedSubmissionDto['comments'][number];
const AWAITED = { sha256: 'a'.repeat(64), until: '2026-11-23T15:04:05.000Z' };
const NOTE = { weight: 'advisory', settledAt: null } as QueuedSubmissionDto['comments'][number];

it.each([
  ['approve', 'what waits', aRow(), null],
  ['approve', 'what has a note', aRow({ comments: [NOTE] }), null],
  ['approve', 'what has an open comment', aRow({ comments: [OPEN] }), 'One comment is open'],
  ['approve', 'what has two', aRow({ comments: [OPEN, OPEN] }), '2 comments are open'],
  ['approve', 'what waits for changes', aRow({ submissionStatus: 'changes_requested' }), 'Waiting for the submitter'],
  ['approve', 'what shows an error', aRow({ ownErrors: 1 }), 'The checks found a problem, so open it to decide'],
  ['approve', 'what has no PDF', aRow({ documentState: null }), null],
  ['approve', 'what has a PDF that software cannot read', aRow({ documentState: 'unreadable' }), null],
  ['approve', 'what has a refused PDF', aRow({ documentState: 'refused' }), null],
  ['approve', 'what has a new PDF', aRow({ documentState: 'received' }), 'The PDF is still being read'],
  ['approve', 'what has a PDF in work', aRow({ documentState: 'reading' }), 'The PDF is still being read'],
  [
    ...(['approve', 'what a lab sends a PDF for'] as const),
    ...([aRow({ documentState: null, awaitedDocument: AWAITED }), "The lab's PDF is on its way"] as const),
  ],
  [
    ...(['approve', 'what a lab sent no PDF for in time'] as const),
    ...([aRow({ documentState: null, awaitedDocument: { ...AWAITED, until: null } }), null] as const),
  ],
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

describe('within the limits of the server', () => {
  const tooMany = () => new ApiError(429, 'Too many requests.', undefined, [], 'too-many', 7);

  it('waits as long as it says, and sends again', async () => {
    const waited: number[] = [];
    let refusals = 2;
    const send = async () => {
      refusals -= 1;
      if (refusals >= 0) throw tooMany();
      return 'sent';
    };
    const wait = async (seconds: number) => void waited.push(seconds);
    expect(await retryRateLimited(send, wait)).toBe('sent');
    expect(waited).toEqual([7, 7]);
  });

  it('gives up at last, and on everything else at once', async () => {
    let sent = 0;
    const refuse = (error: Error) => async () => {
      sent += 1;
      throw error;
    };
    await expect(retryRateLimited(refuse(tooMany()), async () => {})).rejects.toThrow('Too many');
    expect(sent).toBe(5);
    await expect(retryRateLimited(refuse(new Error('No.')), async () => {})).rejects.toThrow('No.');
    expect(sent).toBe(6);
  });
});
