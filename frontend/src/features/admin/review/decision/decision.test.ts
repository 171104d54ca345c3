import type { ReviewCommentDto } from '../../../../api/generated/types.gen';
import {
  type Draft,
  draftProblems,
  initialDraft,
  NOTHING_REPORTED,
  openMajorComments,
  toCommentDrafts,
  type UnfinishedComment,
  type Verdict,
  verdictProblems,
} from './decision';

const PASSED: Verdict = {
  status: 'passed',
  panels: { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'not_tested' },
};
const aDraft = (differing: Partial<Draft>): Draft => ({
  kind: 'approve',
  verdict: PASSED,
  comments: [],
  reason: '',
  documentAbsence: '',
  publishAs: '',
  amendmentReason: '',
  overrideReason: '',
  ...differing,
});
const aComment = (differing: Partial<UnfinishedComment>): UnfinishedComment => ({
  code: 'batch-mismatch',
  weight: 'major',
  text: '',
  ...differing,
});
const anEarlier = (differing: Partial<ReviewCommentDto>): ReviewCommentDto => ({
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  code: 'other',
  weight: 'major',
  sentence: 'Something else needs an answer.',
  text: 'Why?',
  by: 'robin',
  at: '2026-11-20T15:04:05.000Z',
  settledAt: null,
  ...differing,
});

const CONTEXT = { comments: [], hasEvidence: true };
const problemsOf = (differing: Partial<Draft>, context: Partial<Parameters<typeof draftProblems>[1]> = {}) =>
  Object.keys(draftProblems(aDraft(differing), { ...CONTEXT, ...context }));

describe('where a reviewer begins', () => {
  it('is what the evidence settles', () => {
    const settled: Verdict = { status: 'failed', panels: { ...PASSED.panels, pesticides: 'failed' } };
    expect(initialDraft(settled, 'approve').verdict).toEqual(settled);
  });

  it('leaves open what the evidence does not settle, and never passes a panel that nobody reported', () => {
    const { verdict } = initialDraft({ status: null, panels: { ...PASSED.panels, microbials: null } }, 'approve');
    expect(verdict).toEqual({ status: '', panels: { ...PASSED.panels, microbials: '' } });
    expect(problemsOf({ verdict })).toEqual(['status', 'microbials']);
    expect(Object.values(initialDraft(NOTHING_REPORTED, 'approve').verdict.panels)).toEqual(
      Array(4).fill('not_reported'),
    );
  });
});

it('begins without a reason for a request for changes', () => {
  const { comments } = initialDraft(NOTHING_REPORTED, 'changes');
  expect(comments.map(({ code }) => code)).toEqual(['']);
  expect(toCommentDrafts(comments)).toEqual([]);
});

describe('an approval over errors', () => {
  const aFinding = (
    code: 'over-limit' | 'document-date-differs' | 'lab-incident',
    severity: 'error' | 'warning' = 'error',
  ) => ({
    code,
    severity,
    message: 'The PDF has another date.',
  });
  const problems = (draft: Partial<Draft>, findings: ReturnType<typeof aFinding>[]) => problemsOf(draft, { findings });
  const FAILED: Verdict = { status: 'failed', panels: { ...PASSED.panels, heavyMetals: 'failed' } };

  it('needs a reason for the public, which blanks are not', () => {
    expect(problems({}, [aFinding('document-date-differs')])).toEqual(['overrideReason']);
    expect(problems({ overrideReason: ' ' }, [aFinding('document-date-differs')])).toEqual(['overrideReason']);
    expect(problems({ overrideReason: 'The lab confirmed the day.' }, [aFinding('document-date-differs')])).toEqual([]);
    // It is shown with the certificate, whatever the reviewer says.
    expect(problems({}, [aFinding('lab-incident')])).toEqual([]);
  });

  it('needs none for warnings, nor for a line above its limit once it is recorded as failed', () => {
    expect(problems({}, [aFinding('document-date-differs', 'warning')])).toEqual([]);
    expect(problems({}, [aFinding('over-limit')])).toEqual(['overrideReason']);
    expect(problems({ verdict: FAILED }, [aFinding('over-limit')])).toEqual([]);
    expect(problems({ verdict: FAILED }, [aFinding('document-date-differs')])).toEqual(['overrideReason']);
  });
});

