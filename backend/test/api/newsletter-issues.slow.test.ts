import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  changeNewsletterIssue,
  createNewsletterIssue,
  deleteNewsletterIssue,
  getNewsletterChoices,
  getNewsletterIssue,
  getNewsletterPreview,
  listNewsletterIssues,
  resumeNewsletterIssue,
  sendNewsletterIssue,
  sendNewsletterTest,
  stopNewsletterIssue,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { IssueDto } from '../../../frontend/src/api/generated/types.gen.js';
import { zIssueDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { serve } from '../../src/main.js';
import { emailsIn } from '../support/mail-folder.js';
import { ServerProcess } from '../support/server-process.js';
import { refusal, SmtpReceiver } from '../support/smtp-receiver.js';
import { startServer, type TestServer, testConfig } from '../support/test-server.js';
import { until } from '../support/until.js';
import { pageAt, published, signInAsStaff, sql, stored } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const servers: TestServer[] = [];
const opened = async (environment?: Record<string, string>) => {
  const server = await startServer(environment);
  servers.push(server);
  return server;
};
afterAll(async () => {
  for (const server of servers) await server.stop();
});

const aDraft = (differing: object = {}) => ({
  subject: 'News of November',
  introduction: 'Three new certificates.\n\nOne of them is below.',
  articleIds: [] as string[],
  batchIds: [] as string[],
  ...differing,
});

const create = async (client: Client, differing: object = {}): Promise<IssueDto> =>
  (await createNewsletterIssue({ client, body: aDraft(differing), throwOnError: true })).data;

const begin = async (client: Client, { id, version }: IssueDto) =>
  (await sendNewsletterIssue({ client, path: { id }, body: { version }, throwOnError: true })).data;

const read = async (client: Client, id: string) =>
  (await getNewsletterIssue({ client, path: { id }, throwOnError: true })).data;

const subscribers = (server: TestServer, count: number, name = 'reader') =>
  sql(
    server,
    `INSERT INTO email_subscriptions (email) SELECT $2 || n || '@reader.example' FROM generate_series(1, $1) n`,
    [count, name],
  );

/** How many emails each address received, by recipient header. */
async function emailsByRecipient({ mailFolder }: { mailFolder: string }): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const name of await fileNamesOf(mailFolder)) {
    const [, address = ''] = /^To: (\S+)\r$/m.exec(await readFile(join(mailFolder, name), 'utf8')) ?? [];
    counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return counts;
}

const fileNamesOf = async (mailFolder: string) =>
  (await readdir(mailFolder).catch(() => [])).filter((name) => name.endsWith('.eml'));

const hasEnded = (client: Client, id: string) => async () => (await read(client, id)).state === 'sent';

