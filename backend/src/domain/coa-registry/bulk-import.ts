import type { CallingLab } from '../shared/calling-lab.js';
import { DomainError, InvalidInput } from '../shared/domain-error.js';
import { Clock, Ids } from '../shared/ports.js';
import { automatedChecks } from './automated-checks.js';
import {
  type BulkChunk,
  type BulkJob,
  type BulkLine,
  type CurrentLineResult,
  type ImportCommand,
  type LineOutcome,
  type PlannedLine,
  refusedResult,
} from './bulk-job.js';
import { type Certificate, submit } from './certificate.js';
import { withNewId } from './certificate-reference.js';
import { withAwaitedDocument } from './evidence.js';
import { actorOf, skipsReview, submitterOf } from './lab-certificates.js';
import { approve } from './review.js';

/** Another request is importing the same file. */
export class BulkInFlight extends DomainError {
  constructor() {
    super(
      'conflict',
      'bulk-in-flight',
      'Another request is already uploading this file. Wait for it to finish, then send the file again if you need to.',
    );
  }
}

/** A different file was sent under the same key. */
export class BulkFileChanged extends DomainError {
  constructor() {
    super(
      'unprocessable',
      'bulk-file-changed',
      'This Idempotency-Key was used for a different file. Send the same file again from the first line, or use a new key.',
    );
  }
}

/** A file without a certificate is a mistake: an export that failed, or the wrong file. */
export class BulkFileEmpty extends DomainError {
  constructor() {
    super('invalid', 'bulk-file-empty', 'This file has no lines in it. Send one certificate per line.');
  }
}

/** A compressed file has limits, because a small one can decompress to a huge one. */
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

/** Every reference drawn for the line was taken. The line itself is valid. */
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

/** Stores bulk jobs and the results of their lines. */
export abstract class BulkRepository {
  /** Finds the laboratory's job with the same key, or stores the given one. */
  abstract openOrFind(job: BulkJob): Promise<BulkJob>;

  abstract byId(id: string): Promise<BulkJob | null>;

  /** The newest first. */
  abstract ofLab(labId: string, limit: number): Promise<readonly BulkJob[]>;

  /** Results after a line, in the order of the file. */
  abstract results(query: ResultQuery): Promise<readonly CurrentLineResult[]>;

  /**
   * Stores a chunk in one transaction: its certificates, results, audit entry, and the job's progress. A certificate whose
   * report is already published is left out and its line refused; one whose reference is taken gets another.
   * @throws BulkInFlight when the job has moved on since `before`
   */
  abstract storeChunk(command: ImportCommand): Promise<BulkJob>;
}

export interface ResultQuery {
  readonly jobId: string;
  readonly outcome: LineOutcome | null;
  readonly afterLine: number;
  readonly limit: number;
}

type ParsedLine = Extract<BulkLine, { draft: unknown }>;

/** Imports files of certificates. */
export class BulkImport {
  constructor(
    private readonly jobs: BulkRepository,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Starts the job with this key, or finds the one that was started before. */
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

  /** Plans what to store for a line; stores nothing. */
  plan(line: BulkLine, lab: CallingLab): PlannedLine {
    if ('code' in line) return { result: refusedResult(line.line, line) };
    try {
      const certificate = createCertificate(line, lab, this.ids.uuid(), this.clock.now());
      const { id, reference, labReportId } = certificate;
      const outcome = certificate.lifecycle === 'approved' ? 'published' : 'waiting';
      return { result: { line: line.line, outcome, id, reference, labReportId, code: null, errors: [] }, certificate };
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      const { code, fields: errors } = error;
      return { result: refusedResult(line.line, { labReportId: line.draft.labReportId ?? null, code, errors }) };
    }
  }

  /** @throws BulkInFlight */
  store(before: BulkJob, chunk: BulkChunk, lab: CallingLab): Promise<BulkJob> {
    const renew = (certificate: Certificate) => withNewId(certificate, this.ids.uuid());
    return this.jobs.storeChunk({ before, chunk, at: this.clock.now(), actor: actorOf(lab), withNewId: renew });
  }

  /** @throws BulkJobNotFound, also for a job of another laboratory */
  async jobOf(lab: CallingLab, id: string): Promise<BulkJob> {
    const job = await this.jobs.byId(id);
    if (job?.labId !== lab.id) throw new BulkJobNotFound();
    return job;
  }

  jobsOf(lab: CallingLab, limit: number): Promise<readonly BulkJob[]> {
    return this.jobs.ofLab(lab.id, limit);
  }

  /** @throws BulkJobNotFound */
  async resultsOf(lab: CallingLab, query: ResultQuery): Promise<readonly CurrentLineResult[]> {
    await this.jobOf(lab, query.jobId);
    return this.jobs.results(query);
  }
}

/**
 * Creates the certificate of a line. A trusted laboratory's is published with the results it reports, unless the automated
 * checks find an error. Duplicate batches are only found when the chunk is stored. A line that names a document waits for
 * it even if it is there: `AwaitedDocuments` looks at it within seconds, and then the checks have seen it.
 * @throws InvalidInput
 */
function createCertificate({ draft, documentSha256 }: ParsedLine, lab: CallingLab, id: string, now: Date): Certificate {
  const evidence = documentSha256 === null ? undefined : withAwaitedDocument(draft, documentSha256, now);
  const waiting = submit(draft, id, now, submitterOf(lab), evidence);
  const context = { today: now.toISOString().slice(0, 10), sameBatch: [], sameReport: [], labIsKnown: true };
  if (!draft.reported || !skipsReview(lab, waiting, automatedChecks(waiting, context))) return waiting;
  return { ...approve(waiting, { ...draft.reported, documentAbsence: 'sent-as-data' }, now), version: 1 };
}
