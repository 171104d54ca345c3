import type { Actor, AuditEntry } from '../../shared/audit.js';
import { DomainError, domainError, type FieldError, InvalidInput } from '../../shared/domain-error.js';
import { longDay } from '../../shared/long-day.js';
import { nameKey } from '../../shared/name-key.js';
import { publicTextErrors } from '../../shared/public-text.js';
import { utcDay } from '../../shared/utc-day.js';
import { type AffectedLine, affectedLines } from './affected-lines.js';
import type { BrandBatch } from './batch-key.js';

/** What a source says of batches. `recall` is one that an authority published, and needs the authority's number. */
export const NOTICE_KINDS = ['recall', 'voluntary_recall', 'wrong_label', 'contamination', 'mix_up'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** `updated`: published, and changed since. A withdrawn notice stays at its address and says why. */
export const NOTICE_STATES = ['draft', 'published', 'updated', 'withdrawn'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

export interface NoticeReference {
  readonly url: string;
  /** The day of what is there, `YYYY-MM-DD`. */
  readonly date: string;
}

/** What a notice says. All of it is public. */
export interface NoticeText {
  readonly kind: NoticeKind;
  /** Who says so, such as an authority or the brand. */
  readonly sourceName: string;
  /** The number that the source gave it; null for one that has none. */
  readonly sourceNumber: string | null;
  /** What it means for people who have the can, in our words. */
  readonly summary: string;
  /** More about it; can be empty. */
  readonly details: string;
  /** Where it is said, the source itself first. */
  readonly references: readonly [NoticeReference, ...NoticeReference[]];
}

/** Batches of a product whose certificates were tested on these days, `YYYY-MM-DD`. */
export interface ProductRange {
  readonly brandName: string;
  readonly productName: string;
  readonly testedFrom: string;
  readonly testedTo: string;
}

/** How staff choose the batches: a list, a product, or both. */
export interface NoticeSelection {
  /** One batch in each line; see {@link affectedLines}. */
  readonly batches: string;
  readonly product: ProductRange | null;
}

export type NoticeDraft = NoticeText & { readonly selection: NoticeSelection };

/** A batch that a notice is about, whether or not the registry has a certificate of it. */
export interface AffectedBatch extends BrandBatch {
  readonly brandName: string;
  /** Null while no certificate names it, and the list did not. */
  readonly productName: string | null;
  readonly batchId: string;
  /** Our references of certificates that are or were published of it. */
  readonly references: readonly string[];
}

/** What staff chose, as the registry finds it. */
export interface AffectedSet {
  readonly batches: readonly AffectedBatch[];
  /** References and products for which there is no published certificate. Batches without one are in `batches`. */
  readonly unknown: readonly string[];
}

/** What is published of a notice with each certificate that it affects. */
export interface BatchNotice extends Pick<NoticeText, 'kind' | 'sourceName' | 'sourceNumber' | 'summary'> {
  /** Its public number, such as `CBN-2026-0007`. */
  readonly id: string;
  readonly sourceUrl: string;
  readonly sourceDate: string;
}

/** A notice about many batches. Its history is public, and nothing that was published is deleted. */
export interface Notice {
  readonly id: string;
  /** Public number; null until it is published. */
  readonly number: string | null;
  readonly state: NoticeState;
  /** What is published; null until then. */
  readonly content: NoticeText | null;
  /** What waits for a second person; null if nothing does. */
  readonly draft: NoticeDraft | null;
  readonly draftedAt: Date;
  /** Names of staff members; for staff only. */
  readonly draftedBy: string;
  readonly drafterId: string;
  readonly publishedAt: Date | null;
  readonly publishedBy: string | null;
  /** The last time that the public saw a change. */
  readonly modifiedAt: Date | null;
  readonly withdrawnAt: Date | null;
  readonly withdrawnBy: string | null;
  /** Public, unless it was never published. */
  readonly withdrawalReason: string | null;
  /** Optimistic lock. */
  readonly version: number;
}

/** A notice that is or was published. */
export type PublicNotice = Notice & {
  readonly number: string;
  readonly content: NoticeText;
  readonly publishedAt: Date;
  readonly modifiedAt: Date;
};

export const SUMMARY_MAX = 300;
export const DETAILS_MAX = 2_000;
export const NOTICE_SOURCE_MAX = 120;
export const SOURCE_NUMBER_MAX = 60;
export const REFERENCES_MAX = 10;
/** Batches of one notice. */
export const AFFECTED_MAX = 5_000;

/** For so long after creating an account, its creator may still be the one who signs in with it. */
export const MADE_ACCOUNT_DAYS = 30;

export class NoticeNotFound extends domainError(
  'not-found',
  'notice-not-found',
  'There is no notice with this number. Look for it in the list of notices.',
) {}

export class NoticeChanged extends domainError(
  'conflict',
  'notice-changed',
  'Someone changed this notice after you opened it. Reload the list.',
) {}

/** It affects more or fewer batches than the person saw. */
export class NoticeCountChanged extends DomainError {
  constructor(now: number) {
    const batches = now === 1 ? '1 batch' : `${now} batches`;
    super(
      'conflict',
      'notice-count-changed',
      `It is now about ${batches}, not the number you confirmed. Look at the list of batches again.`,
    );
  }
}

/** Two people read a notice before the public does. */
export class SecondPersonPublishes extends DomainError {
  constructor(isAccountOfDrafter: boolean) {
    super(
      'forbidden',
      'second-person-needed',
      isAccountOfDrafter
        ? `The person who wrote this made or reset your account in the last ${MADE_ACCOUNT_DAYS} days. Someone else has to publish it.`
        : 'You wrote this, so another administrator has to read and publish it.',
    );
  }
}

/** What a change is about: who makes it and when. */
export interface NoticeChange {
  readonly now: Date;
  readonly actor: Actor;
  /** The version that the person saw. */
  readonly version: number;
}

/** @throws InvalidInput */
export function draftNotice(draft: NoticeDraft, id: string, { now, actor }: Omit<NoticeChange, 'version'>): Notice {
  return {
    id,
    number: null,
    state: 'draft',
    content: null,
    draft: checkedDraft(draft, now),
    draftedAt: now,
    draftedBy: actor.name,
    drafterId: actor.id,
    publishedAt: null,
    publishedBy: null,
    modifiedAt: null,
    withdrawnAt: null,
    withdrawnBy: null,
    withdrawalReason: null,
    version: 1,
  };
}

/** Writes the draft of a notice anew, also of a published one, which stays as it is until a second person publishes it. @throws NoticeChanged, InvalidInput */
export function redraftNotice(notice: Notice, draft: NoticeDraft, change: NoticeChange): Notice {
  assertUnchanged(notice, change);
  const { now, actor } = change;
  const written = { draft: checkedDraft(draft, now), draftedAt: now, draftedBy: actor.name, drafterId: actor.id };
  return { ...notice, ...written, version: notice.version + 1 };
}

/**
 * Publishes what waits.
 * @param number for one that has none yet
 * @param isAccountOfDrafter whether the drafter made or reset the account of the person
 * @throws NoticeChanged, SecondPersonPublishes
 */
export function publishNotice(
  notice: Notice,
  number: string,
  change: NoticeChange,
  isAccountOfDrafter: boolean,
): PublicNotice {
  assertUnchanged(notice, change);
  const { now, actor } = change;
  const { draft, drafterId, content: before } = notice;
  if (draft === null) throw new NoticeChanged();
  if (drafterId === actor.id || isAccountOfDrafter) throw new SecondPersonPublishes(isAccountOfDrafter);
  const { selection: _, ...content } = draft;
  return {
    ...notice,
    number: notice.number ?? number,
    state: before === null ? 'published' : 'updated',
    content,
    draft: null,
    publishedAt: notice.publishedAt ?? now,
    publishedBy: actor.name,
    modifiedAt: now,
    version: notice.version + 1,
  };
}

/**
 * Ends a notice, or discards one that was never published. One person can: a warning that is wrong should not wait.
 * @throws NoticeChanged, InvalidInput
 */
export function withdrawNotice(notice: Notice, reason: string, change: NoticeChange): Notice {
  assertUnchanged(notice, change);
  const wrong = publicTextErrors('reason', reason);
  if (wrong.length > 0) throw new InvalidInput(wrong);
  const { now, actor } = change;
  return {
    ...notice,
    state: 'withdrawn',
    draft: null,
    modifiedAt: notice.number === null ? null : now,
    withdrawnAt: now,
    withdrawnBy: actor.name,
    withdrawalReason: reason,
    version: notice.version + 1,
  };
}

/** Nothing follows a withdrawal: what is true again gets a new notice. */
function assertUnchanged({ state, version }: Notice, { version: seen }: NoticeChange): void {
  if (version !== seen || state === 'withdrawn') throw new NoticeChanged();
}

function checkedDraft(draft: NoticeDraft, now: Date): NoticeDraft {
  const wrong = [...textErrors(draft, utcDay(now)), ...selectionErrors(draft.selection)];
  if (wrong.length > 0) throw new InvalidInput(wrong);
  return { ...draft, summary: /[.?]$/.test(draft.summary) ? draft.summary : `${draft.summary}.` };
}

function textErrors(text: NoticeText, today: string): readonly FieldError[] {
  const { kind, sourceName, sourceNumber, summary, details, references } = text;
  return [
    ...(kind === 'recall' && sourceNumber === null
      ? [
          {
            field: 'sourceNumber',
            message: "An official recall needs the authority's number. Without one, choose another kind",
          },
        ]
      : []),
    ...references.flatMap(({ url, date }, index) => [
      ...(date > today ? [{ field: `references.${index}.date`, message: 'The source cannot be from the future' }] : []),
      ...(url.toLowerCase().startsWith('https://')
        ? []
        : [{ field: `references.${index}.url`, message: 'Link must start with https://' }]),
    ]),
    ...publicTextErrors('sourceName', sourceName),
    ...publicTextErrors('sourceNumber', sourceNumber ?? ''),
    ...publicTextErrors('summary', summary),
    ...publicTextErrors('details', details),
  ];
}

/** What is wrong with how the batches were chosen. */
export function selectionErrors({ batches, product }: NoticeSelection): readonly FieldError[] {
  const { lines, errors } = affectedLines(batches);
  if (errors.length > 0) return errors;
  if (lines.length === 0 && product === null) return [{ field: 'batches', message: 'Say which batches it is about' }];
  if (lines.length > AFFECTED_MAX) return [tooMany(lines.length)];
  if (product !== null && product.testedTo < product.testedFrom) {
    return [{ field: 'product.testedTo', message: 'The last test day cannot be before the first' }];
  }
  return [];
}

const tooMany = (batches: number): FieldError => ({
  field: 'batches',
  message: `A notice can be about ${AFFECTED_MAX} batches at most; these are ${batches}. Make several notices`,
});

/** What was chosen can be published: there is something, all of it was found, and it is not too much. @throws InvalidInput */
export function assertPublishable({ batches, unknown }: AffectedSet): void {
  const [first] = unknown;
  const more = unknown.length > 1 ? ` and ${unknown.length - 1} more` : '';
  if (first !== undefined) {
    const message = `We found no published lab report of ${first}${more}. Correct it, or take it out`;
    throw new InvalidInput([{ field: 'batches', message }]);
  }
  if (batches.length === 0) throw new InvalidInput([{ field: 'batches', message: 'There is no such batch' }]);
  if (batches.length > AFFECTED_MAX) throw new InvalidInput([tooMany(batches.length)]);
}

/** What the lines and the product of a selection mean, for looking them up. */
export function wantedBy({ batches, product }: NoticeSelection) {
  const { lines } = affectedLines(batches);
  const isBatch = (line: AffectedLine) => 'batchId' in line;
  return {
    references: lines.flatMap((line) => ('reference' in line ? line.reference : [])),
    named: lines.filter(isBatch),
    product: product && { ...product, brandKey: nameKey(product.brandName), productKey: nameKey(product.productName) },
  };
}

/** @param count of the notices that were published in the year before this one */
export const noticeNumber = (year: number, count: number): string =>
  `CBN-${year}-${String(count + 1).padStart(4, '0')}`;

/** For the audit log. Not with the batches: they are too many, and the notice keeps them. */
export function noticeEntry(
  action: string,
  notice: Notice,
  before: Notice | null,
  { now, actor }: Omit<NoticeChange, 'version'>,
) {
  const entry: AuditEntry = {
    at: now,
    actor,
    action: `notice.${action}`,
    subject: `notice:${notice.id}`,
    before: before && factsOf(before),
    after: factsOf(notice),
  };
  return entry;
}

function factsOf({ number, state, content, draft, withdrawalReason, version }: Notice) {
  const { selection: _, ...text } = draft ?? { selection: null };
  return { number, state, content, draft: draft && text, withdrawalReason, version };
}

/** The notice as a certificate carries it. */
export function batchNoticeOf({ number, content }: PublicNotice): BatchNotice {
  const { kind, sourceName, sourceNumber, summary, references } = content;
  const [{ url, date }] = references;
  return { id: number, kind, sourceName, sourceNumber, summary, sourceUrl: url, sourceDate: date };
}

/** The kind as a word. */
export const NOTICE_WORDS: Readonly<Record<NoticeKind, string>> = {
  recall: 'Recall',
  voluntary_recall: 'Voluntary recall',
  wrong_label: 'Wrong label',
  contamination: 'Contamination found',
  mix_up: 'Mix-up',
};

/** Of one batch, and of several. */
const SAID: Readonly<Record<NoticeKind, readonly [one: string, several: string]>> = {
  recall: ['it is recalled', 'they are recalled'],
  voluntary_recall: ['it is recalled voluntarily', 'they are recalled voluntarily'],
  wrong_label: ['its label is wrong', 'their labels are wrong'],
  contamination: ['a contamination was found in it', 'a contamination was found in them'],
  mix_up: ['it was mixed up with something else', 'they were mixed up with something else'],
};

/** Kinds that are a reason not to drink the batch, whatever its lab report says. */
export const NOT_TO_DRINK: ReadonlySet<NoticeKind> = new Set(['recall', 'voluntary_recall', 'contamination']);

export const saysNotToDrink = ({ kind }: Pick<BatchNotice, 'kind'>): boolean => NOT_TO_DRINK.has(kind);

/** The notice as a certificate carries it, in words: who says what of its batch, and what that means. */
export const batchNoticeSentence = (notice: BatchNotice): string =>
  sentenceOf(notice, 'Notice about this batch', SAID[notice.kind][0], ' Do not drink it.');

/** The same of all its batches. */
export const noticeSentenceOfAll = (notice: BatchNotice): string =>
  sentenceOf(notice, 'Notice about batches', SAID[notice.kind][1], ' Do not drink them.');

function sentenceOf(notice: BatchNotice, what: string, said: string, advice: string): string {
  const { id, sourceName, sourceNumber, sourceDate, summary } = notice;
  const isMissing = saysNotToDrink(notice) && !/do not drink/i.test(summary);
  const number = sourceNumber === null ? '' : `, number ${sourceNumber}`;
  return `${what} (${id}). ${sourceName} (${longDay(sourceDate)}${number}) says that ${said}. ${summary}${isMissing ? advice : ''}`;
}
