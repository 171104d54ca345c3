import { request } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  changeLabTrust,
  getBulkJob,
  listBulkJobs,
  listLineResults,
  listOwnCertificates,
  listSubmissions,
  revokeLabKey,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { BulkJobDto, LineResultDto } from '../../../frontend/src/api/generated/types.gen.js';
import { zBulkJobDto, zListLineResultsResponse } from '../../../frontend/src/api/generated/zod.gen.js';
import { serverOfThisFile, startServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import {
  aLab,
  aReport,
  type LabClient,
  type LabWithKey,
  PASSED,
  published,
  signInAsStaff,
  sql,
  stored,
} from './api-helpers.js';
import { expectProblem, expectProblemOf } from './problem.js';

const server = serverOfThisFile();
let staff: Client;
let lab: LabClient;
beforeAll(async () => {
  staff = await signInAsStaff(server, 'robin');
  lab = await aLab(server, staff, { name: 'Example Analytical' });
});

let named = 0;
const newKey = () => {
  named += 1;
  return `file-${named}`;
};

/** A line; pass only the fields that the test is about. */
const aLine = (batchId: string, differing: object = {}): string =>
  JSON.stringify({ ...aReport({ batchId, labReportId: `EA-${batchId}` }), ...differing });

const aFile = (count: number, name: string) => Array.from({ length: count }, (_, i) => aLine(`${name}-${i + 1}`));

interface Sending {
  readonly key?: string;
  readonly by?: LabWithKey;
  readonly type?: string;
}

const send = (
  lines: readonly string[] | Readable,
  { key = newKey(), by = lab, type = 'application/x-ndjson' }: Sending = {},
) =>
  fetch(`${server.url}/api/partner/bulk-jobs`, {
    method: 'POST',
    headers: { ...by.headers, 'content-type': type, 'idempotency-key': key },
    body: lines instanceof Readable ? (Readable.toWeb(lines) as ReadableStream) : `${lines.join('\n')}\n`,
    ...(lines instanceof Readable ? { duplex: 'half' } : {}),
  } as RequestInit);

async function sent(lines: readonly string[] | Readable, sending?: Sending): Promise<BulkJobDto> {
  const response = await send(lines, sending);
  const job = await response.json();
  expect({ status: response.status, job }).toMatchObject({ status: 201 });
  return zBulkJobDto.parse(job);
}

const resultsOf = async ({ id }: BulkJobDto, by = lab): Promise<LineResultDto[]> => {
  const found: LineResultDto[] = [];
  for (let afterLine = 0; ; ) {
    const query = { afterLine, limit: 700 };
    const { data, response } = await listLineResults({ client: by.client, path: { id }, query, throwOnError: true });
    found.push(...zListLineResultsResponse.parse(data));
    if (!response.headers.has('link')) return found;
    afterLine = data.at(-1)?.line ?? 0;
  }
};

const batchesLike = async (name: string): Promise<string[]> =>
  (await sql<{ batchId: string }>(server, `SELECT "batchId" FROM coa_data WHERE "batchId" LIKE $1`, [`${name}-%`])).map(
    ({ batchId }) => batchId,
  );

/** Sends the start of a file, and drops the connection once the server has accepted that many lines. */
async function cutOff(lines: readonly string[], key: string, takenLines: number): Promise<void> {
  const upload = request(`${server.url}/api/partner/bulk-jobs`, {
    method: 'POST',
    headers: { ...lab.headers, 'content-type': 'application/x-ndjson', 'idempotency-key': key },
  });
  upload.on('error', () => {});
  upload.write(`${lines.join('\n')}\n{"brandName": "half a li`);
  await until('the lines are accepted', async () => (await jobOfKey(key))?.lines === takenLines);
  upload.destroy();
  await new Promise((resolve) => upload.once('close', resolve));
}

const jobOfKey = async (key: string): Promise<BulkJobDto | undefined> => {
  const { data } = await listBulkJobs({ client: lab.client, throwOnError: true });
  return data.find(({ idempotencyKey }) => idempotencyKey === key);
};

describe('a bulk file', () => {
  it('with a thousand errors in each line gets small results', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`${n}-${'x'.repeat(40)}`, 1]));
    const longName = { ['y'.repeat(100_000)]: 1 };
    const lines = Array.from({ length: 30 }, (_, n) => JSON.stringify(n % 2 === 0 ? unknown : longName));
    const results = await resultsOf(await sent(lines));
    expect(results.map(({ outcome, code }) => `${outcome}: ${code}`)).toEqual(Array(30).fill('refused: invalid-input'));
    for (const { errors } of results) expect(errors.length).toBeGreaterThan(0);
    expect(Buffer.byteLength(JSON.stringify(results))).toBeLessThan(30 * 8_000);
    const [{ bytes } = { bytes: 0 }] = await sql<{ bytes: number }>(
      server,
      'SELECT max(octet_length(results::text)) AS bytes FROM bulk_portions',
    );
    expect(bytes).toBeLessThan(30 * 8_000);
  });

  it('is processed line by line, each with its own result', async () => {
    await published(staff, server.client(), { batchId: 'TAKEN-1', labReportId: 'EA-TAKEN-1' });
    const job = await sent([
      aLine('MIX-1'),
      '',
      '{"brandName": "Juniper & Tide", ',
      aLine('MIX-2', { thcContent: 4.825, more: true }),
      aLine('mix-1'),
      aLine('TAKEN-1'),
      '   ',
      '[1, 2]',
      aLine('MIX-3', { productName: `${'x'.repeat(140_000)}` }),
      `${aLine('MIX-4')}\r`,
      aLine('MIX-5\\u0000').replaceAll('\\\\u', '\\u'),
    ]);
    expect(job).toMatchObject({ state: 'completed', lines: 11, published: 0, waiting: 3, refused: 6 });
    const results = await resultsOf(job);
    expect(results.map(({ line, outcome, code }) => `${line} ${outcome} ${code}`)).toEqual([
      '1 waiting null',
      '3 refused line-unreadable',
      '4 refused invalid-input',
      '5 waiting null',
      '6 refused duplicate-batch',
      '8 refused line-unreadable',
      '9 refused line-too-long',
      '10 waiting null',
      '11 refused invalid-input',
    ]);
    expect(results[2]?.errors).toMatchObject([
      { field: 'more', message: 'Unknown field "more"' },
      { field: 'thcContent', message: 'THC content can have at most two decimals' },
    ]);
    expect(results[0]).toMatchObject({ labReportId: 'EA-MIX-1', reference: expect.stringMatching(/^CB-/) });
    const refused = await listLineResults({ client: lab.client, path: { id: job.id }, query: { outcome: 'refused' } });
    expect(refused.data).toHaveLength(6);
    expect((await batchesLike('MIX')).toSorted()).toEqual(['MIX-1', 'MIX-4']);
  });

  it('is queued for review, marked as supplied by the lab', async () => {
    await sent([aLine('QUEUE-1')]);
    const { data } = await listSubmissions({ client: staff, query: { source: 'lab', search: 'QUEUE-1' } });
    expect(data).toMatchObject([
      {
        batchId: 'QUEUE-1',
        source: 'lab',
        labId: lab.lab.id,
        labName: 'Example Analytical',
        reported: { status: 'passed' },
      },
    ]);
  });

  it('of a trusted lab is published at once, except lines with automated errors', async () => {
    const trusted = await aLab(server, staff, { trusted: true });
    const job = await sent(
      [
        aLine('TRUST-1', { brandName: 'Bulk Brand' }),
        aLine('TRUST-2', { brandName: 'BULK  brand' }),
        aLine('TRUST-3', { testDate: '2099-01-01' }),
        aLine('TRUST-4', { panels: { ...PASSED.panels, pesticides: 'failed' } }),
      ],
      { by: trusted },
    );
    expect(job).toMatchObject({ published: 2, waiting: 1, refused: 1 });
    const rows = await sql(
      server,
      `SELECT "batchId", "submissionStatus", "brandName", "version" FROM coa_data WHERE "batchId" LIKE 'TRUST-%' ORDER BY 1`,
    );
    expect(rows).toEqual([
      { batchId: 'TRUST-1', submissionStatus: 'approved', brandName: 'Bulk Brand', version: 1 },
      { batchId: 'TRUST-2', submissionStatus: 'approved', brandName: 'Bulk Brand', version: 1 },
      { batchId: 'TRUST-3', submissionStatus: 'pending', brandName: 'Juniper & Tide', version: 1 },
    ]);
    const [entry] = await sql<{ after: { published: string[] } }>(
      server,
      `SELECT "after" FROM audit_log WHERE subject = $1`,
      [`bulk-job:${job.id}`],
    );
    expect(entry?.after).toMatchObject({ published: [expect.any(String), expect.any(String)], waiting: 1, refused: 1 });
  });

  it('publishes a report once, in whatever Unicode form its number is written', async () => {
    const trusted = await aLab(server, staff, { trusted: true });
    const forms = ['EA-2026-1', 'ＥＡ－２０２６－１', 'ea\u20112026 - 1'];
    for (const [n, labReportId] of forms.entries()) {
      const job = await sent([aLine('FORMS-1', { labReportId })], { by: trusted });
      expect({ labReportId, job }).toMatchObject({ job: { published: n === 0 ? 1 : 0, refused: n === 0 ? 0 : 1 } });
      const { data } = await listOwnCertificates({ client: trusted.client, query: { labReportId } });
      expect({ labReportId, found: data?.map((one) => one.labReportId) }).toEqual({
        labReportId,
        found: ['EA-2026-1'],
      });
    }
    const both = await sent(
      [aLine('FORMS-2', { labReportId: 'ＥＡ－２' }), aLine('FORMS-2', { labReportId: 'EA-2' })],
      { by: trusted },
    );
    expect(both).toMatchObject({ published: 1, refused: 1 });
  });

  it('counts every line, blank ones at its beginning and end included', async () => {
    const job = await sent(['', '\r', aLine('BLANK-1'), ' \t', aLine('BLANK-2'), '\r', '', '']);
    expect(job).toMatchObject({ lines: 8, published: 0, waiting: 2, refused: 0 });
    expect((await resultsOf(job)).map(({ line }) => line)).toEqual([3, 5]);
    const unended = await sent(Readable.from([`\n${aLine('BLANK-3')}\n\n  `]));
    expect(unended).toMatchObject({ lines: 4, waiting: 1 });
  });

  it('has the report number of every rejected line, if it can be parsed', async () => {
    await published(staff, server.client(), { batchId: 'NAMED-0', labReportId: 'EA-NAMED-0' });
    const job = await sent([
      aLine('NAMED-0'),
      aLine('NAMED-1', { thcContent: -1 }),
      aLine('NAMED-2', { status: 'passed', panels: { ...PASSED.panels, pesticides: 'failed' } }),
      aLine('NAMED-3', { labReportId: '  EA spaced ', more: 1 }),
      aLine('NAMED-4', { labReportId: 'x'.repeat(120) }),
      ...[7, null, ' ', undefined, ['EA']].map((labReportId) => aLine('NAMED-5', { labReportId })),
      aLine('NAMED-6').replace('EA-NAMED-6', 'EA\\u0000'),
      '{"labReportId":"EA-NAMED-7"',
    ]);
    expect(job).toMatchObject({ waiting: 0, refused: 12 });
    expect((await resultsOf(job)).map(({ labReportId }) => labReportId)).toEqual([
      ...['EA-NAMED-0', 'EA-NAMED-1', 'EA-NAMED-2', 'EA spaced', 'x'.repeat(100)],
      ...Array(7).fill(null),
    ]);
  });

  it('with blank lines only is rejected as a mistake, and stores nothing', async () => {
    const before = await stored(server);
    const key = newKey();
    await expectProblemOf(await send(['', '  ', '\r'], { key }), 400, {
      type: '/problems/bulk-file-empty',
      detail: 'This file has no lines in it. Send one certificate per line.',
    });
    expect(await stored(server)).toEqual(before);
    expect(await sent([aLine(`LATER-${key}`)], { key })).toMatchObject({ state: 'completed', waiting: 1 });
  });
});

