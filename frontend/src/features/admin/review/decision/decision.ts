import type {
  CertificateStatus,
  CommentCode,
  CommentDraftDto,
  PanelVerdict,
  PanelVerdictsDto,
  ReviewCommentDto,
  ReviewerAbsenceCode,
  ReviewFindingDto,
  SettledResultsDto,
  SubmissionDto,
  SubmissionStatus,
} from '../../../../api/generated/types.gen';
import { PANELS, VERDICT_LABELS } from '../../../../components/coa-registry/panel-verdicts';

export type DecisionKind = 'approve' | 'changes' | 'reject';

/** `key` is the keyboard shortcut, `send` the text of the button that sends the decision on one submission. */
export const DECISION_CHOICES: Readonly<Record<DecisionKind, { word: string; key: string; send: string }>> = {
  approve: { word: 'Approve', key: 'a', send: 'Approve and publish' },
  changes: { word: 'Request changes', key: 'c', send: 'Request these changes' },
  reject: { word: 'Reject', key: 'r', send: 'Reject' },
};

/** The decisions that a submission with this status can still get. */
export const decisionsFor = (submissionStatus: SubmissionStatus): readonly DecisionKind[] =>
  submissionStatus === 'pending' ? ['approve', 'changes', 'reject'] : ['reject'];

/** The overall result and the result of each panel. */
export interface Verdict {
  readonly status: CertificateStatus;
  readonly panels: PanelVerdictsDto;
}

/** Results in which the reviewer still has to choose the empty ones. */
export interface UnfinishedVerdict {
  readonly status: CertificateStatus | '';
  readonly panels: Readonly<Record<keyof PanelVerdictsDto, PanelVerdict | ''>>;
}

/** An unsent comment. It has no preselected reason, so that none is sent by accident. */
export type UnfinishedComment = Omit<CommentDraftDto, 'code'> & { readonly code: CommentCode | '' };

/** The unsent form state of a decision, for all three kinds. */
export interface Draft {
  readonly kind: DecisionKind;
  readonly verdict: UnfinishedVerdict;
  readonly comments: readonly UnfinishedComment[];
  readonly reason: string;
  /** Why it is approved without a document; ignored if there is one. */
  readonly documentAbsence: ReviewerAbsenceCode | '';
  /** If the batch is already published: {@link RETEST}, or the reference of the certificate that it replaces. */
  readonly publishAs: string;
  /** Why it replaces that one. */
  readonly amendmentReason: string;
  /** Why it is published although the checks found errors; ignored if they found none. */
  readonly overrideReason: string;
}

export const RETEST = 'retest';

export const isAmendment = ({ publishAs }: Pick<Draft, 'publishAs'>) => publishAs !== '' && publishAs !== RETEST;

export const STATUSES: readonly { value: CertificateStatus; label: string }[] = [
  { value: 'passed', label: 'Passed' },
  { value: 'failed', label: 'Failed' },
  { value: 'pending', label: 'Pending: results not in yet' },
];

export const VERDICTS = (Object.keys(VERDICT_LABELS) as PanelVerdict[]).map((value) => ({
  value,
  label: VERDICT_LABELS[value],
}));

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

export const EMPTY_COMMENT: UnfinishedComment = { code: '', weight: 'major', text: '' };

/** A comment without a decision is advisory by default, so that it does not block approval. */
export const EMPTY_NOTE: UnfinishedComment = { ...EMPTY_COMMENT, weight: 'advisory' };

/** Of submissions whose senders reported no results. */
export const NOTHING_REPORTED: SettledResultsDto = {
  status: null,
  panels: {
    pesticides: 'not_reported',
    heavyMetals: 'not_reported',
    microbials: 'not_reported',
    residualSolvents: 'not_reported',
  },
};

/** The initial draft, with the results on which the evidence agrees; the reviewer chooses the others. */
export const initialDraft = ({ status, panels }: SettledResultsDto, kind: DecisionKind): Draft => ({
  kind,
  verdict: {
    status: status ?? '',
    panels: {
      pesticides: panels.pesticides ?? '',
      heavyMetals: panels.heavyMetals ?? '',
      microbials: panels.microbials ?? '',
      residualSolvents: panels.residualSolvents ?? '',
    },
  },
  comments: [EMPTY_COMMENT],
  reason: '',
  documentAbsence: '',
  publishAs: '',
  amendmentReason: '',
  overrideReason: '',
});

export const openMajorComments = (comments: readonly ReviewCommentDto[]) =>
  comments.filter(({ weight, settledAt }) => weight === 'major' && settledAt === null);

