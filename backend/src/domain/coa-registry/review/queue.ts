import { InvalidInput } from '../../shared/domain-error.js';
import { nameKey } from '../../shared/name-key.js';
import type { Total } from '../../shared/page.js';
import { parseReference } from '../../shared/reference.js';
import { searchWords } from '../../shared/search-words.js';
import type { Certificate, Lifecycle, Source } from '../certificate/certificate.js';
import { batchCode, type SearchTerm, searchTerm } from '../certificate/search-text.js';

/** The orders of the review queue: by arrival, by due date, by brand and product, or by lab. */
export const QUEUE_SORTS = ['oldest', 'newest', 'due', 'brand', 'lab'] as const;
export type QueueSort = (typeof QUEUE_SORTS)[number];

/** The last row of a page. */
export interface QueuePosition {
  /** The row's {@link queueSortKey}. */
  readonly value: string;
  readonly id: string;
}

/** A parsed search term of the queue. */
export interface QueueTerm {
  /** A submission matches when its {@link queueText} contains any of these. */
  readonly parts: readonly [string, ...string[]];
  /** Published certificates are looked up by these instead, because they are too many for an index of the whole text. */
  readonly published: {
    readonly parts: SearchTerm['parts'];
    /** A whole reference, `CB-7K3M-9QXD`; null when the input is none. */
    readonly reference: string | null;
    /** A whole {@link reportCode}; null when the input has no digit or letter. */
    readonly report: string | null;
    /** Part of a lab's name as {@link nameKey} leaves it; null when the input is too short to say which lab. */
    readonly lab: string | null;
  };
}

/** A query of the review queue. */
export interface QueueQuery {
  readonly lifecycle: Lifecycle;
  readonly source: Source | null;
  /** Only those due before this day (`YYYY-MM-DD`). */
  readonly dueBefore: string | null;
  /** Only those published without review that a reviewer should check afterwards. */
  readonly spotChecksOnly: boolean;
  readonly search: QueueTerm | null;
  readonly sort: QueueSort;
  readonly limit: number;
  readonly after: QueuePosition | null;
}

/** The open work, each counted exactly up to 1,000. */
export interface QueueCounts {
  readonly pending: Total;
  /** Waiting for review and due before today. */
  readonly overdue: Total;
  readonly changesRequested: Total;
  /** Published without review, to be checked afterwards. */
  readonly spotChecks: Total;
}

/**
 * The text that a search of the queue looks in: what the public search covers, the lab's name, the lab's report number,
 * and the reference, whole and in two halves. The migration of the index has the same rule.
 */
export function queueText({ searchText, labKey, labReportId, reference }: SearchedInQueue): string {
  const code = reference.replaceAll('-', '').toLowerCase();
  return `${searchText}| ${labKey} | ${reportCode(labReportId ?? '')} | #${code} #${code.slice(2)} #${code.slice(6)} `;
}

export type SearchedInQueue = Pick<Certificate, 'searchText' | 'labKey' | 'labReportId' | 'reference'>;

/** How report numbers are compared: ASCII letters and digits only, and one character for those that look alike. */
export const reportCode = (labReportId: string): string =>
  batchCode(labReportId.toLowerCase().replace(/[^a-z0-9]+/g, ''));

/** Shorter inputs are too ambiguous to search labs and references. */
const MIN_CODE_LENGTH = 3;

/** @returns null when the input holds no letter or digit, and so can match nothing */
export function queueTerm(input: string): QueueTerm | null {
  const term = searchTerm(input);
  if (term === null) return null;
  const code = batchCode(searchWords(input));
  const lab = code.length < MIN_CODE_LENGTH ? null : nameKey(input);
  return {
    parts: [...term.parts, ...(code.length < MIN_CODE_LENGTH ? [] : [`#${code}`]), ...(lab === null ? [] : [lab])],
    published: {
      parts: term.parts,
      reference: parseReference(code) ?? parseReference(`cb${code}`),
      report: reportCode(input) || null,
      lab,
    },
  };
}

/** Whether a submission's {@link queueText} matches. The database evaluates the same rule with LIKE patterns. */
export const matchesQueue = (text: string, { parts }: QueueTerm): boolean => parts.some((part) => text.includes(part));

/** The queue's sort key; ties are sorted by id. */
export function queueSortKey(certificate: Sorted, sort: QueueSort): string {
  if (sort === 'due') return certificate.reviewDueDate;
  if (sort === 'lab') return certificate.labKey;
  if (sort === 'brand') return `${certificate.brandName}\t${certificate.productName}`.toLowerCase();
  return certificate.createdAt.toISOString();
}

type Sorted = Pick<Certificate, 'createdAt' | 'reviewDueDate' | 'labKey' | 'brandName' | 'productName'>;

/** Only open submissions have these orders; published certificates, up to a million, are listed by arrival. */
const SORTED_IN: Partial<Record<QueueSort, readonly Lifecycle[]>> = {
  due: ['pending'],
  brand: ['pending', 'changes_requested'],
  lab: ['pending', 'changes_requested'],
};

/** @throws InvalidInput when submissions of that status cannot be sorted that way */
export function assertSortable(sort: QueueSort, lifecycle: Lifecycle): void {
  if (SORTED_IN[sort]?.includes(lifecycle) ?? true) return;
  const waiting = sort === 'due' ? 'Only submissions waiting for review' : 'Only submissions that are still open';
  throw new InvalidInput([{ field: 'sort', message: `${waiting} can be sorted this way. Choose oldest or newest` }]);
}
