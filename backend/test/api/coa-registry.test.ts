import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  getCertificate,
  getCoa,
  getCoaStatistics,
  getProduct,
  listBrandCoas,
  listCoas,
  submitCoa,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { CoaSummaryDto, ListCoasData } from '../../../frontend/src/api/generated/types.gen.js';
import {
  zCoaDto,
  zCoaStatisticsDto,
  zListBrandCoasResponse,
  zListCoasResponse,
  zProductDto,
} from '../../../frontend/src/api/generated/zod.gen.js';
import type { CertificateDraft } from '../../src/domain/coa-registry/certificate.js';
import { changeEntry } from '../../src/domain/coa-registry/certificate-audit.js';
import type { Approval } from '../../src/domain/coa-registry/review.js';
import { Clock } from '../../src/domain/shared/ports.js';
import { TypeOrmCertificateRepository } from '../../src/modules/coa-registry/database/typeorm-certificate.repository.js';
import { ResponseCache } from '../../src/platform/cache/response-cache.js';
import { ACTOR, aCertificate, approved, NOW } from '../support/builders.js';
import { openDataSource } from '../support/test-database.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { aSubmission, pageAt, sql } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const DAY_MS = 86_400_000;

/** Placeholder for 301 letters, so the test title stays short. */
const LONG = 'aaa…';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startServer();
  client = server.client();
});
afterAll(() => server?.stop());

/** Publishes through the use case, without HTTP; coa-review.test.ts covers the full path. */
async function publish(...certificates: [Partial<CertificateDraft>, Partial<Approval>?][]): Promise<void> {
  const source = await openDataSource(server.database.url);
  const registry = new TypeOrmCertificateRepository(source);
  for (const [draft, approval] of certificates) {
    const waiting = aCertificate(draft);
    await registry.add(waiting);
    const after = approved(waiting, approval);
    await registry.changeOne(after, changeEntry('submission.approved', waiting, after, ACTOR, NOW));
  }
  await source.destroy();
}

const batches = (certificates: readonly CoaSummaryDto[] | undefined) => certificates?.map(({ batchId }) => batchId);

const list = async (query: ListCoasData['query']) => (await listCoas({ client, query, throwOnError: true })).data;

/** Follows the next links to the last page, like any client. */
async function followed(address: string): Promise<{ rows: CoaSummaryDto[]; pages: number; totals: string[] }> {
  const rows: CoaSummaryDto[] = [];
  const totals: string[] = [];
  for (let next: string | undefined = address; next !== undefined; ) {
    const page = await pageAt(client, next);
    rows.push(...zListCoasResponse.parse(page.data));
    totals.push(`${page.headers.get('x-total-count')} ${page.headers.get('x-total-count-relation')}`);
    next = page.next;
  }
  return { rows, pages: totals.length, totals };
}

describe('an empty registry', () => {
  it('returns an empty list and zeros', async () => {
    const { data, response } = await listCoas({ client });
    expect(data).toEqual([]);
    expect(response?.headers.get('x-total-count')).toBe('0');
    expect(response?.headers.get('x-total-count-relation')).toBe('eq');
    expect(response?.headers.has('link')).toBe(false);
    expect((await listBrandCoas({ client, path: { brandName: 'Juniper & Tide' } })).data).toEqual([]);
    expect((await getCoaStatistics({ client })).data).toEqual({
      totalCoas: 0,
      totalBrands: 0,
      underDosedCount: 0,
      underDosedPercent: 0,
      allPanelsCount: 0,
      allPanelsPercent: 0,
    });
  });
});