describe('writing an issue', () => {
  let server: TestServer;
  let editor: Client;
  beforeAll(async () => {
    server = await opened();
    editor = await signInAsStaff(server, 'edith', ['editor']);
    const admin = await signInAsStaff(server, 'ada');
    await published(admin, server.client(), { batchId: '#C9030', productName: 'Yuzu <b>Seltzer</b>' });
    await sql(
      server,
      `INSERT INTO articles (id, slug, title, excerpt, content, category, "readTime", "publishedAt", "reviewedOn", "wordCount")
       VALUES ('article-001', 'basics', 'The basics', 'What to know.', '<p>x</p>', 'Education', '5 min read', now(), '2026-11-01', 3)`,
    );
  });

  it('offers published articles and certificates, and previews the email in both forms', async () => {
    const { data: choices } = await getNewsletterChoices({ client: editor, throwOnError: true });
    expect(choices).toEqual({
      articles: [{ id: 'article-001', title: 'The basics' }],
      certificates: [
        {
          batchId: '#C9030',
          productName: 'Yuzu <b>Seltzer</b>',
          brandName: 'Juniper & Tide',
          reference: expect.stringMatching(/^CB-/),
        },
      ],
    });
    const issue = await create(editor, { articleIds: ['article-001'], batchIds: ['#C9030'] });
    expect(zIssueDto.parse(issue)).toEqual(issue);
    const { data: preview } = await getNewsletterPreview({
      client: editor,
      path: { id: issue.id },
      throwOnError: true,
    });
    expect(preview.text).toContain('The basics: http://127.0.0.1/learn/basics?from=email');
    expect(preview.text).toContain(
      'Yuzu <b>Seltzer</b>, batch #C9030: http://127.0.0.1/brands/Juniper%20%26%20Tide/coa/%23C9030?from=email',
    );
    const { data: html, response } = await editor.get({
      url: `/api/staff/newsletter-issues/${issue.id}/preview/page`,
      parseAs: 'text',
      throwOnError: true,
    });
    expect(html).toContain('Yuzu &lt;b&gt;Seltzer&lt;/b&gt;, batch #C9030');
    expect(html).toContain('Unsubscribe');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('changes a draft once per version', async () => {
    const { id, version } = await create(editor);
    const body = { ...aDraft({ subject: 'Other' }), version };
    const both = await Promise.all([1, 2].map(() => changeNewsletterIssue({ client: editor, path: { id }, body })));
    expect(both.map(({ response }) => response?.status).toSorted()).toEqual([200, 409]);
    expect(await read(editor, id)).toMatchObject({ subject: 'Other', version: 2 });
  });

  it('rejects bad input, naming the field, and stores nothing', async () => {
    const before = await stored(server);
    for (const [differing, field, message] of [
      [{ subject: '' }, 'subject', 'Subject is required'],
      [{ subject: 'News\u2028of November' }, 'subject', 'Subject must be a single line. Take out the line break'],
      [{ introduction: ' ' }, 'introduction', 'Introduction is required'],
      [{ articleIds: ['article-404'] }, 'articleIds', 'One article you chose is no longer published. Choose again'],
      [{ batchIds: ['#404'] }, 'batchIds', 'One certificate you chose is no longer published. Choose again'],
      [{ batchIds: 'C9030' }, 'batchIds', 'Choose from the list'],
      [{ batchIds: [7] }, 'batchIds', 'Choose from the list'],
    ] as const) {
      const refused = await createNewsletterIssue({ client: editor, body: aDraft(differing) as never });
      expectProblem(refused, 400, wrong(field, message));
    }
    expect(await stored(server)).toEqual(before);
  });

  it('sends a test to one address, which it cannot unsubscribe', async () => {
    const { id } = await create(editor, { subject: 'Look at this' });
    const body = { email: 'edith@staff.example' };
    expect((await sendNewsletterTest({ client: editor, path: { id }, body })).response?.status).toBe(202);
    await until('the test', async () => (await emailsByRecipient(server)).has('edith@staff.example'));
    const email = (await emailsIn(server.mailFolder)).find(({ to }) => to?.[0]?.address === 'edith@staff.example');
    expect(email?.subject).toBe('Test: Look at this');
    expect(email?.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(false);
    const kept = await sql<{ payload: string }>(server, `SELECT payload::text FROM mail_outbox`);
    expect(JSON.stringify(kept)).not.toContain('edith@');
  });

  it('deletes a draft', async () => {
    const { id, version, subject } = await create(editor, { subject: 'Nothing to say' });
    const remove = (seen: number) => deleteNewsletterIssue({ client: editor, path: { id }, query: { version: seen } });
    const path = { id };
    expectProblem(await remove(version + 1), 409, { type: '/problems/issue-changed' });
    const without = await deleteNewsletterIssue({ client: editor, path, query: {} as never });
    expectProblem(without, 400, wrong('version', 'Send the version you last saw'));
    expect(await read(editor, id)).toMatchObject({ subject });

    await sendNewsletterTest({ client: editor, path, body: { email: 'late@staff.example' }, throwOnError: true });
    const test = `WHERE kind = 'newsletter.test' AND payload->>'issueId' = $1`;
    const stateOf = async () =>
      (await sql<{ state: string }>(server, `SELECT state FROM mail_outbox ${test}`, [id]))[0];
    await until('the test', async () => (await stateOf())?.state === 'sent');
    const both = await Promise.all([remove(version), remove(version)]);
    expect(both.map(({ response }) => response?.status).toSorted()).toEqual([204, 404]);
    expectProblem(await getNewsletterIssue({ client: editor, path }), 404, { type: '/problems/issue-not-found' });
    const { data: left } = await listNewsletterIssues({ client: editor, throwOnError: true });
    expect(left.map((issue) => issue.id)).not.toContain(id);

    // A pending test email is dropped, and does not count as a failure.
    const again = `SET state = 'waiting', "finishedAt" = NULL, "nextAttemptAt" = now()`;
    await sql(server, `UPDATE mail_outbox ${again} ${test}`, [id]);
    await until('the test is dropped', async () => (await stateOf())?.state === 'not-needed');
  });

  it('lists issues page by page', async () => {
    const { data } = await listNewsletterIssues({ client: editor, throwOnError: true });
    const first = await pageAt(editor, '/api/staff/newsletter-issues?limit=2');
    expect(first.data).toEqual(data.slice(0, 2));
    expect((await pageAt(editor, first.next ?? '')).data).toEqual(data.slice(2, 4));
  });
});

describe('sending an issue', () => {
  it('emails each subscriber once, with personal links, also when two editors send it concurrently', async () => {
    const server = await opened();
    const editor = await signInAsStaff(server, 'edith', ['editor']);
    await subscribers(server, 5);
    await sql(
      server,
      `INSERT INTO email_subscriptions (email, status) VALUES ('a@gone.example', 'unsubscribed'), ('b@gone.example', 'bounced'), ('c@gone.example', 'pending')`,
    );
    const draft = await create(editor);
    const path = { id: draft.id };
    const order = { client: editor, path, body: { version: draft.version } };
    const both = await Promise.all([sendNewsletterIssue(order), sendNewsletterIssue(order)]);
    expect(both.map(({ response }) => response?.status).toSorted()).toEqual([200, 409]);
    const issue = both.find(({ data }) => data)?.data ?? draft;
    expect(issue).toMatchObject({ state: 'sending', progress: { recipients: 5, waiting: 5 } });
    const refused = await deleteNewsletterIssue({ client: editor, path, query: { version: issue.version } });
    expectProblem(refused, 409, { type: '/problems/issue-not-draft' });
    await until('it is sent', hasEnded(editor, issue.id));
    expect(await emailsByRecipient(server)).toEqual(
      new Map([1, 2, 3, 4, 5].map((number) => [`reader${number}@reader.example`, 1])),
    );
    expect((await read(editor, issue.id)).progress).toEqual({ recipients: 5, sent: 5, failed: 0, left: 0, waiting: 0 });
    const links = (await emailsIn(server.mailFolder)).map(
      ({ headers }) => headers.find(({ key }) => key === 'list-unsubscribe')?.value,
    );
    expect(new Set(links).size).toBe(5);
  });

  it('skips addresses that unsubscribe meanwhile, and removes addresses that bounce permanently', async () => {
    const receiver = await SmtpReceiver.open();
    const smtp = { SMTP_URL: receiver.url, MAIL_FROM: 'news@clearbatch.example' };
    const server = await opened(smtp);
    try {
      const editor = await signInAsStaff(server, 'edith', ['editor']);
      await subscribers(server, 3);
      receiver.answers = { recipient: refusal(451, '4.2.2 mailbox is full') };
      const { id } = await begin(editor, await create(editor));
      const tried = `SELECT 1 FROM mail_outbox WHERE attempts = 1 AND state = 'waiting'`;
      await until('the full mailbox is scheduled for a retry', async () => (await sql(server, tried)).length === 3);
      expect((await read(editor, id)).progress).toMatchObject({ sent: 0, waiting: 3 });
      await sql(
        server,
        `UPDATE email_subscriptions SET status = 'unsubscribed' WHERE email = 'reader1@reader.example'`,
      );
      receiver.answers = { recipient: refusal(550, '5.1.1 no such mailbox') };
      await sql(server, `UPDATE mail_outbox SET "nextAttemptAt" = now()`);
      await until('it is sent', hasEnded(editor, id));
      expect((await read(editor, id)).progress).toEqual({ recipients: 3, sent: 0, failed: 2, left: 1, waiting: 0 });
      const status = `SELECT email, status FROM email_subscriptions ORDER BY email`;
      expect(await sql(server, status)).toEqual([
        { email: 'reader1@reader.example', status: 'unsubscribed' },
        { email: 'reader2@reader.example', status: 'bounced' },
        { email: 'reader3@reader.example', status: 'bounced' },
      ]);
      const again = await create(editor);
      const refused = await sendNewsletterIssue({ client: editor, path: { id: again.id }, body: { version: 1 } });
      expectProblem(refused, 409, { type: '/problems/nobody-subscribed' });
    } finally {
      await receiver.close();
    }
  });

  it('holds what waits while it is stopped, and queues it again when it resumes', async () => {
    // The folder is not writable, so every email waits.
    const server = await opened({ MAIL_FOLDER: '/dev/null/mail' });
    const editor = await signInAsStaff(server, 'edith', ['editor']);
    await subscribers(server, 3);
    const { id } = await begin(editor, await create(editor));
    const queued = async () =>
      (await sql<{ count: number }>(server, `SELECT count(*)::int AS count FROM mail_outbox`))[0]?.count;
    await until('it is queued', async () => (await queued()) === 3);
    const { data: stopped } = await stopNewsletterIssue({ client: editor, path: { id }, throwOnError: true });
    expect(stopped).toMatchObject({ state: 'stopped', progress: { recipients: 3, sent: 0, waiting: 3 } });
    const now = `UPDATE mail_outbox SET "nextAttemptAt" = now() WHERE state = 'waiting' AND "leasedUntil" IS NULL`;
    await until('nothing of it waits', async () => {
      await sql(server, now);
      return (await sql(server, `SELECT 1 FROM mail_outbox WHERE state = 'waiting'`)).length === 0;
    });
    const { data: again } = await resumeNewsletterIssue({ client: editor, path: { id }, throwOnError: true });
    expect(again).toMatchObject({ state: 'sending', progress: { sent: 0, waiting: 3 } });
    await until('the same again', async () => (await queued()) === 6);
    const rounds = await sql(server, `SELECT round, count(*)::int AS count FROM newsletter_recipients GROUP BY round`);
    expect(rounds).toEqual([{ round: 2, count: 3 }]);
    expectProblem(await resumeNewsletterIssue({ client: editor, path: { id } }), 409, {
      type: '/problems/issue-not-stopped',
    });
  });

  it('resumes without duplicates after the process was killed halfway', async () => {
    const server = await opened();
    const editor = await signInAsStaff(server, 'edith', ['editor']);
    await subscribers(server, 1200);
    const issue = await create(editor);
    await server.app.close();
    // Started where nothing can send it: the process to be killed does.
    await sql(
      server,
      `UPDATE newsletter_issues SET state = 'sending', content = '{"articles":[],"certificates":[]}', "startedAt" = now(),
         recipients = 1200, "lastSubscription" = (SELECT max(id) FROM email_subscriptions)`,
    );
    const release = await holdAfter(server, 300);
    const environment = { MAIL_FOLDER: server.mailFolder };
    const doomed = await ServerProcess.start({ databaseUrl: server.database.url, environment });
    await until('some emails', async () => (await fileNamesOf(server.mailFolder)).length >= 300);
    await doomed.end('SIGKILL');
    await release();
    const before = await emailsByRecipient(server);
    expect(before.size).toBeLessThan(1200);

    // The lease of its current job expires; here, that time has passed.
    await sql(server, `UPDATE mail_outbox SET "leasedUntil" = now() WHERE state = 'waiting' AND "leasedUntil" > now()`);
    const next = await serve(testConfig(server.database.url, { MAIL_FOLDER: server.mailFolder }));
    try {
      const state = `SELECT state FROM newsletter_issues WHERE id = '${issue.id}'`;
      await until('it is sent', async () => (await sql<{ state: string }>(server, state))[0]?.state === 'sent');
    } finally {
      await next.close();
    }
    const after = await emailsByRecipient(server);
    expect(after.size).toBe(1200);
    expect(new Set(after.values())).toEqual(new Set([1]));
    const accepted = await sql<{ attempts: number; count: number }>(
      server,
      `SELECT count(*)::int AS count FROM mail_outbox WHERE kind = 'newsletter.issue' AND state = 'sent'`,
    );
    expect(accepted).toEqual([{ count: 1200 }]);
  });
});

/** Makes emails wait once so many are noted as sent. @returns a function that lets them go on */
async function holdAfter(server: TestServer, count: number): Promise<() => Promise<void>> {
  const LOCK = 4712;
  const holder = new pg.Client(server.database.url);
  await holder.connect();
  await holder.query(`SELECT pg_advisory_lock(${LOCK})`);
  await holder.query(`
    CREATE FUNCTION wait_after_some() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM mail_outbox WHERE state = 'sent') >= ${count} THEN
        PERFORM pg_advisory_xact_lock_shared(${LOCK});
      END IF;
      RETURN NEW;
    END $$`);
  await holder.query(`
    CREATE TRIGGER waits_after_some BEFORE UPDATE ON mail_outbox
    FOR EACH ROW WHEN (NEW.state = 'sent') EXECUTE FUNCTION wait_after_some()`);
  return async () => {
    await holder.query(`SELECT pg_advisory_unlock(${LOCK})`);
    await holder.query('DROP FUNCTION wait_after_some CASCADE');
    await holder.end();
  };
}