/** Error messages by field for what the server would reject, so that the focus can move to the field. */
export function draftProblems(
  draft: Draft,
  { comments, hasEvidence, second, findings = [] }: DraftContext,
): Readonly<Record<string, string>> {
  if (draft.kind === 'approve') {
    return {
      ...verdictProblems(draft.verdict),
      ...overrideProblems(draft, findings),
      ...(second ? secondProblems(draft, second) : {}),
      ...absenceProblems(draft, hasEvidence),
    };
  }
  if (draft.kind === 'reject') return draft.reason.trim() ? {} : { reason: 'Explain why you are rejecting it' };
  const unfinished = commentProblems(draft.comments);
  if (Object.keys(unfinished).length > 0) return unfinished;
  const hasMajor = openMajorComments(comments).length > 0 || draft.comments.some(({ weight }) => weight === 'major');
  return hasMajor ? {} : { comments: 'Add at least one comment that needs a change' };
}

interface DraftContext extends Pick<SubmissionDto, 'comments'> {
  readonly hasEvidence: boolean;
  readonly second?: Second;
  readonly findings?: readonly CheckedFinding[];
}

type CheckedFinding = Pick<ReviewFindingDto, 'code' | 'severity' | 'message'>;

/** Errors that no longer apply once the certificate is recorded as failed. */
const SETTLED_BY_FAILURE: ReadonlySet<string> = new Set(['over-limit', 'panel-line-open', 'status-panels-differ']);

/** How to publish a duplicate is a separate question, and a notice is shown with the certificate anyway. */
const NOT_EXPLAINED: ReadonlySet<string> = new Set(['duplicate', 'batch-notice', 'lab-incident']);

/** The errors that an approval has to explain. */
export const errorsToExplain = <T extends CheckedFinding>({ status }: UnfinishedVerdict, findings: readonly T[]) =>
  findings.filter(
    ({ code, severity }) =>
      severity === 'error' && !NOT_EXPLAINED.has(code) && !(status === 'failed' && SETTLED_BY_FAILURE.has(code)),
  );

const overrideProblems = (
  { verdict, overrideReason }: Draft,
  findings: readonly CheckedFinding[],
): Readonly<Record<string, string>> =>
  overrideReason.trim() || errorsToExplain(verdict, findings).length === 0
    ? {}
    : { overrideReason: 'Explain why it can be published all the same' };

/** A submission whose batch has published certificates. */
type Second = Pick<SubmissionDto, 'labReportId'>;

/** Error messages if the choice of how to publish a second certificate of a batch is missing. */
function secondProblems(draft: Draft, { labReportId }: Second): Readonly<Record<string, string>> {
  if (draft.publishAs === '') return { publishAs: 'Choose whether it is a retest or an amendment' };
  if (isAmendment(draft)) {
    return draft.amendmentReason.trim() ? {} : { amendmentReason: 'Explain why it replaces the published certificate' };
  }
  return labReportId
    ? {}
    : { publishAs: "A retest needs the lab's report number. Request changes to ask for it, or choose an amendment" };
}

/** An error message if the reason for publishing without a document is missing. */
export const absenceProblems = (
  { documentAbsence }: Pick<Draft, 'documentAbsence'>,
  hasEvidence: boolean,
): Readonly<Record<string, string>> =>
  hasEvidence || documentAbsence ? {} : { documentAbsence: 'Choose why there is no PDF' };

/** Error messages by field for comments without a reason, or without the text that their reason requires. */
export function commentProblems(comments: readonly UnfinishedComment[]): Readonly<Record<string, string>> {
  const problems = comments.flatMap(({ code, text }, index) => {
    if (code === '') return [[`comments.${index}.code`, "Choose what's wrong"]];
    return code === 'other' && !text?.trim() ? [[`comments.${index}`, 'Explain what is wrong']] : [];
  });
  return Object.fromEntries(problems);
}

const CHOOSE = 'Choose what the report says';

/** The comments in the API's format, without unfinished ones. */
export const toCommentDrafts = (comments: readonly UnfinishedComment[]): CommentDraftDto[] =>
  comments.flatMap(({ code, weight, text }) => (code === '' ? [] : [{ code, weight, ...(text?.trim() && { text }) }]));

/** Error messages by field: everything is chosen, and a certificate with a failed or pending panel can't pass. */
export function verdictProblems({ status, panels }: UnfinishedVerdict): Readonly<Record<string, string>> {
  const open = PANELS.filter(({ key }) => panels[key] === '').map(({ key }) => [key, CHOOSE]);
  if (status === '') open.unshift(['status', CHOOSE]);
  if (open.length > 0 || status !== 'passed') return Object.fromEntries(open);
  const wrong = PANELS.flatMap(({ key }) => {
    if (panels[key] === 'failed') return [[key, "A certificate with a failed panel can't be approved as passed"]];
    if (panels[key] === 'pending')
      return [[key, 'Some results are still pending. Approve as pending, or choose what the panel shows']];
    return [];
  });
  return Object.fromEntries(wrong);
}

/** Drafts by submission, kept in memory while the reviewer looks at other submissions. */
export const drafts = new Map<string, Draft>();