describe('a registry', () => {
  const FAILED_PESTICIDES = {
    status: 'failed',
    panels: { pesticides: 'failed', heavyMetals: 'passed', microbials: 'not_tested', residualSolvents: 'pending' },
  } as const;

  beforeAll(() =>
    publish(
      [{ batchId: '#C9030', productName: 'Yuzu Seltzer 5 mg', thcContent: 4.82, testDate: '2026-10-14' }],
      [{ batchId: 'LOT 24/117', productName: 'Blackberry Tonic 10 mg', thcContent: 8.74, testDate: '2026-01-02' }],
      [
        {
          batchId: 'CHARGE-Ä17/26',
          brandName: 'Nordlicht Getränke',
          productName: 'Holunderblüte Spritz',
          thcContent: 0,
          cbdContent: 1000,
          testDate: '2026-09-30',
        },
      ],
      [
        {
          batchId: 'E&R?50%=+1',
          brandName: 'Ember / Rind #1',
          productName: 'Night Shot 50 mg',
          thcContent: 1000,
          cbdContent: 0,
          testDate: '2025-12-31',
          coaFileUrl: 'https://lab.example/er.pdf',
        },
        FAILED_PESTICIDES,
      ],
      [
        {
          batchId: '東京 «01»',
          brandName: 'Ember / Rind #1',
          productName: 'Micro Melon',
          thcContent: 2.5,
          testDate: '2026-10-14',
        },
        { status: 'pending' },
      ],
    ),
  );

  describe('GET /api/coa', () => {
    it('lists published certificates with exactly the documented fields', async () => {
      const { data, response } = await listCoas({ client, throwOnError: true });
      expect(zListCoasResponse.parse(data)).toEqual(data);
      expect(data).toHaveLength(5);
      expect(data).toContainEqual({
        id: expect.any(String),
        brandName: 'Ember / Rind #1',
        productName: 'Night Shot 50 mg',
        reference: expect.stringMatching(/^CB-/),
        batchId: 'E&R?50%=+1',
        thcContent: 1000,
        cbdContent: 0,
        labName: 'Example Analytical',
        testDate: '2025-12-31',
        status: 'failed',
        pesticideStatus: 'failed',
        panelsComplete: false,
        doNotDrink: true,
        contradictory: true,
        statusMark: 'failed',
        statusLabel: 'Failed',
        labelComparison: { level: 'far_over', statedMg: 50, percent: 2000 },
        labelDose: { mg: 50, basis: 'stated' },
        underDosed: false,
        demonstration: false,
        source: 'submitter',
      });
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    });

    it('excludes submissions waiting for review', async () => {
      const body = aSubmission({ batchId: 'still waiting' });
      await submitCoa({ client, body, throwOnError: true });
      expect(batches(await list({}))).not.toContain('still waiting');
      expect(await list({ search: 'waiting' })).toEqual([]);
    });

    it.each([
      ['newest', undefined],
      ['newest', 'newest'],
      ['oldest', 'oldest'],
    ] as const)('sorts by test date, %s first, for sort=%s', async (order, sort) => {
      const days = (await list({ sort })).map(({ testDate }) => testDate);
      const ascending = ['2025-12-31', '2026-01-02', '2026-09-30', '2026-10-14', '2026-10-14'];
      expect(days).toEqual(order === 'oldest' ? ascending : ascending.toReversed());
    });

    it.each([
      ['strongest', [1000, 8.74, 4.82, 2.5, 0]],
      ['mildest', [0, 2.5, 4.82, 8.74, 1000]],
    ] as const)('sorts by measured THC for sort=%s', async (sort, expected) => {
      expect((await list({ sort })).map(({ thcContent }) => thcContent)).toEqual(expected);
    });

    it.each([
      ['a product name', 'seltzer', ['#C9030']],
      ['a brand name', 'nordlicht', ['CHARGE-Ä17/26']],
      ['a batch id', 'c9030', ['#C9030']],
      ['the middle of a word', 'ackber', ['LOT 24/117']],
      ['another case', 'YUZU', ['#C9030']],
      ['a word without its accents', 'getranke', ['CHARGE-Ä17/26']],
      ['punctuation around', '  #C9030! ', ['#C9030']],
      ['another script', '東京', ['東京 «01»']],
      ['two letters at the beginning of a word', 'ni', ['E&R?50%=+1']],
      ['two letters in the middle of a word', 'zu', []],
      ['a pattern character', '%', []],
      ['nothing that is there', 'no such thing', []],
      ['words of two fields', 'seltzer juniper', []],
      ['a batch id in pieces', 'c 90-30', ['#C9030']],
      ['a batch id with O for 0', 'C9O3O', ['#C9030']],
      ['a batch id with l for 1', 'lot24ll7', ['LOT 24/117']],
      ['a batch id without its spaces', 'LOT24117', ['LOT 24/117']],
      ['another batch id', 'c9031', []],
    ])('finds by %s', async (_, search, expected) => {
      const { data, response } = await listCoas({ client, query: { search }, throwOnError: true });
      expect(batches(data)).toEqual(expected);
      expect(response.headers.get('x-total-count')).toBe(String(expected.length));
    });

    it.each([
      ['yuzu', 'exact', ['#C9030']],
      ['yuzu seltser', 'similar', ['#C9030']],
      ['nordlcht', 'similar', ['CHARGE-Ä17/26']],
      ['no such thing', 'exact', []],
    ])('reports how %j matched: %s', async (search, match, expected) => {
      for (const _ of ['read', 'kept']) {
        const { data, response } = await listCoas({ client, query: { search }, throwOnError: true });
        expect(batches(data)).toEqual(expected);
        expect(response.headers.get('x-search-match')).toBe(match);
        expect(response.headers.get('x-total-count')).toBe(String(expected.length));
      }
    });

    it('reports no match without a search', async () => {
      const { response } = await listCoas({ client, throwOnError: true });
      expect(response.headers.get('x-search-match')).toBeNull();
    });

    it('pages through results for a corrected spelling', async () => {
      const { rows, pages, totals } = await followed('/api/coa?search=seltserr%20mg&limit=1');
      expect([batches(rows), pages, totals]).toEqual([[], 1, ['0 eq']]);
      const found = await followed('/api/coa?search=embr&limit=1');
      expect(batches(found.rows)).toEqual(['東京 «01»', 'E&R?50%=+1']);
      expect(found.totals).toEqual(['2 eq', '2 eq']);
    });

    it.each([
      [{ brand: 'Ember / Rind #1' }, ['東京 «01»', 'E&R?50%=+1']],
      [{ brand: '  EMBER  /  rind #1 ' }, ['東京 «01»', 'E&R?50%=+1']],
      [{ brand: 'Nobody' }, []],
      [{ status: 'failed' }, ['E&R?50%=+1']],
      [{ status: 'pending' }, ['東京 «01»']],
      [{ brand: 'Ember / Rind #1', status: 'passed' }, []],
      [{ brand: 'Ember / Rind #1', status: 'failed', search: 'shot' }, ['E&R?50%=+1']],
      [{ search: 'mg', status: 'failed' }, ['E&R?50%=+1']],
    ] as const)('filters by %j', async (query, expected) => {
      expect(batches(await list(query))).toEqual(expected);
    });

    it('filters by the age of the test, to the day', async () => {
      const age = Math.floor(Date.now() / DAY_MS) - Date.parse('2026-09-30') / DAY_MS;
      const found = async (query: ListCoasData['query']) => batches(await list(query))?.toSorted();
      expect(await found({ testedWithinDays: age })).toEqual(['#C9030', 'CHARGE-Ä17/26', '東京 «01»']);
      expect(await found({ testedWithinDays: age - 1 })).toEqual(['#C9030', '東京 «01»']);
      expect(await found({ testedWithinDays: age, search: 'mg', sort: 'mildest' })).toEqual(['#C9030']);
    });

    it('filters by the age of the test as of today, although yesterday is in the cache', async () => {
      const query = { testedWithinDays: Math.floor(Date.now() / DAY_MS) - Date.parse('2026-09-30') / DAY_MS };
      const found = async () => batches(await list(query))?.includes('CHARGE-Ä17/26');
      expect([await found(), await found()]).toEqual([true, true]);
      const tomorrow = new Date(Date.now() + DAY_MS);
      const clock = vi.spyOn(server.app.get(Clock), 'now').mockReturnValue(tomorrow);
      try {
        expect(await found()).toBe(false);
      } finally {
        clock.mockRestore();
      }
      expect(await found()).toBe(true);
    });

    it('filters by whether all four contaminant panels are reported, and says it of each', async () => {
      const { rows, totals } = await followed('/api/coa?panels=complete&limit=3');
      expect(batches(rows)?.toSorted()).toEqual(['#C9030', 'CHARGE-Ä17/26', 'LOT 24/117', '東京 «01»']);
      expect(totals).toEqual(['4 eq', '4 eq']);
      expect(await list({ panels: 'complete', status: 'failed' })).toEqual([]);
      const all = await list({});
      expect(batches(all.filter(({ panelsComplete }) => !panelsComplete))).toEqual(['E&R?50%=+1']);
    });

    it('treats an empty filter as none, because forms send it', async () => {
      const url = '/api/coa?search=&brand=&status=&testedWithinDays=&panels=&cursor=';
      const { data } = await client.get({ url, throwOnError: true });
      expect(data).toHaveLength(5);
    });

    it.each(['newest', 'oldest', 'strongest', 'mildest'])(
      'pages through all certificates with sort=%s, each once and in order',
      async (sort) => {
        const { rows, pages, totals } = await followed(`/api/coa?sort=${sort}&limit=2`);
        const whole = zListCoasResponse.parse(
          (await client.get({ url: `/api/coa?sort=${sort}`, throwOnError: true })).data,
        );
        expect(batches(rows)).toEqual(batches(whole));
        expect(pages).toBe(3);
        expect(totals).toEqual(['5 eq', '5 eq', '5 eq']);
      },
    );

    it('has a next link only if there is another page', async () => {
      expect((await followed('/api/coa?limit=5')).pages).toBe(1);
      expect((await followed('/api/coa?limit=4')).pages).toBe(2);
    });

    it('keeps the filters in the next link', async () => {
      const { rows, pages, totals } = await followed(
        `/api/coa?limit=1&search=m&brand=${encodeURIComponent('Ember / Rind #1')}`,
      );
      expect(batches(rows)).toEqual(['東京 «01»', 'E&R?50%=+1']);
      expect(pages).toBe(2);
      expect(totals).toEqual(['2 eq', '2 eq']);
    });

    it.each([
      ['limit=0', wrong('limit', 'limit must be a whole number from 1 to 200')],
      ['limit=201', wrong('limit', 'limit must be a whole number from 1 to 200')],
      ['limit=1.5', wrong('limit', 'limit must be a whole number from 1 to 200')],
      ['limit=many', wrong('limit', 'limit must be a whole number from 1 to 200')],
      ['limit=1&limit=2', wrong('limit', 'limit must be a whole number from 1 to 200')],
      ['sort=best', wrong('sort', 'sort must be one of newest, oldest, strongest, mildest')],
      ['status=good', wrong('status', 'status must be one of passed, failed, pending')],
      ['panels=some', wrong('panels', 'panels must be one of complete')],
      ['search=a&search=b', wrong('search', 'send search only once')],
      [`search=${LONG}`, wrong('search', 'search can be at most 100 characters')],
      ['brand=a&brand=b', wrong('brand', 'send brand only once')],
      [`brand=${LONG}`, wrong('brand', 'brand can be at most 120 characters')],
      ['cursor=a&cursor=b', wrong('cursor', 'send cursor only once')],
      [`cursor=${LONG}`, wrong('cursor', 'cursor is too long')],
      ['cursor=abc', wrong('cursor', 'This cursor is not for this list. Start again without it')],
      ['page=2', wrong('page', 'Unknown field "page"')],
    ])('rejects ?%s', async (query, expected) => {
      expectProblem(await client.get({ url: `/api/coa?${query.replace(LONG, 'a'.repeat(301))}` }), 400, expected);
    });

    it.each(['0', '3651', '1.5', '-1', 'all', '1&testedWithinDays=2'])('rejects ?testedWithinDays=%s', async (days) => {
      const message = 'testedWithinDays must be a whole number from 1 to 3650';
      const response = await client.get({ url: `/api/coa?testedWithinDays=${days}` });
      expectProblem(response, 400, wrong('testedWithinDays', message));
    });

    it('rejects a cursor of another sort order, because it would skip certificates', async () => {
      const { response } = await listCoas({ client, query: { sort: 'newest', limit: 1 }, throwOnError: true });
      const next = new URL(response.headers.get('link')?.slice(1).split('>')[0] ?? '', server.url);
      for (const sort of ['oldest', 'strongest', 'mildest']) {
        next.searchParams.set('sort', sort);
        expectProblem(await client.get({ url: next.pathname + next.search }), 400, {
          type: '/problems/invalid-input',
          detail: 'This cursor is not for this list. Start again without it',
        });
      }
    });
  });

  describe('GET /api/brands/{brandName}/coa', () => {
    it.each([
      ['Juniper & Tide', ['#C9030', 'LOT 24/117']],
      ['juniper  &  TIDE', ['#C9030', 'LOT 24/117']],
      ['Ember / Rind #1', ['東京 «01»', 'E&R?50%=+1']],
      ['NORDLICHT GETRÄNKE', ['CHARGE-Ä17/26']],
      ['Nordlicht Geträ'.normalize('NFD').concat('nke'), ['CHARGE-Ä17/26']],
      ['Nobody', []],
    ])('lists the certificates of %s', async (brandName, expected) => {
      const { data, response } = await listBrandCoas({ client, path: { brandName }, throwOnError: true });
      expect(batches(data)).toEqual(expected);
      expect(zListBrandCoasResponse.parse(data)).toEqual(data);
      expect(response.headers.get('x-total-count')).toBe(String(expected.length));
    });

    it('pages through a brand whose name needs percent-encoding', async () => {
      const address = `/api/brands/${encodeURIComponent('Ember / Rind #1')}/coa?limit=1&sort=oldest`;
      const { rows, pages } = await followed(address);
      expect(batches(rows)).toEqual(['E&R?50%=+1', '東京 «01»']);
      expect(pages).toBe(2);
    });

    it.each([
      ['limit=0', wrong('limit', 'limit must be a whole number from 1 to 200')],
      ['search=yuzu', wrong('search', 'Unknown field "search"')],
    ])('rejects ?%s', async (query, expected) => {
      expectProblem(await client.get({ url: `/api/brands/Waxwing/coa?${query}` }), 400, expected);
    });
  });

  describe('GET /api/brands/{brandName}/products/{productName}', () => {
    it.each([
      ['Juniper & Tide', 'Yuzu Seltzer 5 mg', '#C9030'],
      ['juniper  &  TIDE', 'YUZU seltzer  5 mg', '#C9030'],
      ['Ember / Rind #1', 'Night Shot 50 mg', 'E&R?50%=+1'],
      ['nordlicht getränke', 'HOLUNDERBLÜTE spritz', 'CHARGE-Ä17/26'],
    ])('returns %s, %s', async (brandName, productName, batchId) => {
      const { data } = await getProduct({ client, path: { brandName, productName }, throwOnError: true });
      expect(zProductDto.parse(data)).toEqual(data);
      expect(data.hasMore).toBe(false);
      const [summary] = await list({ search: batchId });
      expect(data.certificates).toEqual([{ ...summary, standing: 'approved' }]);
      expect([data.brandName, data.productName]).toEqual([summary?.brandName, summary?.productName]);
    });

    it.each([
      ['Juniper & Tide', 'Yuzu Seltzer'],
      ['Unknown Brand', 'Yuzu Seltzer 5 mg'],
      ['Juniper & Tide', '%'],
    ])('returns 404 for %s, %s', async (brandName, productName) => {
      expectProblem(await getProduct({ client, path: { brandName, productName } }), 404, {
        type: '/problems/product-not-found',
        detail: `We couldn't find a product with the name "${productName}".`,
      });
    });
  });

  describe('GET /api/coa/{batchId}', () => {
    it.each(['#C9030', 'LOT 24/117', 'CHARGE-Ä17/26', 'E&R?50%=+1', '東京 «01»'])('returns %s', async (batchId) => {
      const { data } = await getCoa({ client, path: { batchId }, throwOnError: true });
      expect(data.batchId).toBe(batchId);
    });

    it.each([
      ['another case', '#c9030', '#C9030'],
      ['other spaces', ' lot  24/117 ', 'LOT 24/117'],
      ['letters and accents apart', 'charge-ä17/26'.normalize('NFD'), 'CHARGE-Ä17/26'],
    ])('ignores %s', async (_, batchId, found) => {
      expect((await getCoa({ client, path: { batchId }, throwOnError: true })).data.batchId).toBe(found);
    });

    it('returns the whole certificate with exactly the documented fields', async () => {
      const { data } = await getCoa({ client, path: { batchId: 'e&r?50%=+1' }, throwOnError: true });
      expect(zCoaDto.parse(data)).toEqual(data);
      expect(data).toMatchObject({
        testResults: { version: 1, panels: FAILED_PESTICIDES.panels, analytes: [] },
        coaFileUrl: 'https://lab.example/er.pdf',
        reviewedAt: '2026-11-20T15:00:00.000Z',
        reference: expect.stringMatching(/^CB-/),
        standing: 'approved',
        source: 'submitter',
        labReportId: null,
        endedAt: null,
        withdrawalReason: null,
        amendmentReason: null,
        replaces: null,
        replacedBy: null,
      });
    });

    it('returns current automated findings, errors first', async () => {
      const { data } = await getCoa({ client, path: { batchId: 'E&R?50%=+1' }, throwOnError: true });
      expect(data.findings.map(({ code, severity }) => [code, severity])).toEqual([
        ['far-over-label', 'error'],
        ['thc-implausible', 'warning'],
      ]);
    });

    it.each([
      ['no certificate', 'unheard-of'],
      ['a part of an id', 'C9030'],
      ['a certificate that waits for review', 'still waiting'],
    ])('returns 404 for %s', async (_, batchId) => {
      expectProblem(await getCoa({ client, path: { batchId } }), 404, {
        type: '/problems/coa-not-found',
        detail: "The certificate of analysis you're looking for doesn't exist or has been removed.",
        errors: [],
      });
    });

    it('rejects characters that cannot be stored', async () => {
      const problem = wrong('batchId', "This text has characters we can't store");
      expectProblem(await getCoa({ client, path: { batchId: 'a\0b' } }), 400, problem);
    });
  });

  describe('GET /api/certificates/{reference}', () => {
    it('returns the certificate for its reference in any case', async () => {
      const { data: byBatch } = await getCoa({ client, path: { batchId: '#C9030' }, throwOnError: true });
      for (const reference of [byBatch.reference, byBatch.reference.toLowerCase()]) {
        const { data } = await getCertificate({ client, path: { reference }, throwOnError: true });
        expect(zCoaDto.parse(data)).toEqual(data);
        expect(data).toEqual(byBatch);
      }
    });

    it.each(['CB-0000-0000', 'unheard-of', '%', '東京', ' '])('returns 404 for %j', async (reference) => {
      expectProblem(await getCertificate({ client, path: { reference } }), 404, { type: '/problems/coa-not-found' });
    });

    it('returns 404 for a certificate waiting for review', async () => {
      const body = aSubmission();
      const { data } = await submitCoa({ client, body, throwOnError: true });
      const path = { reference: data.reference };
      expectProblem(await getCertificate({ client, path }), 404, { type: '/problems/coa-not-found' });
    });
  });

  it('counts certificates, brands and under-dosed products: GET /api/coa-statistics', async () => {
    const { data } = await getCoaStatistics({ client, throwOnError: true });
    expect(zCoaStatisticsDto.parse(data)).toEqual(data);
    // "Blackberry Tonic 10 mg" with 8.74 and "Holunderblüte Spritz" (10 mg assumed) with 0.
    expect(data).toEqual({
      totalCoas: 5,
      totalBrands: 3,
      underDosedCount: 2,
      underDosedPercent: 40,
      // All except "Micro Melon", whose results are outstanding.
      allPanelsCount: 4,
      allPanelsPercent: 80,
    });
  });
});

