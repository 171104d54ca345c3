import { DomainError, type FieldError, InvalidInput } from '../../shared/domain-error.js';
import { foldSpaces, nameKey } from '../../shared/name-key.js';
import { batchKey } from './batch-key.js';
import type { AbsenceReason } from './certificate-document.js';
import { referenceOf } from './certificate-reference.js';
import type { ComparableContent } from './document-fields.js';
import { type Evidence, withoutDocument } from './evidence.js';
import type { FailureDismissal } from './failure-dismissal.js';
import { isUnderDosed } from './label-dose.js';
import { type PrintedSample, printedSample, SAMPLE_DAYS, sampleErrors, samplerErrors } from './printed-sample.js';
import type { ReviewComment } from './review-comment.js';
import { reviewDueDate } from './review-due-date.js';
import { searchText } from './search-text.js';
import type { SpotCheck } from './spot-check.js';
import {
  type AnalyteResult,
  type CertificateStatus,
  contradictionsIn,
  type ReportedResults,
  type TestResults,
  UNCONFIRMED_PANELS,
} from './test-results.js';

/**
 * The life cycle of a record. `approved` records are the registry's public list. `withdrawn` and `superseded` ones were on
 * it and stay readable at their addresses. Only staff and the submitter see the others.
 */
export const LIFECYCLES = ['pending', 'changes_requested', 'approved', 'rejected', 'withdrawn', 'superseded'] as const;
export type Lifecycle = (typeof LIFECYCLES)[number];

/** Who supplied a certificate: a person through the form, a partner laboratory through the API, or staff. */
export const SOURCES = ['submitter', 'lab', 'staff'] as const;
export type Source = (typeof SOURCES)[number];

/** Smallest and largest THC or CBD content of one container, in milligrams. [source:certificate-content] */
export const CONTENT_MG = { min: 0, max: 1000 } as const;

/** What a submitter sends. Texts are already free of characters that no database stores. */
export interface CertificateDraft extends ComparableContent {
  /** Null from a partner laboratory, which has a contact of record. */
  readonly contactName: string | null;
  /** The submitter's address: for questions about this submission; never published. */
  readonly contactEmail: string | null;
  readonly website: string | null;
  readonly notes: string | null;
  readonly coaFileUrl: string | null;
  readonly analytes: readonly AnalyteResult[];
  /** Results in a free form; see {@link TestResults.submitted}. */
  readonly submittedResults?: unknown;
  /** Status and panels as the submitter reports them: for the reviewer, or published for a trusted laboratory. */
  readonly reported?: ReportedResults;
  readonly sample?: PrintedSample | null;
}

/** Who submits a draft: the source, and the laboratory if it is one. */
export interface Submitter {
  readonly source: Source;
  /** The partner laboratory; null for other sources. */
  readonly labId: string | null;
}

export const FORM_SUBMITTER: Submitter = { source: 'submitter', labId: null };

/** One certificate of the registry, from submission on. */
export interface Certificate extends ComparableContent, Evidence {
  readonly id: string;
  /** The short id that people quote, e.g. `CB-7K3M-9QXD`. */
  readonly reference: string;
  /** {@link batchKey} of the batch id. A brand may have several published certificates of a batch; see `isSameReport`. */
  readonly batchKey: string;
  /** Set when the certificate is approved. */
  readonly brandId: number | null;
  /** {@link nameKey} of the laboratory's name. */
  readonly labKey: string;
  readonly labReportId: string | null;
  readonly source: Source;
  /** The partner laboratory that sent it. */
  readonly labId: string | null;
  /** What the reviewer confirmed that the certificate says. */
  readonly outcome: CertificateStatus;
  readonly lifecycle: Lifecycle;
  readonly testResults: TestResults;
  /** What is printed about the sample and the report; null when nothing is known. */
  readonly sample: PrintedSample | null;
  readonly coaFileUrl: string | null;
  /** Why it was published without a document. */
  readonly documentAbsence: AbsenceReason | null;
  /** The submitter's e-mail address. */
  readonly contactEmail: string | null;
  readonly contactName: string | null;
  readonly website: string | null;
  readonly notes: string | null;
  /** Why it was rejected, or why the lab withdrew it. */
  readonly rejectionReason: string | null;
  /**
   * True when the lab withdrew it before it was published. Such a certificate is stored as `rejected`, because clients
   * know no other status for it. No reviewer rejected it.
   */
  readonly takenBack: boolean;
  readonly comments: readonly ReviewComment[];
  readonly createdAt: Date;
  /** Day by which it should be reviewed, `YYYY-MM-DD`; set again when it is resubmitted. */
  readonly reviewDueDate: string;
  /** When it was last decided. For a published certificate, when it was published. */
  readonly reviewedAt: Date | null;
  /** The published certificate that this one replaces, or is to replace. */
  readonly supersedes: string | null;
  /** Why it replaces that one. Public. */
  readonly amendmentReason: string | null;
  /** Why a reviewer published it although the automated checks found errors. Public. */
  readonly overrideReason: string | null;
  /** Why its failure no longer counts, as a reviewer recorded it. Public. */
  readonly failureDismissal: FailureDismissal | null;
  /** Whether it must be checked after it was published without review, and the outcome. */
  readonly spotCheck: SpotCheck | null;
  /** When it was withdrawn or superseded. */
  readonly endedAt: Date | null;
  /** Why it was withdrawn. Public. */
  readonly withdrawalReason: string | null;
  /** Optimistic lock: incremented by every change, which must name the version it is based on. */
  readonly version: number;
  /** Stored result of {@link isUnderDosed}, so that the database can filter and count by it. */
  readonly underDosed: boolean;
  /** Stored {@link searchText}. */
  readonly searchText: string;
  /** True for invented records of the demonstration data. */
  readonly demonstration: boolean;
}

