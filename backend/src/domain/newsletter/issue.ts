import { domainError, type FieldError, InvalidInput } from '../shared/domain-error.js';

export const SUBJECT_MAX = 120;
export const INTRODUCTION_MAX = 5000;
/** Maximum number of articles, and of certificates, in one issue. */
export const CHOICES_MAX = 20;

/** `draft` → `sending` ⇄ `stopped`; `sending` → `sent` once no recipient is waiting. */
export const ISSUE_STATES = ['draft', 'sending', 'stopped', 'sent'] as const;
export type IssueState = (typeof ISSUE_STATES)[number];

/**
 * State of one recipient's email. `waiting`: in the outbox; `held`: not sent, because the issue was stopped; `left`: not
 * sent, because the recipient had unsubscribed.
 */
export type RecipientState = 'waiting' | 'held' | 'sent' | 'failed' | 'left';

/** An article as shown in an issue. */
export interface IssueArticle {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly excerpt: string;
  readonly readTime: string;
}

/** A certificate as shown in an issue. */
export interface IssueCertificate {
  readonly reference: string;
  readonly batchId: string;
  readonly productName: string;
  readonly brandName: string;
  readonly labName: string;
  /** `YYYY-MM-DD` */
  readonly testDate: string;
  readonly thcContent: number;
  readonly status: string;
  readonly demonstration: boolean;
}

export interface IssueContent {
  readonly articles: readonly IssueArticle[];
  readonly certificates: readonly IssueCertificate[];
}

/** An issue's text and choices, as an editor writes them. */
export interface IssueDraft {
  readonly subject: string;
  /** Plain text; an empty line starts a new paragraph. */
  readonly introduction: string;
  /** In display order. */
  readonly articleIds: readonly string[];
  /** References of certificates; older drafts have batch ids. */
  readonly batchIds: readonly string[];
}

export interface Issue extends IssueDraft {
  readonly id: string;
  readonly state: IssueState;
  readonly version: number;
  readonly createdAt: Date;
  readonly changedAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  /** Snapshot taken when sending began, so that all recipients get the same email; null for a draft. */
  readonly content: IssueContent | null;
  /** Active subscribers when sending began. */
  readonly recipients: number;
  /** Highest subscription number when sending began; later subscribers don't get the issue. */
  readonly lastSubscription: number;
  /** Cursor: subscriptions up to this number have been added as recipients if they were active. */
  readonly enteredThrough: number;
}

export class IssueNotFound extends domainError(
  'not-found',
  'issue-not-found',
  "We couldn't find this newsletter issue.",
) {}

export class IssueChanged extends domainError(
  'conflict',
  'issue-changed',
  'Someone else changed this issue after you opened it. Reload it first.',
) {}

export class IssueNotDraft extends domainError(
  'conflict',
  'issue-not-draft',
  "This issue is being sent or was already sent, so you can't change it.",
) {}

export class IssueNotSending extends domainError(
  'conflict',
  'issue-not-sending',
  'This issue is not being sent right now.',
) {}

export class IssueNotStopped extends domainError('conflict', 'issue-not-stopped', 'This issue is not stopped.') {}

export class NoSubscribers extends domainError(
  'conflict',
  'nobody-subscribed',
  'There are no active subscribers to send this to.',
) {}

/** @throws InvalidInput */
export function newIssue(draft: IssueDraft, id: string, now: Date): Issue {
  return {
    ...validated(draft),
    id,
    state: 'draft',
    version: 1,
    createdAt: now,
    changedAt: now,
    startedAt: null,
    endedAt: null,
    content: null,
    recipients: 0,
    lastSubscription: 0,
    enteredThrough: 0,
  };
}

/** @param seenVersion the version the editor saw @throws IssueNotDraft, IssueChanged, InvalidInput */
export function editIssue(issue: Issue, draft: IssueDraft, seenVersion: number, now: Date): Issue {
  assertDraft(issue, seenVersion);
  return { ...issue, ...validated(draft), version: issue.version + 1, changedAt: now };
}