describe('an approval', () => {
  it.each<[string, Partial<Verdict>, string[]]>([
    ['all passed or not tested', {}, []],
    ['a failed panel', { panels: { ...PASSED.panels, microbials: 'failed' } }, ['microbials']],
    ['an outstanding panel', { panels: { ...PASSED.panels, heavyMetals: 'pending' } }, ['heavyMetals']],
    [
      'a failed panel, recorded as failed',
      { status: 'failed', panels: { ...PASSED.panels, microbials: 'failed' } },
      [],
    ],
    ['an outstanding one, as pending', { status: 'pending', panels: { ...PASSED.panels, microbials: 'pending' } }, []],
  ])('with %s', (_, differing, fields) => {
    expect(Object.keys(verdictProblems({ ...PASSED, ...differing }))).toEqual(fields);
  });
});

it('an approval without a document needs a reason for that, and a rejection does not', () => {
  const without = { hasEvidence: false };
  expect(problemsOf({}, without)).toEqual(['documentAbsence']);
  expect(problemsOf({ documentAbsence: 'paper-only' }, without)).toEqual([]);
  expect(problemsOf({})).toEqual([]);
  expect(problemsOf({ kind: 'reject', reason: 'Another batch.' }, without)).toEqual([]);
});

describe('a request for changes', () => {
  it.each<[string, UnfinishedComment[], ReviewCommentDto[], string[]]>([
    ['needs something that must be changed', [aComment({ weight: 'advisory' })], [], ['comments']],
    ['has it in a new comment', [aComment({})], [], []],
    ['has it in an earlier one that stands', [aComment({ weight: 'advisory' })], [anEarlier({})], []],
    [
      'has it not in a settled one',
      [aComment({ weight: 'advisory' })],
      [anEarlier({ settledAt: '2026-11-21T15:04:05.000Z' })],
      ['comments'],
    ],
    [
      'needs words where the code says nothing',
      [aComment({}), aComment({ code: 'other', text: ' ' })],
      [],
      ['comments.1'],
    ],
    ['needs a reason that somebody chose', [aComment({ code: '' }), aComment({})], [], ['comments.0.code']],
    ['has them', [aComment({ code: 'other', text: 'The seal is broken.' })], [], []],
  ])('%s', (_, comments, earlier, fields) => {
    expect(problemsOf({ kind: 'changes', comments }, { comments: earlier })).toEqual(fields);
  });
});

it.each([
  ['', ['reason']],
  [' \n', ['reason']],
  ['Another batch.', []],
])('a rejection with the reason %j', (reason, fields) => {
  expect(problemsOf({ kind: 'reject', reason })).toEqual(fields);
});

it('counts as open what is major and not settled', () => {
  const comments = [anEarlier({}), anEarlier({ weight: 'advisory' }), anEarlier({ settledAt: '2026-11-21T00:00:00Z' })];
  expect(openMajorComments(comments)).toHaveLength(1);
});

describe('a second certificate of a batch', () => {
  const problems = (differing: Partial<Draft>, labReportId: string | null = 'EA-2') =>
    problemsOf(differing, { second: { labReportId } });

  it('needs a choice, and an amendment its reason', () => {
    expect(problems({})).toEqual(['publishAs']);
    expect(problems({ publishAs: 'retest' })).toEqual([]);
    expect(problems({ publishAs: 'CB-7K3M-9QXD', amendmentReason: ' ' })).toEqual(['amendmentReason']);
    expect(problems({ publishAs: 'CB-7K3M-9QXD', amendmentReason: 'A digit was wrong.' })).toEqual([]);
  });

  it('is no retest without a report number', () => {
    expect(problems({ publishAs: 'retest' }, null)).toEqual(['publishAs']);
    expect(problems({ publishAs: 'CB-7K3M-9QXD', amendmentReason: 'A digit was wrong.' }, null)).toEqual([]);
  });
});
