import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { Certificate } from '../../src/domain/coa-registry/certificate/certificate.js';
import {
  acknowledge,
  decide,
  newReport,
  type ProblemDraft,
  type ProblemReport,
  ProblemReportChanged,
  TEXTS_MAX,
} from '../../src/domain/hearing/hearing.js';
import type { ProblemOutcome } from '../../src/domain/shared/public-problem.js';
import { HEARING_RETENTION } from '../../src/modules/hearing/problem-report.table.js';
import { TypeOrmProblemReportRepository } from '../../src/modules/hearing/typeorm-problem-report.repository.js';
import { RetentionRegistry } from '../../src/platform/database/retention.js';
import { ReceiptLimit } from '../../src/platform/email/receipt-limit.js';
import { ACTOR, aCertificate, approved, NOW } from '../support/builders.js';
import { auditLogOf } from './open-database.js';
import { registryOfThisFile } from './open-registry.js';

const emptyRegistry = registryOfThisFile();
const KEY = { cookieSecret: 'a secret', rateLimitDisabled: true };
const ADDRESS = '192.0.2.1';
const TODAY = '2026-11-26';

let database: DataSource;
let reports: TypeOrmProblemReportRepository;
let certificate: Certificate;
let other: Certificate;
beforeEach(async () => {
  const registry = await emptyRegistry();
  database = registry.database;
  [certificate, other] = [approved(aCertificate({ batchId: 'A' })), approved(aCertificate({ batchId: 'B' }))];
  await registry.load([certificate, other]);
  reports = new TypeOrmProblemReportRepository(database, new ReceiptLimit(KEY), KEY);
});

const aDraft = (differing: Partial<ProblemDraft> = {}): ProblemDraft => ({
  reason: 'figure_differs',
  text: 'The can says 5 mg.',
  email: 'Sam@mail.example',
  ...differing,
});

async function added(differing: Partial<ProblemDraft> = {}, client = ADDRESS, about = certificate, at = NOW) {
  const stored = await reports.add(newReport(aDraft(differing), randomUUID(), at), about.reference, client);
  if (!stored) throw new Error('there is no such certificate');
  return stored;
}

const entry = (action = 'problem-report.decided') => ({
  at: NOW,
  actor: ACTOR,
  action,
  subject: 'problem-report:1',
  before: null,
  after: null,
});

const decided = (report: ProblemReport, outcome: ProblemOutcome = 'dismissed') => ({
  report: decide(
    { ...report, certificate: certificate.reference, lifecycle: 'approved' },
    { outcome, sentence: 'Spam.' },
    NOW,
    ACTOR,
  ),
  entry: entry(),
});

const open = async (filter = {}) =>
  (await reports.page({ isOpen: true, certificate: null, sameReporterAs: null, ...filter })).items;

