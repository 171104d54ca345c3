import { join } from 'node:path';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  exportAuditEntries,
  exportSubscribers,
  getArticle,
  getContactMessage,
  getStaffArticle,
  getSubscriberCounts,
  handleContactMessage,
  listArticles,
  listAuditEntries,
  listContactMessages,
  listStaffArticles,
  listSubscribers,
  publishArticle,
  reopenContactMessage,
  sendContactMessage,
  subscribe,
  withdrawArticle,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type {
  AuditEntryDto,
  ListAuditEntriesData,
  ListSubscribersData,
} from '../../../frontend/src/api/generated/types.gen.js';
import {
  zAuditEntryDto,
  zListAuditEntriesResponse,
  zListContactMessagesResponse,
  zListStaffArticlesResponse,
  zListSubscribersResponse,
  zMessageDto,
  zStaffArticleDto,
} from '../../../frontend/src/api/generated/zod.gen.js';
import { Education } from '../../src/domain/education/education.js';
import { readArticles } from '../../src/modules/education/article-files.js';
import { TypeOrmArticleRepository } from '../../src/modules/education/database/typeorm-article.repository.js';
import { SystemClock } from '../../src/platform/clock-and-ids.js';
import { PublicReader } from '../../src/platform/database/public-reader.js';
import { openDataSource } from '../support/test-database.js';
import { serverOfThisFile } from '../support/test-server.js';
import { until } from '../support/until.js';
import { pageAt, published, signInAsStaff, sql, stored } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const server = serverOfThisFile();
let visitor: Client;
let editor: Client;
let reviewer: Client;
beforeAll(async () => {
  visitor = server.client();
  editor = await signInAsStaff(server, 'edith', ['editor']);
  reviewer = await signInAsStaff(server, 'robin', ['reviewer']);
  await importArticles();
});

/** Runs on every start. */
async function importArticles(): Promise<void> {
  const source = await openDataSource(server.database.url);
  const articles = await readArticles(join(import.meta.dirname, '../../../content/articles'));
  await new Education(new TypeOrmArticleRepository(source, new PublicReader(source)), new SystemClock()).publish(
    articles,
  );
  await source.destroy();
}

describe('an article', () => {
  const id = 'article-002';
  const slug = 'dosing-guide';
  const path = { id };
  const reason = 'Its table <b>is</b> being checked again.';
  const withdraw = () => withdrawArticle({ client: editor, path, body: { reason } });
  const publish = () => publishArticle({ client: editor, path });
  const textOf = async (address: string) => (await fetch(server.url + address)).text();

  it('is listed with details for editors, and previewed as visitors see it', async () => {
    const { data } = await listStaffArticles({ client: editor, throwOnError: true });
    expect(zListStaffArticlesResponse.parse(data)).toEqual(data);
    const { data: inPublic } = await listArticles({ client: visitor, throwOnError: true });
    expect(data.map(({ wordCount, withdrawal, ...summary }) => ({ ...summary, match: null }))).toEqual(inPublic);
    expect(data.every(({ withdrawal, wordCount }) => withdrawal === null && wordCount > 100)).toBe(true);

    const { data: preview } = await getStaffArticle({ client: editor, path, throwOnError: true });
    expect(zStaffArticleDto.parse(preview)).toEqual(preview);
    const { data: published } = await getArticle({ client: visitor, path: { slug } });
    expect(preview).toEqual({ ...published, withdrawal: null });
  });

  it('disappears from everything that visitors and search engines read when it is withdrawn', async () => {
    const everywhere = ['/api/articles', '/feeds/articles.xml', '/sitemap.xml', '/learn', '/sitemap'];
    const inPublic = async () => (await Promise.all(everywhere.map(textOf))).map((text) => text.includes(slug));
    expect(await inPublic()).toEqual([true, true, true, true, true]);
    const { data: before } = await getArticle({ client: visitor, path: { slug } });

    const { data } = await withdrawArticle({ client: editor, path, body: { reason }, throwOnError: true });
    expect(zStaffArticleDto.parse(data)).toEqual(data);
    expect(data).toMatchObject({ slug, withdrawal: { reason, withdrawnBy: 'edith' } });

    expect(await inPublic()).toEqual([false, false, false, false, false]);
    const missing = { type: '/problems/article-not-found' };
    expectProblem(await getArticle({ client: visitor, path: { slug } }), 404, missing);
    const page = await fetch(`${server.url}/learn/${slug}`);
    const unknown = await fetch(`${server.url}/learn/no-such-article`);
    expect([page.status, unknown.status]).toEqual([404, 404]);
    expect((await page.text()).replaceAll(slug, '')).toBe((await unknown.text()).replaceAll('no-such-article', ''));
    expect((await fetch(`${server.url}/social/articles/${slug}.png`)).status).toBe(404);
    const related = before?.related[0]?.slug ?? '';
    const { data: other } = await getArticle({ client: visitor, path: { slug: related }, throwOnError: true });
    expect(other.related.map((one) => one.slug)).not.toContain(slug);
  });

  it('stays withdrawn after a restart', async () => {
    await importArticles();
    expect((await getArticle({ client: visitor, path: { slug } })).response?.status).toBe(404);
    const { data } = await listStaffArticles({ client: editor, throwOnError: true });
    expect(data.filter(({ withdrawal }) => withdrawal).map((article) => article.id)).toEqual([id]);
  });

  it('returns unchanged', async () => {
    expectProblem(await withdraw(), 409, { type: '/problems/article-already-withdrawn' });
    const { data } = await publishArticle({ client: editor, path, throwOnError: true });
    expect(data.withdrawal).toBeNull();
    const { withdrawal, ...published } = data;
    expect((await getArticle({ client: visitor, path: { slug } })).data).toEqual(published);
    expectProblem(await publish(), 409, { type: '/problems/article-not-withdrawn' });
    const without = await withdrawArticle({ client: editor, path, body: {} as never });
    expectProblem(without, 400, wrong('reason', 'Reason is required'));
  });
});

