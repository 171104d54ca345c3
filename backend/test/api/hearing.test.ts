import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  acknowledgeProblemReports,
  decideProblemReports,
  getCertificate,
  getProblemFigures,
  listProblemReports,
  recordHearing,
  reportProblem,
  withdrawCertificate,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type {
  ProblemOutcome,
  ReportProblemDto,
  StaffProblemReportDto,
} from '../../../frontend/src/api/generated/types.gen.js';
import {
  zHearingFiguresDto,
  zProblemReceiptDto,
  zStaffProblemReportDto,
} from '../../../frontend/src/api/generated/zod.gen.js';
import { emailsIn } from '../support/mail-folder.js';
import { serverOfThisFile, startServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { published, signInAsStaff, sql, stored } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const server = serverOfThisFile();
let staff: Client;
let visitor: Client;
beforeAll(async () => {
  staff = await signInAsStaff(server, 'robin');
  visitor = server.client();
});

const aProblem = (differing: Partial<ReportProblemDto> = {}): ReportProblemDto => ({
  reason: 'figure_differs',
  text: 'Quillon Vextor says that the can has 5 mg.',
  email: 'sam@mail.example',
  ...differing,
});

const report = (reference: string, differing: Partial<ReportProblemDto> = {}, client = visitor) =>
  reportProblem({ client, path: { reference }, body: aProblem(differing) });

const open = async (query = {}): Promise<StaffProblemReportDto[]> =>
  (await listProblemReports({ client: staff, query, throwOnError: true })).data;

const decide = (
  reports: readonly StaffProblemReportDto[],
  outcome: ProblemOutcome = 'no_error',
  sentence = 'It fits.',
) =>
  decideProblemReports({
    client: staff,
    body: { reports: reports.map(({ id, version }) => ({ id, version })), outcome, sentence },
  });

const pageOf = async (reference: string) =>
  (await getCertificate({ client: visitor, path: { reference }, throwOnError: true })).data;

describe('a problem with a certificate', () => {
  it('is reported, acknowledged and decided, and only then the certificate says so', async () => {
    const { reference } = await published(staff, visitor);
    const before = await pageOf(reference);
    const { data, response } = await report(reference.toLowerCase());
    expect(response?.status).toBe(201);
    expect(zProblemReceiptDto.parse(data)).toEqual(data);
    expect(data).toEqual({
      reference: expect.stringMatching(/^P-[0-9A-F]{5}-[0-9A-F]{5}$/),
      message: 'We have your report. A person will read it by November 27, 2026.',
    });
    const [waiting] = await open({ certificate: reference });
    expect(zStaffProblemReportDto.parse(waiting)).toEqual(waiting);
    expect(waiting).toMatchObject({ nextStep: 'acknowledgment', dueBy: '2026-11-27', overdue: false, outcome: null });
    expect(await pageOf(reference)).toEqual(before);

    const seen = ({ id, version }: StaffProblemReportDto) => ({ reports: [{ id, version }] });
    await acknowledgeProblemReports({
      client: staff,
      body: seen(waiting as StaffProblemReportDto),
      throwOnError: true,
    });
    const [read] = await open({ certificate: reference });
    expect(read).toMatchObject({ nextStep: 'hearing', dueBy: '2026-12-03' });
    expectProblem(await decide([read as StaffProblemReportDto], 'not_settled'), 409, {
      type: '/problems/problem-outcome-premature',
    });
    await recordHearing({ client: staff, body: seen(read as StaffProblemReportDto), throwOnError: true });
    expect(await pageOf(reference)).toEqual(before);
    expect((await decide(await open({ certificate: reference }), 'not_settled')).response?.status).toBe(204);
    const sentence =
      'A problem was reported on November 26, 2026: a figure or a date may be wrong. Outcome: we could not settle it. It fits.';
    expect(await pageOf(reference)).toEqual({ ...before, reportedProblems: [sentence] });

    await until('both emails', async () => (await emailsIn(server.mailFolder)).length >= 2);
    const mail = (await emailsIn(server.mailFolder)).filter(({ to }) => to?.[0]?.address === 'sam@mail.example');
    expect(mail.map(({ subject }) => subject)).toEqual([
      `We are looking into it (${data?.reference})`,
      `What we found (${data?.reference})`,
    ]);
    expect(mail[1]?.text).toContain('It fits.');
    const log = await sql<{ text: string }>(server, `SELECT to_jsonb(a)::text AS text FROM audit_log a`);
    const written = JSON.stringify([mail.map(({ text, html }) => [text, html]), log, await pageOf(reference)]);
    expect(written).not.toContain('Quillon');
    expect(log.filter(({ text }) => text.includes('problem-report.'))).toHaveLength(3);

    const [closed] = await open({ certificate: reference, standing: 'closed' });
    await decide([closed as StaffProblemReportDto], 'no_error', 'We read it again.');
    expect((await pageOf(reference)).reportedProblems).toEqual([expect.stringContaining('We read it again.')]);
  });

  it('that led to its withdrawal says so once it is withdrawn, next to the reason', async () => {
    const { reference, id, version } = await published(staff, visitor);
    await report(reference);
    const [{ id: problem, version: seen }] = (await open({ certificate: reference })) as [StaffProblemReportDto];
    await recordHearing({ client: staff, body: { reports: [{ id: problem, version: seen }] }, throwOnError: true });
    expect((await decide(await open({ certificate: reference }), 'withdrawn')).response?.status).toBe(409);
    const reason = 'The laboratory declared it void.';
    await withdrawCertificate({ client: staff, path: { id }, body: { version, reason }, throwOnError: true });
    await decide(await open({ certificate: reference }), 'withdrawn');
    expect(await pageOf(reference)).toMatchObject({
      standing: 'withdrawn',
      withdrawalReason: reason,
      reportedProblems: [expect.stringContaining('Outcome: it was withdrawn.')],
    });
  });

  it('of a rival about every batch changes nothing, and one decision closes all of it without a trace on the pages', async () => {
    const certificates = await Promise.all([1, 2, 3].map(() => published(staff, visitor)));
    const before = await Promise.all(certificates.map(({ reference }) => pageOf(reference)));
    for (const { reference } of certificates) await report(reference, { email: 'rival@mail.example' });
    await report(certificates[0]?.reference ?? '', { email: 'kim@mail.example' });
    const [first] = await open({ certificate: certificates[0]?.reference });
    expect(first).toMatchObject({ openOnCertificate: 2, openFromReporter: 3 });
    const all = await open({ sameReporterAs: first?.id });
    expect(all).toHaveLength(3);
    expect((await decide(all, 'dismissed', 'Copies of one text.')).response?.status).toBe(204);
    expect(await Promise.all(certificates.map(({ reference }) => pageOf(reference)))).toEqual(before);
    expect(await open({ certificate: certificates[0]?.reference })).toHaveLength(1);
    const { data } = await getProblemFigures({ client: visitor, throwOnError: true });
    expect(zHearingFiguresDto.parse(data)).toEqual(data);
    expect(data.outcomes.dismissed).toBeGreaterThanOrEqual(3);
  });

  it('is decided once by two people at once, and not by one who has not read all of it', async () => {
    const { reference } = await published(staff, visitor);
    await report(reference);
    const seen = await open({ certificate: reference });
    await report(reference, { text: 'And somebody was sick.' });
    expectProblem(await decide(seen), 409, { type: '/problems/problem-report-changed' });
    const now = await open({ certificate: reference });
    expect(now[0]?.text).toContain('And somebody was sick.');
    const answers = await Promise.all([decide(now), decide(now, 'dismissed'), decide(now)]);
    expect(answers.map(({ response }) => response?.status).toSorted()).toEqual([204, 409, 409]);
  });

  it.each([
    ['reason', { reason: undefined }, 'Choose what is wrong'],
    ['reason', { reason: 'fraud' }, 'Choose what is wrong'],
    ['text', { text: 'Too short' }, 'What you found must be at least 10 characters'],
    ['text', { text: 'x'.repeat(2001) }, 'What you found can be at most 2000 characters'],
    ['email', { email: 'sam@mail.example\nBcc: kim@mail.example' }, 'Enter a valid email address, or leave it empty'],
  ])('is refused with a bad %s: %j', async (field, differing, message) => {
    const { reference } = await published(staff, visitor);
    const before = await stored(server);
    expectProblem(await report(reference, differing as never), 400, wrong(field, message));
    expect(await stored(server)).toEqual(before);
  });

  it('is not taken for a certificate that is not public', async () => {
    for (const reference of ['CB-0000-0000', 'none']) {
      expectProblem(await report(reference), 404, { type: '/problems/coa-not-found' });
    }
  });

  it('is decided with nothing personal in the sentence', async () => {
    const { reference } = await published(staff, visitor);
    await report(reference);
    const answer = await decide(await open({ certificate: reference }), 'no_error', 'Ask sam@mail.example.');
    expect(answer.error).toMatchObject({ status: 400, errors: [{ field: 'sentence' }] });
  });

  it('is taken ten times a minute from one address', async () => {
    const limited = await startServer({ RATE_LIMIT_DISABLED: 'false', RATE_LIMIT_PER_MINUTE: '1000' });
    try {
      const statuses: (number | undefined)[] = [];
      for (let sent = 0; sent < 11; sent += 1) {
        statuses.push((await report('CB-0000-0000', {}, limited.client())).response?.status);
      }
      expect(statuses).toEqual([...Array(10).fill(404), 429]);
    } finally {
      await limited.stop();
    }
  });
});
