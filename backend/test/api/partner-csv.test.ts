import { randomUUID } from 'node:crypto';
import { listLineResults, listOwnCertificates } from '../../../frontend/src/api/generated/sdk.gen.js';
import type { BulkJobDto, LineResultDto } from '../../../frontend/src/api/generated/types.gen.js';
import { serverOfThisFile } from '../support/test-server.js';
import { clientsOfThisFile } from './api-helpers.js';
import { expectProblemOf } from './problem.js';

const server = serverOfThisFile();
const { lab } = clientsOfThisFile(server);

const send = (body: string | Buffer, { type = 'text/csv', key = randomUUID() as string } = {}) =>
  fetch(`${server.url}/api/partner/bulk-jobs`, {
    method: 'POST',
    headers: { ...lab.headers, 'content-type': type, 'idempotency-key': key },
    body: new Uint8Array(Buffer.from(body)),
  });

async function sent(body: string | Buffer, sending = {}): Promise<{ job: BulkJobDto; results: LineResultDto[] }> {
  const response = await send(body, sending);
  const job = (await response.json()) as BulkJobDto;
  expect({ status: response.status, job }).toMatchObject({ status: 201 });
  const { data } = await listLineResults({ client: lab.client, path: { id: job.id }, throwOnError: true });
  return { job, results: data };
}

const HEADER = [
  'labReportId,brandName,productName,batchId,testDate,thcContent,cbdContent,status',
  'panels.pesticides,panels.heavyMetals,panels.microbials,panels.residualSolvents',
  'sample.containerVolume.amount,sample.containerVolume.unit,notes',
].join();

/** A row under the header; pass only the cells that the test is about. */
const aRow = (batch: string, { name = 'Yuzu Seltzer 5 mg', thc = '4.82', verdict = 'passed', notes = '' } = {}) =>
  `EA-${batch},Juniper & Tide,${name},${batch},2026-10-14,${thc},0,passed,${verdict},passed,passed,not_tested,355,mL,${notes}`;

const ofBatch = async (batchId: string) => {
  const { data } = await listOwnCertificates({ client: lab.client, query: { batchId }, throwOnError: true });
  return data;
};

