import type { Actor, AuditEntry } from '../shared/audit.js';
import type { CallingLab } from '../shared/calling-lab.js';
import { DomainError, type FieldError, InvalidInput } from '../shared/domain-error.js';
import { Clock, Ids } from '../shared/ports.js';
import type { ProblemCode } from '../shared/problem-codes.js';
import { automatedChecks } from './automated-checks.js';
import { type Certificate, type CertificateDraft, submit } from './certificate.js';
import { withNewId } from './certificate-reference.js';
import { actorOf, skipsReview, submitterOf } from './lab-certificates.js';
import { approve } from './review.js';

/**
 * A file of certificates, one a line, sent in one request. Its lines are taken in portions; what was taken stays taken,
 * so a file whose connection was cut is sent again under the same key and goes on behind the last portion.
 */
export interface BulkJob {
  readonly id: string;
  readonly labId: string;
  /** The Idempotency-Key that names the file; unique within the laboratory. */
  readonly idempotencyKey: string;
  /** `open`: more lines may come; `completed`: the end of the file was reached. */
  readonly state: 'open' | 'completed';
  /** Lines taken so far, blank ones included; the next portion begins behind them. */
  readonly lines: number;
  readonly published: number;
  readonly waiting: number;
  readonly refused: number;
  /** Digest of all lines taken so far: tells whether a file sent again is the same. */
  readonly digest: string;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

/** What became of a line: published at once, waiting for review, or refused with the reasons. */
export const LINE_OUTCOMES = ['published', 'waiting', 'refused'] as const;
export type LineOutcome = (typeof LINE_OUTCOMES)[number];

export interface LineResult {
  /** Number of the line in the file, from 1. */
  readonly line: number;
  readonly outcome: LineOutcome;
  /** Identity and reference of the certificate; null when the line was refused. */
  readonly id: string | null;
  readonly reference: string | null;
  /** The lab's own number of the report, also of a refused line; null where none could be read. */
  readonly labReportId: string | null;
  /** Why the line was rejected: the problem code that a single request with it would return. */
  readonly code: string | null;
  readonly errors: readonly FieldError[];
}

/** A line as the edge understood it. */
export type BulkLine =
  | { readonly line: number; readonly draft: CertificateDraft }
  | ({ readonly line: number } & RefusedLine);

/** Codes of lines that hold no certificate at all. A line has no HTTP status. */
export const LINE_CODES = ['line-too-long', 'line-unreadable'] as const;

/** Why a line is refused, and what its sender can tell it by. */
export interface RefusedLine {
  readonly labReportId: string | null;
  readonly code: ProblemCode | (typeof LINE_CODES)[number];
  readonly errors: readonly FieldError[];
}

/** What is to become of a line, unless its batch turns out to be taken. */
export interface AcceptedLine {
  readonly result: LineResult;
  /** None for a line that is refused. */
  readonly certificate?: Certificate;
}

/** Lines that are stored together. */
export interface BulkBatch {
  /** Lines of the file that it covers, blank ones included. */
  readonly length: number;
  readonly lines: readonly AcceptedLine[];
  /** Digest of the file up to its end. */
  readonly digest: string;
  /** Whether the file ends with it. */
  readonly isLast: boolean;
}

/** A portion on its way into the database. */
export interface ImportCommand {
  readonly before: BulkJob;
  readonly portion: BulkBatch;
  readonly at: Date;
  readonly actor: Actor;
  /** Gives a certificate another identity, because its reference is taken. */
  readonly renewed: (certificate: Certificate) => Certificate;
}

/** Another request takes lines of the same file right now. */
export class BulkInFlight extends DomainError {
  constructor() {
    super(
      'conflict',
      'bulk-in-flight',
      'Another request is already uploading this file. Wait for it to finish, then send the file again if you need to.',
    );
  }
}

/** Sent again under the same key, and not the same. */
export class BulkFileChanged extends DomainError {
  constructor() {
    super(
      'unprocessable',
      'bulk-file-changed',
      'This Idempotency-Key was used for a different file. Send the same file again from the first line, or use a new key.',
    );
  }
}

/** A file without a certificate is a mistake somewhere: an export that failed, or the wrong file. */
export class BulkFileEmpty extends DomainError {
  constructor() {
    super('invalid', 'bulk-file-empty', 'This file has no lines in it. Send one certificate per line.');
  }
}

/** What comes out of a compressed file has a limit, because a small file can become a huge one. */
export class BulkFileTooLarge extends DomainError {
  constructor(what: string) {
    super(
      'too-large',
      'bulk-file-too-large',
      `${what}. Split the file, or send it uncompressed. We kept the lines we already took.`,
    );
  }
}

export class BulkFileDamaged extends DomainError {
  constructor() {
    super(
      'invalid',
      'bulk-file-damaged',
      "We couldn't unpack this file. It is damaged or it ends too early. Compress it again and send it with the same Idempotency-Key.",
    );
  }
}

/** A line that chance kept from being stored several times over, through no fault of its sender. */
export class NotStored extends DomainError {
  constructor() {
    const message = "We couldn't save this certificate this time. Send it again, by itself or in another file.";
    super('conflict', 'not-stored', message, [{ field: '', message }]);
  }
}

export class BulkJobNotFound extends DomainError {
  constructor() {
    super('not-found', 'bulk-job-not-found', 'There is no bulk job with this id.');
  }
}

/** Where bulk jobs and the results of their lines are kept. */
export abstract class BulkRepository {
  /** The laboratory's job of that key; the given one when there was none. */
  abstract openOrFind(job: BulkJob): Promise<BulkJob>;

