import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  confirmFollow,
  createFollow,
  erasePersonalData,
  listFollows,
  stopFollow,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { FollowDto } from '../../../frontend/src/api/generated/types.gen.js';
import { emailsIn } from '../support/mail-folder.js';
import { serverOfThisFile } from '../support/test-server.js';
import { until } from '../support/until.js';
import { published, signInAsStaff, sql, stored } from './api-helpers.js';
import { expectProblem, expectProblemOf, wrong } from './problem.js';

const server = serverOfThisFile();
let staff: Client;
let client: Client;
beforeAll(async () => {
  staff = await signInAsStaff(server, 'robin');
  client = server.client();
});

const LOT = { batchId: 'FOLLOWED/1' };

const follow = (email: string, what: Omit<FollowDto, 'email'> = LOT) =>
  createFollow({ client, body: { email, ...what } });

const emailsTo = async (email: string) =>
  (await emailsIn(server.mailFolder)).filter(({ to }) => to?.[0]?.address === email);

/** The newest of `count` emails, and the link at its end. */
async function emailTo(email: string, count = 1) {
  await until(`${count} emails to ${email}`, async () => (await emailsTo(email)).length >= count);
  const found = await emailsTo(email);
  expect(found).toHaveLength(count);
  const last = found.find(({ subject }) => count === 1 || !subject?.startsWith('Confirm'));
  const [path = '', token = ''] = /\/following\?token=([\w.-]+)/.exec(last?.text ?? '') ?? [];
  return { subject: last?.subject, headers: last?.headers, text: last?.text ?? '', path, token };
}

async function confirmed(email: string, what: Omit<FollowDto, 'email'> = LOT) {
  await follow(email, what);
  const { token } = await emailTo(email);
  expect((await confirmFollow({ client, body: { token } })).response?.status).toBe(204);
  return token;
}

const rows = (email: string) =>
  sql(server, `SELECT 1 FROM follows f JOIN followers p ON p."id" = f."followerId" WHERE p."email" = $1`, [email]);

describe('POST /api/follows', () => {
  it('asks for confirmation by email once, and answers the same whatever the address follows', async () => {
    expect((await follow('sam@mail.example')).response?.status).toBe(204);
    const { subject, headers, text, path, token } = await emailTo('sam@mail.example');
    expect(subject).toBe('Confirm what you want to follow on ClearBatch');
    expect(text).toContain('Batch FOLLOWED/1');
    expect(headers).toContainEqual(
      expect.objectContaining({ key: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' }),
    );
    expect(path).not.toMatch(/sam|mail\.|@/);
    await confirmFollow({ client, body: { token }, throwOnError: true });
    expect((await follow(' sam@mail.example ')).response?.status).toBe(204);
    const waiting = () => sql(server, `SELECT 1 FROM mail_outbox WHERE state = 'waiting'`);
    await until('the mail that is not needed was dropped', async () => (await waiting()).length === 0);
    expect(await emailsTo('sam@mail.example')).toHaveLength(1);
  });

  it('refuses what is not there or is not a batch ID, and stores nothing', async () => {
    const before = await stored(server);
    for (const [body, field, message] of [
      [{ ...LOT, email: 'no' }, 'email', 'Enter a valid email address'],
      [{ brandName: 'No such brand' }, 'brandName', "We couldn't find it in the registry"],
      [{ productName: 'Of no brand' }, 'brandName', "We couldn't find it in the registry"],
      [{ batchId: 'Win at prizes.example' }, 'batchId', 'Enter the batch ID as it is printed on the can'],
    ] as const) {
      const answer = await createFollow({ client, body: { email: 'kim@mail.example', ...body } });
      expectProblem(answer, 400, wrong(field, message));
    }
    expect(await stored(server)).toEqual(before);
  });

  it('does not bomb a mailbox', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, n) => follow('bombed@mail.example', { batchId: `BOMB-${n}` })));
    await emailTo('bombed@mail.example');
    expect(await rows('bombed@mail.example')).toHaveLength(10);
  });
});

