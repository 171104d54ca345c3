import { createHmac, hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type HearingFigures,
  type ListedReport,
  type ProblemQuery,
  type ProblemReport,
  ProblemReportChanged,
  ProblemReportRepository,
  TEXTS_MAX,
} from '../../domain/hearing/hearing.js';
import type { AuditEntry } from '../../domain/shared/audit.js';
import { COUNTED_EXACTLY_UP_TO, PAGE_LIMIT, pageOf } from '../../domain/shared/page.js';
import { pick } from '../../domain/shared/pick.js';
import { PROBLEM_OUTCOMES } from '../../domain/shared/public-problem.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { appendToAuditLog } from '../../platform/database/audit-log.js';
import { inTransaction, managerOf } from '../../platform/database/transaction.js';
import { deleteMail, findMail } from '../../platform/email/mail-about.js';
import { queueMail } from '../../platform/email/outbox.js';
import { mailboxOf, ReceiptLimit } from '../../platform/email/receipt-limit.js';
import { PUBLIC_CERTIFICATES } from '../coa-registry/coa-registry.sql.js';
import { problemReportTable } from './problem-report.table.js';

const REPORT = `r."id", r."reference", r."certificateId", r."reason", r."text", r."email", r."times", r."reportedAt",
  r."acknowledgedAt", r."heardAt", r."closedAt", r."dueBy"::text AS "dueBy", r."outcome", r."sentence", r."decidedBy", r."version"`;

/** Two requests at once meet in the unique index, so that neither is lost. */
const ADD = `
  INSERT INTO problem_reports AS r ("id", "reference", "reason", "text", "email", "reportedAt", "dueBy", "reporterKey", "certificateId")
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, c."id" FROM ${PUBLIC_CERTIFICATES} c WHERE c."reference" = $9
  ON CONFLICT ("certificateId", "reporterKey") WHERE "closedAt" IS NULL DO UPDATE SET
    "times" = r."times" + 1,
    "text" = CASE WHEN r."times" < ${TEXTS_MAX} THEN concat_ws(E'\\n\\n', r."text", excluded."text") ELSE r."text" END,
    "version" = r."version" + CASE WHEN r."times" < ${TEXTS_MAX} THEN 1 ELSE 0 END
  RETURNING ${REPORT}`;

const LISTED = `
  SELECT ${REPORT}, c."reference" AS "certificate", c."brandName", c."productName", c."batchId", c."labName", c."lifecycle",
         (SELECT count(*)::int FROM problem_reports o
           WHERE o."certificateId" = r."certificateId" AND o."closedAt" IS NULL) AS "openOnCertificate",
         (SELECT count(*)::int FROM problem_reports o
           WHERE o."reporterKey" = r."reporterKey" AND o."closedAt" IS NULL) AS "openFromReporter"
    FROM problem_reports r JOIN ${PUBLIC_CERTIFICATES} c ON c."id" = r."certificateId"`;

const FOUND = `("closedAt" IS NULL) = $1
  AND ($2::text IS NULL OR r."certificateId" = (SELECT s."id" FROM ${PUBLIC_CERTIFICATES} s WHERE s."reference" = $2))
  AND ($3::uuid IS NULL OR r."reporterKey" = (SELECT s."reporterKey" FROM problem_reports s WHERE s."id" = $3))`;

const seconds = (end: string) =>
  `(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM coalesce("${end}", $2) - "reportedAt")))`;

const FIGURES = `
  SELECT count(*)::int AS "received", count(*) FILTER (WHERE "closedAt" IS NULL)::int AS "open",
         count(*) FILTER (WHERE "dueBy" < $3::date)::int AS "overdue",
         json_build_object(${PROBLEM_OUTCOMES.map((one) => `'${one}', count(*) FILTER (WHERE "outcome" = '${one}')`)}) AS "outcomes",
         ceil(${seconds('acknowledgedAt')} / 3600)::int AS "medianHoursToAcknowledge",
         ceil(${seconds('closedAt')} / 86400)::int AS "medianDaysToOutcome"
    FROM problem_reports WHERE "reportedAt" > $1`;

const CHANGED_FIELDS = [
  'acknowledgedAt',
  'heardAt',
  'closedAt',
  'dueBy',
  'outcome',
  'sentence',
  'decidedBy',
  'version',
] as const;

const mailOf = (reports: readonly Pick<ProblemReport, 'id'>[]) => ({
  kind: 'problem-report.',
  named: 'problemReportId',
  ids: reports.map(({ id }) => id),
});