  abstract byId(id: string): Promise<BulkJob | null>;

  /** The newest first. */
  abstract ofLab(labId: string, limit: number): Promise<readonly BulkJob[]>;

  /** Results behind a line, in the order of the file. */
  abstract results(query: ResultQuery): Promise<readonly LineResult[]>;

  /**
   * Stores a portion: its certificates, results, audit entry and the job's progress, all or nothing. A certificate whose
   * batch is taken is left out and its line refused; one whose reference is taken gets another.
   * @throws BulkInFlight when the job has moved on since `before`
   */
  abstract take(taking: ImportCommand): Promise<BulkJob>;
}

export interface ResultQuery {
  readonly jobId: string;
  readonly outcome: LineOutcome | null;
  readonly afterLine: number;
  readonly limit: number;
}

/** Certificates by the file. */
export class BulkImport {
  constructor(
    private readonly jobs: BulkRepository,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** The job of this key, begun now or before. */
  begin(lab: CallingLab, idempotencyKey: string): Promise<BulkJob> {
    return this.jobs.openOrFind({
      id: this.ids.uuid(),
      labId: lab.id,
      idempotencyKey,
      state: 'open',
      lines: 0,
      published: 0,
      waiting: 0,
      refused: 0,
      digest: '',
      createdAt: this.clock.now(),
      completedAt: null,
    });
  }

  /** Works out what is to become of a line; stores nothing. */
  take(line: BulkLine, lab: CallingLab): AcceptedLine {
    if ('code' in line) return { result: refusal(line.line, line) };
    try {
      const certificate = intake(line.draft, lab, this.ids.uuid(), this.clock.now());
      const { id, reference, labReportId } = certificate;
      const outcome = certificate.lifecycle === 'approved' ? 'published' : 'waiting';
      return { result: { line: line.line, outcome, id, reference, labReportId, code: null, errors: [] }, certificate };
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      const { code, fields: errors } = error;
      return { result: refusal(line.line, { labReportId: line.draft.labReportId ?? null, code, errors }) };
    }
  }

  /** @throws BulkInFlight */
  store(before: BulkJob, batch: BulkBatch, lab: CallingLab): Promise<BulkJob> {
    const renewed = (certificate: Certificate) => withNewId(certificate, this.ids.uuid());
    return this.jobs.take({ before, portion: batch, at: this.clock.now(), actor: actorOf(lab), renewed });
  }

  /** @throws BulkJobNotFound also for a job of another laboratory */
  async jobOf(lab: CallingLab, id: string): Promise<BulkJob> {
    const job = await this.jobs.byId(id);
    if (job?.labId !== lab.id) throw new BulkJobNotFound();
    return job;
  }

  jobsOf(lab: CallingLab, limit: number): Promise<readonly BulkJob[]> {
    return this.jobs.ofLab(lab.id, limit);
  }

  /** @throws BulkJobNotFound */
  async resultsOf(lab: CallingLab, query: ResultQuery): Promise<readonly LineResult[]> {
    await this.jobOf(lab, query.jobId);
    return this.jobs.results(query);
  }
}

/**
 * A laboratory's certificate as it is stored: a trusted laboratory's is published with what it reports, unless a machine
 * found an error in it. A batch that is taken is refused when it is stored.
 * @throws InvalidInput
 */
function intake(draft: CertificateDraft, lab: CallingLab, id: string, now: Date): Certificate {
  const waiting = submit(draft, id, now, submitterOf(lab));
  const context = { today: now.toISOString().slice(0, 10), sameBatch: [], sameReport: [], labIsKnown: true };
  if (!draft.reported || !skipsReview(lab, waiting, automatedChecks(waiting, context))) return waiting;
  return { ...approve(waiting, draft.reported, now), version: 1 };
}

export const refusal = (line: number, { labReportId, code, errors }: RefusedLine): LineResult => ({
  ...{ line, outcome: 'refused', id: null, reference: null },
  ...{ labReportId, code, errors },
});

/** One entry for a portion: it names what was published in it. */
export function batchEntry({ before, at, actor }: ImportCommand, results: readonly LineResult[]): AuditEntry {
  const published = results.flatMap(({ outcome, reference }) => (outcome === 'published' ? reference : []));
  const waiting = results.filter(({ outcome }) => outcome === 'waiting').length;
  return {
    at,
    actor,
    action: 'bulk.taken',
    subject: `bulk-job:${before.id}`,
    before: { lines: before.lines },
    after: { published, waiting, refused: results.length - published.length - waiting },
  };
}

/** The job behind a portion. */
export function advanced({ before, portion: batch, at }: ImportCommand, results: readonly LineResult[]): BulkJob {
  const count = (outcome: LineOutcome) => results.filter((result) => result.outcome === outcome).length;
  return {
    ...before,
    state: batch.isLast ? 'completed' : 'open',
    lines: before.lines + batch.length,
    published: before.published + count('published'),
    waiting: before.waiting + count('waiting'),
    refused: before.refused + count('refused'),
    digest: batch.digest,
    completedAt: batch.isLast ? at : null,
  };
}
