import type { CertificateDraft } from '../../../src/domain/coa-registry/certificate/certificate.js';
import { CertificateNotFound } from '../../../src/domain/coa-registry/certificate/certificate-lifecycle.js';
import type {
  CertificateRepository,
  LabIncidentRepository,
  NoticeRepository,
} from '../../../src/domain/coa-registry/certificate/ports.js';
import { matches } from '../../../src/domain/coa-registry/certificate/search-text.js';
import { type CertificateListRequest, CoaRegistry } from '../../../src/domain/coa-registry/coa-registry.js';
import type {
  CertificateQuery,
  PublishedCertificateReader,
} from '../../../src/domain/coa-registry/registry/published-certificate.js';
import { totalOf } from '../../../src/domain/shared/page.js';
import {
  aCertificate,
  approved,
  EVERYTHING,
  inPublic,
  NOTHING_AROUND,
  summaryOf,
  withdrawn,
} from '../../support/builders.js';
import { StoppedClock } from '../../support/in-memory-clock-and-ids.js';
import { stub } from '../../support/stub.js';

const registryWith = (reader: Partial<PublishedCertificateReader>, clock = new StoppedClock()) =>
  new CoaRegistry(
    stub<CertificateRepository>(),
    stub<PublishedCertificateReader>(reader),
    stub<LabIncidentRepository>(),
    stub<NoticeRepository>(),
    clock,
  );

describe('the list', () => {
  const PUBLISHED = [
    { batchId: 'A-100', brandName: 'Juniper & Tide', productName: 'Yuzu Seltzer 5 mg' },
    { batchId: 'A-200', brandName: 'Juniper & Tide', productName: 'Plum Tonic 5 mg' },
    { batchId: 'B-100', brandName: 'Waxwing', productName: 'Yuzu Shot 25 mg' },
  ].map((draft) => approved(aCertificate(draft)));

  /** A reader that finds all that match the words, and nothing else of the query counts. */
  function open() {
    const asked: CertificateQuery[] = [];
    const registry = registryWith({
      publishedPage: async (query) => {
        asked.push(query);
        const { search } = query;
        const items = PUBLISHED.filter(({ searchText }) => search === null || matches(searchText, search));
        return { items: items.map(summaryOf), next: null, total: totalOf(items.length) };
      },
      wordsLike: async () => ['juniper', 'tide', 'plum', 'tonic', 'waxwing', 'yuzu'],
    });
    const list = (request: Partial<CertificateListRequest>) =>
      registry.list({ sort: 'newest', limit: 50, after: null, ...request });
    return { asked, list };
  }

  // Today is 2026-11-20.
  it.each<[Partial<CertificateListRequest>, Partial<CertificateQuery>]>([
    [{}, {}],
    [{ search: '' }, {}],
    [{ search: '  ' }, {}],
    [{ search: 'YUZU' }, { search: { text: 'yuzu', parts: ['yuzu'] } }],
    [{ brand: ' JUNIPER  & tide ' }, { brandKey: 'juniper & tide' }],
    [
      { outcome: 'failed', panelsComplete: true },
      { outcome: 'failed', panelsComplete: true },
    ],
    [{ testedWithinDays: 1 }, { testedFrom: '2026-11-19' }],
    [{ testedWithinDays: 365 }, { testedFrom: '2025-11-20' }],
    [
      { sort: 'mildest', limit: 2 },
      { sort: 'mildest', limit: 2 },
    ],
    [{ after: { value: '2026-10-14', id: 'x' } }, { after: { value: '2026-10-14', id: 'x' } }],
  ])('for %j asks for %j', async (request, query) => {
    const { asked, list } = open();
    await list(request);
    expect(asked).toEqual([{ ...EVERYTHING, ...query }]);
  });

  it.each([['%'], ['_'], ['&'], ['!?']])('for %j, which has no letter or digit, is empty', async (search) => {
    const { asked, list } = open();
    const total = { count: 0, relation: 'eq' };
    expect(await list({ search })).toEqual({ items: [], next: null, total, match: 'exact' });
    expect(asked).toEqual([]);
  });

  it.each<[string, 'exact' | 'similar', string[]]>([
    ['waxwing', 'exact', ['B-100']],
    ['waxwimg', 'similar', ['B-100']],
    ['tide', 'exact', ['A-100', 'A-200']],
    ['jumiper tide', 'similar', ['A-100', 'A-200']],
    ['plun tonic', 'similar', ['A-200']],
    ['plun tonic 6 mg', 'exact', []],
    ['elderflower', 'exact', []],
    // Never offers another batch instead of the requested one.
    ['A-l01', 'exact', []],
    ['A-300', 'exact', []],
    ['B-IOO', 'exact', ['B-100']],
    ['waxwimg b-200', 'exact', []],
  ])('says how %j is matched: %s', async (search, match, found) => {
    const page = await open().list({ search });
    expect(page.items.map(({ batchId }) => batchId).toSorted()).toEqual(found);
    expect(page.match).toBe(match);
    expect(page.total).toEqual({ count: found.length, relation: 'eq' });
  });

  it('keeps the other filters, the order and the cursor where the words are misspelled', async () => {
    const { asked, list } = open();
    const after = { value: '2026-10-14', id: 'x' };
    await list({ search: 'yuzzu', brand: 'Waxwing', outcome: 'passed', limit: 1, after });
    const query = { ...EVERYTHING, brandKey: 'waxwing', outcome: 'passed', limit: 1, after };
    expect(asked[0]).toEqual({ ...query, search: { text: 'yuzzu', parts: ['yuzzu'] } });
    expect(asked.at(-1)).toEqual({ ...query, search: { text: 'yuzu', parts: ['yuzu'] } });
  });
});

