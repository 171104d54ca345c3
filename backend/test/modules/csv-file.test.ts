import 'reflect-metadata';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { FORM_CSV, LAB_CSV, readCsvFile } from '../../src/modules/coa-registry/submission/http/csv-file.js';

const read = (file: string | Buffer, limits = FORM_CSV) => {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  return readCsvFile({ body: Readable.from([bytes]) } as unknown as FastifyRequest, limits);
};

const unreadable = (detail: RegExp) => ({ code: 'csv-unreadable', message: expect.stringMatching(detail) });

it.each<[what: string, file: string | Buffer, detail: RegExp]>([
  ['nothing', '', /is empty/],
  ['blank lines', '\r\n\r\n', /is empty/],
  ['a workbook', 'PK\u0003\u0004\u0014', /not a CSV file.*CSV UTF-8/],
  ['a PDF', '%PDF-1.7', /not a CSV file/],
  ['UTF-16', Buffer.from('\ufeffbrandName,batchId\nA,B', 'utf16le'), /not in UTF-8/],
  ['Windows-1252', Buffer.from('brandName,batchId\nCaf\u00e9,B', 'latin1'), /not in UTF-8/],
  ['semicolons', 'brandName;batchId\nA;B', /not separated by commas/],
  ['quoted semicolons', '"brandName";"batchId"\n"A";"B"', /not separated by commas/],
  ['tabs', 'brandName\tbatchId\nA\tB', /not separated by commas/],
  ['another table', 'first name,last name\nA,B', /none of the column names/],
  ['a column twice', 'brandName,brandName\nA,B', /names a column twice. Copy/],
  ['quotes that do not pair', 'brandName,"batchId\nA,B', /quotation marks of the header do not pair/],
  ['no rows', 'brandName,batchId\n,\n', /no rows under the column names/],
  ['too many columns', `brandName,${Array.from({ length: 100 }, (_, n) => `c${n}`)}\nA`, /more than 100 columns/],
  ['a header of 10 kB', `brandName,${'c'.repeat(10_000)}\nA`, /more than 100 columns/],
])('a file that is %s is refused with a sentence', async (_, file, detail) => {
  await expect(read(file)).rejects.toMatchObject(unreadable(detail));
});

it.each([
  [
    '51 rows',
    FORM_CSV,
    `brandName\n${'A\n'.repeat(51)}`,
    /^The file has more than 50 rows. Split it into smaller files.$/,
  ],
  ['blank lines', FORM_CSV, `brandName\nA${'\n'.repeat(1_500)}`, /^The file has more than 50 rows/],
  [
    '65 kB',
    FORM_CSV,
    `brandName\n${'A'.repeat(65 * 1024)}`,
    /^The file is larger than 64 kB. Split it into smaller files.$/,
  ],
  ['2,001 rows of a lab', LAB_CSV, `brandName\n${'A\n'.repeat(2_001)}`, /^The file has more than 2,000 rows/],
  ['more than 1 MB of a lab', LAB_CSV, `brandName\n${'A'.repeat(1024 * 1024)}`, /^The file is larger than 1,024 kB/],
])('a file of %s is too large', async (_, limits, file, detail) => {
  await expect(read(file, limits)).rejects.toMatchObject(unreadable(detail));
});

it.each([
  ['a form', FORM_CSV, 50],
  ['a lab', LAB_CSV, 2_000],
])('the file of %s may have as many rows as the limit says', async (_, limits, rows) => {
  expect((await read(`brandName\n${'A\n'.repeat(rows)}`, limits)).rows).toHaveLength(rows);
});