describe('a repeated file', () => {
  it('gets the same results, marked as a replay', async () => {
    const [key, lines] = [newKey(), aFile(3, 'AGAIN')];
    const first = await sent(lines, { key });
    const before = await stored(server);
    const response = await send(lines, { key });
    expect(response.status).toBe(201);
    expect(response.headers.get('idempotent-replayed')).toBe('true');
    expect(await response.json()).toEqual(first);
    expect(await stored(server)).toEqual(before);
  });

  it('with another line, one more, or fewer is rejected and changes nothing', async () => {
    const [key, lines] = [newKey(), aFile(3, `SAME${named}`)];
    await sent(lines, { key });
    const before = await stored(server);
    for (const changed of [
      [...lines.slice(0, -1), aLine('OTHER-1')],
      [...lines, aLine('OTHER-2')],
      lines.slice(0, -1),
      lines.slice(0, 1),
    ]) {
      await expectProblemOf(await send(changed, { key }), 422, { type: '/problems/bulk-file-changed' });
    }
    expect(await stored(server)).toEqual(before);
  });

  it('resumes where the connection was dropped, and processes no line twice', async () => {
    const [key, lines] = [newKey(), aFile(2_600, 'CUT')];
    await cutOff(lines.slice(0, 2_300), key, 2_000);
    expect(await jobOfKey(key)).toMatchObject({ state: 'open', lines: 2_000, waiting: 2_000 });
    const job = await sent(lines, { key });
    expect(job).toMatchObject({ state: 'completed', lines: 2_600, waiting: 2_600, refused: 0 });
    const results = await resultsOf(job);
    expect(results.map(({ line }) => line)).toEqual(lines.map((_, i) => i + 1));
    expect(await batchesLike('CUT')).toHaveLength(2_600);
  });

  it('with a different start is rejected after a drop, and the original can still be sent', async () => {
    const [key, lines] = [newKey(), aFile(1_100, 'BEGIN')];
    await cutOff(lines, key, 1_000);
    const changed = lines.with(5, aLine('BEGIN-other'));
    await expectProblemOf(await send(changed, { key }), 422, { type: '/problems/bulk-file-changed' });
    expect(await sent(lines, { key })).toMatchObject({ state: 'completed', waiting: 1_100 });
  });

  it('resumes on another instance after the first one stopped', async () => {
    const [key, lines] = [newKey(), aFile(1_500, 'CRASH')];
    const doomed = await startServer({ DATABASE_URL: server.database.url });
    const upload = request(`${doomed.url}/api/partner/bulk-jobs`, {
      method: 'POST',
      headers: { ...lab.headers, 'content-type': 'application/x-ndjson', 'idempotency-key': key },
    });
    upload.on('error', () => {});
    upload.write(`${lines.slice(0, 1_200).join('\n')}\n`);
    await until('a batch is stored', async () => (await jobOfKey(key))?.lines === 1_000);
    upload.destroy();
    await doomed.stop();
    expect(await sent(lines, { key })).toMatchObject({ state: 'completed', lines: 1_500, waiting: 1_500 });
    expect(await batchesLike('CRASH')).toHaveLength(1_500);
  });

  it('sent twice concurrently is processed once', async () => {
    const [key, lines] = [newKey(), aFile(3_000, 'TWICE')];
    const answers = await Promise.all([send(lines, { key }), send(lines, { key }), send(lines, { key })]);
    for (const answer of answers) {
      if (answer.status === 201)
        expect(await answer.json()).toMatchObject({ lines: 3_000, waiting: 3_000, refused: 0 });
      else await expectProblemOf(answer, 409, { type: '/problems/bulk-in-flight' });
    }
    expect(await sent(lines, { key })).toMatchObject({ state: 'completed', waiting: 3_000 });
    expect(await batchesLike('TWICE')).toHaveLength(3_000);
    const chunks = await sql(
      server,
      `SELECT 1 FROM bulk_portions p JOIN bulk_jobs j ON j.id = p."jobId" WHERE j."idempotencyKey" = $1`,
      [key],
    );
    expect(chunks).toHaveLength(3);
  });
});

