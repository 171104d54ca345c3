import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { CertificateDraft } from '../../src/domain/coa-registry/certificate/certificate.js';
import { productWords } from '../../src/domain/coa-registry/certificate/search-text.js';
import { batchKey } from '../../src/domain/coa-registry/coa-registry.js';
import { productHistory } from '../../src/domain/coa-registry/registry/product-history.js';
import type { Approval } from '../../src/domain/coa-registry/review/review.js';
import { FOLLOWS_MAX, type FollowSubject, UNCONFIRMED_MAX } from '../../src/domain/newsletter/follow.js';
import { nameKey } from '../../src/domain/shared/name-key.js';
import { TypeOrmFollowRepository } from '../../src/modules/newsletter/database/typeorm-follow.repository.js';
import { inTransaction } from '../../src/platform/database/transaction.js';
import { ACTOR, approved } from '../support/builders.js';
import { type OpenRegistry, stepsIn } from './certificate-steps.js';
import { registryOfThisFile } from './open-registry.js';

const BRAND = 'Juniper & Tide';
const PRODUCT = 'Yuzu Seltzer 5 mg';

const emptyRegistry = registryOfThisFile();
let registry: OpenRegistry & { database: DataSource };
let database: DataSource;
let follows: TypeOrmFollowRepository;
/** The database notes when something happened, so what was asked for before has to be before that. */
let now: Date;
beforeEach(async () => {
  registry = await emptyRegistry();
  ({ database } = registry);
  follows = new TypeOrmFollowRepository(database);
  [{ now }] = await database.query(`SELECT now() - interval '1 minute' AS now`);
});

const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
/** After the next weekly email. */
const nextWeek = () => minutes(8 * 24 * 60);

const subject = (differing: Partial<FollowSubject> = {}): FollowSubject => ({
  topic: 'lot',
  brandKey: '',
  key: batchKey('#C9030'),
  label: 'Batch #C9030',
  ...differing,
});
const BRANDS = subject({ topic: 'brand', brandKey: nameKey(BRAND), key: '' });
const PRODUCTS = subject({ topic: 'product', brandKey: nameKey(BRAND), key: nameKey(PRODUCT) });
const FAILURES = subject({ topic: 'failures', key: '' });

const inTx = <T>(work: () => Promise<T>) => inTransaction(database, work);
const ask = (email: string, what: FollowSubject, at = now) => inTx(() => follows.ask(email, what, at));

async function confirm(email: string): Promise<number> {
  const [{ id = 0 } = {}] = await database.query<{ id: number }[]>(`SELECT "id" FROM followers WHERE "email" = $1`, [
    email,
  ]);
  await inTx(() => follows.confirm(id, randomUUID(), now));
  return id;
}
async function followed(email: string, ...subjects: FollowSubject[]): Promise<number> {
  for (const one of subjects) await ask(email, one);
  return confirm(email);
}

const publish = async (draft: Partial<CertificateDraft> = {}, approval: Partial<Approval> = {}) => {
  const steps = stepsIn(() => registry);
  const waiting = await steps.added({ brandName: BRAND, productName: PRODUCT, batchId: '#C9030', ...draft });
  return steps.change(waiting, approved(waiting, approval), 'submission.approved');
};
const announce = (at = minutes(2)) => inTx(() => follows.queueNews(randomUUID(), at));

/** The addresses that get an email, with the certificates and incidents that it is about. */
async function emails(): Promise<Record<string, string[][]>> {
  const rows = await database.query<{ email: string; about: string[] }[]>(
    `SELECT p."email", (SELECT array_agg(x ORDER BY n) FROM jsonb_array_elements_text(payload->'certificates' || (payload->'incidents')) WITH ORDINALITY a(x, n)) AS about
       FROM mail_outbox m JOIN followers p ON p."id" = (m.payload->>'followerId')::int
      WHERE m.kind = 'newsletter.news' ORDER BY m.id`,
  );
  const found: Record<string, string[][]> = {};
  for (const { email, about } of rows) found[email] = [...(found[email] ?? []), about];
  return found;
}

it('tells about a failure at once, once, everyone who follows the batch, product, brand or failures, and no one else', async () => {
  await followed('lot@mail.example', subject(), BRANDS);
  await followed('product@mail.example', PRODUCTS);
  await followed('brand@mail.example', BRANDS);
  await followed('all@mail.example', FAILURES);
  await followed('other@mail.example', subject({ key: batchKey('#C9031') }), { ...BRANDS, brandKey: 'cedar' });
  await ask('pending@mail.example', subject());
  const { id } = await publish({}, { status: 'failed' });
  await announce();
  await announce(nextWeek());
  const addresses = ['all', 'brand', 'lot', 'product'].map((name) => `${name}@mail.example`);
  const told = await emails();
  expect(Object.keys(told).toSorted()).toEqual(addresses);
  for (const email of addresses) expect(told[email]).toEqual([[id]]);
});

it('tells about other publications once a week, in one email, and of a withdrawal at once', async () => {
  await followed('brand@mail.example', BRANDS);
  await followed('all@mail.example', FAILURES);
  const first = await publish();
  const second = await publish({ batchId: '#C9031' });
  await announce();
  expect(await emails()).toEqual({});
  await announce(nextWeek());
  expect((await emails())['brand@mail.example']?.map((one) => one.toSorted())).toEqual([
    [first.id, second.id].toSorted(),
  ]);
  await stepsIn(() => registry).withdraw(second);
  await announce();
  expect((await emails())['brand@mail.example']).toHaveLength(2);
  expect((await emails())['all@mail.example']).toEqual([[second.id]]);
});