describe('the statistics', () => {
  const statisticsOf = (underDosed: number, allPanels: number, coas: number) =>
    registryWith({ totals: async () => ({ coas, brands: 2, underDosed, allPanels }) }).statistics();

  it.each([
    [0, 0, 0],
    [1, 1, 100],
    [1, 3, 33.3],
    [2, 3, 66.7],
    [1, 8, 12.5],
    [0, 4, 0],
  ])('say of %d under-dosed among %d that it is %d percent', async (underDosed, all, percent) => {
    expect(await statisticsOf(underDosed, 0, all)).toEqual({
      totalCoas: all,
      totalBrands: 2,
      underDosedCount: underDosed,
      underDosedPercent: percent,
      allPanelsCount: 0,
      allPanelsPercent: 0,
    });
  });

  it.each([
    [0, 0, 0],
    [2, 3, 66],
    [5, 6, 83],
    [0, 2, 0],
    [4, 4, 100],
  ])('say of %d that report all panels among %d that it is %d percent, rounded down', async (full, all, percent) => {
    expect(await statisticsOf(0, full, all)).toMatchObject({ allPanelsCount: full, allPanelsPercent: percent });
  });
});

describe('what a certificate shows in public', () => {
  const published = (draft: Partial<CertificateDraft> = {}) => approved(aCertificate({ batchId: 'A-1', ...draft }));
  const shown = (found: ReturnType<typeof inPublic>, clock = new StoppedClock()) =>
    registryWith({ publicByReference: async () => found }, clock).byReference(found.reference);
  const codesOf = async (...found: Parameters<typeof shown>) =>
    (await shown(...found)).findings.map(({ code }) => code);

  it('holds what machines notice today', async () => {
    const clock = new StoppedClock();
    const found = inPublic(published({ testDate: '2026-11-20' }));
    expect(await codesOf(found, clock)).toEqual([]);
    clock.goOn(24 * 366);
    expect(await codesOf(found, clock)).toEqual(['test-older-than-a-year']);
  });

  it('says nothing of records that wait or were refused', async () => {
    const hidden = aCertificate({ batchId: 'A-1', productName: 'Secret Tea', labName: 'Secret Lab' });
    for (const lifecycle of ['pending', 'changes_requested', 'rejected'] as const) {
      const around = [{ ...hidden, lifecycle }];
      const context = { ...NOTHING_AROUND, sameBatch: around, sameReport: around };
      expect(await codesOf(inPublic(published({ labReportId: 'EA-1' }), context))).toEqual([]);
    }
  });

  it('compares it with one of its batch that was withdrawn, unless it has ended itself', async () => {
    const old = withdrawn(published({ productName: 'Old Tea 5 mg' }));
    const context = { ...NOTHING_AROUND, sameBatch: [old], sameReport: [old] };
    const { findings } = await shown(inPublic(published(), context));
    expect(findings.map(({ message }) => message)).toContain(
      'Another product, Old Tea 5 mg, was reported with the same batch ID.',
    );
    expect(await codesOf(inPublic(withdrawn(published()), context))).toEqual([]);
  });

  it('asks for caution where it was published over an error, with the reason', async () => {
    const overrideReason = 'The brand prints no batch on its cans.';
    const found = approved(aCertificate({ batchId: 'N/A' }), { overrideReason });
    expect(await shown(inPublic({ ...found, overrideReason }))).toMatchObject({
      contradictory: true,
      overrideReason,
      verdict: { tone: 'caution' },
    });
  });

  it('is missing with the words of the page', async () => {
    await expect(registryWith({ publicByBatch: async () => null }).byBatch('LOT 24/117')).rejects.toMatchObject({
      kind: 'not-found',
      code: 'coa-not-found',
      message: "The certificate of analysis you're looking for doesn't exist or has been removed.",
    });
    const registry = registryWith({ publicByReference: async () => null });
    await expect(registry.byReference('CB-0000-0000')).rejects.toThrow(CertificateNotFound);
  });

  it('is asked for by batch and brand without regard to case and spaces, and by reference in capitals', async () => {
    const asked: unknown[] = [];
    const found = inPublic(published());
    const registry = registryWith({
      publicByBatch: async (...by) => {
        asked.push(by);
        return found;
      },
      publicByReference: async (...by) => {
        asked.push(by);
        return found;
      },
    });
    await registry.byBatch(' LOT  24/117 ');
    await registry.byBatch('LOT 24/117', ' ASTER');
    await registry.byReference('cb-0000-0080');
    expect(asked).toEqual([['lot 24/117', null], ['lot 24/117', 'aster'], ['CB-0000-0080']]);
  });
});
