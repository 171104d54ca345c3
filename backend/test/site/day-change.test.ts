import { verifyAge } from '../../../frontend/src/api/generated/sdk.gen.js';
import { CoaRegistry } from '../../src/domain/coa-registry/coa-registry.js';
import { Clock } from '../../src/domain/shared/ports.js';
import { ResponseCache } from '../../src/platform/cache/response-cache.js';
import { published, signInAsStaff } from '../api/api-helpers.js';
import { fakeOnly } from '../support/fake-only.js';
import { BUILT_SITE } from '../support/server-process.js';
import { serverOfThisFile } from '../support/test-server.js';
import { until } from '../support/until.js';

/** Midnight in Washington, D.C., before the rule `us-2026-12-11` of content/rules.json starts. */
const MIDNIGHT = Date.parse('2026-12-11T05:00:00Z');

const server = serverOfThisFile({ WEB_ROOT: BUILT_SITE });
let cookie: string;
let batch: string;
let reference: string;
beforeAll(async () => {
  const certificate = await published(await signInAsStaff(server, 'robin'), server.client());
  batch = encodeURIComponent(certificate.batchId);
  reference = certificate.reference;
  setClocks(-60_000);
  const { response } = await verifyAge({ client: server.client(), body: { verified: true }, throwOnError: true });
  [cookie = ''] = response.headers.getSetCookie().map((text) => text.split(';')[0] ?? '');
});
beforeEach(() => server.app.get(ResponseCache).clear());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Sets the server's clock, which follows the database's, and the machine's, both in ms after midnight. */
function setClocks(ms: number, machineMs = ms): void {
  jest.spyOn(server.app.get(Clock), 'now').mockImplementation(() => new Date(MIDNIGHT + ms));
  fakeOnly(['Date'], MIDNIGHT + machineMs);
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { ...(path.startsWith('/api/') ? {} : { cookie }), ...headers } });

/** Reads an address until the response comes from the cache, which is empty while it waits for invalidations. */
async function getCached(path: string): Promise<Response> {
  const cached: Response[] = [];
  await until(`${path} is cached`, async () => {
    const { hits } = server.app.get(ResponseCache).counters;
    const response = await get(path);
    if (server.app.get(ResponseCache).counters.hits > hits) cached.push(response);
    return cached.length > 0;
  });
  return cached[0] as Response;
}

const etagOf = (response: Response) => response.headers.get('etag') ?? '';

interface ReadRule {
  readonly id: string;
  readonly state: string;
}

const stateIn = (rules: readonly ReadRule[]) => rules.find(({ id }) => id === 'us-2026-12-11')?.state;

const STATES = ['upcoming', 'in_force'];
const TITLE = 'Federal definition from December 11, 2026, unless Congress changes it</a>: ';
/** On its first day it is to be read again, and gives no verdict until that was done. */
const SENTENCES = ['Starts on December 11, 2026', 'As we read it: in force since December 11, 2026'];
const VERDICTS = [
  `${TITLE}Above the limit in the federal rule (from December 11, 2026) as we read it`,
  `${TITLE}We cannot tell how it compares with the federal rule as we read it`,
];

const oneOf = (sentences: readonly string[]) => (html: string) =>
  sentences.filter((text) => shownIn(html).includes(text)).join();

/** What a reader sees, without data for scripts and React's marks between texts. */
const shownIn = (html: string) => html.replaceAll(/<script\b.*?<\/script>|<!-- -->/gs, '');