/**
 * The brand has published this report on the batch already, or has published another one and this one has no report number
 * to tell them apart. A pending submission never blocks another one.
 */
export class DuplicateBatch extends DomainError {
  constructor({ brandName, batchId, labName, labReportId }: ReportOfBatch) {
    const [field, message] =
      labReportId === null
        ? ([
            'labReportId',
            `A certificate for batch ${batchId} of ${brandName} is already published. If yours is another test of the same batch, add the lab's report number. To correct the published one, send us its link and tell us what changed.`,
          ] as const)
        : ([
            'batchId',
            `Report ${labReportId} of ${labName} on batch ${batchId} of ${brandName} is already published. If you are the lab, amend it. Otherwise send us its link and tell us what changed.`,
          ] as const);
    super('conflict', 'duplicate-batch', message, [{ field, message }]);
  }
}

type ReportOfBatch = Pick<Certificate, 'brandName' | 'batchId' | 'labName' | 'labReportId'>;

/**
 * A new submission: pending review, nothing confirmed.
 * @param evidence its document, and where its fields are from; none by default
 * @throws InvalidInput when a value is outside its range
 */
export function submit(
  draft: CertificateDraft,
  id: string,
  now: Date,
  submitter = FORM_SUBMITTER,
  evidence?: Evidence,
): Certificate {
  const content = contentOf(draft, submitter.source);
  return {
    ...content,
    ...submitter,
    ...(evidence ?? withoutDocument(content, submitter.source)),
    documentAbsence: null,
    id,
    reference: referenceOf(id),
    brandId: null,
    outcome: 'pending',
    lifecycle: 'pending',
    rejectionReason: null,
    takenBack: false,
    comments: [],
    createdAt: now,
    reviewDueDate: reviewDueDate(now),
    reviewedAt: null,
    supersedes: null,
    amendmentReason: null,
    overrideReason: null,
    failureDismissal: null,
    spotCheck: null,
    endedAt: null,
    withdrawalReason: null,
    version: 1,
    demonstration: false,
  };
}

/**
 * The submitted fields of a certificate and everything derived from them.
 * @param source who sends them
 * @throws InvalidInput when a value is outside its range
 */
export function contentOf(draft: CertificateDraft, source: Source) {
  const wrong = [
    ...contentErrors('thcContent', draft.thcContent),
    ...contentErrors('cbdContent', draft.cbdContent),
    ...(isCalendarDay(draft.testDate) ? [] : [{ field: 'testDate', message: 'Test date is required' }]),
    ...(draft.reported ? contradictionsIn(draft.reported) : []),
    ...sampleErrors(draft.sample ?? null),
    ...sampleDayErrors(draft.sample ?? null),
    ...samplerErrors(draft.sample ?? null, source === 'submitter'),
  ];
  if (wrong.length > 0) throw new InvalidInput(wrong);
  const { analytes, submittedResults, reported, contactEmail, labReportId, sample, ...rest } = draft;
  const names = namesOf(draft);
  const testResults: TestResults = {
    version: 1,
    panels: UNCONFIRMED_PANELS,
    analytes,
    ...(submittedResults === undefined ? {} : { submitted: submittedResults }),
    ...(reported === undefined ? {} : { reported }),
  };
  return {
    ...rest,
    ...names,
    batchKey: batchKey(draft.batchId),
    labKey: nameKey(draft.labName),
    labReportId: labReportId ?? null,
    sample: printedSample(sample),
    testResults,
    contactEmail: contactEmail || null,
    underDosed: isUnderDosed(names.productName, draft.thcContent),
    searchText: searchText(names),
  };
}

/** Names normalized in Unicode, so that a character that looks like a plain letter is stored as that letter. */
const namesOf = (draft: CertificateDraft) => ({
  brandName: foldSpaces(draft.brandName),
  productName: foldSpaces(draft.productName),
  batchId: foldSpaces(draft.batchId),
  labName: foldSpaces(draft.labName),
});

function contentErrors(field: 'thcContent' | 'cbdContent', mg: number): FieldError[] {
  const label = field === 'thcContent' ? 'THC content' : 'CBD content';
  if (!(mg >= CONTENT_MG.min && mg <= CONTENT_MG.max)) {
    return [{ field, message: `${label} must be a number from ${CONTENT_MG.min} to ${CONTENT_MG.max} mg` }];
  }
  if (Number(mg.toFixed(2)) !== mg) return [{ field, message: `${label} can have at most two decimals` }];
  return [];
}

function sampleDayErrors(sample: PrintedSample | null): FieldError[] {
  const wrong = SAMPLE_DAYS.filter((field) => typeof sample?.[field] === 'string' && !isCalendarDay(sample[field]));
  return wrong.map((field) => ({ field: `sample.${field}`, message: 'Use a date in the form YYYY-MM-DD' }));
}

/** Whether the text is a day that exists, written `YYYY-MM-DD`. There was no year 0. */
export function isCalendarDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