// `npm run bench ingest` sends 100,000.
it('10,000 lines with an invalid one in the middle all have results', async () => {
  const lines = function* () {
    for (let n = 1; n <= 10_000; n += 1) yield `${n === 5_000 ? '{"broken' : aLine(`MANY-${n}`)}\n`;
  };
  const job = await sent(Readable.from(lines()));
  expect(job).toMatchObject({ state: 'completed', lines: 10_000, waiting: 9_999, refused: 1 });
  const refused = await listLineResults({ client: lab.client, path: { id: job.id }, query: { outcome: 'refused' } });
  expect(refused.data).toMatchObject([{ line: 5_000, code: 'line-unreadable' }]);
  const [counted] = await sql(server, `SELECT count(*)::int AS n FROM coa_data WHERE "batchId" LIKE 'MANY-%'`);
  expect(counted).toEqual({ n: 9_999 });
});

/** Sends raw bytes as a compressed file. */
const sendPacked = (packed: Buffer, { key = newKey(), coding = 'gzip', by = lab } = {}) =>
  fetch(`${server.url}/api/partner/bulk-jobs`, {
    method: 'POST',
    headers: {
      ...by.headers,
      'content-type': 'application/x-ndjson',
      'content-encoding': coding,
      'idempotency-key': key,
    },
    body: new Uint8Array(packed),
  });