describe('a CSV file', () => {
  it('is taken row by row, with the figures as they are printed', async () => {
    const { job, results } = await sent(`${HEADER}\n${aRow('CSV-1')}\n${aRow('CSV-2')}\n`);
    expect(job).toMatchObject({ state: 'completed', lines: 3, waiting: 2, refused: 0 });
    expect(results.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'waiting'],
      [3, 'waiting'],
    ]);
    expect(await ofBatch('CSV-1')).toMatchObject([
      {
        labReportId: 'EA-CSV-1',
        thcContent: 4.82,
        reported: { status: 'passed', panels: { residualSolvents: 'not_tested' } },
        sample: { containerVolume: { amount: '355', unit: 'mL' } },
        notes: null,
      },
    ]);
  });

  it('as a spreadsheet writes it: with a byte order mark, CRLF, quotes, line breaks in cells and empty rows', async () => {
    const rows = [
      HEADER,
      aRow('CSV-3', { name: '"Yuzu, ""extra"" 5 mg"', notes: '"First line\r\nsecond, line"' }),
      ',,,,,,,,,,,,,,',
      aRow('CSV-4'),
    ];
    const { job, results } = await sent(`\ufeff${rows.join('\r\n')}`);
    expect(job).toMatchObject({ lines: 4, waiting: 2, refused: 0 });
    expect(results.map(({ line }) => line)).toEqual([2, 4]);
    expect(await ofBatch('CSV-3')).toMatchObject([
      { productName: 'Yuzu, "extra" 5 mg', notes: 'First line\nsecond, line' },
    ]);
  });

  it('gets the answers that JSON lines get', async () => {
    const { results } = await sent(
      [
        HEADER.replace('notes', 'nots'),
        aRow('CSV-5', { verdict: 'pass' }),
        aRow('CSV-6', { thc: '4.825' }),
        aRow('CSV-7', { thc: '4,82' }),
        aRow('CSV-8', { thc: '' }),
        aRow('CSV-9', { notes: 'x' }),
        `${aRow('CSV-10')},more`,
        aRow('CSV-11', { name: '"open' }),
      ].join('\n'),
    );
    expect(results.map(({ line, code, errors }) => [line, code, errors[0]?.pointer, errors[0]?.message])).toEqual([
      [2, 'invalid-input', '/panels/pesticides', expect.stringContaining('Did you mean "passed"?')],
      [3, 'invalid-input', '/thcContent', 'THC content can have at most two decimals'],
      [4, 'line-unreadable', '', 'This row has more cells than the header'],
      [5, 'invalid-input', '/thcContent', 'THC content must be a number from 0 to 1000 mg'],
      [6, 'invalid-input', '/nots', 'Unknown field "nots". Did you mean "notes"?'],
      [7, 'line-unreadable', '', 'This row has more cells than the header'],
      [8, 'line-unreadable', '', 'The quotation marks of this row do not pair'],
    ]);
    expect(results[1]?.labReportId).toBe('EA-CSV-6');
  });

  it('whose header can not be used says so for each row', async () => {
    const twice = await sent(`${HEADER},notes\n${aRow('CSV-12')}\n`);
    expect(twice.results).toMatchObject([{ line: 1 }, { line: 2 }].map((one) => ({ ...one, code: 'line-unreadable' })));
    expect(twice.results[1]?.errors[0]?.message).toBe('The header names a column twice');
    const { results } = await sent(`__proto__,constructor,panels\nx,y,z\n`);
    expect(results).toMatchObject([{ line: 2, code: 'invalid-input' }]);
    const wide = await sent(`${HEADER},,,\n${aRow('CSV-16')},,,\n`);
    expect(wide.job).toMatchObject({ waiting: 1, refused: 0 });
  });

  it('keeps what looks like a formula as text', async () => {
    const name = '=HYPERLINK(""https://evil.example"") 5 mg';
    await sent(`${HEADER}\n${aRow('CSV-13', { name: `"${name}"` })}`);
    expect(await ofBatch('CSV-13')).toMatchObject([{ productName: name.replaceAll('""', '"') }]);
  });

  it('with bytes that are no UTF-8 refuses that row alone', async () => {
    const latin = Buffer.from(`${aRow('CSV-14', { name: 'Caf\u00e9 5 mg' })}\n`, 'latin1');
    const file = Buffer.concat([Buffer.from(`${HEADER}\n`), latin, Buffer.from(aRow('CSV-15'))]);
    const { job, results } = await sent(file);
    expect(job).toMatchObject({ waiting: 1, refused: 1 });
    expect(results[0]?.errors[0]?.message).toBe('This row is not in UTF-8');
  });

  it('goes on after the rows that were taken, and is the same file under the same key', async () => {
    const key = randomUUID();
    const file = [HEADER, ...Array.from({ length: 1_500 }, (_, n) => aRow(`CSV-LONG-${n}`))].join('\n');
    const { job } = await sent(file, { key });
    expect(job).toMatchObject({ lines: 1_501, waiting: 1_500 });
    const again = await send(file, { key });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    await expectProblemOf(await send(file.replace('LONG-7', 'LONG-X'), { key }), 422, {
      type: '/problems/bulk-file-changed',
    });
  });

  it('begins as the template', async () => {
    const response = await fetch(`${server.url}/api/docs/certificates.csv`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="certificates.csv"');
    const template = await response.text();
    expect(template.split('\r\n')[0]?.split(',')).toEqual(expect.arrayContaining(HEADER.split(',')));
    const { job } = await sent(template);
    expect(job).toMatchObject({ lines: 2, waiting: 1, refused: 0 });
  });
});
