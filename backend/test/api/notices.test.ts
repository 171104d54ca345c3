import { randomUUID } from 'node:crypto';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  approveSubmission,
  changeNotice,
  changePassword,
  confirmFollow,
  createAccount,
  createCertificate,
  createFollow,
  createNotice,
  getCertificate,
  getCoa,
  getNotice,
  getNoticeEmails,
  getStaffNotice,
  getSubmission,
  listCoas,
  listNotices,
  listStaffNotices,
  listSubmissions,
  previewNotice,
  publishNotice,
  searchSite,
  signIn,
  withdrawNotice,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { NoticeDraftDto, StaffNoticeDto, SubmissionDto } from '../../../frontend/src/api/generated/types.gen.js';
import { zNoticeDto, zNoticeSummaryDto, zStaffNoticeDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { emailsIn } from '../support/mail-folder.js';
import { serverOfThisFile } from '../support/test-server.js';
import { until } from '../support/until.js';
import { aLab, aReport, PASSED, pageAt, published, signInAsStaff, sql } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const server = serverOfThisFile();
let robin: Client;
let sam: Client;
let visitor: Client;
beforeAll(async () => {
  robin = await signInAsStaff(server, 'robin');
  sam = await signInAsStaff(server, 'sam');
  visitor = server.client();
});

/** Without digits, of which some look like a phone number. */
const aName = (what: string) =>
  `${what} ${randomUUID().replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`;

const aNotice = (batches: string, differing: Partial<NoticeDraftDto> = {}): NoticeDraftDto => ({
  kind: 'recall',
  sourceName: 'Example Food Agency',
  sourceNumber: 'F-0417-2026',
  summary: 'Do not drink it. Take it back to the store',
  details: 'Some cans hold twice the THC of their label.',
  references: [
    { url: 'https://agency.example/recalls/417', date: '2026-11-02' },
    { url: 'https://brand.example/recall', date: '2026-11-03' },
  ],
  batches,
  ...differing,
});

const drafted = async (body: NoticeDraftDto) => (await createNotice({ client: robin, body, throwOnError: true })).data;

async function counted({ id }: StaffNoticeDto): Promise<number> {
  const { data } = await getStaffNotice({ client: sam, path: { id }, throwOnError: true });
  const { batches, product } = data.selection;
  const body = { batches, ...(product && { product }) };
  return (await previewNotice({ client: sam, body, throwOnError: true })).data.batches;
}

/** By the second person. */
const publish = async (notice: StaffNoticeDto, client = sam) =>
  publishNotice({ client, path: { id: notice.id }, body: { version: notice.version, batches: await counted(notice) } });

async function issued(batches: string, differing: Partial<NoticeDraftDto> = {}): Promise<StaffNoticeDto> {
  const { data, error } = await publish(await drafted(aNotice(batches, differing)));
  if (!data) throw new Error(JSON.stringify(error));
  return data;
}

const REASON = 'The agency ended the recall on November 20, 2026.';
const withdraw = ({ id, version }: StaffNoticeDto, reason = REASON) =>
  withdrawNotice({ client: robin, path: { id }, body: { version, reason } });

const feed = async (name: string) => (await fetch(`${server.url}/feeds/${name}.xml`)).text();

/** How every public surface shows a certificate. */
async function surfacesOf({ reference, batchId, brandName, productName }: SubmissionDto) {
  const read = { client: visitor, throwOnError: true } as const;
  const { data: page } = await getCertificate({ ...read, path: { reference } });
  const { data: batch } = await getCoa({ ...read, path: { batchId }, query: { brand: brandName } });
  const { data: list } = await listCoas({ ...read, query: { search: batchId } });
  const { data: asPassed } = await listCoas({ ...read, query: { search: batchId, status: 'passed' } });
  const { data: asPending } = await listCoas({ ...read, query: { search: batchId, status: 'pending' } });
  const { data: asFailed } = await listCoas({ ...read, query: { search: batchId, status: 'failed' } });
  const { data: found } = await searchSite({ ...read, query: { q: batchId } });
  const product = await fetch(
    `${server.url}/api/brands/${encodeURIComponent(brandName)}/products/${encodeURIComponent(productName)}`,
  );
  const certificates = (await product.json()).certificates as { statusLabel: string; notices: unknown[] }[];
  const entry = (await feed('certificates')).split('<entry>').find((one) => one.includes(`, batch ${batchId}<`));
  return {
    page: [page.statusLabel, page.verdict.tone, page.verdict.headline, page.notices.map(({ id }) => id)],
    batch: batch.verdict.headline,
    list: list.map(({ statusMark, statusLabel, notices }) => [statusMark, statusLabel, notices.length]),
    filters: [asPassed.length, asPending.length, asFailed.length],
    search: found.groups.flatMap(({ hits }) => hits).find(({ kind }) => kind === 'batch')?.warning,
    product: certificates.map(({ statusLabel, notices }) => [statusLabel, notices.length]),
    feed: /<title>(.*?)<\/title>/.exec(entry ?? '')?.[1],
  };
}

const aBatch = (brandName: string, differing = {}) => published(robin, visitor, { brandName, ...differing });

describe('a notice', () => {
  it('comes before the verdict on every surface, and once withdrawn all is as before, with its page', async () => {
    const brandName = aName('Recalled');
    const certificate = await aBatch(brandName);
    const other = await aBatch(brandName, { productName: 'Plum Tonic 5 mg' });
    const before = [await surfacesOf(certificate), await surfacesOf(other)];
    expect(before[0]).toMatchObject({ list: [['passed', 'Passed', 0]], search: null });

    const draft = await drafted(aNotice(certificate.reference));
    expect(zStaffNoticeDto.parse(draft)).toEqual(draft);
    expect(await surfacesOf(certificate)).toEqual(before[0]);
    const { data: notice } = await publish(draft);
    const number = notice?.number ?? '';
    expect(number).toMatch(/^CBN-2026-\d{4}$/);
    const sentence =
      `Notice about this batch (${number}). Example Food Agency (November 2, 2026, number F-0417-2026) says that it is recalled. ` +
      'Do not drink it. Take it back to the store.';
    expect(await surfacesOf(certificate)).toMatchObject({
      page: ['Do not drink', 'danger', sentence, [number]],
      batch: sentence,
      list: [['failed', 'Do not drink', 1]],
      filters: [0, 0, 1],
      search: 'notice',
      product: [['Do not drink', 1]],
      feed: `Do not drink: ${certificate.productName}, batch ${certificate.batchId}`,
    });
    expect(await surfacesOf(other)).toEqual(before[1]);
    const path = { reference: certificate.reference };
    const { data: page } = await getCertificate({ client: visitor, path, throwOnError: true });
    expect(page.verdict.aspects.map(({ tone }) => tone)).not.toContain('good');

    const { data: found } = await getNotice({
      client: visitor,
      path: { number: number.toLowerCase() },
      throwOnError: true,
    });
    expect(zNoticeDto.parse(found)).toEqual(found);
    expect(found).toMatchObject({
      id: number,
      state: 'published',
      withdrawn: null,
      kind: 'recall',
      summary: 'Do not drink it. Take it back to the store.',
      affectedBatches: 1,
      affected: [
        {
          brand: brandName,
          product: certificate.productName,
          batch: certificate.batchId,
          references: [certificate.reference],
        },
      ],
      references: [{ url: 'https://agency.example/recalls/417', date: '2026-11-02' }, { date: '2026-11-03' }],
    });
    expect(found.modified).toEqual(found.published);
    expect(JSON.stringify(found)).not.toMatch(/robin|"sam"/);
    expect(await feed('notices')).toContain(`<title>Recall: ${number}</title>`);
    expect(await feed('certificates')).toContain(`<title>Recall: ${number}</title>`);

    await withdraw(notice as StaffNoticeDto);
    expect([await surfacesOf(certificate), await surfacesOf(other)]).toEqual(before);
    const { data: gone } = await getNotice({ client: visitor, path: { number: number }, throwOnError: true });
    expect(gone).toMatchObject({ state: 'withdrawn', withdrawalReason: REASON, affectedBatches: 1 });
    expect(await feed('notices')).toContain(`<title>Withdrawn: Recall: ${number}</title>`);
    const { data: all } = await listNotices({ client: visitor, throwOnError: true });
    const own = all.filter(({ id }) => id === number);
    expect(own.map((one) => zNoticeSummaryDto.parse(one))).toEqual(own);
    const entries = await sql(server, `SELECT "action", "actorName" FROM audit_log WHERE "subject" = $1 ORDER BY id`, [
      `notice:${draft.id}`,
    ]);
    expect(entries).toEqual([
      { action: 'notice.drafted', actorName: 'robin' },
      { action: 'notice.published', actorName: 'sam' },
      { action: 'notice.withdrawn', actorName: 'robin' },
    ]);
  });

  it('holds for a lab report of its batch that comes later, which waits for a reviewer', async () => {
    const brandName = aName('Later');
    const batchId = `#${randomUUID()}`;
    const { client } = await aLab(server, robin, { trusted: true });
    const send = async (differing: object) => {
      const headers = { 'Idempotency-Key': randomUUID() };
      const body = aReport({ brandName, ...differing });
      return (await createCertificate({ client, headers, body, throwOnError: true })).data;
    };
    const notice = await issued(`${brandName.toUpperCase()},${batchId}`);
    expect((await send({})).standing).toBe('approved');
    const waiting = await send({ batchId });
    expect(waiting).toMatchObject({ standing: 'pending', notices: [{ id: notice.number }] });
    expect(waiting.findings).toContainEqual(expect.objectContaining({ code: 'batch-notice', severity: 'error' }));
    const { data: queue } = await listSubmissions({ client: robin, query: { search: batchId }, throwOnError: true });
    expect(queue.map(({ notices }) => notices.map(({ id }) => id))).toEqual([[notice.number]]);
    const path = { id: waiting.id };
    const { data: submission } = await getSubmission({ client: robin, path, throwOnError: true });
    const unread = { ...PASSED, version: submission.version };
    const message =
      'There is a notice about its batch or its laboratory. Open the submission, read the notice, and decide there';
    expectProblem(
      await approveSubmission({ client: robin, path, body: unread }),
      400,
      wrong('labIncidentsRead', message),
    );
    const body = { ...unread, labIncidentsRead: true };
    const { data } = await approveSubmission({ client: robin, path, body, throwOnError: true });
    expect((await surfacesOf(data)).list).toEqual([['failed', 'Do not drink', 1]]);
    const { data: found } = await getNotice({
      client: visitor,
      path: { number: notice.number ?? '' },
      throwOnError: true,
    });
    expect(found.affected).toEqual([
      { brand: brandName.toUpperCase(), product: data.productName, batch: batchId, references: [data.reference] },
    ]);
    const lines = [aReport({ brandName }), aReport({ brandName, batchId })]
      .map((one) => JSON.stringify(one))
      .join('\n');
    const { headers } = await aLab(server, robin, { trusted: true });
    const answer = await fetch(`${server.url}/api/partner/bulk-jobs`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': randomUUID(), 'content-type': 'application/x-ndjson' },
      body: lines,
    });
    expect(await answer.json()).toMatchObject({ published: 1, waiting: 1 });
  });

  it('is about a list, a file with commas and quotes, and a product by the days of its tests', async () => {
    const brandName = `${aName('Choice')}, "Inc"`;
    const productName = 'Rhubarb Fizz 5 mg';
    const [first, second] = [await aBatch(brandName), await aBatch(brandName, { productName, testDate: '2026-10-20' })];
    await aBatch(brandName, { productName, testDate: '2026-09-01' });
    const quoted = `"${brandName.replaceAll('"', '""')}"`;
    const batches = `Brand,Batch\r\n${first.reference.toLowerCase()}\r\n${quoted},${first.batchId}\r\n\r\n${quoted},NOT-HERE,Yuzu\r\nCB-0000-0000`;
    const product = {
      brandName,
      productName: productName.toUpperCase(),
      testedFrom: '2026-10-01',
      testedTo: '2026-10-31',
    };
    const { data: preview } = await previewNotice({ client: robin, body: { batches, product }, throwOnError: true });
    expect(preview).toMatchObject({ batches: 3, withoutReport: 1, notFound: ['CB-0000-0000'] });
    expect(preview.listed.map(({ batch, references }) => [batch, references])).toEqual(
      expect.arrayContaining([
        ['NOT-HERE', []],
        [first.batchId, [first.reference]],
        [second.batchId, [second.reference]],
      ]),
    );
    const unknown = await createNotice({ client: robin, body: aNotice(batches) });
    const message = 'We found no published lab report of CB-0000-0000. Correct it, or take it out';
    expectProblem(unknown, 400, wrong('batches', message));
    const notice = await issued(batches.replace('CB-0000-0000', ''), { product });
    const { data: stored } = await getStaffNotice({ client: robin, path: { id: notice.id }, throwOnError: true });
    expect((await previewNotice({ client: robin, body: { batches: stored.selection.batches } })).data?.batches).toBe(3);
  });

  it('is updated by two people, and what is taken out is shown as before', async () => {
    const brandName = aName('Updated');
    const [kept, out] = [await aBatch(brandName), await aBatch(brandName)];
    const notice = await issued(`${kept.reference}\n${out.reference}`);
    const path = { id: notice.id };
    const update = {
      ...aNotice(kept.reference, { kind: 'voluntary_recall', summary: 'Only one batch.' }),
      version: notice.version,
    };
    const { data: waiting } = await changeNotice({ client: sam, path, body: update, throwOnError: true });
    expect((await surfacesOf(out)).list).toEqual([['failed', 'Do not drink', 1]]);
    const same = await publish(waiting, sam);
    expectProblem(same, 403, { type: '/problems/second-person-needed' });
    const { data: updated } = await publish(waiting, robin);
    expect(updated).toMatchObject({ state: 'updated', number: notice.number });
    expect((await surfacesOf(out)).list).toEqual([['passed', 'Passed', 0]]);
    expect((await surfacesOf(kept)).list).toEqual([['failed', 'Do not drink', 1]]);
    const { data: found } = await getNotice({
      client: visitor,
      path: { number: notice.number ?? '' },
      throwOnError: true,
    });
    expect(found).toMatchObject({ state: 'updated', kind: 'voluntary_recall', affectedBatches: 1 });
    expect(found.modified > found.published).toBe(true);
  });

  it('is published by a second person only, whose account is not the work of the first', async () => {
    const draft = await drafted(aNotice(`${aName('Alone')},A-1`));
    expectProblem(await publish(draft, robin), 403, { type: '/problems/second-person-needed' });
    const account = { username: 'made-by-robin', roles: ['administrator' as const] };
    const { data: made } = await createAccount({ client: robin, body: account, throwOnError: true });
    const puppet = server.client();
    const { username } = account;
    await signIn({ client: puppet, body: { username, password: made.oneTimePassword }, throwOnError: true });
    const passwords = { currentPassword: made.oneTimePassword, newPassword: 'a second account of one person' };
    await changePassword({ client: puppet, body: passwords, throwOnError: true });
    const answer = await publish(draft, puppet);
    expectProblem(answer, 403, { type: '/problems/second-person-needed' });
    const { data: list } = await listStaffNotices({ client: robin, throwOnError: true });
    expect(list.find(({ id }) => id === draft.id)).toMatchObject({ state: 'draft', number: null });
  });

  it('of two requests at once is published once, and numbers are without gap and never twice', async () => {
    const drafts = await Promise.all([1, 2, 3, 4].map((at) => drafted(aNotice(`${aName('Crowd')},B-${at}`))));
    const answers = await Promise.all(drafts.flatMap((draft) => [publish(draft), publish(draft)]));
    const done = answers.filter(({ response }) => response?.status === 200);
    expect(done).toHaveLength(4);
    for (const answer of answers.filter((one) => !done.includes(one))) {
      expectProblem(answer, 409, { type: '/problems/notice-changed' });
    }
    const numbers = done.map(({ data }) => Number(data?.number?.slice(-4))).toSorted((a, b) => a - b);
    expect(numbers).toEqual([0, 1, 2, 3].map((at) => (numbers[0] ?? 0) + at));
    const [one] = done.map(({ data }) => data as StaffNoticeDto);
    const ends = await Promise.all([withdraw(one as StaffNoticeDto), withdraw(one as StaffNoticeDto)]);
    expect(ends.filter(({ response }) => response?.status === 200)).toHaveLength(1);
    const again = { ...aNotice(`${aName('Crowd')},B-9`), version: 3 };
    const redraft = await changeNotice({ client: robin, path: { id: one?.id ?? '' }, body: again });
    expectProblem(redraft, 409, { type: '/problems/notice-changed' });
  });

  it('is not published for another number of batches than the person saw', async () => {
    const brandName = aName('Grown');
    const product = { brandName, productName: 'Yuzu Seltzer 5 mg', testedFrom: '2026-10-01', testedTo: '2026-10-31' };
    await aBatch(brandName);
    const draft = await drafted({ ...aNotice(''), product });
    await aBatch(brandName);
    const body = { version: draft.version, batches: 1 };
    const refused = await publishNotice({ client: sam, path: { id: draft.id }, body });
    expectProblem(refused, 409, { type: '/problems/notice-count-changed' });
  });

  it('can be about three thousand batches', async () => {
    const brandName = aName('Thousands');
    const batches = Array.from({ length: 3_000 }, (_, at) => `${brandName},T-${at}`).join('\n');
    const certificate = await aBatch(brandName, { batchId: 'T-2999' });
    const notice = await issued(batches);
    expect((await surfacesOf(certificate)).page[0]).toBe('Do not drink');
    const path = { number: notice.number ?? '' };
    const { data: all } = await getNotice({ client: visitor, path, throwOnError: true });
    const { data: some } = await getNotice({ client: visitor, path, query: { batches: 100 }, throwOnError: true });
    expect([all.affected.length, some.affected.length, some.affectedBatches]).toEqual([3_000, 100, 3_000]);
    const page = await (await fetch(`${server.url}/notices/${notice.number}`)).text();
    expect(page).toContain('"affectedBatches":3000');
    expect(page).not.toContain('T-2999');
    const tooMany = Array.from({ length: 5_001 }, (_, at) => `Waxwing,T-${at}`).join('\n');
    const message = 'A notice can be about 5000 batches at most; these are 5001. Make several notices';
    const refused = await createNotice({ client: robin, body: aNotice(tooMany, { batches: tooMany }) });
    expectProblem(refused, 400, wrong('batches', message));
  });

  it.each([
    ['summary', { summary: 'Write to robin@agency.example.' }],
    ['summary', { summary: 'One.\uffffTwo.' }],
    ['summary', { summary: 'x'.repeat(301) }],
    ['details', { details: 'Call (555) 123-4567.' }],
    ['sourceName', { sourceName: 'www.agency.example' }],
    ['sourceNumber', { sourceNumber: undefined }],
    ['kind', { kind: 'panic' }],
    ['batches', { batches: '' }],
    ['batches', { batches: 'only a brand' }],
    ['batches', { batches: 'Brand,\uffff1' }],
    ['batches', { batches: 7 }],
    ['references', { references: [] }],
    ['references.0.url', { references: [{ url: 'http://agency.example/1', date: '2026-11-02' }] }],
    ['references.0.date', { references: [{ url: 'https://agency.example/1', date: '2027-11-02' }] }],
    [
      'product.testedTo',
      { product: { brandName: 'A', productName: 'B', testedFrom: '2026-10-02', testedTo: '2026-10-01' } },
    ],
  ])('is refused with a wrong %s: %j', async (field, differing) => {
    const body = { ...aNotice('Brand,B-1'), ...differing } as NoticeDraftDto;
    const { error } = await createNotice({ client: robin, body });
    expect(error).toMatchObject({ status: 400, errors: [{ field }] });
  });

  it('is withdrawn with nothing personal in its reason, keeps its number, and is written as text', async () => {
    const brandName = aName('<script>alert(1)</script>');
    const certificate = await aBatch(brandName);
    const notice = await issued(certificate.reference, { sourceName: '<img src=x onerror=alert(1)>' });
    const refused = await withdraw(notice, 'Ask robin@lab.example.');
    expect(refused.error).toMatchObject({ status: 400, errors: [{ field: 'reason' }] });
    for (const path of [
      `/notices/${notice.number}`,
      '/notices',
      '/feeds/notices.xml',
      `/certificates/${certificate.reference}`,
    ]) {
      const html = await (await fetch(server.url + path)).text();
      expect(html).not.toMatch(/<img src=x|<script>alert/);
    }
    const kept = 'a notice keeps its number';
    await expect(
      sql(server, `UPDATE notices SET "number" = 'CBN-2026-9999' WHERE "id" = $1`, [notice.id]),
    ).rejects.toThrow(kept);
    expectProblem(await getNotice({ client: visitor, path: { number: 'CBN-2026-9999' } }), 404, {
      type: '/problems/notice-not-found',
    });
  });

  it('that was never published is discarded, and the public never sees it', async () => {
    const before = (await listNotices({ client: visitor, throwOnError: true })).data.length;
    const draft = await drafted(aNotice(`${aName('Discarded')},D-1`));
    await withdraw(draft, 'The agency corrected itself.');
    expect((await listNotices({ client: visitor, throwOnError: true })).data).toHaveLength(before);
  });

  it('is listed page after page', async () => {
    const seen: string[] = [];
    for (let url: string | undefined = '/api/notices?limit=2'; url; ) {
      const { data, next } = await pageAt(visitor, url);
      seen.push(...(data as { id: string }[]).map(({ id }) => id));
      url = next;
    }
    const { data: all } = await listNotices({ client: visitor, query: { limit: 200 }, throwOnError: true });
    expect(seen).toEqual(all.map(({ id }) => id));
    expect(seen.length).toBeGreaterThan(4);
  });
});