/** @throws IssueNotDraft, IssueChanged, NoSubscribers */
export function startSending(
  issue: Issue,
  seenVersion: number,
  content: IssueContent,
  audience: { readonly count: number; readonly lastSubscription: number },
  now: Date,
): Issue {
  assertDraft(issue, seenVersion);
  if (audience.count === 0) throw new NoSubscribers();
  return {
    ...withState(issue, 'sending', now),
    content,
    startedAt: now,
    recipients: audience.count,
    lastSubscription: audience.lastSubscription,
  };
}

/** @throws IssueNotSending */
export function stopSending(issue: Issue, now: Date): Issue {
  if (issue.state !== 'sending') throw new IssueNotSending();
  return withState(issue, 'stopped', now);
}

/** @throws IssueNotStopped */
export function resumeSending(issue: Issue, now: Date): Issue {
  if (issue.state !== 'stopped') throw new IssueNotStopped();
  return withState(issue, 'sending', now);
}

export const finishSending = (issue: Issue, now: Date): Issue => ({ ...withState(issue, 'sent', now), endedAt: now });

/** Sending progress; the other numbers add up to `recipients`. */
export interface Progress {
  readonly recipients: number;
  readonly sent: number;
  readonly failed: number;
  /** Unsubscribed before their email was sent. */
  readonly left: number;
  readonly waiting: number;
}

/**
 * Progress from counts per state. Subscribers who left before they were added as recipients are in no count, so once the
 * issue is sent, `left` is the remainder.
 */
export function progressOf(
  { recipients, state }: Pick<Issue, 'recipients' | 'state'>,
  counts: Readonly<Record<'sent' | 'failed' | 'left', number>>,
): Progress {
  const { sent, failed } = counts;
  const left = state === 'sent' ? recipients - sent - failed : counts.left;
  return { recipients, sent, failed, left, waiting: recipients - sent - failed - left };
}

const withState = (issue: Issue, state: IssueState, now: Date): Issue => ({
  ...issue,
  state,
  version: issue.version + 1,
  changedAt: now,
});

/** Only drafts can be changed or deleted; sent issues stay on record. @throws IssueNotDraft, IssueChanged */
export function assertDraft(issue: Issue, seenVersion: number): void {
  if (issue.state !== 'draft') throw new IssueNotDraft();
  if (issue.version !== seenVersion) throw new IssueChanged();
}

/** A control character in a subject could end the line and start another email header. */
const CONTROL = /\p{Cc}|[\u2028\u2029]/u;

function validated(draft: IssueDraft): IssueDraft {
  const subject = draft.subject.trim();
  const introduction = draft.introduction.replaceAll(/\r\n?/g, '\n').trim();
  const { articleIds, batchIds } = draft;
  const errors: FieldError[] = [];
  if (subject === '') errors.push({ field: 'subject', message: 'Subject is required' });
  if (subject.length > SUBJECT_MAX)
    errors.push({ field: 'subject', message: `Subject can be at most ${SUBJECT_MAX} characters` });
  if (CONTROL.test(subject)) errors.push({ field: 'subject', message: 'Subject must be one line of plain text' });
  if (introduction.length > INTRODUCTION_MAX)
    errors.push({ field: 'introduction', message: `Introduction can be at most ${INTRODUCTION_MAX} characters` });
  if (introduction === '') errors.push({ field: 'introduction', message: 'Introduction is required' });
  for (const [field, chosen] of Object.entries({ articleIds, batchIds })) {
    if (chosen.length > CHOICES_MAX) errors.push({ field, message: `Choose at most ${CHOICES_MAX}` });
    if (new Set(chosen).size < chosen.length) errors.push({ field, message: 'You chose the same one twice' });
  }
  if (errors.length > 0) throw new InvalidInput(errors);
  return { subject, introduction, articleIds, batchIds };
}
