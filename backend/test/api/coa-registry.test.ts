import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  getCertificate,
  getCoa,
  getCoaStatistics,
  getProduct,
  listAnalytes,
  listBrandCoas,
  listCoas,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { CoaSummaryDto, ListCoasData } from '../../../frontend/src/api/generated/types.gen.js';
import {
  zAnalyteDto,
  zCoaDto,
  zCoaStatisticsDto,
  zListBrandCoasResponse,
  zListCoasResponse,
  zProductDto,
} from '../../../frontend/src/api/generated/zod.gen.js';
import type { CertificateDraft } from '../../src/domain/coa-registry/certificate/certificate.js';
import { changeEntry } from '../../src/domain/coa-registry/certificate/certificate-audit.js';
import type { Approval } from '../../src/domain/coa-registry/review/review.js';
import { DAY_MS } from '../../src/domain/shared/durations.js';
import { Clock } from '../../src/domain/shared/ports.js';
import { TypeOrmCertificateRepository } from '../../src/modules/coa-registry/certificate/database/typeorm-certificate.repository.js';
import { ResponseCache } from '../../src/platform/cache/response-cache.js';
import { ACTOR, aCertificate, aLine, approved, NOW } from '../support/builders.js';
import { openDataSource } from '../support/test-database.js';
import { serverOfThisFile } from '../support/test-server.js';
import { pageAt, sql } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

/** Placeholder for 301 letters, so the test title stays short. */
const LONG = 'aaa…';