describe('a large registry', () => {
  const copies = async (count: number) => {
    await sql(
      server,
      `INSERT INTO coa_data SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(),
         'reference', gen_random_uuid(), 'batchId', 'copy ' || n, 'batchKey', gen_random_uuid()))).*
         FROM coa_data c, generate_series(1, $1) n WHERE c."batchId" = '#C9030'`,
      [count],
    );
    // Staff and labs wait for this too when they change something.
    await server.app.get(ResponseCache).waitForInvalidations();
  };
  const headers = async (query: ListCoasData['query']) => {
    const { data, response } = await listCoas({ client, query, throwOnError: true });
    const { headers } = response;
    return [data.length, headers.get('x-total-count'), headers.get('x-total-count-relation')];
  };

  it('reports exact counts up to 1,000, and a lower bound above that', async () => {
    await copies(999);
    expect(await headers({ search: 'yuzu' })).toEqual([50, '1000', 'eq']);
    await copies(1);
    expect(await headers({ search: 'yuzu' })).toEqual([50, '1000', 'gte']);
    expect(await headers({})).toEqual([50, '1000', 'gte']);
    expect(await headers({ brand: 'Juniper & Tide' })).toEqual([50, '1000', 'gte']);
    expect(await headers({ brand: 'Nordlicht Getränke' })).toEqual([1, '1', 'eq']);
  });

  it('returns at most 200 per page, and every certificate once', async () => {
    const { rows, pages } = await followed('/api/coa?search=yuzu&limit=200');
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1001);
    expect(rows).toHaveLength(1001);
    expect(pages).toBe(6);
  });
});