const fileOf = (lines: readonly string[]) => Buffer.from(`${lines.join('\n')}\n`);

describe('a compressed file', () => {
  it('is the same file as its plain form, and as one that was compressed in another way', async () => {
    const [key, lines] = [newKey(), aFile(1_200, 'PACKED')];
    const response = await sendPacked(gzipSync(fileOf(lines)), { key });
    const job = await response.json();
    expect({ status: response.status, job }).toMatchObject({ status: 201, job: { lines: 1_200, waiting: 1_200 } });
    for (const again of [
      await sendPacked(gzipSync(fileOf(lines), { level: 1 }), { key, coding: 'GZIP' }),
      await sendPacked(gzipSync(fileOf(lines)), { key, coding: 'x-gzip' }),
      await send(lines, { key }),
    ]) {
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await again.json()).toEqual(job);
    }
    const other = gzipSync(fileOf(lines.with(3, aLine('PACKED-other'))));
    await expectProblemOf(await sendPacked(other, { key }), 422, { type: '/problems/bulk-file-changed' });
  });

  it('that was truncated resumes after the last batch, compressed or not', async () => {
    const [key, lines] = [newKey(), aFile(2_300, 'TORN')];
    const packed = gzipSync(fileOf(lines));
    await expectProblemOf(await sendPacked(packed.subarray(0, -20), { key }), 400, {
      type: '/problems/bulk-file-damaged',
      detail:
        "We couldn't unpack this file. It is damaged or it ends too early. Compress it again and send it with the same Idempotency-Key.",
    });
    expect(await jobOfKey(key)).toMatchObject({ state: 'open', lines: 2_000, waiting: 2_000 });
    expect(await (await sendPacked(packed, { key })).json()).toMatchObject({ state: 'completed', waiting: 2_300 });
    expect(await batchesLike('TORN')).toHaveLength(2_300);
  });

  it('that is corrupt or empty stores nothing', async () => {
    const { data: before } = await listBulkJobs({ client: lab.client });
    const plain = await sendPacked(fileOf([aLine('PLAIN-1')]));
    await expectProblemOf(plain, 400, { type: '/problems/bulk-file-damaged' });
    await expectProblemOf(await sendPacked(gzipSync('\n\n')), 400, { type: '/problems/bulk-file-empty' });
    expect((await listBulkJobs({ client: lab.client })).data).toEqual(before);
    expect(await batchesLike('PLAIN')).toEqual([]);
  });

  it('with another encoding is rejected, and the response names the right one', async () => {
    for (const coding of ['br', 'deflate', 'zstd', 'gzip, gzip', 'nonsense']) {
      const response = await sendPacked(gzipSync(fileOf([aLine('CODED-1')])), { coding });
      expect(response.headers.get('accept-encoding')).toBe('gzip');
      expect(response.headers.get('accept-post')).toBeNull();
      await expectProblemOf(response, 415, {
        type: '/problems/unsupported-media-type',
        detail: 'Compress the file with gzip and nothing else, or send it uncompressed.',
      });
    }
    expect(await batchesLike('CODED')).toEqual([]);
  });

  it('is only accepted by this operation', async () => {
    const response = await fetch(`${server.url}/api/partner/certificates`, {
      method: 'POST',
      headers: {
        ...lab.headers,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'idempotency-key': 'g',
      },
      body: new Uint8Array(gzipSync(aLine('ALONE-1'))),
    });
    expect(response.headers.get('accept-encoding')).toBe('identity');
    await expectProblemOf(response, 415, {
      detail: 'Send the body as application/json, uncompressed.',
      type: '/problems/unsupported-media-type',
    });
  });

  it('with too many lines is rejected after counting them', async () => {
    const response = await sendPacked(gzipSync(`{}${'\n'.repeat(100_001)}`));
    await expectProblemOf(response, 413, {
      type: '/problems/bulk-file-too-large',
      detail:
        'A compressed file can have at most 100,000 lines. Split the file, or send it uncompressed. We kept the lines we already took.',
    });
  });
});

