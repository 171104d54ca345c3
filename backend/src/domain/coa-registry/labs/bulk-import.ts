import type { Actor } from '../../shared/audit.js';
import type { CallingLab } from '../../shared/calling-lab.js';
import { DomainError, domainError, InvalidInput } from '../../shared/domain-error.js';
import { nameKey } from '../../shared/name-key.js';
import { Clock, Ids } from '../../shared/ports.js';
import { utcDay } from '../../shared/utc-day.js';
import { type Certificate, submit } from '../certificate/certificate.js';
import { withNewId } from '../certificate/certificate-reference.js';
import { awaited, withoutDocument } from '../certificate/evidence.js';
import { type LabIncident, openIncidentsOn } from '../certificate/lab-incident.js';
import { LabIncidentRepository, NoticeRepository } from '../certificate/ports.js';
import { batchReportKey } from '../certificate/report-key.js';
import { automatedChecks } from '../checks/automated-checks.js';
import { approve } from '../review/review.js';
import {
  type BulkChunk,
  type BulkJob,
  type BulkLine,
  type CurrentLineResult,
  type ImportCommand,
  type ImportSource,
  type LineOutcome,
  type PlannedLine,
  refusedResult,
} from './bulk-job.js';
import { actorOf, skipsReview } from './lab-certificates.js';

/** Another request is importing the same file. */
export class BulkInFlight extends domainError(
  'conflict',
  'bulk-in-flight',
  'Another request is already uploading this file. Wait for it to finish, then send the file again if you need to.',
) {}

/** A different file was sent under the same key. */
export class BulkFileChanged extends domainError(
  'unprocessable',
  'bulk-file-changed',
  'This Idempotency-Key was used for a different file. Send the same file again from the first line, or use a new key.',
) {}

/** A file without a certificate is a mistake: an export that failed, or the wrong file. */
export class BulkFileEmpty extends domainError(
  'invalid',
  'bulk-file-empty',
  'This file has no lines in it. Send one certificate per line.',
) {}

