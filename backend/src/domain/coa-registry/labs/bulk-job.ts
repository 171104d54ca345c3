import type { Actor, AuditEntry } from '../../shared/audit.js';
import type { FieldError } from '../../shared/domain-error.js';
import type { ProblemCode } from '../../shared/problem-codes.js';
import type { Certificate, CertificateDraft, Source } from '../certificate/certificate.js';

/**
 * A file of certificates, one per line, sent in one request. Its lines are stored in chunks. A stored chunk stays stored:
 * if the connection drops, the lab sends the file again under the same key, and the import resumes after the last chunk.
 */
export interface BulkJob {
  readonly id: string;
  readonly labId: string;
  /** The Idempotency-Key that identifies the file; unique within the laboratory. */
  readonly idempotencyKey: string;
  /** `open`: more lines may come; `completed`: the end of the file was reached. */
  readonly state: 'open' | 'completed';
  /** Lines stored so far, including blank ones; the next chunk begins after them. */
  readonly lines: number;
  readonly published: number;
  readonly waiting: number;
  readonly refused: number;
  /** Digest of all lines stored so far, to recognize the same file when it is sent again. */
  readonly digest: string;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

/** The outcome of a line: published immediately, waiting for review, or refused with the reasons. */
export const LINE_OUTCOMES = ['published', 'waiting', 'refused'] as const;
export type LineOutcome = (typeof LINE_OUTCOMES)[number];

/** The state of the document that a line named. */
export const LINE_DOCUMENTS = ['awaited', 'missing', 'attached'] as const;
export type LineDocument = (typeof LINE_DOCUMENTS)[number];

/** A line's result with the present state of its document. */
export interface CurrentLineResult extends LineResult {
  /** Null when the line named none. */
  readonly document: LineDocument | null;
}

export interface LineResult {
  /** Number of the line in the file, from 1. */
  readonly line: number;
  readonly outcome: LineOutcome;
  /** Identity and reference of the certificate; null when the line was refused. */
  readonly id: string | null;
  readonly reference: string | null;
  /** The lab's own number of the report, also of a refused line; null if the line has no readable one. */
  readonly labReportId: string | null;
  /** Why the line was refused: the problem code that a single request with it would return. */
  readonly code: string | null;
  readonly errors: readonly FieldError[];
}

/** A parsed line: a draft, or the reason why there is none. */
export type BulkLine =
  | { readonly line: number; readonly draft: CertificateDraft; readonly documentSha256: string | null }
  | ({ readonly line: number } & RefusedLine);

/** Codes of lines that contain no certificate at all. A line has no HTTP status. */
export const LINE_CODES = ['line-too-long', 'line-unreadable'] as const;

/** Why a line is refused, and the report number by which the lab can find it. */
export interface RefusedLine {
  readonly labReportId: string | null;
  readonly code: ProblemCode | (typeof LINE_CODES)[number];
  readonly errors: readonly FieldError[];
}

/** A line's result, final unless storing finds a duplicate. */
export interface PlannedLine {
  readonly result: LineResult;
  /** Missing if the line is refused. */
  readonly certificate?: Certificate;
}

/** Lines that are stored in one transaction. */
export interface BulkChunk {
  /** Lines of the file that it covers, including blank ones. */
  readonly length: number;
  readonly lines: readonly PlannedLine[];
  /** Digest of the file up to the end of the chunk. */
  readonly digest: string;
  /** Whether the file ends with it. */
  readonly isLast: boolean;
}

/** The lab sent the file, or staff import it for the lab. */
export type ImportSource = Exclude<Source, 'submitter'>;

/** Everything the repository needs to store a chunk. */
export interface ImportCommand {
  /** The job as it was read; the chunk continues it. */
  readonly before: BulkJob;
  readonly chunk: BulkChunk;
  readonly at: Date;
  readonly actor: Actor;
  readonly source: ImportSource;
  /** Gives a certificate another id, for retrying when its reference is taken. */
  readonly withNewId: (certificate: Certificate) => Certificate;
}

/** The result of a refused line. */
export const refusedResult = (line: number, { labReportId, code, errors }: RefusedLine): LineResult => ({
  line,
  outcome: 'refused',
  id: null,
  reference: null,
  labReportId,
  code,
  errors,
});

/** More than any real correction; a thousand lines are read in one query. */
export const LINE_ERRORS_MAX = 20;

/** An error repeats the name of an unknown field, which can be any text. */
const TEXT_MAX = 200;

const shortened = (text: string): string =>
  text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX).toWellFormed()}…` : text;

const truncated = ({ pointer, ...error }: FieldError): FieldError => ({
  ...error,
  field: shortened(error.field),
  message: shortened(error.message),
  ...(pointer === undefined ? {} : { pointer: enclosing(pointer) }),
});

/**
 * Shortens a pointer that is too long to a parent of the field, because its first characters would point to something
 * else.
 */
const enclosing = (pointer: string): string =>
  pointer.length <= TEXT_MAX ? pointer : enclosing(pointer.slice(0, pointer.lastIndexOf('/')));

/** Keeps the first errors of a line and the beginning of each, so that the stored result does not grow with the request. */
export const truncateErrors = (result: LineResult): LineResult => ({
  ...result,
  errors: result.errors.slice(0, LINE_ERRORS_MAX).map(truncated),
});

/**
 * The audit entries of a chunk. A chunk that the lab sent has one entry, which names the certificates that were
 * published. A chunk that staff import also has an entry for each certificate, so that its history names who entered
 * it.
 */
export function chunkEntries(command: ImportCommand, results: readonly LineResult[]): readonly AuditEntry[] {
  if (results.length === 0) return [];
  const { before, at, actor, source } = command;
  const published = results.flatMap(({ outcome, reference }) => (outcome === 'published' ? reference : []));
  const waiting = results.filter(({ outcome }) => outcome === 'waiting');
  const counts = { waiting: waiting.length, refused: results.length - published.length - waiting.length };
  if (source === 'lab') {
    const subject = `bulk-job:${before.id}`;
    return [
      { at, actor, action: 'bulk.taken', subject, before: { lines: before.lines }, after: { published, ...counts } },
    ];
  }
  const entered = { at, actor, action: 'submission.entered', before: null, after: { bulkJob: before.id } };
  return [
    {
      at,
      actor,
      action: 'lab.csv-imported',
      subject: `lab:${before.labId}`,
      before: null,
      after: { bulkJob: before.id, rows: results.length, ...counts },
    },
    ...waiting.map(({ id }) => ({ ...entered, subject: `certificate:${id}` })),
  ];
}

/** The job after a chunk. */
export function advanceJob({ before, chunk, at }: ImportCommand, results: readonly LineResult[]): BulkJob {
  const count = (outcome: LineOutcome) => results.filter((result) => result.outcome === outcome).length;
  return {
    ...before,
    state: chunk.isLast ? 'completed' : 'open',
    lines: before.lines + chunk.length,
    published: before.published + count('published'),
    waiting: before.waiting + count('waiting'),
    refused: before.refused + count('refused'),
    digest: chunk.digest,
    completedAt: chunk.isLast ? at : null,
  };
}