describe('an invalid request', () => {
  it('with another content type is rejected, and the response names the right one', async () => {
    for (const type of [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonl',
      '',
    ]) {
      const response = await send([aLine('TYPE-1'), aLine('TYPE-2')], { type });
      expect(response.headers.get('accept-post')).toBe('application/x-ndjson, text/csv');
      expect(response.headers.get('accept-encoding')).toBeNull();
      await expectProblemOf(response, 415, {
        type: '/problems/unsupported-media-type',
        detail:
          'Send the file as application/x-ndjson, one JSON object per line, or as text/csv. You can compress it with gzip.',
      });
    }
  });

  it('with NDJSON is rejected by other operations', async () => {
    const response = await fetch(`${server.url}/api/coa/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: '{}\n',
    });
    await expectProblemOf(response, 415, { type: '/problems/unsupported-media-type' });
  });

  it('without an idempotency key is rejected', async () => {
    const response = await fetch(`${server.url}/api/partner/bulk-jobs`, {
      method: 'POST',
      headers: { ...lab.headers, 'content-type': 'application/x-ndjson' },
      body: aLine('KEYLESS-1'),
    });
    await expectProblemOf(response, 400, { type: '/problems/idempotency-key-missing' });
    expect(await batchesLike('KEYLESS')).toEqual([]);
  });
});

it.each<[string, (by: LabClient) => Promise<unknown>, number, object]>([
  [
    'ends when its key is revoked',
    ({ lab: { id }, issued }) => revokeLabKey({ client: staff, path: { id, keyId: issued.id }, throwOnError: true }),
    401,
    { type: '/problems/key-revoked' },
  ],
  [
    'is no longer published when its lab loses trust',
    ({ lab: { id } }) =>
      changeLabTrust({
        client: staff,
        path: { id },
        body: { trusted: false, reason: 'Two wrong reports', version: 2 },
        throwOnError: true,
      }),
    201,
    { published: 2_000, waiting: 100 },
  ],
])('a bulk file %s', async (_, decide, status, answer) => {
  const trusted = await aLab(server, staff, { trusted: true });
  const lines = aFile(2_100, `HALF${status}`);
  const [file, key] = [new PassThrough(), newKey()];
  const sending = send(file, { by: trusted, key });
  file.write(`${lines.slice(0, 1_000).join('\n')}\n`);
  const taken = () => sql(server, 'SELECT 1 FROM bulk_jobs WHERE "idempotencyKey" = $1 AND "lines" = 1000', [key]);
  await until('a batch is stored', async () => (await taken()).length === 1);
  await decide(trusted);
  file.end(`${lines.slice(1_000).join('\n')}\n`);
  const response = await sending;
  expect({ status: response.status, answer: await response.json() }).toMatchObject({ status, answer });
});

it('a read-only key cannot send a file, and another lab cannot see the job', async () => {
  const reader = await aLab(server, staff, { scopes: ['certificates:read'] });
  await expectProblemOf(await send([aLine('SCOPE-1')], { by: reader }), 403, { type: '/problems/scope-missing' });
  const { id } = await sent([aLine('OWN-1')]);
  expectProblem(await getBulkJob({ client: reader.client, path: { id } }), 404, {
    type: '/problems/bulk-job-not-found',
  });
  expectProblem(await listLineResults({ client: reader.client, path: { id } }), 404, {
    type: '/problems/bulk-job-not-found',
  });
  expectProblem(await getBulkJob({ client: lab.client, path: { id: 'x' } }), 404, {
    type: '/problems/bulk-job-not-found',
  });
  expect((await listBulkJobs({ client: reader.client })).data).toEqual([]);
});