/** Addresses with what they say of the rule before and after midnight, and how to find that in the response. */
const addresses: Record<string, { path: () => string; says: (text: string) => unknown; expected: readonly string[] }> =
  {
    'the rules': { path: () => '/api/rules', says: (text) => stateIn(JSON.parse(text)), expected: STATES },
    'the rule': { path: () => '/api/rules/us-2026-12-11', says: (text) => JSON.parse(text).state, expected: STATES },
    'the batch': {
      path: () => `/api/coa/${batch}`,
      says: (text) => stateIn(JSON.parse(text).results.rules),
      expected: STATES,
    },
    'the certificate': {
      path: () => `/api/certificates/${reference}`,
      says: (text) => stateIn(JSON.parse(text).results.rules),
      expected: STATES,
    },
    'the page of the rules': { path: () => '/rules', says: oneOf(SENTENCES), expected: SENTENCES },
    'the page of the rule': { path: () => '/rules/us-2026-12-11', says: oneOf(SENTENCES), expected: SENTENCES },
    'the page of the batch': { path: () => `/coa/${batch}`, says: oneOf(VERDICTS), expected: VERDICTS },
    'the page of the certificate': {
      path: () => `/certificates/${reference}`,
      says: oneOf(VERDICTS),
      expected: VERDICTS,
    },
  };

describe.each([
  ['after', 900],
  ['before', -900],
])("when the server's clock reaches midnight %s the machine's", (_, machineAhead) => {
  it.each(Object.keys(addresses))('the new day shows without a restart in %s', async (name) => {
    const { path, says, expected } = addresses[name] as (typeof addresses)[string];
    setClocks(-500, -500 + machineAhead);
    const before = await getCached(path());
    expect(says(await before.text())).toBe(expected[0]);
    expect((await get(path(), { 'if-none-match': etagOf(before) })).status).toBe(304);

    setClocks(500, 500 + machineAhead);
    const revalidated = await get(path(), { 'if-none-match': etagOf(before) });
    expect(revalidated.status).toBe(200);
    expect(says(await revalidated.text())).toBe(expected[1]);
    const after = await getCached(path());
    expect(says(await after.text())).toBe(expected[1]);
    expect((await get(path(), { 'if-none-match': etagOf(after) })).status).toBe(304);
  });
});

// The machine's clock is ahead: by that clock, the seconds would differ.
it.each([
  [-60_000, 10, 20],
  [-30_000, 10, 20],
  [-29_999, 10, 19],
  [-12_300, 10, 2],
  [-4_900, 4, 0],
  [-1, 0, 0],
  [0, 10, 20],
])('%i ms after midnight, CDNs may keep a response for %i s and %i s more', async (ms, fresh, stale) => {
  setClocks(ms, ms + 900);
  for (const path of [
    '/api/rules',
    '/api/rules/us-2026-12-11',
    `/api/coa/${batch}`,
    `/api/certificates/${reference}`,
  ]) {
    for (const { headers } of [await get(path), await getCached(path)]) {
      expect(headers.get('cache-control')).toBe(`public, max-age=0, s-maxage=${fresh}`);
      expect(headers.get('cdn-cache-control')).toBe(`public, max-age=${fresh}, stale-while-revalidate=${stale}`);
    }
  }
});

it.each(['/rules', '/rules/us-2026-12-11'])('no CDN or browser keeps the page %s', async (path) => {
  setClocks(-500);
  for (const { headers } of [await get(path), await getCached(path)]) {
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('cdn-cache-control')).toBeNull();
  }
});

it('a response that was begun before midnight is not kept after it', async () => {
  setClocks(-1);
  const registry = server.app.get(CoaRegistry);
  const byBatch = registry.byBatch.bind(registry);
  jest.spyOn(registry, 'byBatch').mockImplementationOnce(async (...batchOfBrand) => {
    const found = await byBatch(...batchOfBrand);
    setClocks(1);
    return found;
  });
  const { headers } = await get(`/api/coa/${batch}`);
  expect(headers.get('cdn-cache-control')).toBe('public, max-age=0, stale-while-revalidate=0');
  const { hits } = server.app.get(ResponseCache).counters;
  const next = await get(`/api/coa/${batch}`);
  expect(server.app.get(ResponseCache).counters.hits).toBe(hits);
  expect(next.headers.get('cdn-cache-control')).toBe('public, max-age=10, stale-while-revalidate=20');
});
