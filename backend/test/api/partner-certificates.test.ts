import { randomUUID } from 'node:crypto';
import pg from 'pg';
import {
  amendOwnCertificate,
  approveSubmission,
  correctCertificate,
  createCertificate,
  createWebhookEndpoint,
  getCertificate,
  getCoa,
  getOwnCertificate,
  getSubmission,
  listOwnCertificates,
  rejectSubmission,
  requestChanges,
  validateCertificate,
  withdrawOwnCertificate,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { OwnCertificateDto, PartnerCertificateDto } from '../../../frontend/src/api/generated/types.gen.js';
import {
  zCertificateCheckDto,
  zListOwnCertificatesResponse,
  zOwnCertificateDto,
} from '../../../frontend/src/api/generated/zod.gen.js';
import { serverOfThisFile } from '../support/test-server.js';
import {
  aLab,
  approve,
  aReport,
  clientsOfThisFile,
  type LabClient,
  PASSED,
  pageAt,
  resolveAllComments,
  sql,
  stored,
  UNKNOWN_ID,
} from './api-helpers.js';
import { bodySchema, type Call, callsOf, exampleOf, readDocument, type Schema } from './document.js';
import { expectProblem, expectProblemOf, wrong } from './problem.js';

const server = serverOfThisFile();
const { visitor, staff, lab, trusted } = clientsOfThisFile(server);

const once = () => ({ 'Idempotency-Key': randomUUID() });

const create = ({ client }: LabClient, differing: Partial<PartnerCertificateDto> = {}) =>
  createCertificate({ client, headers: once(), body: aReport(differing) });

async function created(by: LabClient, differing: Partial<PartnerCertificateDto> = {}): Promise<OwnCertificateDto> {
  const { data, error } = await create(by, differing);
  if (!data) throw new Error(JSON.stringify(error));
  return data;
}

const read = ({ client }: LabClient, id: string, headers = {}) => getOwnCertificate({ client, path: { id }, headers });

const correct = ({ client }: LabClient, id: string, ifMatch: string, differing: Partial<PartnerCertificateDto> = {}) =>
  correctCertificate({ client, path: { id }, headers: { 'If-Match': ifMatch }, body: aReport(differing) });

const REASON = 'The container size was wrong.';

const amend = (
  { client }: LabClient,
  id: string,
  ifMatch: string,
  differing: Partial<PartnerCertificateDto> = {},
  headers = once(),
) =>
  amendOwnCertificate({
    client,
    path: { id },
    headers: { ...headers, 'If-Match': ifMatch },
    body: { ...aReport(differing), reason: REASON },
  });

const withdraw = ({ client }: LabClient, id: string, ifMatch: string, reason = 'The sample was mixed up.') =>
  withdrawOwnCertificate({ client, path: { id }, headers: { 'If-Match': ifMatch }, body: { reason } });

async function sentBack({ id, version }: OwnCertificateDto): Promise<void> {
  const comments = [{ code: 'batch-mismatch' as const, weight: 'major' as const, text: 'It says C9031.' }];
  await requestChanges({ client: staff, path: { id }, body: { version, comments }, throwOnError: true });
}

describe('creating a certificate', () => {
  it("stores it for review as the lab's claim, and returns its location", async () => {
    const body = aReport({
      website: 'https://juniper-tide.example',
      notes: 'Second run.',
      coaFileUrl: 'https://lab.example/C9030.pdf',
      analytes: [{ panel: 'heavyMetals', name: 'Lead', valueText: '<LOQ', unit: 'µg/g', loq: 0.005 }],
    });
    const { data, response } = await createCertificate({ client: lab.client, headers: once(), body });
    expect(response?.status).toBe(201);
    expect(zOwnCertificateDto.parse(data)).toEqual(data);
    const { status, panels, analytes: _, ...said } = body;
    expect(data).toMatchObject({
      ...said,
      standing: 'pending',
      version: 1,
      labName: 'Example Analytical',
      status: 'pending',
      panels: { pesticides: 'pending' },
      reported: { status, panels },
      analytes: [{ name: 'Lead', valueText: '<LOQ', value: null, unit: 'µg/g', lod: null, loq: 0.005, limit: null }],
      comments: [],
      reviewedAt: null,
      links: { selfPath: `/api/partner/certificates/${data?.id}`, certificatePath: null, coaPath: null },
    });
    expect(data?.dueDate).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(response?.headers.get('location')).toBe(data?.links.selfPath);
    expect(response?.headers.get('etag')).toBe('"v1"');
    expect((await read(lab, data?.id ?? '')).data).toEqual(data);

    const { data: queued } = await getSubmission({ client: staff, path: { id: data?.id ?? '' }, throwOnError: true });
    expect(queued).toMatchObject({
      source: 'lab',
      labId: lab.lab.id,
      labReportId: body.labReportId,
      reported: { status, panels },
      contactName: null,
      contactEmail: null,
    });
    expect((await getCoa({ client: visitor, path: { batchId: body.batchId } })).response?.status).toBe(404);
  });

  it('accepts the example in its documentation', async () => {
    const document = readDocument();
    const call = callsOf(document).find(({ operation }) => operation.operationId === 'createCertificate') as Call;
    const body = exampleOf(document, bodySchema(document, call) as Schema) as PartnerCertificateDto;
    const { data } = await createCertificate({ client: lab.client, headers: once(), body });
    expect(data).toMatchObject({ labReportId: 'EA-2026-01187', batchId: '#C9030', findings: [] });
  });

  it('publishes it at once for a trusted lab, with its claims, and logs the key', async () => {
    const panels = { ...PASSED.panels, residualSolvents: 'not_tested' as const };
    const { data, response } = await create(trusted, { panels });
    expect(response?.status).toBe(201);
    expect(response?.headers.get('etag')).toBe('"v2"');
    expect(data).toMatchObject({ standing: 'approved', version: 2, status: 'passed', panels });
    const { id = '', reference, batchId = '', labReportId, links } = data ?? {};
    expect(links).toEqual({
      selfPath: `/api/partner/certificates/${id}`,
      certificatePath: `/api/certificates/${reference}`,
      coaPath: `/brands/Juniper%20%26%20Tide/coa/${encodeURIComponent(batchId)}`,
    });
    const { data: publicly } = await getCoa({ client: visitor, path: { batchId }, throwOnError: true });
    expect(publicly).toMatchObject({
      reference,
      source: 'lab',
      labReportId,
      status: 'passed',
      testResults: { panels },
    });
    expect((await fetch(server.url + links?.certificatePath)).status).toBe(200);
    const entries = await sql(server, `SELECT action, "actorId", "actorName" FROM audit_log WHERE subject = $1`, [
      `certificate:${id}`,
    ]);
    const actor = { actorId: `lab:${trusted.lab.id}`, actorName: 'Third Bench' };
    expect(entries).toEqual([{ action: 'submission.approved', ...actor }]);
  });

  it('publishes a failed one of a trusted lab as failed', async () => {
    const panels = { ...PASSED.panels, heavyMetals: 'failed' as const };
    const { standing, status, batchId } = await created(trusted, { status: 'failed', panels });
    expect({ standing, status }).toEqual({ standing: 'approved', status: 'failed' });
    expect((await getCoa({ client: visitor, path: { batchId } })).data).toMatchObject({ testResults: { panels } });
  });

  it('rejects "passed" with a panel that is pending, for any lab', async () => {
    const message = 'While this panel is pending, the status must be pending';
    for (const by of [lab, trusted]) {
      const answer = await create(by, { panels: { ...PASSED.panels, microbials: 'pending' } });
      expectProblem(answer, 400, wrong('panels.microbials', message));
    }
  });

  const analyte = (differing: object) => ({
    analytes: [{ panel: 'other', name: 'Lead', valueText: '1', ...differing }],
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    [
      'a long report number',
      { labReportId: 'x'.repeat(101) },
      'labReportId',
      'Report number can be at most 100 characters',
    ],
    ['the year 0', { testDate: '0000-01-01' }, 'testDate', 'Test date must be a date in the form YYYY-MM-DD'],
    [
      'another status',
      { status: 'Passed' },
      'status',
      'status must be one of passed, failed, pending. Did you mean "passed"?',
    ],
    ['lists of lists', { analytes: [[]] }, 'analytes', 'Each analyte must be an object'],
    ['too many lines', { analytes: Array(501).fill(analyte({}).analytes[0]) }, 'analytes', 'Send at most 500 analytes'],
    ['verdicts of a line', analyte({ verdict: 'ok' }), 'analytes.0.verdict', 'Unknown field "analytes.0.verdict"'],
  ])('rejects %s', async (_, differing, field, message) => {
    const answer = expectProblem(await create(lab, differing as never), 400, { type: '/problems/invalid-input' });
    expect(answer.errors).toContainEqual(expect.objectContaining({ field, message }));
  });
});

describe('reading certificates', () => {
  it('returns 304 while nothing has changed', async () => {
    const { id } = await created(lab);
    const { response, data } = await read(lab, id, { 'If-None-Match': '"v7", W/"v1"' });
    expect({ status: response?.status, data }).toEqual({ status: 304, data: undefined });
    expect(response?.headers.get('etag')).toBe('"v1"');
    expect((await read(lab, id, { 'If-None-Match': '"v2"' })).response?.status).toBe(200);
  });

  it("returns the reviewers' comments without their names", async () => {
    const sent = await created(lab);
    await sentBack(sent);
    const { data } = await read(lab, sent.id);
    expect(data).toMatchObject({
      standing: 'changes_requested',
      version: 2,
      comments: [{ code: 'batch-mismatch', weight: 'major', text: 'It says C9031.', settledAt: null }],
    });
    expect(JSON.stringify(data)).not.toContain('robin');
  });

  it("returns 404 for another lab's certificate, a visitor's, and invalid ids", async () => {
    const { id } = await created(lab);
    for (const unknown of [id, UNKNOWN_ID, 'x']) {
      expectProblem(await read(trusted, unknown), 404, { type: '/problems/coa-not-found' });
      expectProblem(await correct(trusted, unknown, '*'), 404, { type: '/problems/coa-not-found' });
      expectProblem(await amend(trusted, unknown, '*'), 404, { type: '/problems/coa-not-found' });
      expectProblem(await withdraw(trusted, unknown, '*'), 404, { type: '/problems/coa-not-found' });
    }
  });

  it('lists own ones page by page, by status, report number and batch, and the link keeps the filters', async () => {
    const own = await aLab(server, staff);
    const labReportId = `EA Ü ${randomUUID()}`;
    const batchId = `LOT ${randomUUID()}`;
    const oldest = await created(own, { labReportId });
    const middle = await created(own, { labReportId });
    const newest = await created(own, { labReportId, batchId });
    const other = await created(own);
    await created(lab, { labReportId });
    const body = { version: 1, reason: 'Not a drink.' };
    await rejectSubmission({ client: staff, path: { id: other.id }, body, throwOnError: true });

    const list = async (query: Record<string, string>) => {
      const page = await pageAt(own.client, `/api/partner/certificates?${new URLSearchParams(query)}`);
      const rows = zListOwnCertificatesResponse.parse(page.data);
      expect(rows).toEqual(page.data);
      return { rows, ids: rows.map(({ id }) => id), total: page.headers.get('x-total-count'), next: page.next };
    };
    const spelled = labReportId.toUpperCase().replaceAll(' ', '  ');
    const first = await list({ labReportId: spelled, limit: '2' });
    expect(first).toMatchObject({ ids: [newest.id, middle.id], total: '3' });
    const second = await pageAt(own.client, first.next ?? '');
    expect(zListOwnCertificatesResponse.parse(second.data).map(({ id }) => id)).toEqual([oldest.id]);
    expect(second.next).toBeUndefined();

    // The cursor is an arrival time, so it works with other filters.
    const cursor = new URL(first.next ?? '', server.url).searchParams.get('cursor') ?? '';
    expect(await list({ cursor })).toMatchObject({ ids: [oldest.id], total: '4' });
    expect(await list({ batchId: ` ${batchId.toLowerCase()} ` })).toMatchObject({ ids: [newest.id], total: '1' });
    expect((await list({ standing: 'rejected' })).rows).toMatchObject([
      { id: other.id, rejectionReason: 'Not a drink.' },
    ]);
    expect(await list({ labReportId, standing: 'approved' })).toMatchObject({ ids: [], total: '0' });
  });

  it.each<[string, unknown]>([
    ['labReportId', 'x'.repeat(101)],
    ['labReportId', ['a', 'b']],
    ['batchId', 'x'.repeat(101)],
    ['batchId', ['a', 'b']],
    ['standing', 'new'],
    ['cursor', 'x'],
  ])('rejects as %s: %j', async (field, value) => {
    const answer = await listOwnCertificates({ client: lab.client, query: { [field]: value } });
    const { errors } = expectProblem(answer, 400, { type: '/problems/invalid-input' });
    expect(errors).toMatchObject([{ field }]);
  });
});

describe('correcting a certificate', () => {
  it('updates a pending one, which keeps its place in the queue', async () => {
    const { id, createdAt, reference } = await created(lab);
    const { data, response } = await correct(lab, id, '"v1"', { productName: 'Yuzu Seltzer 10 mg', thcContent: 9.9 });
    expect(response?.status).toBe(200);
    expect(response?.headers.get('etag')).toBe('"v2"');
    expect(data).toMatchObject({ id, reference, createdAt, standing: 'pending', version: 2, thcContent: 9.9 });
    expect((await read(lab, id)).data).toEqual(data);
    const entries = await sql(server, `SELECT action, "actorName" FROM audit_log WHERE subject = $1`, [
      `certificate:${id}`,
    ]);
    expect(entries).toEqual([{ action: 'submission.corrected', actorName: 'Example Analytical' }]);
  });

  it('answers a request for changes, and leaves the comments to the reviewer, also for a trusted lab', async () => {
    const sent = await created(trusted, { testDate: '2199-01-01' });
    await sentBack(sent);
    const { data } = await correct(trusted, sent.id, '"v2"', { batchId: sent.batchId });
    expect(data).toMatchObject({ standing: 'pending', version: 3, reviewedAt: null, findings: [] });
    expect(data?.comments).toMatchObject([{ weight: 'major', settledAt: null }]);
    await resolveAllComments(staff, sent.id);
    await approve(staff, sent.id);
    expect((await read(trusted, sent.id)).data).toMatchObject({ standing: 'approved', status: 'passed' });
  });

  it('requires If-Match, and rejects an outdated version', async () => {
    const { id } = await created(lab);
    const put = (headers: Record<string, string>) =>
      fetch(`${server.url}/api/partner/certificates/${id}`, {
        method: 'PUT',
        headers: { ...lab.headers, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(aReport()),
      });
    await expectProblemOf(await put({}), 428, { type: '/problems/if-match-missing', errors: [] });
    await expectProblemOf(await put({ 'if-match': 'v1' }), 400, { type: '/problems/if-match-malformed' });
    for (const tag of ['"v2"', 'W/"v1"']) {
      await expectProblemOf(await put({ 'if-match': tag }), 412, { type: '/problems/changed-meanwhile' });
    }
    expect((await read(lab, id)).data).toMatchObject({ version: 1 });
    for (const tag of ['"x", "v1"', '*']) expect((await put({ 'if-match': tag })).status).toBe(200);
    expect((await read(lab, id)).data).toMatchObject({ version: 3 });
  });

  it('accepts one of two concurrent updates', async () => {
    const { id } = await created(lab);
    const both = await Promise.all([correct(lab, id, '"v1"'), correct(lab, id, '"v1"')]);
    expect(both.map(({ response }) => response?.status).sort()).toEqual([200, 412]);
    expect((await read(lab, id)).data).toMatchObject({ version: 2 });
  });

  it('returns 409 after a decision', async () => {
    const { id } = await created(trusted);
    expectProblem(await correct(trusted, id, '"v2"'), 409, { type: '/problems/already-decided' });
  });

  it('returns 409 if the report is published for its new batch', async () => {
    const report = { batchId: `#${randomUUID()}`, labReportId: 'EA-once' };
    const first = await created(lab, report);
    await approve(staff, first.id);
    const { id } = await created(lab);
    expectProblem(await correct(lab, id, '"v1"', report), 409, { type: '/problems/duplicate-batch' });
  });
});

describe('amending a published certificate', () => {
  it('replaces that of a trusted lab at once, again and again', async () => {
    const first = await created(trusted);
    const { batchId } = first;
    const outdated = await amend(trusted, first.id, '"v1"', { batchId });
    expectProblem(outdated, 412, { type: '/problems/changed-meanwhile' });
    const { data: second, response } = await amend(trusted, first.id, '"v2"', { batchId, thcContent: 5.1 });
    expect(response?.status).toBe(201);
    expect(response?.headers.get('location')).toBe(second?.links.selfPath);
    expect(response?.headers.get('etag')).toBe('"v2"');
    expect(second).toMatchObject({
      standing: 'approved',
      supersedes: first.id,
      amendmentReason: REASON,
      thcContent: 5.1,
    });
    expect(second?.id).not.toBe(first.id);
    expect((await read(trusted, first.id)).data).toMatchObject({ standing: 'superseded', version: 3, findings: [] });
    const { data: third } = await amend(trusted, second?.id ?? '', '"v2"', { batchId, thcContent: 5.2 });

    expect((await getCoa({ client: visitor, path: { batchId } })).data).toMatchObject({
      reference: third?.reference,
      thcContent: 5.2,
      standing: 'approved',
    });
    const publicly = async (reference = '') => (await getCertificate({ client: visitor, path: { reference } })).data;
    expect(await publicly(first.reference)).toMatchObject({
      standing: 'superseded',
      replacedBy: { reference: second?.reference, reason: REASON },
    });
    expect(await publicly(second?.reference)).toMatchObject({
      standing: 'superseded',
      replaces: { reference: first.reference },
      replacedBy: { reference: third?.reference },
    });
  });

  it('leaves one with the batch of another certificate to a reviewer', async () => {
    const { batchId } = await created(trusted);
    const { id } = await created(trusted);
    const { data } = await amend(trusted, id, '"v2"', { batchId });
    expect(data).toMatchObject({ standing: 'pending', supersedes: id });
    expect(data?.findings).toMatchObject([{ code: 'retest', severity: 'notice' }]);
    const publishAs = 'retest';
    const body = { ...PASSED, version: data?.version ?? 0, documentAbsence: 'paper-only' as const };
    const decide = (decision: object) =>
      approveSubmission({ client: staff, path: { id: data?.id ?? '' }, body: { ...body, ...decision } });
    expectProblem(await decide({}), 409, { type: '/problems/batch-already-published' });
    expect((await decide({ publishAs })).response?.status).toBe(200);
  });

  it('requires If-Match and Idempotency-Key', async () => {
    const { id } = await created(trusted);
    const send = (headers: Record<string, string>) =>
      fetch(`${server.url}/api/partner/certificates/${id}/amendments`, {
        method: 'POST',
        headers: { ...trusted.headers, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ ...aReport(), reason: REASON }),
      });
    await expectProblemOf(await send(once()), 428, { type: '/problems/if-match-missing' });
    await expectProblemOf(await send({ 'if-match': '"v2"' }), 400, { type: '/problems/idempotency-key-missing' });
    const { client } = trusted;
    const without = { ...aReport(), reason: ' ' };
    const refused = { client, path: { id }, headers: { ...once(), 'If-Match': '"v2"' }, body: without };
    expectProblem(await amendOwnCertificate(refused), 400, wrong('reason', 'Reason is required'));
  });
});

describe('listing what changed', () => {
  const changed = async (by: LabClient, updatedSince?: string, differing: { limit?: number; cursor?: string } = {}) => {
    const query = { ...differing, ...(updatedSince === undefined ? {} : { updatedSince }) };
    const { data, response } = await listOwnCertificates({ client: by.client, query, throwOnError: true });
    const cursor = /[?&]cursor=([^&>]+)/.exec(response.headers.get('link') ?? '')?.[1];
    const until = response.headers.get('x-updated-until') ?? '';
    return { ids: data.map(({ id }) => id), items: data, until, cursor };
  };

  it('finds what was sent, decided, corrected and replaced since', async () => {
    const own = await aLab(server, staff, { trusted: true });
    const [untouched, withdrawn, replaced] = [await created(own), await created(own), await created(own)];
    // As if they had been sent long before.
    await sql(server, `UPDATE coa_data SET "updatedAt" = now() - interval '1 day' WHERE "labId" = $1`, [own.lab.id]);
    const { until, ids } = await changed(own);
    expect(ids).toHaveLength(3);
    expect((await changed(own, until)).ids).toEqual([]);
    await withdraw(own, withdrawn.id, '*');
    const { data: amendment } = await amend(own, replaced.id, '*', { batchId: replaced.batchId });
    const { items } = await changed(own, until);
    expect(items.map(({ id, standing, replacedBy }) => [id, standing, replacedBy?.reference ?? null])).toEqual([
      [amendment?.id, 'approved', null],
      [replaced.id, 'superseded', amendment?.reference],
      [withdrawn.id, 'withdrawn', null],
    ]);
    expect(ids).toContain(untouched.id);
  });

  it('loses no change whose transaction was open while the list was read', async () => {
    const own = await aLab(server, staff);
    const [slow, quick] = [await created(own), await created(own)];
    await sql(server, `UPDATE coa_data SET "updatedAt" = now() - interval '1 day' WHERE "labId" = $1`, [own.lab.id]);
    const writer = new pg.Client({ connectionString: server.database.url });
    await writer.connect();
    try {
      await writer.query('BEGIN');
      const { rows } = await writer.query<{ began: Date }>('SELECT now() AS began');
      await writer.query(`UPDATE coa_data SET "version" = "version" + 1 WHERE "id" = $1`, [slow.id]);
      await withdraw(own, quick.id, '*');
      const during = await changed(own, new Date(Date.now() - 3_600_000).toISOString());
      expect(during.ids).toEqual([quick.id]);
      expect(Date.parse(during.until)).toBeLessThan(Number(rows[0]?.began));
      await writer.query('COMMIT');
      expect((await changed(own, during.until)).ids.toSorted()).toEqual([slow.id, quick.id].toSorted());
    } finally {
      await writer.end();
    }
  });

  it('goes page by page, and what changes between two pages is in the next list', async () => {
    const own = await aLab(server, staff);
    const all = [await created(own), await created(own), await created(own)];
    const [oldest] = all;
    const first = await changed(own, '2026-01-01T00:00:00Z', { limit: 2 });
    await withdraw(own, oldest?.id ?? '', '*');
    const second = await changed(own, '2026-01-01T00:00:00Z', { limit: 2, cursor: first.cursor ?? '' });
    expect([...first.ids, ...second.ids]).toEqual(all.map(({ id }) => id).toReversed());
    expect((await changed(own, first.until)).ids).toContain(oldest?.id);
  });

  it('takes a time with any zone, and refuses anything else', async () => {
    expect((await changed(lab, '2126-11-20T15:00:00.123456-05:00')).ids).toEqual([]);
    const message = 'updatedSince must be a time with its zone, such as 2026-11-20T15:03:05Z';
    for (const updatedSince of [
      'yesterday',
      '2026-11-20',
      '2026-02-30T00:00:00Z',
      '2026-11-20T15:00:00',
      '2026-11-20T25:00:00Z',
      '1795251845',
    ]) {
      const answer = await listOwnCertificates({ client: lab.client, query: { updatedSince } });
      expectProblem(answer, 400, wrong('updatedSince', message));
    }
  });
});

describe('withdrawing', () => {
  it('keeps a published certificate at its address, marked as withdrawn', async () => {
    const { id, reference } = await created(trusted);
    expectProblem(await withdraw(trusted, id, '"v1"'), 412, { type: '/problems/changed-meanwhile' });
    const { data, response } = await withdraw(trusted, id, '"v2"');
    expect(response?.status).toBe(200);
    expect(response?.headers.get('etag')).toBe('"v3"');
    expect(data).toMatchObject({ standing: 'withdrawn', withdrawalReason: 'The sample was mixed up.', findings: [] });
    expect((await getCertificate({ client: visitor, path: { reference } })).data).toMatchObject({
      standing: 'withdrawn',
      withdrawalReason: 'The sample was mixed up.',
    });
    expectProblem(await withdraw(trusted, id, '*'), 409, { type: '/problems/not-published' });
  });

  it('withdraws a submission and frees its batch', async () => {
    const waiting = await created(lab);
    expectProblem(await withdraw(lab, waiting.id, '"v9"'), 412, { type: '/problems/changed-meanwhile' });
    const { data } = await withdraw(lab, waiting.id, '"v1"', 'Wrong sample');
    expect(data).toMatchObject({ standing: 'rejected', takenBack: true, rejectionReason: 'Wrong sample', version: 2 });
    expect(data?.withdrawalReason).toBeNull();
    const { data: listed } = await listOwnCertificates({ client: lab.client, query: { standing: 'rejected' } });
    expect(listed?.find(({ id }) => id === waiting.id)?.takenBack).toBe(true);
    expectProblem(await withdraw(lab, waiting.id, '*'), 409, { type: '/problems/not-published' });
    const again = await created(lab, { batchId: waiting.batchId });
    await sentBack(again);
    expect((await withdraw(lab, again.id, '"v2"')).data).toMatchObject({ standing: 'rejected' });
  });
});

describe('validating a certificate', () => {
  const attempt = (body: unknown) => validateCertificate({ client: lab.client, body: body as PartnerCertificateDto });

  it('returns no findings for a valid one, and stores nothing', async () => {
    const before = await stored(server);
    const { data, response } = await attempt(aReport());
    expect(response?.status).toBe(200);
    expect(zCertificateCheckDto.parse(data)).toEqual(data);
    expect(data).toMatchObject({ valid: true, errors: [], findings: [], documentComparison: null });
    expect(await stored(server)).toEqual(before);
  });

  it('answers what creation answers for the same body', async () => {
    const body = aReport({
      batchId: `#${randomUUID()}`,
      thcContent: 4.82,
      sample: { containerVolume: { amount: '355', unit: 'mL' }, servingsPerContainer: '1' },
      analytes: [
        { panel: 'cannabinoids', name: 'Δ9-THC', valueText: '0.0136', value: 0.0136, unit: 'mg/mL', loq: 0.001 },
        { panel: 'heavyMetals', name: 'Lead', valueText: '<LOQ', unit: 'µg/g', loq: 0.005, limit: 0.5 },
        { panel: 'heavyMetals', name: 'Arsenic', valueText: '0.9', value: 0.9, unit: 'µg/g', limit: 0.5 },
      ],
    });
    const { data: said } = await attempt(body);
    const { data: stored } = await createCertificate({ client: lab.client, headers: once(), body, throwOnError: true });
    const { findings, results, documentComparison } = stored;
    expect(said).toEqual({ valid: true, errors: [], findings, results, documentComparison });
    expect(results.lines).toEqual(stored.lineReadings);
    expect(results.lines[0]).toMatchObject({ mgPerContainer: { low: expect.stringMatching(/^4\.8/) } });
    expect(results.rules.length).toBeGreaterThan(0);
    expect(findings.map(({ code }) => code)).toContain('over-limit');
    expect((await read(lab, stored.id)).data).toMatchObject({ results, documentComparison });
  });

  it('returns all errors and all findings', async () => {
    const { data } = await attempt({
      ...aReport({ testDate: '2019-03-01', thcContent: 480, labReportId: ' ' }),
      cbdContent: '0',
      panels: { ...PASSED.panels, pesticides: 'ok' },
      analytes: [{ panel: 'metals', name: '', valueText: '1' }],
      colour: 'green',
    });
    expect(data?.valid).toBe(false);
    expect(data?.errors).toEqual(
      expect.arrayContaining(
        [
          { field: 'labReportId', message: 'Report number is required' },
          { field: 'cbdContent', message: 'CBD content must be a number without quotation marks, such as 0' },
          { field: 'panels.pesticides', message: expect.stringContaining('Choose a result for the pesticide panel') },
          { field: 'analytes.0.panel', message: expect.stringContaining('panel must be one of') },
          { field: 'analytes.0.name', message: 'Name of the analyte is required' },
          { field: 'colour', message: 'Unknown field "colour"' },
        ].map((error) => expect.objectContaining(error)),
      ),
    );
    expect(data?.errors).toHaveLength(6);
    expect(data?.findings.map(({ code }) => code)).toEqual([
      'far-over-label',
      'test-older-than-a-year',
      'thc-implausible',
    ]);
  });

  it('returns no findings about unreadable fields', async () => {
    const { data } = await attempt({});
    expect(data).toMatchObject({ valid: false, findings: [], results: null, documentComparison: null });
    expect(data?.errors.map(({ field }) => field).sort()).toEqual(
      [
        'batchId',
        'brandName',
        'cbdContent',
        'labReportId',
        'panels',
        'productName',
        'status',
        'testDate',
        'thcContent',
      ].sort(),
    );
    const { productName: _, ...nameless } = aReport({ thcContent: 480 });
    expect((await attempt(nameless)).data?.findings.map(({ code }) => code)).toEqual(['thc-implausible']);
  });

  it('rejects a body that is not an object', async () => {
    for (const body of ['[]', 'null', '1', '"text"', '[{}]', '{']) {
      const response = await fetch(`${server.url}/api/partner/certificates:validate`, {
        method: 'POST',
        headers: { ...lab.headers, 'content-type': 'application/json' },
        body,
      });
      await expectProblemOf(response, 400, { type: expect.stringMatching(/invalid-input|bad-request/) as never });
    }
  });

  it('has its own address, which is not a certificate id', async () => {
    expect((await read(lab, ':validate')).response?.status).toBe(404);
    expect((await fetch(`${server.url}/api/partner/certificates:nonsense`, { method: 'POST' })).status).toBe(404);
  });
});

it('a webhook event is stored in the same transaction as the change', async () => {
  const own = await aLab(server, staff, { trusted: true });
  const types = ['certificate.published' as const, 'certificate.amended' as const, 'certificate.withdrawn' as const];
  const endpoint = { url: `https://hooks.lab.example/${randomUUID()}`, types };
  await createWebhookEndpoint({ client: own.client, body: endpoint, throwOnError: true });
  const { id, batchId } = await created(own);
  const { data: amendment } = await amend(own, id, '"v2"', { batchId });
  await withdraw(own, amendment?.id ?? '', '"v2"');
  const events = await sql<{ type: string; isWithIt: boolean }>(
    server,
    `SELECT type, EXISTS (SELECT 1 FROM audit_log a WHERE a.xmin = e.xmin) AS "isWithIt"
       FROM webhook_events e WHERE "labId" = $1 ORDER BY "createdAt", type`,
    [own.lab.id],
  );
  expect(events).toEqual([
    { type: 'certificate.published', isWithIt: true },
    { type: 'certificate.amended', isWithIt: true },
    { type: 'certificate.published', isWithIt: true },
    { type: 'certificate.withdrawn', isWithIt: true },
  ]);
});