it('tells followers of the batch about a new report at once, and not again in the weekly email', async () => {
  await followed('lot@mail.example', subject());
  await followed('brand@mail.example', BRANDS);
  const { id } = await publish();
  await announce();
  expect(await emails()).toEqual({ 'lot@mail.example': [[id]] });
  await announce(nextWeek());
  expect(await emails()).toEqual({ 'lot@mail.example': [[id]], 'brand@mail.example': [[id]] });
});

it('tells who confirms late what happened since they asked', async () => {
  await ask('late@mail.example', subject());
  const { id } = await publish();
  await announce();
  expect(await emails()).toEqual({});
  await confirm('late@mail.example');
  await confirm('late@mail.example');
  expect(await emails()).toEqual({ 'late@mail.example': [[id]] });
});

it('takes for a product what its page lists: spelled the same but for case, not with other punctuation', async () => {
  await followed('product@mail.example', PRODUCTS);
  await publish({ productName: 'Yuzu Seltzer .5 mg', batchId: '#C9031' }, { status: 'failed' });
  const { id } = await publish({ productName: 'YUZU seltzer 5 mg' }, { status: 'failed' });
  await announce();
  expect(await emails()).toEqual({ 'product@mail.example': [[id]] });
  const page = await registry.published.ofProduct(nameKey(BRAND), productWords(PRODUCT), 9);
  expect(productHistory(PRODUCT, page).certificates.map((one) => one.id)).toEqual([id]);
});

it('finds what a brand published under a new name', async () => {
  await followed('brand@mail.example', BRANDS);
  await publish({ batchId: '#C9000' });
  await registry.renameBrand(BRAND, 'Juniper');
  const { id } = await publish({ brandName: 'Juniper' }, { status: 'failed' });
  await announce();
  expect(await emails()).toEqual({ 'brand@mail.example': [[id]] });
});

it('tells about an incident of the laboratory of a followed batch, and when it is over', async () => {
  const { labName, testDate } = await publish();
  await followed('lot@mail.example', subject());
  await followed('brand@mail.example', BRANDS);
  await followed('product@mail.example', PRODUCTS);
  await followed('other@mail.example', subject({ key: batchKey('#C9031') }));
  const id = randomUUID();
  await database.query(
    `INSERT INTO lab_incidents ("id", "labName", "labKey", "kind", "testedFrom", "sourceName", "sourceUrl", "sourceDate",
       "statement", "openedAt", "openedBy") VALUES ($1, $2, $3, 'suspended', $4, 'Board', 'https://board.example', $4, 'It was.', now(), $5)`,
    [id, labName, nameKey(labName), testDate, ACTOR.name],
  );
  await announce();
  const told = (...news: string[][]) =>
    Object.fromEntries(['lot', 'brand', 'product'].map((name) => [`${name}@mail.example`, news]));
  expect(await emails()).toEqual(told([id]));
  await database.query(
    `UPDATE lab_incidents SET "state" = 'cleared', "endedAt" = now(), "endedBy" = 'Robin', "endReason" = 'Lifted.'`,
  );
  await announce();
  expect(await emails()).toEqual(told([id], [id]));
});

it('queues one email each although several processes try, and nothing when one of them dies', async () => {
  await followed('lot@mail.example', subject());
  await publish({}, { status: 'failed' });
  const dying = inTx(async () => {
    await follows.queueNews(randomUUID(), minutes(2));
    throw new Error('died');
  });
  await expect(dying).rejects.toThrow('died');
  expect(await emails()).toEqual({});
  await Promise.all([announce(), announce(), announce()]);
  expect((await emails())['lot@mail.example']).toHaveLength(1);
});

describe('requests to confirm', () => {
  it('cause one email an hour to an address, and store what was asked for last', async () => {
    const id = (await ask('sam@mail.example', subject())) ?? 0;
    for (let n = 0; n < 20; n += 1)
      expect(await ask('SAM@mail.example', subject({ key: `${n}` }), minutes(59))).toBeNull();
    expect(await ask('sam@mail.example', BRANDS, minutes(60))).toBe(id);
    expect(await follows.list(id)).toHaveLength(UNCONFIRMED_MAX);
    expect(await follows.addressOf(id)).toBe('sam@mail.example');
  });

  it('need none for what is followed, and store no more than the limit', async () => {
    await followed('sam@mail.example', subject());
    expect(await ask('sam@mail.example', subject(), minutes(90))).toBeNull();
    await database.query(
      `INSERT INTO follows ("followerId", "topic", "brandKey", "key", "label", "askedAt", "confirmedAt")
       SELECT "id", 'lot', '', n, '', $2, $2 FROM followers, generate_series(2, $1) n`,
      [FOLLOWS_MAX, now],
    );
    expect(await ask('sam@mail.example', BRANDS, minutes(90))).toBeNull();
    expect(await database.query(`SELECT count(*)::int AS n FROM follows`)).toEqual([{ n: FOLLOWS_MAX }]);
  });
});

it('stops one subject or all, exports and erases by address', async () => {
  const id = await followed('sam@mail.example', subject(), BRANDS);
  await publish({}, { status: 'failed' });
  await announce();
  const { follows: kept, mail } = await follows.byAddress('SAM@mail.example');
  expect([kept.length, mail.length]).toEqual([2, 1]);
  const [first] = await follows.list(id);
  await follows.stop(id + 1, first?.id ?? 0);
  expect(await follows.list(id)).toHaveLength(2);
  await follows.stop(id, first?.id ?? 0);
  expect(await follows.list(id)).toHaveLength(1);
  expect(await follows.remove('Sam@mail.example')).toEqual({ follows: 1, mail: 1 });
  expect(await follows.byAddress('sam@mail.example')).toEqual({ follows: [], mail: [] });
  expect(await database.query(`SELECT count(*)::int AS n FROM follows`)).toEqual([{ n: 0 }]);
});