/** A CSV file of which no row can be read. The message says why, and how to save it. */
export class CsvUnreadable extends DomainError {
  constructor(message: string) {
    super('unprocessable', 'csv-unreadable', message);
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

export class BulkFileDamaged extends domainError(
  'invalid',
  'bulk-file-damaged',
  "We couldn't unpack this file. It is damaged or it ends too early. Compress it again and send it with the same Idempotency-Key.",
) {}

/** Every reference drawn for the line was taken. The line itself is valid. */
export class NotStored extends DomainError {
  constructor() {
    const message = "We couldn't save this certificate this time. Send it again, by itself or in another file.";
    super('conflict', 'not-stored', message, [{ field: '', message }]);
  }
}

/** Staff import a row about a report of which a certificate of the lab is in the queue already, or in an earlier row. */
export class ReportRepeated extends DomainError {
  /** @param where such as "row 2" */
  constructor({ batchId, labReportId }: Pick<Certificate, 'batchId' | 'labReportId'>, where: string) {
    const message = `Report ${labReportId} on batch ${batchId} is already ${where}. Leave this row out, or correct its report number.`;
    super('conflict', 'duplicate-batch', message, [{ field: 'labReportId', message }]);
  }
}

export class BulkJobNotFound extends domainError(
  'not-found',
  'bulk-job-not-found',
  'There is no bulk job with this id.',
) {}

/** Stores bulk jobs and the results of their lines. */
export abstract class BulkRepository {
  /** Finds the laboratory's job with the same key, or stores the given one. */
  abstract openOrFind(job: BulkJob): Promise<BulkJob>;

  abstract byId(id: string): Promise<BulkJob | null>;

  /** The newest first. */
  abstract ofLab(labId: string, limit: number): Promise<readonly BulkJob[]>;

  /**
   * Why certificates must not be imported, by their ids: they repeat a report of the lab that is published or waits for
   * review.
   */
  abstract repeated(certificates: readonly Certificate[]): Promise<ReadonlyMap<string, DomainError>>;

  /** Results after a line, in the order of the file. */
  abstract results(query: ResultQuery): Promise<readonly CurrentLineResult[]>;

  /**
   * Stores a chunk in one transaction: its certificates, results, audit entry, and the job's progress. A certificate
   * whose report is already published is left out and its line refused. If its reference is taken, it gets another one.
   * @throws BulkInFlight when the job changed since `before`
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

/** The lab whose certificates a file holds. */
export type ImportingLab = Pick<CallingLab, 'id' | 'name' | 'trusted'>;

/** A spreadsheet of a lab, checked row by row. */
export interface PlannedFile {
  /** SHA-256 of its bytes. */
  readonly digest: string;
  /** Lines of the file, with the header and blank ones. */
  readonly length: number;
  readonly rows: readonly PlannedLine[];
}

/** What keeps lines from being published without review. */
export interface Warned {
  /** Of the laboratory. */
  readonly incidents: readonly LabIncident[];
  /** Keys of batches with a current notice, of any brand. */
  readonly batches: ReadonlySet<string>;
}

/** A lab can't send this as its Idempotency-Key: the dot is not ASCII. */
const STAFF_KEY = 'staff·';

/** Imports files of certificates. */
export class BulkImport {
  constructor(
    private readonly jobs: BulkRepository,
    private readonly incidents: LabIncidentRepository,
    private readonly notices: NoticeRepository,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Starts the job with this key, or finds the one that was started before. */
  begin(lab: Pick<ImportingLab, 'id'>, idempotencyKey: string): Promise<BulkJob> {
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

  /** What warns about certificates of the laboratory, for the lines to be planned next. */
  async warnedOf({ name }: Pick<ImportingLab, 'name'>): Promise<Warned> {
    return { incidents: await this.incidents.ofLab(nameKey(name)), batches: await this.notices.affectedBatchKeys() };
  }

  /** Plans what to store for a line; stores nothing. */
  plan(line: BulkLine, lab: ImportingLab, warned: Warned, source: ImportSource = 'lab'): PlannedLine {
    if ('code' in line) return { result: refusedResult(line.line, line) };
    try {
      const certificate = createCertificate(line, lab, warned, source, this.ids.uuid(), this.clock.now());
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
  store(before: BulkJob, chunk: BulkChunk, lab: ImportingLab, staff: Actor | null = null): Promise<BulkJob> {
    const renew = (certificate: Certificate) => withNewId(certificate, this.ids.uuid());
    const by = staff ? { actor: staff, source: 'staff' as const } : { actor: actorOf(lab), source: 'lab' as const };
    return this.jobs.storeChunk({ before, chunk, at: this.clock.now(), ...by, withNewId: renew });
  }

  /** Refuses the rows that staff would import a second time. Stores nothing. */
  async withoutRepeated(rows: readonly PlannedLine[]): Promise<readonly PlannedLine[]> {
    const earlier = await this.jobs.repeated(rows.flatMap(({ certificate }) => certificate ?? []));
    const lineOf = new Map<string, number>();
    return rows.map((row) => {
      const { certificate, result } = row;
      if (!certificate) return row;
      const report = batchReportKey(certificate);
      const line = lineOf.get(report);
      lineOf.set(report, line ?? result.line);
      const repeated =
        earlier.get(certificate.id) ??
        (line === undefined ? undefined : new ReportRepeated(certificate, `in row ${line}`));
      if (!repeated) return row;
      const { code, fields: errors } = repeated;
      return { result: refusedResult(result.line, { labReportId: result.labReportId, code, errors }) };
    });
  }

  /**
   * Imports a lab's spreadsheet in one transaction. Its certificates wait for review even if the lab is trusted.
   * Importing the same file again, even concurrently, changes nothing.
   * @returns the outcome of each row, also of an earlier import
   */
  async importFile(lab: ImportingLab, { digest, length, rows }: PlannedFile, staff: Actor) {
    const key = STAFF_KEY + digest;
    const found = await this.begin(lab, key);
    if (found.state === 'open') {
      const lines = await this.withoutRepeated(rows);
      await this.store(found, { digest, length, lines, isLast: true }, lab, staff).catch((error: unknown) => {
        // The same file at the same time: the other request has stored it.
        if (!(error instanceof BulkInFlight)) throw error;
      });
    }
    return this.jobs.results({ jobId: found.id, outcome: null, afterLine: 0, limit: length });
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
 * Creates the certificate of a line. A trusted laboratory's is published with the results it reports, unless the
 * automated checks find an error. Duplicate batches are only found when the chunk is stored. A line that names a
 * document waits for it even if it has arrived: `AwaitedDocuments` handles it within seconds and runs the checks on the
 * document.
 * @throws InvalidInput
 */
function createCertificate(
  { draft, documentSha256 }: ParsedLine,
  lab: ImportingLab,
  { incidents, batches }: Warned,
  source: ImportSource,
  id: string,
  now: Date,
): Certificate {
  const evidence =
    documentSha256 === null ? undefined : { ...withoutDocument(draft, source), ...awaited(documentSha256, now) };
  const waiting = submit(draft, id, now, { source, labId: lab.id }, evidence);
  const warnings = openIncidentsOn(waiting, incidents);
  const context = { today: utcDay(now), sameBatch: [], sameReport: [], labIsKnown: true, warnings };
  // A batch of another brand with the same ID waits, too: the reviewer's checks tell them apart.
  if (batches.has(waiting.batchKey)) return waiting;
  if (!draft.reported || !skipsReview(lab, waiting, automatedChecks(waiting, context))) return waiting;
  return { ...approve(waiting, { ...draft.reported, documentAbsence: 'sent-as-data' }, now), version: 1 };
}
