import type {
  CertificateStatus,
  CommentCode,
  CommentDraftDto,
  PanelVerdict,
  PanelVerdictsDto,
  ReviewCommentDto,
  SubmissionDto,
} from '../../../api/generated/types.gen';
import { PANELS } from '../../../components/coa-registry/panel-verdicts';

export type DecisionKind = 'approve' | 'changes' | 'reject';

/** A status and its panels. */
export interface Verdict {
  readonly status: CertificateStatus;
  readonly panels: PanelVerdictsDto;
}

/** A comment that is being written: at first nothing is chosen, so that no reason is sent by accident. */
export type UnfinishedComment = Omit<CommentDraftDto, 'code'> & { readonly code: CommentCode | '' };

/** What a reviewer has begun to write about a submission, in all three directions. */
export interface Draft {
  readonly kind: DecisionKind;
  readonly verdict: Verdict;
  readonly comments: readonly UnfinishedComment[];
  readonly reason: string;
}

export const STATUSES: readonly { value: CertificateStatus; label: string }[] = [
  { value: 'passed', label: 'Passed' },
  { value: 'failed', label: 'Failed' },
  { value: 'pending', label: 'Pending: results not in yet' },
];

export const VERDICTS: readonly { value: PanelVerdict; label: string }[] = [
  { value: 'passed', label: 'Passed' },
  { value: 'failed', label: 'Failed' },
  { value: 'not_tested', label: 'Not tested' },
  { value: 'pending', label: 'Pending' },
];

export const COMMENT_CODES: readonly { value: CommentCode; label: string }[] = [
  { value: 'file-unreadable', label: "File is missing or can't be opened" },
  { value: 'batch-mismatch', label: "Batch doesn't match" },
  { value: 'product-mismatch', label: "Product doesn't match" },
  { value: 'date-mismatch', label: "Test date doesn't match" },
  { value: 'potency-mismatch', label: "THC or CBD doesn't match" },
  { value: 'units-unclear', label: 'Amounts per container are unclear' },
  { value: 'panel-missing', label: 'Results are missing' },
  { value: 'lab-unverified', label: "Couldn't confirm the lab" },
  { value: 'label-claim', label: 'Strength is far from the label' },
  { value: 'other', label: 'Something else' },
];

export const FIRST_COMMENT: UnfinishedComment = { code: '', weight: 'major', text: '' };

/** Without a decision, a comment blocks nothing unless the reviewer says so. */
export const FIRST_NOTE: UnfinishedComment = { ...FIRST_COMMENT, weight: 'advisory' };

const ALL_PASSED: Verdict = {
  status: 'passed',
  panels: { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'passed' },
};

/** Where a reviewer begins: with what the sender reported, where they did. */
export const firstDraft = ({ reported }: Pick<SubmissionDto, 'reported'>, kind: DecisionKind): Draft => ({
  kind,
  verdict: reported ?? ALL_PASSED,
  comments: [FIRST_COMMENT],
  reason: '',
});

export const openMajors = (comments: readonly ReviewCommentDto[]) =>
  comments.filter(({ weight, settledAt }) => weight === 'major' && settledAt === null);

/**
 * Sentences by field for what the server would refuse. They have to be said before the decision is on its way: its answer
 * comes only after the seconds in which it can be taken back.
 */
export function draftProblems(
  draft: Draft,
  { comments }: Pick<SubmissionDto, 'comments'>,
): Readonly<Record<string, string>> {
  if (draft.kind === 'approve') return contradictions(draft.verdict);
  if (draft.kind === 'reject') return draft.reason.trim() ? {} : { reason: 'Explain why you are rejecting it' };
  const unfinished = unfinishedComments(draft.comments);
  if (Object.keys(unfinished).length > 0) return unfinished;
  const hasMajor = openMajors(comments).length > 0 || draft.comments.some(({ weight }) => weight === 'major');
  return hasMajor ? {} : { comments: 'Add at least one comment that needs a change' };
}

/** Sentences by field for comments without a reason, or without the words that their reason needs. */
export function unfinishedComments(comments: readonly UnfinishedComment[]): Readonly<Record<string, string>> {
  const problems = comments.flatMap(({ code, text }, index) => {
    if (code === '') return [[`comments.${index}.code`, "Choose what's wrong"]];
    return code === 'other' && !text?.trim() ? [[`comments.${index}`, 'Explain what is wrong']] : [];
  });
  return Object.fromEntries(problems);
}

/** Finished comments as the API takes them. */
export const finished = (comments: readonly UnfinishedComment[]): CommentDraftDto[] =>
  comments.flatMap(({ code, weight, text }) => (code === '' ? [] : [{ code, weight, ...(text?.trim() && { text }) }]));

/** A certificate with a failed or outstanding panel did not pass. */
export function contradictions({ status, panels }: Verdict): Readonly<Record<string, string>> {
  if (status !== 'passed') return {};
  const wrong = PANELS.flatMap(({ key }) => {
    if (panels[key] === 'failed') return [[key, "A certificate with a failed panel can't be approved as passed"]];
    if (panels[key] === 'pending')
      return [[key, 'Some results are still pending. Approve as pending, or choose what the panel shows']];
    return [];
  });
  return Object.fromEntries(wrong);
}

/** Drafts by submission, so that going on to another one and coming back loses nothing; gone with the tab. */
export const drafts = new Map<string, Draft>();