@Injectable()
export class TypeOrmProblemReportRepository extends ProblemReportRepository {
  private readonly key: Uint8Array;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly receipts: ReceiptLimit,
    @Inject(CONFIG) { cookieSecret }: Pick<Config, 'cookieSecret'>,
  ) {
    super();
    this.key = new Uint8Array(hkdfSync('sha256', cookieSecret, '', 'problem reporters', 32));
  }

  async add(
    { id, reference, reason, text, email, reportedAt, dueBy }: Omit<ProblemReport, 'certificateId'>,
    certificate: string,
    client: string,
  ): Promise<ProblemReport | null> {
    const sender = email === null ? `client ${client}` : `mailbox ${mailboxOf(email)}`;
    const reporterKey = createHmac('sha256', this.key).update(sender).digest('base64url');
    const values = [id, reference, reason, text, email, reportedAt, dueBy, reporterKey, certificate];
    const [stored] = await managerOf(this.database).query<ProblemReport[]>(ADD, values);
    return stored ?? null;
  }

  async page({ isOpen, certificate, sameReporterAs }: ProblemQuery) {
    const manager = managerOf(this.database);
    const values = [isOpen, certificate, sameReporterAs];
    const order = isOpen ? 'r."dueBy", r."reportedAt", r."id"' : 'r."closedAt" DESC, r."id"';
    const rows = await manager.query<ListedReport[]>(
      `${LISTED} WHERE ${FOUND} ORDER BY ${order} LIMIT ${PAGE_LIMIT.max}`,
      values,
    );
    const [count] = await manager.query<{ counted: number }[]>(
      `SELECT count(*)::int AS counted FROM (
         SELECT 1 FROM problem_reports r WHERE ${FOUND} LIMIT ${COUNTED_EXACTLY_UP_TO + 1}) found`,
      values,
    );
    return pageOf<ListedReport, never>(rows, PAGE_LIMIT.max, () => undefined as never, count?.counted ?? 0);
  }

  byIds(ids: readonly string[]): Promise<ListedReport[]> {
    return managerOf(this.database).query<ListedReport[]>(`${LISTED} WHERE r."id" = ANY ($1::uuid[]) ORDER BY r."id"`, [
      ids,
    ]);
  }

  change(
    changes: readonly { readonly report: ProblemReport; readonly entry: AuditEntry }[],
    mail: 'acknowledged' | 'outcome' | null,
  ): Promise<void> {
    // In one order, or two people who act on the same reports could wait for each other.
    const inOrder = changes.toSorted((a, b) => (a.report.id < b.report.id ? -1 : 1));
    return inTransaction(this.database, async (manager) => {
      for (const { report, entry } of inOrder) {
        const { id, version, email } = report;
        const fields = pick(report, CHANGED_FIELDS);
        const closed = report.closedAt ? { reporterKey: null } : {};
        const { affected } = await manager.update(
          problemReportTable,
          { id, version: version - 1 },
          { ...fields, ...closed },
        );
        if (affected !== 1) throw new ProblemReportChanged();
        await appendToAuditLog(manager, entry);
        if (mail && email) await this.queue(manager, id, email, `problem-report.${mail}`, entry.at);
      }
    });
  }

  /** Nobody confirmed the address, so it gets no more than other receipts would. */
  private async queue(manager: EntityManager, id: string, email: string, kind: string, createdAt: Date): Promise<void> {
    const mail = { kind, payload: { problemReportId: id }, createdAt };
    await queueMail(manager, await this.receipts.limited(manager, email, mail));
  }

  async figures(since: Date, now: Date, today: string): Promise<HearingFigures> {
    const [row] = await managerOf(this.database).query<HearingFigures[]>(FIGURES, [since, now, today]);
    if (!row) throw new Error('an aggregate returned no row');
    return row;
  }

  async byReporter(address: string) {
    const manager = managerOf(this.database);
    const reports = await manager.query<ProblemReport[]>(
      `SELECT ${REPORT} FROM problem_reports r WHERE lower("email") = lower($1) ORDER BY "reportedAt", "id"`,
      [address],
    );
    return { reports, mail: await findMail(manager, mailOf(reports)) };
  }

  forgetReporter(address: string) {
    return inTransaction(this.database, async (manager) => {
      const [reports] = await manager.query<[{ id: string }[], number]>(
        `UPDATE problem_reports SET "email" = NULL, "text" = NULL, "reporterKey" = NULL, "version" = "version" + 1
          WHERE lower("email") = lower($1) RETURNING "id"`,
        [address],
      );
      return { reports: reports.length, mail: await deleteMail(manager, mailOf(reports)) };
    });
  }
}
