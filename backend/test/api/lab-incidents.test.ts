import { randomUUID } from 'node:crypto';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  approveSubmission,
  clearLabIncident,
  createCertificate,
  getCertificate,
  getCoa,
  getLaboratory,
  getOwnCertificate,
  getSubmission,
  holdDecisions,
  listCoas,
  listLabIncidents,
  listOwnCertificates,
  listStaffLabIncidents,
  listSubmissions,
  openLabIncident,
  previewLabIncident,
  retractLabIncident,
  searchSite,
  withdrawOwnCertificate,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type {
  NewLabIncidentDto,
  StaffLabIncidentDto,
  SubmissionDto,
} from '../../../frontend/src/api/generated/types.gen.js';
import { zLabIncidentDto, zLaboratoryDto, zStaffLabIncidentDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { emailsIn } from '../support/mail-folder.js';
import { serverOfThisFile } from '../support/test-server.js';
import { until } from '../support/until.js';
import { aLab, aReport, PASSED, published, signInAsStaff, sql, submitted } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const server = serverOfThisFile();
let staff: Client;
let visitor: Client;
beforeAll(async () => {
  staff = await signInAsStaff(server, 'robin');
  visitor = server.client();
});

/** Without digits, of which some look like a phone number. */
const aLabName = () => `Bench ${randomUUID().replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`;

const WINDOW = { testedFrom: '2026-10-01', testedTo: '2026-10-31' };

const anIncident = (labName: string, differing: Partial<NewLabIncidentDto> = {}): NewLabIncidentDto => ({
  labName,
  ...WINDOW,
  kind: 'suspended',
  sourceName: 'Example Accreditation Board',
  sourceUrl: 'https://board.example/notices/17',
  sourceDate: '2026-11-02',
  statement: 'Results of these tests may not be reliable.',
  certificates: 0,
  ...differing,
});

async function opened(labName: string, differing: Partial<NewLabIncidentDto> = {}): Promise<StaffLabIncidentDto> {
  const body = anIncident(labName, differing);
  const { testedFrom, testedTo } = body;
  const query = { labName, testedFrom, ...(testedTo && { testedTo }) };
  const { data } = await previewLabIncident({ client: staff, query, throwOnError: true });
  return (await openLabIncident({ client: staff, body: { ...body, ...data }, throwOnError: true })).data;
}

const REASON = 'The board lifted the suspension on November 20, 2026.';
const clear = ({ id, version }: StaffLabIncidentDto, reason = REASON) =>
  clearLabIncident({ client: staff, path: { id }, body: { version, reason } });
const retract = ({ id, version }: StaffLabIncidentDto, reason = 'It was another laboratory.') =>
  retractLabIncident({ client: staff, path: { id }, body: { version, reason } });

/** How every public surface shows a certificate. */
async function surfacesOf({ reference, batchId, brandName, productName }: SubmissionDto) {
  const read = { client: visitor, throwOnError: true } as const;
  const text = async (path: string) => (await fetch(server.url + path)).text();
  const { data: page } = await getCertificate({ ...read, path: { reference } });
  const { data: batch } = await getCoa({ ...read, path: { batchId }, query: { brand: brandName } });
  const { data: list } = await listCoas({ ...read, query: { search: batchId } });
  const { data: asPassed } = await listCoas({ ...read, query: { search: batchId, status: 'passed' } });
  const { data: asPending } = await listCoas({ ...read, query: { search: batchId, status: 'pending' } });
  const { data: found } = await searchSite({ ...read, query: { q: batchId } });
  const product = await text(
    `/api/brands/${encodeURIComponent(brandName)}/products/${encodeURIComponent(productName)}`,
  );
  const feed = (await text('/feeds/certificates.xml')).split('<entry>').find((entry) => entry.includes(batchId));
  const html = await text(`/certificates/${reference}`);
  return {
    page: [page.statusLabel, page.verdict.tone, page.verdict.headline],
    batch: batch.verdict.headline,
    list: list.map(({ statusMark, statusLabel, labIncidents }) => [statusMark, statusLabel, labIncidents.length]),
    filters: [asPassed.length, asPending.length],
    search: found.groups.flatMap(({ hits }) => hits).find(({ kind }) => kind === 'batch'),
    product: JSON.parse(product).certificates.map(({ statusLabel }: { statusLabel: string }) => statusLabel),
    feed: /<summary>(.*?)<\/summary>/.exec(feed ?? '')?.[1]?.split('. ')[0],
    preview: ['title', 'description'].map(
      (key) => RegExp(`<meta property="og:${key}" content="(.*?)"`).exec(html)?.[1],
    ),
  };
}

describe('an incident of a laboratory', () => {
  it('comes before the verdict on every surface, and once cleared all is as before, with the history', async () => {
    const labName = aLabName();
    const certificate = await published(staff, visitor, { labName });
    const outside = await published(staff, visitor, { labName, testDate: '2026-09-30' });
    const before = [await surfacesOf(certificate), await surfacesOf(outside)];
    expect(before[0]?.list).toEqual([['passed', 'Passed', 0]]);

    const incident = await opened(labName.toUpperCase());
    expect(zStaffLabIncidentDto.parse(incident)).toEqual(incident);
    const notice = incident.sentence;
    const during = await surfacesOf(certificate);
    expect(during).toMatchObject({
      page: ['See notice', 'caution', notice],
      batch: notice,
      list: [['pending', 'See notice', 1]],
      filters: [0, 1],
      search: { warning: 'lab_incident' },
      product: ['See notice', 'Passed'],
      feed: 'Notice about the laboratory',
    });
    const [title, description] = during.preview;
    expect(title).toBe(
      `Notice about the laboratory. ${certificate.productName}, batch ${certificate.batchId} - ClearBatch`,
    );
    expect(description?.startsWith(notice)).toBe(true);
    const { data: page } = await getCertificate({
      client: visitor,
      path: { reference: certificate.reference },
      throwOnError: true,
    });
    expect(page.verdict.aspects.map(({ tone }) => tone)).not.toContain('good');
    expect(await surfacesOf(outside)).toEqual({ ...before[1], product: ['See notice', 'Passed'] });

    await clear(incident);
    expect([await surfacesOf(certificate), await surfacesOf(outside)]).toEqual(before);
    const { data: laboratory } = await getLaboratory({ client: visitor, path: { labName }, throwOnError: true });
    expect(zLaboratoryDto.parse(laboratory)).toEqual(laboratory);
    expect(laboratory).toMatchObject({
      labName,
      isPartner: false,
      accreditation: null,
      certificates: 2,
      replaced: 0,
      withdrawn: 0,
      panelsOf: 2,
      incidents: [{ id: incident.id, state: 'cleared', endReason: REASON }],
    });
    expect(laboratory.panels).toContainEqual({ panel: 'heavyMetals', certificates: 2 });
    const { data: all } = await listLabIncidents({ client: visitor, throwOnError: true });
    const own = all.filter(({ id }) => id === incident.id);
    expect(own.map((one) => zLabIncidentDto.parse(one))).toEqual(own);
    expect(JSON.stringify(own)).not.toContain('robin');
    const feed = await (await fetch(`${server.url}/feeds/certificates.xml`)).text();
    expect(feed).toContain(`Cleared: Notice about ${incident.labName}`);
    const entries = await sql(server, `SELECT "action", "actorName" FROM audit_log WHERE "subject" = $1 ORDER BY id`, [
      `lab-incident:${incident.id}`,
    ]);
    expect(entries).toEqual([
      { action: 'lab-incident.opened', actorName: 'robin' },
      { action: 'lab-incident.cleared', actorName: 'robin' },
    ]);
  });

  it('keeps a failure in front', async () => {
    const labName = aLabName();
    const panels = { ...PASSED.panels, heavyMetals: 'failed' } as const;
    const failed = await published(staff, visitor, { labName }, { status: 'failed', panels });
    await opened(labName);
    const { page, list, filters } = await surfacesOf(failed);
    expect(page).toEqual(['Failed', 'danger', 'Failed for heavy metals. Do not drink it.']);
    expect([list, filters]).toEqual([[['failed', 'Failed', 1]], [0, 0]]);
  });

  it('is beside another one, and each ends on its own', async () => {
    const labName = aLabName();
    const certificate = await published(staff, visitor, { labName });
    const [first, second] = [await opened(labName), await opened(labName, { kind: 'accreditation_lost' })];
    const headlines = async () => {
      const { data } = await getCoa({ client: visitor, path: { batchId: certificate.batchId }, throwOnError: true });
      return data.labIncidents.map(({ kind }) => kind);
    };
    expect(await headlines()).toEqual(['accreditation_lost', 'suspended']);
    await clear(first);
    expect(await headlines()).toEqual(['accreditation_lost']);
    await retract(second);
    expect(await headlines()).toEqual([]);
  });

  it('of the wrong laboratory is withdrawn in error, and the history says so', async () => {
    const [labName, other] = [aLabName(), aLabName()];
    const certificate = await published(staff, visitor, { labName: other });
    const incident = await opened(labName);
    expect((await surfacesOf(certificate)).list).toEqual([['passed', 'Passed', 0]]);
    await retract(incident);
    const { data } = await getLaboratory({ client: visitor, path: { labName }, throwOnError: true });
    expect(data).toMatchObject({
      certificates: 0,
      incidents: [{ state: 'retracted', endReason: 'It was another laboratory.' }],
    });
    const unknown = await getLaboratory({ client: visitor, path: { labName: aLabName() } });
    expectProblem(unknown, 404, { type: '/problems/laboratory-not-found' });
  });

  it('of two requests at once is opened once, and ends once', async () => {
    const labName = aLabName();
    const open = () => openLabIncident({ client: staff, body: anIncident(labName) });
    const answers = await Promise.all([open(), open(), open()]);
    const done = answers.filter(({ response }) => response?.status === 201);
    expect(done).toHaveLength(1);
    for (const answer of answers.filter((one) => !done.includes(one))) {
      expectProblem(answer, 409, { type: '/problems/lab-incident-already-open' });
    }
    const incident = done[0]?.data as StaffLabIncidentDto;
    const ends = await Promise.all([clear(incident), retract(incident), clear(incident)]);
    expect(ends.filter(({ response }) => response?.status === 200)).toHaveLength(1);
    expectProblem(await clear(incident), 409, { type: '/problems/lab-incident-ended' });
    const { data: all } = await listStaffLabIncidents({ client: staff, throwOnError: true });
    expect(all.filter((one) => one.labName === labName)).toHaveLength(1);
    const again = await opened(labName);
    expect(again.state).toBe('open');
  });

  it('is not opened for another number of certificates than the person saw', async () => {
    const labName = aLabName();
    const { testedFrom } = WINDOW;
    const count = async () =>
      (await previewLabIncident({ client: staff, query: { labName, testedFrom }, throwOnError: true })).data;
    expect(await count()).toEqual({ certificates: 0 });
    await published(staff, visitor, { labName });
    expect(await count()).toEqual({ certificates: 1 });
    const refused = await openLabIncident({ client: staff, body: anIncident(labName) });
    expectProblem(refused, 409, { type: '/problems/lab-incident-count-changed' });
  });

  it.each([
    ['statement', 'Write to robin@lab.example.', 'an email address'],
    ['statement', 'Call (555) 123-4567.', 'a phone number'],
    ['sourceName', 'www.board.example', 'a link'],
  ] as const)('has nothing personal in %s: %s', async (field, text, what) => {
    const body = anIncident(aLabName(), { [field]: text });
    const message = `This text is public, and it seems to contain ${what}. Take it out`;
    expectProblem(await openLabIncident({ client: staff, body }), 400, wrong(field, message));
  });

  it.each([
    ['statement', 'One.\uffffTwo.'],
    ['statement', 'x'.repeat(301)],
    ['labName', 'Bench\u200bA'],
    ['sourceUrl', 'javascript:alert(1)'],
    ['sourceUrl', 'http://board.example/notices/17'],
    ['testedTo', '2026-09-30'],
    ['testedFrom', '2027-01-01'],
  ] as const)('is refused with %s %j', async (field, text) => {
    const body = anIncident(aLabName(), { [field]: text });
    const { error } = await openLabIncident({ client: staff, body });
    expect(error).toMatchObject({ status: 400, errors: [{ field }] });
  });

  it('ends with nothing personal in its reason', async () => {
    const incident = await opened(aLabName());
    const answer = await clear(incident, 'Ask robin@lab.example.');
    expect(answer.error).toMatchObject({ status: 400, errors: [{ field: 'reason' }] });
  });

  it('is never changed or deleted, not even in the database', async () => {
    const { id } = await opened(aLabName());
    const kept = 'an incident keeps what it says';
    await expect(sql(server, `DELETE FROM lab_incidents WHERE "id" = $1`, [id])).rejects.toThrow(kept);
    await expect(sql(server, `UPDATE lab_incidents SET "statement" = 'x' WHERE "id" = $1`, [id])).rejects.toThrow(kept);
  });
});

describe('during an incident of a trusted laboratory', () => {
  const send = async (client: Client, differing = {}) => {
    const headers = { 'Idempotency-Key': randomUUID() };
    return (await createCertificate({ client, headers, body: aReport(differing), throwOnError: true })).data;
  };

  it('nothing of the window is published without a reviewer, who needs no reason and finds it in the queue', async () => {
    const labName = aLabName();
    const { client } = await aLab(server, staff, { name: labName, trusted: true });
    const incident = await opened(labName);
    const outside = await send(client, { testDate: '2026-09-30' });
    expect(outside.standing).toBe('approved');
    const waiting = await send(client);
    expect(waiting.standing).toBe('pending');
    expect(waiting.findings).toContainEqual(
      expect.objectContaining({ code: 'lab-incident', severity: 'error', message: incident.sentence }),
    );
    const { data: queue } = await listSubmissions({ client: staff, query: { search: labName }, throwOnError: true });
    expect(queue.map(({ id, labIncidents }) => [id, labIncidents.map((one) => one.id)])).toEqual([
      [waiting.id, [incident.id]],
    ]);
    const own = await listOwnCertificates({ client, throwOnError: true });
    const notices = own.data.map(({ id, labIncidents }) => [id, labIncidents.map((one) => one.id)]);
    expect(notices).toContainEqual([waiting.id, [incident.id]]);
    expect(notices).toContainEqual([outside.id, []]);
    expect(waiting.labIncidents).toEqual(queue[0]?.labIncidents);
    const path = { id: waiting.id };
    const { data: submission } = await getSubmission({ client: staff, path, throwOnError: true });
    expect(submission.findings.map(({ code }) => code)).toContain('lab-incident');
    const unread = { ...PASSED, version: submission.version };
    const field = 'labIncidentsRead';
    const message =
      'There is a notice about its batch or its laboratory. Open the submission, read the notice, and decide there';
    expectProblem(await approveSubmission({ client: staff, path, body: unread }), 400, wrong(field, message));
    const inBulk = [waiting, await send(client)].map(({ id }) => ({ submissionId: id, approval: unread }));
    const { data: held } = await holdDecisions({ client: staff, body: { decisions: inBulk }, throwOnError: true });
    expect(held.outcomes.map(({ state, problem }) => [state, problem])).toEqual(inBulk.map(() => ['failed', message]));
    const body = { ...unread, labIncidentsRead: true };
    const { data } = await approveSubmission({ client: staff, path, body, throwOnError: true });
    expect(data).toMatchObject({ submissionStatus: 'approved', overrideReason: null });
    expect((await surfacesOf(data)).list).toEqual([['pending', 'See notice', 1]]);
    await clear(incident);
    expect((await surfacesOf(data)).list).toEqual([['passed', 'Passed', 0]]);
    expect((await send(client)).standing).toBe('approved');
  });

  it('a laboratory that asks whether its certificate changed hears of the notice, and of its end', async () => {
    const labName = aLabName();
    const { client } = await aLab(server, staff, { name: labName, trusted: true });
    const path = { id: (await send(client)).id };
    const seen = async (etag: string | null | undefined) => {
      const headers = { 'If-None-Match': etag ?? '' };
      const { response, data } = await getOwnCertificate({ client, path, headers });
      return { status: response?.status, etag: response?.headers.get('etag'), notices: data?.labIncidents?.length };
    };
    const before = await seen(null);
    expect(await seen(before.etag)).toMatchObject({ status: 304, etag: before.etag });
    const incident = await opened(labName);
    const during = await seen(before.etag);
    expect(during).toMatchObject({ status: 200, notices: 1 });
    expect(await seen(during.etag)).toMatchObject({ status: 304 });
    await clear(incident);
    expect(await seen(during.etag)).toEqual({ status: 200, etag: before.etag, notices: 0 });
    const headers = { 'If-Match': during.etag ?? '' };
    const withdrawn = await withdrawOwnCertificate({
      client,
      path,
      headers,
      body: { reason: 'Withdrawn by its lab.' },
    });
    expect(withdrawn.response?.status).toBe(200);
  });

  it('nothing of the window is published from a file without a reviewer', async () => {
    const labName = aLabName();
    const { headers } = await aLab(server, staff, { name: labName, trusted: true });
    await opened(labName);
    const lines = [aReport(), aReport({ testDate: '2026-09-30' })].map((one) => JSON.stringify(one)).join('\n');
    const answer = await fetch(`${server.url}/api/partner/bulk-jobs`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': randomUUID(), 'content-type': 'application/x-ndjson' },
      body: lines,
    });
    expect(await answer.json()).toMatchObject({ published: 1, waiting: 1 });
  });
});

it('a person whose lab report is published hears of the incident', async () => {
  const labName = aLabName();
  const incident = await opened(labName);
  const contactEmail = `${randomUUID()}@submitter.example`;
  const { id, version } = await submitted(staff, visitor, { labName, contactEmail });
  const body = { ...PASSED, version, labIncidentsRead: true };
  await approveSubmission({ client: staff, path: { id }, body, throwOnError: true });
  const mailed = async () =>
    (await emailsIn(server.mailFolder)).find(
      ({ to, subject }) => to?.[0]?.address === contactEmail && subject?.startsWith('Published'),
    );
  await until('the email is sent', async () => (await mailed()) !== undefined);
  const text = (await mailed())?.text?.replaceAll(/\s+/g, ' ');
  expect(text).toContain(incident.sentence);
  expect(text).toContain('See notice');
});