const server = serverOfThisFile();
let client: Client;
beforeAll(async () => {
  client = server.client();
});

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
        // Its lines contradict its total.
        strengthLevel: null,
        labelDose: { mg: 50, basis: 'stated' },
        underDosed: false,
        demonstration: false,
        source: 'submitter',
        sampledBy: 'unknown',
        boughtBy: null,
        labIncidents: [],
        notices: [],
      });
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    });

    it.each([
      ['  #C9O3O! ', 'exact', ['#C9030']],
      ['東京', 'exact', ['東京 «01»']],
      ['nordlcht', 'similar', ['CHARGE-Ä17/26']],
      ['%', 'exact', []],
    ])('reports how %j matched: %s', async (search, match, expected) => {
      for (const _ of ['read', 'kept']) {
        const { data, response } = await listCoas({ client, query: { search }, throwOnError: true });
        expect(batches(data)).toEqual(expected);
        expect(response.headers.get('x-search-match')).toBe(match);
        expect(response.headers.get('x-total-count')).toBe(String(expected.length));
      }
    });

    it.each([
      [{ brand: '  EMBER  /  rind #1 ' }, ['東京 «01»', 'E&R?50%=+1']],
      [{ status: 'pending' }, ['東京 «01»']],
      [{ panels: 'complete', search: 'mg' }, ['#C9030', 'LOT 24/117']],
      [{ brand: 'Ember / Rind #1', status: 'failed', search: 'shot' }, ['E&R?50%=+1']],
      [{ brand: 'Ember / Rind #1', status: 'passed' }, []],
    ] as const)('filters by %j', async (query, expected) => {
      expect(batches(await list(query))).toEqual(expected);
    });

    it('filters by the age of the test as of today, although yesterday is in the cache', async () => {
      const query = { testedWithinDays: Math.floor(Date.now() / DAY_MS) - Date.parse('2026-09-30') / DAY_MS };
      const found = async () => batches(await list(query))?.includes('CHARGE-Ä17/26');
      expect([await found(), await found()]).toEqual([true, true]);
      const tomorrow = new Date(Date.now() + DAY_MS);
      const clock = jest.spyOn(server.app.get(Clock), 'now').mockReturnValue(tomorrow);
      try {
        expect(await found()).toBe(false);
      } finally {
        clock.mockRestore();
      }
      expect(await found()).toBe(true);
    });

    it('treats an empty filter as none, because forms send it', async () => {
      const url = '/api/coa?search=&brand=&status=&testedWithinDays=&panels=&sampledBy=&cursor=';
      const { data } = await client.get({ url, throwOnError: true });
      expect(data).toHaveLength(5);
    });

    const BY_DAY = ['2026-10-14', '2026-10-14', '2026-09-30', '2026-01-02', '2025-12-31'];
    const BY_THC = [1000, 8.74, 4.82, 2.5, 0];
    it.each([
      ['', 'testDate', BY_DAY],
      ['sort=newest&', 'testDate', BY_DAY],
      ['sort=oldest&', 'testDate', BY_DAY.toReversed()],
      ['sort=strongest&', 'thcContent', BY_THC],
      ['sort=mildest&', 'thcContent', BY_THC.toReversed()],
    ] as const)('pages through all certificates with ?%slimit=2 in the order of %s', async (query, field, expected) => {
      const { rows, pages, totals } = await followed(`/api/coa?${query}limit=2`);
      expect(rows.map((row) => row[field])).toEqual(expected);
      expect(new Set(batches(rows)).size).toBe(5);
      expect(pages).toBe(3);
      expect(totals).toEqual(['5 eq', '5 eq', '5 eq']);
    });

    it('keeps the filters in the next link', async () => {
      const { rows, pages, totals } = await followed(
        `/api/coa?limit=1&search=m&brand=${encodeURIComponent('Ember / Rind #1')}`,
      );
      expect(batches(rows)).toEqual(['東京 «01»', 'E&R?50%=+1']);
      expect(pages).toBe(2);
      expect(totals).toEqual(['2 eq', '2 eq']);
      const respelled = await followed('/api/coa?search=embr&limit=1');
      expect(batches(respelled.rows)).toEqual(['東京 «01»', 'E&R?50%=+1']);
    });

    it.each([
      ['limit=0', wrong('limit', 'limit must be a whole number from 1 to 200')],
      ['limit=201', wrong('limit', 'limit must be a whole number from 1 to 200')],
      ['limit=1.5', wrong('limit', 'limit must be a whole number from 1 to 200')],
      ['limit=many', wrong('limit', 'limit must be a whole number from 1 to 200')],
      ['limit=1&limit=2', wrong('limit', 'limit must be a whole number from 1 to 200')],
      ...['0', '3651', '1.5', 'all', '1&testedWithinDays=2'].map((days): [string, ReturnType<typeof wrong>] => [
        `testedWithinDays=${days}`,
        wrong('testedWithinDays', 'testedWithinDays must be a whole number from 1 to 3650'),
      ]),
      ['sort=best', wrong('sort', 'sort must be one of newest, oldest, strongest, mildest')],
      ['status=good', wrong('status', 'status must be one of passed, failed, pending')],
      ['panels=some', wrong('panels', 'panels must be one of complete')],
      ['sampledBy=me', wrong('sampledBy', 'sampledBy must be one of brand, laboratory, store, unknown')],
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

    it('rejects a cursor of another sort order, because it would skip certificates', async () => {
      const { response } = await listCoas({ client, query: { sort: 'newest', limit: 1 }, throwOnError: true });
      const next = new URL(response.headers.get('link')?.slice(1).split('>')[0] ?? '', server.url);
      next.searchParams.set('sort', 'oldest');
      const problem = wrong('cursor', 'This cursor is not for this list. Start again without it');
      expectProblem(await client.get({ url: next.pathname + next.search }), 400, problem);
    });
  });

  describe('GET /api/brands/{brandName}/coa', () => {
    it.each([
      ['juniper  &  TIDE', ['#C9030', 'LOT 24/117']],
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

    it('takes no search', async () => {
      const answer = await client.get({ url: '/api/brands/Waxwing/coa?search=yuzu' });
      expectProblem(answer, 400, wrong('search', 'Unknown field "search"'));
    });
  });

  describe('GET /api/brands/{brandName}/products/{productName}', () => {
    it.each([
      ['Ember / Rind #1', 'Night Shot 50 mg', 'E&R?50%=+1'],
      ['nordlicht  getränke', 'HOLUNDERBLÜTE spritz', 'CHARGE-Ä17/26'],
    ])('returns %s, %s', async (brandName, productName, batchId) => {
      const { data } = await getProduct({ client, path: { brandName, productName }, throwOnError: true });
      expect(zProductDto.parse(data)).toEqual(data);
      expect(data.hasMore).toBe(false);
      const [summary] = await list({ search: batchId });
      expect(data.certificates).toEqual([{ ...summary, standing: 'approved' }]);
      expect([data.brandName, data.productName]).toEqual([summary?.brandName, summary?.productName]);
    });

    it("returns 404 with the page's message", async () => {
      const path = { brandName: 'Juniper & Tide', productName: 'Yuzu Seltzer' };
      expectProblem(await getProduct({ client, path }), 404, {
        type: '/problems/product-not-found',
        detail: 'We couldn\'t find a product with the name "Yuzu Seltzer".',
      });
    });
  });

  describe('GET /api/coa/{batchId}', () => {
    it.each([
      ['#C9030', '#C9030'],
      [' lot  24/117 ', 'LOT 24/117'],
      ['charge-ä17/26'.normalize('NFD'), 'CHARGE-Ä17/26'],
      ['東京 «01»', '東京 «01»'],
    ])('returns for %s %s', async (batchId, found) => {
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
      expect(data.findings.map(({ code, severity }) => [code, severity])).toEqual([
        ['far-over-label', 'error'],
        ['thc-implausible', 'warning'],
      ]);
    });

    it("returns 404 with the page's message", async () => {
      expectProblem(await getCoa({ client, path: { batchId: 'C9030' } }), 404, {
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

    it.each(['CB-0000-0000', '東京', ' '])('returns 404 for %j', async (reference) => {
      expectProblem(await getCertificate({ client, path: { reference } }), 404, { type: '/problems/coa-not-found' });
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

describe('GET /api/analytes', () => {
  it('returns the vocabulary, with what to know about each name', async () => {
    const { data } = await listAnalytes({ client, throwOnError: true });
    expect(data.analytes.find(({ key }) => key === 'thca')).toMatchObject({
      name: 'THCA',
      panel: 'cannabinoids',
      cas: '23978-85-0',
      unit: 'mg/g',
      isSum: false,
      isThc: true,
      turnsInto: { analyte: 'd9_thc', factor: '0.877' },
    });
    expect(data.analytes.find(({ key }) => key === 'total_aflatoxins')).toMatchObject({ isSum: true, cas: null });
    expect(data.ambiguous).toContainEqual({ name: 'THC', couldBe: ['d9_thc', 'total_thc'] });
  });

  it('has the documented fields only, and can be asked for again cheaply', async () => {
    const response = await fetch(`${server.url}/api/analytes`);
    const { analytes } = (await response.json()) as { analytes: object[] };
    const documented = Object.keys(zAnalyteDto.shape).toSorted();
    for (const analyte of analytes) expect(Object.keys(analyte).toSorted()).toEqual(documented);
    const headers = { 'if-none-match': response.headers.get('etag') ?? '' };
    expect((await fetch(`${server.url}/api/analytes`, { headers })).status).toBe(304);
  });
});

it('lines of a published certificate name the analyte that their printed name means, and stay as printed', async () => {
  const lines = [
    ['cannabinoids', 'Delta-9 THC', 'd9_thc'],
    ['cannabinoids', 'THC', null],
    ['heavyMetals', 'Lead (Pb)', 'lead'],
    ['other', 'B1', null],
    ['other', 'Vitamin C', null],
  ] as const;
  const analytes = lines.map(([panel, name]) => aLine({ panel, name, valueText: 'ND', value: null }));
  await publish([{ batchId: 'with lines', analytes }]);
  const { data } = await getCoa({ client, path: { batchId: 'with lines' }, throwOnError: true });
  expect(data.testResults.analytes.map(({ panel, name, analyte }) => [panel, name, analyte])).toEqual(lines);
});

it('a list of more than 1,000 certificates has a lower bound as its total', async () => {
  await sql(
    server,
    `INSERT INTO coa_data SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(),
       'reference', gen_random_uuid(), 'batchId', 'copy ' || n, 'batchKey', gen_random_uuid()))).*
       FROM coa_data c, generate_series(1, 1000) n WHERE c."batchId" = '#C9030'`,
  );
  // Staff and labs wait for this too when they change something.
  await server.app.get(ResponseCache).waitForInvalidations();
  const { data, response } = await listCoas({ client, query: { search: 'yuzu' }, throwOnError: true });
  const total = [response.headers.get('x-total-count'), response.headers.get('x-total-count-relation')];
  expect([data.length, ...total]).toEqual([50, '1000', 'gte']);
});