describe('the database keeps reports of problems', () => {
  it('of one reporter about one certificate as one, while it is open, also when they come at once', async () => {
    const sent = await Promise.all(['One text here.', 'Another text.', 'A third text.'].map((text) => added({ text })));
    expect(new Set(sent.map(({ reference }) => reference)).size).toBe(1);
    await added({ email: 'sam+again@MAIL.example', text: 'A fourth text.' });
    const [report, ...others] = await open();
    expect(others).toEqual([]);
    expect(report).toMatchObject({ times: 4, version: 4 });
    for (const word of ['One', 'Another', 'third', 'fourth']) expect(report?.text).toContain(word);
    if (report) await reports.change([decided(report)], null);
    await added();
    expect((await open())[0]).toMatchObject({ times: 1, openOnCertificate: 1, openFromReporter: 1 });
  });

  it('of a flood as a count, so that it neither grows nor stops a decision', async () => {
    for (let sent = 0; sent < TEXTS_MAX + 3; sent += 1) await added({ text: `Text number ${sent}.` });
    const [report] = await open();
    expect(report).toMatchObject({ times: TEXTS_MAX + 3, version: TEXTS_MAX });
    expect(report?.text).not.toContain(`number ${TEXTS_MAX}`);
  });

  it('of reporters without an address by where they came from', async () => {
    await added({ email: null });
    await added({ email: null });
    await added({ email: null }, '192.0.2.2');
    const found = (await open()).map(({ times, openOnCertificate }) => ({ times, openOnCertificate }));
    // Both arrived at the same time, so their order is that of their random IDs.
    expect(found.toSorted((a, b) => a.times - b.times)).toEqual([
      { times: 1, openOnCertificate: 2 },
      { times: 2, openOnCertificate: 2 },
    ]);
  });

  it('grouped by certificate and by reporter, by what is due first', async () => {
    const early = await added({}, ADDRESS, other, new Date('2026-11-18T15:00:00Z'));
    await added();
    await added({ email: 'kim@mail.example' });
    const all = await open();
    expect(all[0]).toMatchObject({ id: early.id, dueBy: '2026-11-19', openOnCertificate: 1, openFromReporter: 2 });
    expect(await open({ certificate: certificate.reference })).toHaveLength(2);
    expect((await open({ sameReporterAs: early.id })).map(({ email }) => email)).toEqual([
      'Sam@mail.example',
      'Sam@mail.example',
    ]);
    expect(await reports.add(newReport(aDraft(), randomUUID(), NOW), 'CB-0000-0000', ADDRESS)).toBeNull();
  });

  it('changes all or none, with the log and the mail, and forgets where they came from', async () => {
    const [first, second] = [await added(), await added({ email: null })];
    const stale = { ...decided(second), report: { ...decided(second).report, version: 9 } };
    await expect(reports.change([decided(first), stale], 'outcome')).rejects.toThrow(ProblemReportChanged);
    expect(await open()).toHaveLength(2);
    expect(await auditLogOf(database)).toEqual([]);
    await reports.change([{ report: acknowledge(first, NOW), entry: entry() }], 'acknowledged');
    await reports.change([decided(acknowledge(first, NOW)), decided(second)], 'outcome');
    expect(await auditLogOf(database)).toHaveLength(3);
    expect(await database.query(`SELECT "kind", "payload" FROM mail_outbox ORDER BY "id"`)).toEqual([
      { kind: 'problem-report.acknowledged', payload: { problemReportId: first.id } },
      { kind: 'problem-report.outcome', payload: { problemReportId: first.id } },
    ]);
    const keys = await database.query(`SELECT DISTINCT "reporterKey" FROM problem_reports`);
    expect(keys).toEqual([{ reporterKey: null }]);
  });

  it('counts them, with the time that open ones have waited so far', async () => {
    const since = new Date('2026-01-01');
    const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
    const quick = await added({ email: 'a@mail.example' }, ADDRESS, certificate, ago(2));
    await added({ email: 'b@mail.example' }, ADDRESS, certificate, ago(100));
    await added({ email: 'c@mail.example' }, ADDRESS, certificate, ago(200));
    await reports.change([decided(quick, 'no_error')], null);
    expect(await reports.figures(since, NOW, TODAY)).toMatchObject({
      received: 3,
      open: 2,
      overdue: 2,
      outcomes: { no_error: 1, dismissed: 0 },
      medianHoursToAcknowledge: 100,
      medianDaysToOutcome: 5,
    });
    expect(await reports.figures(NOW, NOW, TODAY)).toMatchObject({ received: 0, medianDaysToOutcome: null });
  });

  it('forgets a reporter on request and a year after the outcome, and keeps the outcome', async () => {
    const [report, kims] = [await added(), await added({ email: 'kim@mail.example' })];
    await reports.change([decided(report), decided(kims)], 'outcome');
    expect((await reports.byReporter('SAM@mail.example')).reports).toHaveLength(1);
    expect(await reports.forgetReporter('SAM@mail.example')).toEqual({ reports: 1, mail: 1 });
    expect(await reports.byReporter('sam@mail.example')).toEqual({ reports: [], mail: [] });
    const retention = new RetentionRegistry(database);
    retention.register(HEARING_RETENTION);
    expect(await retention.remove('closedProblemReports', NOW, 10)).toBe(0);
    expect(await retention.remove('closedProblemReports', new Date(NOW.getTime() + 1), 10)).toBe(1);
    const left = await database.query(`SELECT DISTINCT "text", "email", "outcome" FROM problem_reports`);
    expect(left).toEqual([{ text: null, email: null, outcome: 'dismissed' }]);
  });
});
