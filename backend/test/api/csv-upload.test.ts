import { randomUUID } from 'node:crypto';
import {
  approveSubmission,
  changeLabSuspension,
  checkLabCsv,
  correctCertificate,
  createCertificate,
  getLab,
  getSubmission,
  getSubmissionHistory,
  importLabCsv,
  listAuditEntries,
  listBulkJobs,
  listLabCertificates,
  listOwnCertificates,
  listSubmissions,
  readCoaCsv,
  requestChanges,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { LabCsvRowDto, LineResultDto } from '../../../frontend/src/api/generated/types.gen.js';
import { serverOfThisFile, startServer } from '../support/test-server.js';
import { aLab, aReport, clientsOfThisFile, PASSED, sql, stored, UNKNOWN_ID } from './api-helpers.js';
import { expectProblem } from './problem.js';

const server = serverOfThisFile();
const { visitor, staff, lab, trusted } = clientsOfThisFile(server);

/** For other files that cannot be read, see test/modules/csv-file.test.ts. */
const OTHER_TABLE = 'first name,last name\nA,B';
const UNREADABLE = {
  type: '/problems/csv-unreadable',
  detail: expect.stringContaining('none of the column names'),
};

describe('a file for the submission form', () => {
  const rowsOf = async (text: string) => (await readCoaCsv({ client: visitor, body: text, throwOnError: true })).data;

  it('begins as its template, which has a valid row', async () => {
    const response = await fetch(`${server.url}/api/docs/submission.csv`);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="submission.csv"');
    const before = await stored(server);
    expect(await rowsOf(await response.text())).toEqual({
      rows: [
        {
          line: 2,
          values: expect.objectContaining({
            brandName: 'Juniper & Tide',
            labName: 'Example Analytical',
            thcContent: 4.82,
          }),
          errors: [],
        },
      ],
      unusedColumns: [],
    });
    expect(await stored(server)).toEqual(before);
  });

  it('is read row by row, and missing cells are no error', async () => {
    const { rows } = await rowsOf('\ufeffbatchId,notes\r\nA-1,"One\nTwo"\r\n,\r\nA-3,\r\n');
    expect(rows).toEqual([
      { line: 2, values: { batchId: 'A-1', notes: 'One\nTwo' }, errors: [] },
      { line: 4, values: { batchId: 'A-3' }, errors: [] },
    ]);
  });

  it('says what is wrong with each cell, and keeps what it says', async () => {
    const header = 'batchId,thcContent,testDate,website,contactEmail';
    const { rows } = await rowsOf(
      [header, 'B-1,"4,82",10/14/2026,shop,robin', 'B-2,4.825,2026-02-30,,', 'B-3,1,2,3,4,5', 'B-4,"open'].join('\n'),
    );
    expect(rows[0]?.values).toMatchObject({ thcContent: '4,82', testDate: '10/14/2026' });
    const found = rows.map(({ line, errors }) => ({
      line,
      errors: errors.map(({ field, message }) => `${field}: ${message}`).toSorted(),
    }));
    expect(found).toEqual([
      {
        line: 2,
        errors: [
          'contactEmail: Valid email is required',
          'testDate: Test date must be a date in the form YYYY-MM-DD',
          'thcContent: THC content must be a number from 0 to 1000 mg',
          'website: Website must be a link that starts with http:// or https://',
        ],
      },
      {
        line: 3,
        errors: [
          'testDate: Test date: there is no such day as 2026-02-30',
          'thcContent: THC content can have at most two decimals',
        ],
      },
      { line: 4, errors: [': This row has more cells than the header'] },
      { line: 5, errors: [': The quotation marks of this row do not pair'] },
    ]);
  });

  it('names the columns that the form has no field for', async () => {
    const { rows, unusedColumns } = await rowsOf('brandName,bachId,status,panels.pesticides\nA,B,passed,passed');
    expect(rows).toEqual([{ line: 2, values: { brandName: 'A' }, errors: [] }]);
    expect(unusedColumns).toEqual([
      { name: 'bachId', suggestion: 'batchId' },
      { name: 'status', suggestion: null },
      { name: 'panels.pesticides', suggestion: null },
    ]);
  });

  it('takes names that JavaScript uses for texts', async () => {
    const { rows } = await rowsOf('brandName,__proto__,constructor\nA,B,C');
    expect(rows).toEqual([{ line: 2, values: { brandName: 'A' }, errors: [] }]);
  });

  it('that is another table, or larger than 64 kB, is refused with a sentence', async () => {
    expectProblem(await readCoaCsv({ client: visitor, body: OTHER_TABLE }), 422, UNREADABLE);
    const large = await readCoaCsv({ client: visitor, body: `brandName\n${'A'.repeat(65 * 1024)}` });
    expectProblem(large, 422, { type: '/problems/csv-unreadable' });
  });

  it('of another type is refused, and so is one that is compressed', async () => {
    const send = (headers: Record<string, string>) =>
      fetch(`${server.url}/api/coa/csv`, { method: 'POST', headers, body: 'brandName\nA' });
    const json = await send({ 'content-type': 'application/json' });
    expect([json.status, json.headers.get('accept-post')]).toEqual([415, 'text/csv']);
    expect((await send({ 'content-type': 'text/csv', 'content-encoding': 'gzip' })).status).toBe(415);
  });

  it('is limited per address', async () => {
    const limited = await startServer({ RATE_LIMIT_DISABLED: 'false', RATE_LIMIT_PER_MINUTE: '100' });
    try {
      const client = limited.client();
      const answers = await Promise.all(Array.from({ length: 25 }, () => readCoaCsv({ client, body: 'brandName\nA' })));
      expect(answers.filter(({ response }) => response?.status === 200)).toHaveLength(20);
      expect(answers.filter(({ response }) => response?.status === 429)).toHaveLength(5);
    } finally {
      await limited.stop();
    }
  });
});

const HEADER =
  'labReportId,brandName,productName,batchId,testDate,thcContent,cbdContent,status,panels.pesticides,panels.heavyMetals,panels.microbials,panels.residualSolvents,documentSha256';

/** A row of a lab's spreadsheet; pass only what the test is about. */
const aRow = (batch: string, { verdict = 'passed', report = `EA-${batch}`, document = '' } = {}) =>
  `${report},Juniper & Tide,Yuzu Seltzer 5 mg,${batch},2026-10-14,4.82,0,passed,${verdict},passed,passed,passed,${document}`;

const fileOf = (...rows: string[]) => [HEADER, ...rows].join('\r\n');

/** A batch that no other test uses. */
const aBatch = () => `CSV-${randomUUID()}`;

const check = async (body: string, { id } = lab.lab): Promise<LabCsvRowDto[]> =>
  (await checkLabCsv({ client: staff, path: { id }, body, throwOnError: true })).data;

const imported = async (body: string, { id } = lab.lab, client = staff): Promise<LineResultDto[]> =>
  (await importLabCsv({ client, path: { id }, body, throwOnError: true })).data;

const ofBatch = async (batchId: string, { client } = lab) =>
  (await listOwnCertificates({ client, query: { batchId }, throwOnError: true })).data;

const idOf = (result: LineResultDto | undefined) => ({ id: result?.id ?? '' });

const auditOf = async (query: object) => (await listAuditEntries({ client: staff, query, throwOnError: true })).data;

describe('a file that staff import for a lab', () => {
  it('is checked row by row, and nothing is stored', async () => {
    const [good, bad] = [aBatch(), aBatch()];
    const before = await stored(server);
    const rows = await check(fileOf(aRow(good), aRow(bad, { verdict: 'pass' }), `${aRow(bad)},more`));
    expect(rows).toEqual([
      {
        line: 2,
        labReportId: `EA-${good}`,
        batchId: good,
        errors: [],
        brandName: 'Juniper & Tide',
        productName: 'Yuzu Seltzer 5 mg',
      },
      {
        line: 3,
        labReportId: `EA-${bad}`,
        batchId: null,
        brandName: null,
        productName: null,
        errors: [
          expect.objectContaining({ field: 'panels.pesticides', message: expect.stringContaining('"passed"?') }),
        ],
      },
      {
        line: 4,
        labReportId: null,
        batchId: null,
        brandName: null,
        productName: null,
        errors: [expect.objectContaining({ field: '', message: 'This row has more cells than the header' })],
      },
    ]);
    expect(await stored(server)).toEqual(before);
  });

  it('waits for review as entered by staff, and the audit log names who imported it', async () => {
    const [batch, bad] = [aBatch(), aBatch()];
    const results = await imported(fileOf(aRow(batch), aRow(bad, { verdict: 'pass' })));
    expect(results).toMatchObject([
      { line: 2, outcome: 'waiting', reference: expect.stringMatching(/^CB-/), errors: [] },
      { line: 3, outcome: 'refused', id: null, labReportId: `EA-${bad}`, code: 'invalid-input' },
    ]);
    const { data } = await getSubmission({ client: staff, path: idOf(results[0]), throwOnError: true });
    expect(data).toMatchObject({ source: 'staff', submissionStatus: 'pending', labName: 'Example Analytical' });
    expect(data.provenance.map(({ origin }) => origin)).toEqual(data.provenance.map(() => 'staff'));
    const [entry] = await auditOf({ subject: `lab:${lab.lab.id}`, action: 'lab.csv-imported' });
    expect(entry).toMatchObject({ actorName: 'robin', after: { rows: 2, waiting: 1, refused: 1 } });
    const { data: history } = await getSubmissionHistory({ client: staff, path: idOf(results[0]), throwOnError: true });
    expect(history).toMatchObject([{ type: 'received', by: 'robin', role: 'staff' }]);
    const query = { source: 'staff', search: batch } as const;
    expect((await listSubmissions({ client: staff, query, throwOnError: true })).data).toHaveLength(1);
  });

  it('belongs to that lab alone, which sees the certificates and the file', async () => {
    const batch = aBatch();
    const [result] = await imported(fileOf(aRow(batch)));
    expect(await ofBatch(batch)).toMatchObject([{ id: result?.id, standing: 'pending' }]);
    expect(await ofBatch(batch, trusted)).toEqual([]);
    const [job] = (await listBulkJobs({ client: lab.client, throwOnError: true })).data;
    expect(job).toMatchObject({
      state: 'completed',
      lines: 2,
      waiting: 1,
      idempotencyKey: expect.stringMatching(/^staff·/),
    });
    const path = { id: trusted.lab.id };
    const { data } = await listLabCertificates({ client: staff, path, query: { search: batch }, throwOnError: true });
    expect(data).toEqual([]);
  });

  it('is never published without a reviewer, not even after the trusted lab corrects it', async () => {
    const batch = aBatch();
    const [result] = await imported(fileOf(aRow(batch)), trusted.lab);
    expect(result).toMatchObject({ outcome: 'waiting' });
    const body = { ...aReport({ batchId: batch, labReportId: `EA-${batch}` }), thcContent: 4.9 };
    const headers = { 'if-match': '*' } as never;
    const call = { client: trusted.client, path: idOf(result), body, headers, throwOnError: true } as const;
    expect((await correctCertificate(call)).data).toMatchObject({ standing: 'pending', thcContent: 4.9 });
    const { data } = await getSubmission({ client: staff, path: idOf(result), throwOnError: true });
    const approval = { ...PASSED, overrideReason: 'Compared with the report.', version: data.version };
    await approveSubmission({ client: staff, path: idOf(result), body: approval, throwOnError: true });
    expect(await ofBatch(batch, trusted)).toMatchObject([{ standing: 'approved' }]);
  });

  it('makes no duplicates: not again, not at the same time, and not in another file', async () => {
    const [one, other] = [aBatch(), aBatch()];
    const file = fileOf(aRow(one), aRow(one));
    const answers = await Promise.all([imported(file), imported(file), imported(file)]);
    expect(answers[0]).toMatchObject([
      { line: 2, outcome: 'waiting' },
      { line: 3, outcome: 'refused', code: 'duplicate-batch' },
    ]);
    expect(answers[0]?.[1]?.errors[0]?.message).toContain('is already in row 2');
    expect([answers[1], answers[2]]).toEqual([answers[0], answers[0]]);
    expect(await imported(file)).toEqual(answers[0]);
    expect(await ofBatch(one)).toHaveLength(1);
    const jobs = await sql(
      server,
      `SELECT 1 FROM audit_log WHERE action = 'lab.csv-imported' AND "after"->>'bulkJob' IN
      (SELECT id::text FROM bulk_jobs WHERE "idempotencyKey" LIKE 'staff·%' AND refused = 1 AND waiting = 1 AND lines = 3)`,
    );
    expect(jobs.length).toBeGreaterThan(0);

    const more = fileOf(aRow(one, { report: `ea-${one.toLowerCase()}` }), aRow(other));
    const reference = answers[0]?.[0]?.reference;
    expect((await check(more)).map(({ errors }) => errors.map(({ message }) => message))).toEqual([
      [expect.stringContaining(`is already waiting for review as ${reference}`)],
      [],
    ]);
    expect(await imported(more)).toMatchObject([{ outcome: 'refused' }, { outcome: 'waiting' }]);
    expect(await ofBatch(one)).toHaveLength(1);
    // The same file of another lab is that lab's.
    expect(await imported(file, trusted.lab)).toMatchObject([{ outcome: 'waiting' }, { outcome: 'refused' }]);
  });

  it('refuses a report that is published, and takes one again that was sent back', async () => {
    const [published, sentBack] = [aBatch(), aBatch()];
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = aReport({ batchId: published, labReportId: `EA-${published}` });
    await createCertificate({ client: trusted.client, body, headers, throwOnError: true });
    const [first] = await imported(fileOf(aRow(sentBack)), trusted.lab);
    const { data } = await getSubmission({ client: staff, path: idOf(first), throwOnError: true });
    const comments = [{ code: 'batch-mismatch', weight: 'major' }] as never;
    await requestChanges({
      client: staff,
      path: idOf(first),
      body: { version: data.version, comments },
      throwOnError: true,
    });
    const rows = await check(fileOf(aRow(published), aRow(sentBack)), trusted.lab);
    expect(rows.map(({ errors }) => errors.map(({ message }) => message))).toEqual([
      [expect.stringContaining('is already published')],
      [],
    ]);
  });

  it('is stored whole or not at all', async () => {
    const batch = aBatch();
    const file = fileOf(aRow(batch), aRow(aBatch()));
    await sql(server, `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`);
    await sql(server, `CREATE TRIGGER refuse BEFORE INSERT ON bulk_portions EXECUTE FUNCTION refuse()`);
    const path = { id: lab.lab.id };
    expect((await importLabCsv({ client: staff, path, body: file })).response?.status).toBe(500);
    await sql(server, 'DROP FUNCTION refuse CASCADE');
    expect(await ofBatch(batch)).toEqual([]);
    expect(await imported(file)).toMatchObject([{ outcome: 'waiting' }, { outcome: 'waiting' }]);
    expect(await ofBatch(batch)).toHaveLength(1);
  });

  it('that is another table is refused with a sentence', async () => {
    const call = { client: staff, path: { id: lab.lab.id }, body: OTHER_TABLE };
    expectProblem(await checkLabCsv(call), 422, UNREADABLE);
    expectProblem(await importLabCsv(call), 422, UNREADABLE);
  });

  it('needs staff, a known lab, and one that is not suspended', async () => {
    const suspended = await aLab(server, staff);
    const { data } = await getLab({ client: staff, path: { id: suspended.lab.id }, throwOnError: true });
    const suspension = { suspended: true, reason: 'As agreed', version: data.version };
    await changeLabSuspension({ client: staff, path: { id: data.id }, body: suspension, throwOnError: true });
    const before = await stored(server);
    const body = fileOf(aRow(aBatch()));
    for (const call of [checkLabCsv, importLabCsv]) {
      const path = { id: lab.lab.id };
      expectProblem(await call({ client: lab.client, path, body }), 401, { type: '/problems/not-signed-in' });
      for (const id of [UNKNOWN_ID, 'none']) {
        expectProblem(await call({ client: staff, path: { id }, body }), 404, { type: '/problems/lab-not-found' });
      }
      const detail = 'This lab is suspended. Resume its access before you import for it.';
      const refused = await call({ client: staff, path: { id: data.id }, body });
      expectProblem(refused, 403, { type: '/problems/lab-suspended', detail });
    }
    expect(await stored(server)).toEqual(before);
  });

  it('can not be taken for one of the lab by its key', async () => {
    const file = fileOf(aRow(aBatch()));
    await imported(file);
    const [job] = (await listBulkJobs({ client: lab.client, throwOnError: true })).data;
    const headers = { ...lab.headers, 'content-type': 'text/csv', 'idempotency-key': job?.idempotencyKey ?? '' };
    // Latin-1 is how bytes of a header that are not ASCII arrive.
    const response = await fetch(`${server.url}/api/partner/bulk-jobs`, { method: 'POST', headers, body: file });
    expect(response.status).toBe(400);
  });
});