describe('followers', () => {
  const emailsTo = async (email: string) =>
    (await emailsIn(server.mailFolder)).filter(
      ({ to, subject }) => to?.[0]?.address === email && !subject?.startsWith('Confirm'),
    );

  /** Addresses that follow these. All are asked first, because the queue of mail is looked at every few seconds. */
  async function followers(subjects: readonly object[]): Promise<string[]> {
    const emails = subjects.map(() => `${randomUUID()}@mail.example`);
    for (const [at, what] of subjects.entries()) {
      await createFollow({ client: visitor, body: { email: emails[at] ?? '', ...what }, throwOnError: true });
    }
    for (const email of emails) {
      const link = async () => (await emailsIn(server.mailFolder)).find(({ to }) => to?.[0]?.address === email);
      await until('the link is sent', async () => (await link()) !== undefined);
      const [, token = ''] = /\/following\?token=([\w.-]+)/.exec((await link())?.text ?? '') ?? [];
      await confirmFollow({ client: visitor, body: { token }, throwOnError: true });
    }
    return emails;
  }

  it('of a batch, product, brand or of all hear once of each publication, update and withdrawal', async () => {
    const brandName = aName('Followed');
    const [one, two] = [await aBatch(brandName), await aBatch(brandName)];
    const { productName } = one;
    const missing = 'NOT-HERE-YET/1';
    const subjects = [
      { brandName, batchId: one.batchId },
      { brandName, productName },
      { brandName },
      { batchId: missing },
      {},
    ];
    const { brandName: elsewhere } = await aBatch(aName('Other'));
    const emails = await followers([...subjects, { brandName: elsewhere }]);
    const other = emails.pop() ?? '';

    const arrived = async (count: number, title: string) => {
      for (const email of emails) {
        await until(`${count} emails to ${email}`, async () => (await emailsTo(email)).length >= count);
        const found = await emailsTo(email);
        expect(found).toHaveLength(count);
        expect(found.map(({ subject }) => subject)).toContain(title);
      }
    };
    const batches = `${one.reference}\n${two.reference}\n${brandName},${missing}`;
    const notice = await issued(batches);
    const title = `Recall: ${notice.number}`;
    await arrived(1, title);
    const [first] = await emailsTo(emails[0] ?? '');
    expect(first?.text).toContain(`/notices/${notice.number}`);
    const update = { ...aNotice(batches, { summary: 'Pour it away.' }), version: notice.version };
    const path = { id: notice.id };
    const { data: waiting } = await changeNotice({ client: robin, path, body: update, throwOnError: true });
    const { data: updated } = await publish(waiting);
    await arrived(2, `Updated: ${title}`);
    await withdraw(updated as StaffNoticeDto);
    await arrived(3, `Withdrawn: ${title}`);
    expect(await emailsTo(other)).toEqual([]);
    const speed = async () => (await getNoticeEmails({ client: visitor, throwOnError: true })).data;
    await until('all emails are counted', async () => (await speed()).sent >= 3 * emails.length);
    expect((await speed()).p95Seconds).toBeGreaterThanOrEqual(0);
  });
});