it('a batch that was missing arrives: the email says what is known, and one click ends it', async () => {
  const batchId = 'ARRIVES-77';
  await confirmed('waiting@mail.example', { batchId });
  await published(staff, client, { batchId });
  const { subject, text, path } = await emailTo('waiting@mail.example', 2);
  expect(subject).toBe(`Yuzu Seltzer 5 mg, batch ${batchId}`);
  expect(text).toContain('Status: passed.');
  expect(text).toContain('Check that the batch ID on your can is exactly the same.');
  const answer = await fetch(server.url + path, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    headers: { origin: 'https://webmail.example' },
  });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('You are unsubscribed');
  expect(await rows('waiting@mail.example')).toEqual([]);
});

it('a failure says "Do not drink it" and links to the page without the gate', async () => {
  await confirmed('failures@mail.example', {});
  await published(staff, client, { batchId: 'FAILS/1' }, { status: 'failed' });
  const { subject, text } = await emailTo('failures@mail.example', 2);
  expect(subject).toBe('Failed: Yuzu Seltzer 5 mg, batch FAILS/1');
  expect(text).toContain('Failed its lab test. Do not drink it.');
  expect(text).toContain('/coa/FAILS%2F1?from=email');
});

describe('the link at the end of an email', () => {
  it('lists what is followed, and stops one or all of it', async () => {
    await published(staff, client, { batchId: 'LISTED/1', brandName: 'Waxwing' });
    const token = await confirmed('list@mail.example', { brandName: 'WAXWING' });
    await follow('list@mail.example');
    const list = async () => (await listFollows({ client, path: { token }, throwOnError: true })).data;
    const [brand, lot] = await list();
    expect(brand).toMatchObject({ label: 'All lab reports of Waxwing', confirmed: true });
    expect(lot).toMatchObject({ label: 'Batch FOLLOWED/1', confirmed: false });
    for (const id of [brand?.id, (lot?.id ?? 0) + 1])
      await stopFollow({ client, body: { token, followId: id }, throwOnError: true });
    expect(await list()).toEqual([lot]);
    // A form that names nothing that is followed stops nothing.
    await fetch(`${server.url}/following?token=${token}`, { method: 'POST', body: new URLSearchParams({ step: '' }) });
    expect(await list()).toEqual([lot]);
    for (const _ of ['once', 'again']) await stopFollow({ client, body: { token }, throwOnError: true });
    expect(await list()).toEqual([]);
  });

  it('works for nothing else, and a forged one for nothing', async () => {
    const invalid = { type: '/problems/newsletter-link-invalid' };
    expectProblem(await listFollows({ client, path: { token: 'forged' } }), 404, invalid);
    expectProblem(await confirmFollow({ client, body: { token: 'forged' } }), 404, invalid);
    expectProblem(await stopFollow({ client, body: { token: 'forged' } }), 404, invalid);
    await expectProblemOf(await fetch(`${server.url}/following?token=forged`, { method: 'POST' }), 404, invalid);
  });
});

it('erasing an address deletes what it follows and its emails', async () => {
  const email = 'erased@mail.example';
  await confirmed(email);
  const body = { email, confirmation: email, reason: 'They asked us to' };
  await erasePersonalData({ client: staff, body, throwOnError: true });
  expect(await sql(server, `SELECT 1 FROM followers WHERE "email" = $1`, [email])).toEqual([]);
});

it('the feed of a brand or product has its events only', async () => {
  const names = { brandName: 'Sumac & Sons', productName: 'Plum Tonic 5 mg' };
  await published(staff, client, { ...names, batchId: 'FEED-1' });
  await published(staff, client, { ...names, productName: 'Plum Tonic .5 mg', thcContent: 0.5, batchId: 'FEED-2' });
  const feed = async (query: Record<string, string>) => {
    const answer = await fetch(`${server.url}/feeds/certificates.xml?${new URLSearchParams(query)}`);
    return {
      status: answer.status,
      batches: [...(await answer.text()).matchAll(/<title>.*?batch (\S+)<\/title>/g)].map(([, id]) => id).toSorted(),
    };
  };
  expect(await feed({ brand: 'SUMAC & SONS' })).toEqual({ status: 200, batches: ['FEED-1', 'FEED-2'] });
  expect(await feed({ brand: names.brandName, product: names.productName })).toEqual({
    status: 200,
    batches: ['FEED-1'],
  });
  expect((await feed({ brand: 'No such brand' })).status).toBe(404);
});