describe('subscribers', () => {
  const EMAILS = ['ann@mail.example', '+ben@mail.example', 'cleo@post.example'];
  beforeAll(async () => {
    for (const email of EMAILS) await subscribe({ client: visitor, body: { email }, throwOnError: true });
    await sql(
      server,
      `UPDATE email_subscriptions SET status = 'unsubscribed', "unsubscribedAt" = now() WHERE email LIKE 'cleo%'`,
    );
  });

  const emails = async (query: ListSubscribersData['query']) =>
    (await listSubscribers({ client: editor, query, throwOnError: true })).data.map(({ email }) => email);

  it('are listed newest first, by status and part of the address, page by page', async () => {
    const { data, response } = await listSubscribers({ client: editor, throwOnError: true });
    expect(zListSubscribersResponse.parse(data)).toEqual(data);
    expect(data.map(({ email }) => email)).toEqual(EMAILS.toReversed());
    expect(response.headers.get('x-total-count')).toBe('3');
    expect(await emails({ status: 'unsubscribed' })).toEqual(['cleo@post.example']);
    expect(await emails({ search: 'MAIL.example' })).toEqual(['+ben@mail.example', 'ann@mail.example']);
    const first = await pageAt(editor, '/api/staff/subscribers?limit=2');
    const second = await pageAt(editor, first.next ?? '');
    expect([first.data, second.data].flat()).toEqual(data);
    expect(first.next).not.toMatch(/ben|mail\.example/);
    expect(second.next).toBeUndefined();
    expect((await getSubscriberCounts({ client: editor })).data).toEqual({
      active: 2,
      pending: 0,
      unsubscribed: 1,
      bounced: 0,
    });
  });

  it('are exported as CSV without formulas, and logged without addresses', async () => {
    const body = { status: 'active', search: 'mail.EXAMPLE' } as const;
    const { data, response } = await exportSubscribers({ client: editor, body, throwOnError: true });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="subscribers-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    const lines = data.split('\r\n');
    expect(lines).toEqual([
      'email,status,subscribed at,unsubscribed at,source',
      expect.stringMatching(/^'\+ben@mail\.example,active,\d{4}-[\dT:.-]+Z,,$/),
      expect.stringMatching(/^ann@mail\.example,active,\d{4}-[\dT:.-]+Z,,$/),
      '',
    ]);
    const [entry] = await sql(server, `SELECT * FROM audit_log WHERE action = 'subscribers.exported' ORDER BY id DESC`);
    expect(entry).toMatchObject({ actorName: 'edith', after: { status: 'active', searched: true, count: 2 } });
    expect(JSON.stringify(entry)).not.toMatch(/mail\.example/i);
  });

  it.each([
    [{}, 'status', 'status must be one of all, active, pending, unsubscribed, bounced'],
    [{ status: 'gone' }, 'status', 'status must be one of all, active, pending, unsubscribed, bounced'],
    [{ status: 'all', search: 'a'.repeat(101) }, 'search', 'search can be at most 100 characters'],
  ])('are not exported for %j, without a log entry', async (body, field, message) => {
    const before = await stored(server);
    expectProblem(await exportSubscribers({ client: editor, body: body as never }), 400, wrong(field, message));
    expect(await stored(server)).toEqual(before);
  });

  describe('in large numbers', () => {
    /** More than fits into the socket buffers. */
    const MANY = 60_000;
    beforeAll(async () => {
      await sql(
        server,
        `INSERT INTO email_subscriptions ("email", "subscribedAt")
         SELECT 'reader-' || n || repeat('x', 400) || '@many.example', timestamptz '2026-01-01Z' + n * interval '1 second'
           FROM generate_series(1, ${MANY}) n`,
      );
    });

    const unfinished = async () =>
      (
        await sql(
          server,
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
        )
      ).length;

    it('stay in the database until the client reads, and a disconnect releases everything', async () => {
      const body = { status: 'all' } as const;
      const headers = { 'accept-encoding': 'identity' };
      const { data } = await exportSubscribers({
        client: editor,
        body,
        headers,
        parseAs: 'stream',
        throwOnError: true,
      });
      const reader = (data as unknown as ReadableStream<Uint8Array>).getReader();
      await reader.read();
      await until('the export waits for its reader', async () => (await unfinished()) === 1);
      await reader.cancel();
      await until('its cursor is closed', async () => (await unfinished()) === 0);
    });
  });
});

describe('messages', () => {
  const send = async (message: string, topic = 'question' as const) => {
    const body = { name: 'Sam Reed', email: 'sam@mail.example', topic, message };
    const { data } = await sendContactMessage({ client: visitor, body, throwOnError: true });
    const query = { search: data.reference };
    const { data: found } = await listContactMessages({ client: editor, query, throwOnError: true });
    return found[0]?.id ?? '';
  };

  it('are listed with an excerpt, and read in full', async () => {
    const text = `The first line.\n\n${'And so on. '.repeat(40)}End.`;
    const id = await send(text);
    const { data, response } = await listContactMessages({ client: editor, throwOnError: true });
    expect(zListContactMessagesResponse.parse(data)).toEqual(data);
    expect(response.headers.get('x-total-count')).toBe('1');
    expect(data).toEqual([
      expect.objectContaining({ id, standing: 'open', excerpt: expect.stringMatching(/^The first line. And so on./) }),
    ]);
    expect(data[0]?.excerpt).toHaveLength(160);
    const { data: message } = await getContactMessage({ client: editor, path: { id }, throwOnError: true });
    expect(zMessageDto.parse(message)).toEqual(message);
    expect(message).toMatchObject({ message: text, note: null, version: 1 });
  });

  it('are handled and reopened, with a note for staff that is not logged', async () => {
    const path = { id: await send('Please change my name, which is Quillon.') };
    const handled = await handleContactMessage({
      client: editor,
      path,
      throwOnError: true,
      body: { version: 1, note: 'Told Quillon.' },
    });
    expect(handled.data).toMatchObject({ standing: 'handled', changedBy: 'edith', note: 'Told Quillon.', version: 2 });
    const standing = async (query: { standing?: 'open' | 'handled' }) =>
      (await listContactMessages({ client: editor, query, throwOnError: true })).data.map(({ id }) => id);
    expect(await standing({})).not.toContain(path.id);
    expect(await standing({ standing: 'handled' })).toEqual([path.id]);

    const stale = { client: editor, path, body: { version: 1 } };
    expectProblem(await reopenContactMessage(stale), 409, { type: '/problems/message-changed' });
    const reopened = await reopenContactMessage({ client: editor, path, body: { version: 2 }, throwOnError: true });
    expect(reopened.data).toMatchObject({ standing: 'open', note: null, version: 3 });
    expect(await standing({})).toContain(path.id);

    const query = { subject: `message:${path.id}` };
    const { data: log } = await listAuditEntries({ client: reviewer, query, throwOnError: true });
    expect(log.map(({ action, actorName }) => [action, actorName])).toEqual([
      ['message.reopened', 'edith'],
      ['message.handled', 'edith'],
    ]);
    expect(JSON.stringify(log)).not.toMatch(/Quillon|sam@mail/);
  });

  it.each([
    [{}, 'version', 'Send the version you last saw'],
    [{ version: '1' }, 'version', 'Send the version you last saw'],
    [{ version: 0 }, 'version', 'Send the version you last saw'],
  ])('are not handled by %j', async (body, field, message) => {
    const path = { id: await send('Nothing happens to this one.') };
    expectProblem(
      await handleContactMessage({ client: editor, path, body: body as never }),
      400,
      wrong(field, message),
    );
  });

  it('return 404 for a malformed ID', async () => {
    const missing = { type: '/problems/message-not-found' };
    const nothing = { client: editor, path: { id: 'latest' } };
    expectProblem(await getContactMessage(nothing), 404, missing);
    expectProblem(await handleContactMessage({ ...nothing, body: { version: 1 } }), 404, missing);
  });
});

describe('the audit log', () => {
  const entries = async (query: ListAuditEntriesData['query']) =>
    (await listAuditEntries({ client: reviewer, query, throwOnError: true })).data;

  it('is listed newest first, filtered, page by page', async () => {
    const all = await entries({ limit: 200 });
    expect(zListAuditEntriesResponse.parse(all)).toEqual(all);
    const instants = all.map(({ at }) => at);
    expect(instants).toEqual(instants.toSorted().toReversed());
    const today = new Date().toISOString().slice(0, 10);
    const of = (keep: (entry: AuditEntryDto) => boolean) => all.filter(keep);
    expect(await entries({ limit: 200, action: 'article.w' })).toEqual(
      of(({ action }) => action === 'article.withdrawn'),
    );
    expect(await entries({ limit: 200, actor: 'edith' })).toEqual(of(({ actorName }) => actorName === 'edith'));
    expect(await entries({ limit: 200, from: '2020-01-01', to: today })).toEqual(all);
    expect(await entries({ to: '2020-01-01' })).toEqual([]);

    const paged: unknown[] = [];
    let next: string | undefined = '/api/staff/audit-log?limit=2&action=a';
    while (next) {
      const page: Awaited<ReturnType<typeof pageAt>> = await pageAt(reviewer, next);
      paged.push(...(page.data as unknown[]));
      next = page.next;
    }
    expect(paged).toEqual(of(({ action }) => action.startsWith('a')));
  });

  it('is exported in both formats, with a log entry', async () => {
    const filter = { action: 'article.' } as const;
    const expected = await entries({ ...filter, limit: 200 });
    const ndjson = await exportAuditEntries({
      client: reviewer,
      body: { ...filter, format: 'ndjson' },
      parseAs: 'text',
    });
    expect(ndjson.response?.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const lines = String(ndjson.data).trimEnd().split('\n');
    expect(lines.map((line) => zAuditEntryDto.parse(JSON.parse(line)))).toEqual(expected);

    const csv = await exportAuditEntries({ client: reviewer, body: { ...filter, format: 'csv' }, parseAs: 'text' });
    expect(csv.response?.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.response?.headers.get('content-disposition')).toMatch(/filename="audit-log-[\d-]+\.csv"$/);
    const rows = String(csv.data).split('\r\n');
    expect(rows[0]).toBe('id,at,actor id,actor name,action,subject,before,after,reference');
    expect(rows).toHaveLength(expected.length + 2);
    expect(rows.join()).toContain(`""standing"":""withdrawn""`);

    const [last] = await entries({ action: 'audit-log.', limit: 1 });
    expect(last).toMatchObject({
      actorName: 'robin',
      after: { action: 'article.', actor: null, count: expected.length },
    });
  });

  it('accepts a certificate reference as the subject', async () => {
    const { id, reference } = await published(reviewer, visitor);
    const subject = `certificate:${id}`;
    const expected = await entries({ subject });
    expect(expected.map(({ action }) => action)).toEqual(['submission.approved']);
    expect(expected[0]).toMatchObject({ subject, reference });
    for (const typed of [reference.toLowerCase(), reference.replaceAll('-', ''), ` ${reference} `]) {
      expect(await entries({ subject: typed })).toEqual(expected);
    }
    const csv = await exportAuditEntries({
      client: reviewer,
      body: { subject: reference, format: 'csv' },
      parseAs: 'text',
    });
    expect(String(csv.data).trimEnd().split('\r\n').at(-1)).toMatch(new RegExp(`,${reference}$`));
    const unknown = 'No certificate has the reference CB-0000-0000. Check it for typing mistakes';
    for (const query of [{ subject: 'cb-0000-0000' }, { subject: 'CB00000000', action: 'submission.' }]) {
      expectProblem(await listAuditEntries({ client: reviewer, query }), 400, wrong('subject', unknown));
    }
    const body = { subject: 'cb-0000-0000', format: 'csv' } as const;
    const before = await stored(server);
    expectProblem(await exportAuditEntries({ client: reviewer, body }), 400, wrong('subject', unknown));
    expect(await stored(server)).toEqual(before);
  });

  it.each([
    [{ from: '2026-02-30' }, 'from', 'from: there is no such day as 2026-02-30'],
    [{ to: '2026-1-1' }, 'to', 'to must be a date in the form YYYY-MM-DD'],
    [{ to: '2026-01-01T00:00:00Z' }, 'to', 'to must be a date in the form YYYY-MM-DD'],
    [{ from: '2026-01-02', to: '2026-01-01' }, 'to', 'The end date is before the start date'],
    [{ cursor: 'eyJhdCI6MX0' }, 'cursor', 'This cursor is not for this list. Start again without it'],
  ])('cannot be queried with %j', async (query, field, message) => {
    expectProblem(await listAuditEntries({ client: reviewer, query }), 400, wrong(field, message));
  });
});
