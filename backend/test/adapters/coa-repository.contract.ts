import type { BrandRepository } from '../../src/domain/brands/ports.js';
import {
  AlreadyDecided,
  type Certificate,
  type CertificateDraft,
  DuplicateBatch,
  decisionEntry,
  reject,
} from '../../src/domain/coa-registry/certificate.js';
import {
  COA_SORTS,
  type CoaCursor,
  type CoaQuery,
  type CoaRepository,
  type CoaSummary,
  type QueueCursor,
  type QueueQuery,
} from '../../src/domain/coa-registry/ports.js';
import { searchTerm } from '../../src/domain/coa-registry/search-text.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { nameKey } from '../../src/domain/shared/name-key.js';
import type { Page } from '../../src/domain/shared/page.js';
import { ACTOR, aCoa, approved, NOW, PASSED } from '../support/builders.js';
import { LIBRARY } from './coa-library.js';

/** A registry without certificates, and what surrounds it. */
export interface OpenRegistry {
  readonly coas: CoaRepository;
  readonly brands: BrandRepository;
  /** The audit log, oldest entry first. */
  readonly audit: () => Promise<readonly AuditEntry[]>;
  /** Stores approved certificates with their brands, many at once. */
  readonly load: (certificates: readonly Certificate[]) => Promise<void>;
}

/** What every place to keep certificates must do. */
export function describeCoaRepository(place: string, open: () => Promise<OpenRegistry>): void {
  describe(`${place} keeps certificates`, () => {
    let registry: OpenRegistry;
    beforeEach(async () => {
      registry = await open();
    });

    const added = async (differing: Partial<CertificateDraft> = {}, at = NOW): Promise<Certificate> => {
      const certificate = aCoa(differing, at);
      await registry.coas.add(certificate);
      return certificate;
    };
    const approve = (certificate: Certificate, at = NOW): Promise<Certificate> => {
      const after = { ...approved(certificate), reviewedAt: at };
      return registry.coas.decide(after, decisionEntry(certificate, after, ACTOR));
    };
    const refuse = (certificate: Certificate): Promise<Certificate> => {
      const after = reject(certificate, 'The photo cannot be read.', NOW);
      return registry.coas.decide(after, decisionEntry(certificate, after, ACTOR));
    };

    describe('adding', () => {
      it('keeps every field as it was', async () => {
        const certificate = await added({
          productName: `"Quoted" 100 % Größe O'Neill \\ 抹茶 🌊`,
          notes: 'Two\nlines',
          coaFileUrl: 'https://lab.example/1.pdf',
          thcContent: 1000,
          cbdContent: 0.29,
          testDate: '2028-02-29',
          analytes: [aLine('ND', null), aLine('0.31', 0.31)],
          submittedResults: { any: ['thing', 1.5, null, { nested: true }] },
        });
        expect(await registry.coas.byId(certificate.id)).toEqual(certificate);
      });

      it('keeps what was left out as left out', async () => {
        const certificate = await added({ website: null, notes: null, coaFileUrl: null });
        expect(await registry.coas.byId(certificate.id)).toEqual(certificate);
      });

      it('does not find what is not there', async () => {
        expect(await registry.coas.byId('00000000-0000-4000-8000-000000000000')).toBeNull();
      });

      it.each([['LOT 24/117'], ['lot 24/117'], ['  LOT   24/117 '], ['LOT\u00a024/117']])(
        'refuses %j while LOT 24/117 waits for review',
        async (batchId) => {
          await added({ batchId: 'LOT 24/117' });
          await expect(added({ batchId })).rejects.toEqual(new DuplicateBatch(batchId, 'pending'));
        },
      );

      it.each([['CHARGE-Ä17'], ['charge-ä17'], [' Charge-A\u030817 ']])(
        'refuses %j when CHARGE-Ä17 is published',
        async (batchId) => {
          await approve(await added({ batchId: 'CHARGE-Ä17' }));
          await expect(added({ batchId })).rejects.toEqual(new DuplicateBatch(batchId, 'approved'));
        },
      );

      it('takes a batch again that was rejected, as often as it was', async () => {
        await refuse(await added({ batchId: 'again' }));
        await refuse(await added({ batchId: 'again' }));
        await added({ batchId: 'AGAIN' });
        await expect(added({ batchId: 'again' })).rejects.toEqual(new DuplicateBatch('again', 'pending'));
      });

      it('refuses a batch that was rejected first and published then', async () => {
        await refuse(await added({ batchId: 'again' }));
        await approve(await added({ batchId: 'again' }));
        await expect(added({ batchId: 'again' })).rejects.toEqual(new DuplicateBatch('again', 'approved'));
      });

      it.each([['LOT 24-117'], ['LOT 24/118'], ['LOT24/117']])('takes %j beside LOT 24/117', async (batchId) => {
        await added({ batchId: 'LOT 24/117' });
        await expect(added({ batchId })).resolves.toBeDefined();
      });

      it('takes one of several that come at once for a batch', async () => {
        const results = await Promise.allSettled(['B', 'b', ' b '].map((batchId) => added({ batchId })));
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        for (const result of results) {
          if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(DuplicateBatch);
        }
      });
    });

    describe('a published certificate', () => {
      it('is found by the key of its batch, without what is not public', async () => {
        const line = aLine('<LOQ', null);
        const submitted = await added({ batchId: ' #C9030 ', analytes: [line], submittedResults: 'private' });
        await approve(submitted);
        expect(await registry.coas.publishedByBatch(nameKey('#c9030'))).toEqual({
          ...summaryOf(approved(submitted)),
          testResults: { version: 1, panels: PASSED.panels, analytes: [line] },
          coaFileUrl: null,
          reviewedAt: NOW,
        });
      });

      it('is not found while it waits, nor once it was rejected', async () => {
        const certificate = await added({ batchId: 'x' });
        expect(await registry.coas.publishedByBatch('x')).toBeNull();
        await refuse(certificate);
        expect(await registry.coas.publishedByBatch('x')).toBeNull();
      });

      it('is the published one where another of its batch was rejected', async () => {
        await refuse(await added({ batchId: 'x', productName: 'Wrong' }));
        await approve(await added({ batchId: 'x', productName: 'Right' }));
        expect(await registry.coas.publishedByBatch('x')).toMatchObject({ productName: 'Right' });
      });
    });

    describe('the latest published', () => {
      const ids = async (limit: number) => (await registry.coas.latestPublished(limit)).map(({ id }) => id);

      it('are those decided last, and of one moment by id', async () => {
        const published: Certificate[] = [];
        for (const hour of [3, 1, 4, 1, 5])
          published.push(await approve(await added(), new Date(Date.UTC(2026, 10, 20, hour))));
        const inOrder = published
          .toSorted((a, b) => Number(b.reviewedAt) - Number(a.reviewedAt) || (a.id < b.id ? 1 : -1))
          .map(({ id }) => id);
        expect(await ids(3)).toEqual(inOrder.slice(0, 3));
        expect(await ids(10)).toEqual(inOrder);
      });

      it('say what a list says, and when they were published', async () => {
        const waiting = await added();
        await approve(waiting);
        expect(await registry.coas.latestPublished(1)).toEqual([{ ...summaryOf(approved(waiting)), publishedAt: NOW }]);
      });

      it('are neither those that wait nor those that were rejected', async () => {
        await added();
        await refuse(await added());
        expect(await ids(10)).toEqual([]);
      });
    });

    describe('a decision', () => {
      it('is stored, with its audit entry', async () => {
        const waiting = await added();
        const stored = await approve(waiting);
        expect(await registry.coas.byId(waiting.id)).toEqual(stored);
        expect(stored).toEqual({ ...approved(waiting), brandId: expect.any(Number) });
        expect(await registry.audit()).toEqual([decisionEntry(waiting, approved(waiting), ACTOR)]);
      });

      it('to reject is stored, and makes no brand', async () => {
        const waiting = await added();
        const stored = await refuse(waiting);
        expect(stored).toEqual(reject(waiting, 'The photo cannot be read.', NOW));
        expect(await registry.coas.byId(waiting.id)).toEqual(stored);
        expect(await registry.brands.all()).toEqual([]);
        expect(await registry.audit()).toHaveLength(1);
      });

      it.each([
        ['approved', 'approved', approve, approve],
        ['approved', 'rejected', approve, refuse],
        ['rejected', 'approved', refuse, approve],
        ['rejected', 'rejected', refuse, refuse],
      ])('%s first stands against %s later', async (_first, _later, first, later) => {
        const waiting = await added();
        const stored = await first(waiting);
        await expect(later(waiting)).rejects.toThrow(AlreadyDecided);
        expect(await registry.coas.byId(waiting.id)).toEqual(stored);
        expect(await registry.audit()).toHaveLength(1);
      });

      it('on what is not there leaves nothing behind', async () => {
        await expect(approve(aCoa())).rejects.toThrow(AlreadyDecided);
        expect(await registry.audit()).toEqual([]);
        expect(await registry.brands.all()).toEqual([]);
        expect(await registry.coas.totals()).toEqual({ coas: 0, brands: 0, underDosed: 0 });
      });

      it.each([
        ['approve', 'approve', approve, approve],
        ['approve', 'reject', approve, refuse],
        ['reject', 'reject', refuse, refuse],
      ])('to %s and another to %s at once: one wins', async (_one, _other, one, other) => {
        for (let round = 0; round < 5; round += 1) {
          const waiting = await added();
          const results = await Promise.allSettled([one(waiting), other(waiting)]);
          const [won, lost] = results.toSorted((a, b) => (a.status < b.status ? -1 : 1));
          expect(won).toMatchObject({ status: 'fulfilled', value: await registry.coas.byId(waiting.id) });
          expect(lost).toEqual({ status: 'rejected', reason: new AlreadyDecided() });
          expect(await registry.audit()).toHaveLength(round + 1);
        }
      });
    });

    describe('the brand of a certificate', () => {
      it('is made, unverified, from its first submission', async () => {
        const { brandId } = await approve(await added({ brandName: 'Waxwing' }));
        expect(await registry.brands.byNameKey('waxwing')).toMatchObject({
          id: brandId,
          name: 'Waxwing',
          contactEmail: 'robin@juniper-tide.example',
          contactName: 'Robin Vale',
          website: 'https://juniper-tide.example',
          verified: false,
          coaCount: 1,
          demonstration: false,
        });
      });

      it('is the one of that name, however it is written, and stays as it is', async () => {
        const first = await approve(await added({ brandName: 'Juniper & Tide' }));
        const later = { brandName: ' JUNIPER  & tide ', contactEmail: 'x@y.example', website: null };
        expect(await approve(await added(later))).toMatchObject({
          brandId: first.brandId,
          brandName: 'Juniper & Tide',
        });
        expect(await registry.brands.all()).toEqual([
          expect.objectContaining({ name: 'Juniper & Tide', contactEmail: 'robin@juniper-tide.example', coaCount: 2 }),
        ]);
      });

      it('is one, when several first certificates are approved at once', async () => {
        const names = ['New Brand', 'new brand', ' NEW  BRAND', 'New Brand'];
        const waiting = await Promise.all(names.map((brandName) => added({ brandName })));
        const stored = await Promise.all(waiting.map((one) => approve(one)));
        expect(new Set(stored.map(({ brandId }) => brandId)).size).toBe(1);
        expect(await registry.brands.all()).toEqual([expect.objectContaining({ coaCount: 4 })]);
        expect(await registry.coas.totals()).toMatchObject({ coas: 4, brands: 1 });
      });

      it('is marked as a demonstration with its first certificate', async () => {
        const certificate = { ...aCoa({ brandName: 'Waxwing' }), demonstration: true };
        await registry.coas.add(certificate);
        await approve(certificate);
        expect(await registry.brands.byNameKey('waxwing')).toMatchObject({ demonstration: true });
      });
    });

    it('totals are those of what is published, right after it was', async () => {
      expect(await registry.coas.totals()).toEqual({ coas: 0, brands: 0, underDosed: 0 });
      await approve(await added({ brandName: 'A', productName: 'Tea 5 mg', thcContent: 3 }));
      expect(await registry.coas.totals()).toEqual({ coas: 1, brands: 1, underDosed: 1 });
      expect((await registry.coas.publishedPage(EVERYTHING)).total).toEqual({ count: 1, relation: 'eq' });
      await approve(await added({ brandName: 'A', productName: 'Tea 5 mg', thcContent: 4 }));
      expect(await registry.coas.totals()).toEqual({ coas: 2, brands: 1, underDosed: 1 });
      await approve(await added({ brandName: 'B', productName: 'Tea 5 mg', thcContent: 0 }));
      expect(await registry.coas.totals()).toEqual({ coas: 3, brands: 2, underDosed: 2 });
      await refuse(await added({ brandName: 'C', productName: 'Tea 5 mg', thcContent: 0 }));
      await added({ brandName: 'D', productName: 'Tea 5 mg', thcContent: 0 });
      expect(await registry.coas.totals()).toEqual({ coas: 3, brands: 2, underDosed: 2 });
    });

    describe('the queue', () => {
      const pageOf = (query: Partial<QueueQuery> = {}) =>
        registry.coas.queue({ submissionStatus: 'pending', limit: 50, after: null, ...query });

      it('holds what waits in the order it came, and of one moment by id', async () => {
        const moments = [3, 1, 2, 1, 3, 1].map((hour) => new Date(Date.UTC(2026, 10, 20, hour)));
        const all = await Promise.all(moments.map((at) => added({}, at)));
        const inOrder = all.toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1));
        expect((await pageOf()).items).toEqual(inOrder);
        const everyPage = await walk<Certificate, QueueCursor>((after) => pageOf({ limit: 2, after }));
        expect(everyPage.map(({ items }) => items.length)).toEqual([2, 2, 2]);
        expect(everyPage.flatMap(({ items }) => items)).toEqual(inOrder);
      });

      it('of each status holds those and counts them', async () => {
        const [one, two, three] = [await added(), await added(), await added()];
        await approve(one);
        await refuse(two);
        for (const [submissionStatus, { id }] of [
          ['approved', one],
          ['rejected', two],
          ['pending', three],
        ] as const) {
          const page = await pageOf({ submissionStatus });
          expect(page.items.map((item) => item.id)).toEqual([id]);
          expect(page).toMatchObject({ next: null, total: { count: 1, relation: 'eq' } });
        }
      });

      it('when empty says so', async () => {
        expect(await pageOf()).toEqual({ items: [], next: null, total: { count: 0, relation: 'eq' } });
      });
    });
  });

  describe(`${place} lists published certificates`, () => {
    let registry: OpenRegistry;
    beforeAll(async () => {
      registry = await open();
      await registry.load(LIBRARY);
      for (const productName of ['Waiting Seltzer', 'Rejected Seltzer']) {
        const hidden = aCoa({ productName, brandName: 'Hidden Brand' });
        await registry.coas.add(hidden);
        const after = reject(hidden, 'No.', NOW);
        if (productName.startsWith('Rejected')) await registry.coas.decide(after, decisionEntry(hidden, after, ACTOR));
      }
    });

    const page = (query: Partial<CoaQuery>) => registry.coas.publishedPage({ ...EVERYTHING, ...query });
    const everyPage = (query: Partial<CoaQuery>) => walk<CoaSummary, CoaCursor>((after) => page({ ...query, after }));

    describe.each(COA_SORTS)('%s first', (sort) => {
      it.each<[string, number, Partial<CoaQuery>, (certificate: Certificate) => boolean]>([
        ['all', 200, {}, () => true],
        ['one brand', 7, { brandKey: 'third porch' }, ({ brandName }) => brandName === 'Third Porch'],
        ['one status', 20, { status: 'failed' }, ({ status }) => status === 'failed'],
        [
          'one brand and status',
          2,
          { brandKey: 'third porch', status: 'failed' },
          ({ brandName, status }) => brandName === 'Third Porch' && status === 'failed',
        ],
        ['a seldom word', 5, looksFor('elderflower'), ({ productName }) => productName.includes('Elderflower')],
        ['a frequent word', 200, looksFor('seltzer'), ({ productName }) => productName.includes('Seltzer')],
        [
          'a frequent word and a status',
          20,
          { ...looksFor('seltzer'), status: 'failed' },
          ({ productName, status }) => productName.includes('Seltzer') && status === 'failed',
        ],
        [
          'a frequent word and a brand',
          20,
          { ...looksFor('seltzer'), brandKey: 'third porch' },
          ({ productName, brandName }) => productName.includes('Seltzer') && brandName === 'Third Porch',
        ],
        [
          'a word, a brand and a status',
          1,
          { ...looksFor('seltzer'), brandKey: 'third porch', status: 'pending' },
          (one) => one.productName.includes('Seltzer') && one.brandName === 'Third Porch' && one.status === 'pending',
        ],
      ])('of %s, pages of %d hold every one once', async (_what, limit, query, isAskedFor) => {
        const expected = LIBRARY.filter(isAskedFor).toSorted(inOrderOf(sort));
        const pages = await everyPage({ ...query, sort, limit });
        expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(expected.map(({ id }) => id));
        expect(pages.map(({ items }) => items.length)).toEqual(lengthsOfPages(expected.length, limit));
        const count = Math.min(expected.length, 1000);
        const relation = expected.length > 1000 ? 'gte' : 'eq';
        for (const { total } of pages) expect(total).toEqual({ count, relation });
      });

      it('small pages far from where the matches of a frequent word begin are full, too', async () => {
        const expected = LIBRARY.filter(({ productName }) => productName.includes('Seltzer')).toSorted(inOrderOf(sort));
        const { items, next } = await page({ ...looksFor('seltzer'), sort, limit: 2 });
        expect(items.map(({ id }) => id)).toEqual(expected.slice(0, 2).map(({ id }) => id));
        const second = await page({ ...looksFor('seltzer'), sort, limit: 2, after: next });
        expect(second.items.map(({ id }) => id)).toEqual(expected.slice(2, 4).map(({ id }) => id));
      });
    });

    it('shows of each what a list shows', async () => {
      const [first] = LIBRARY.toSorted(inOrderOf('newest'));
      if (!first) throw new Error('the library is empty');
      expect((await page({ limit: 1 })).items).toEqual([summaryOf(first)]);
    });

    it('behind the last one has an empty page with the same total', async () => {
      const query = { brandKey: 'third porch', limit: 200 };
      const last = LIBRARY.filter(({ brandName }) => brandName === 'Third Porch')
        .toSorted(inOrderOf('newest'))
        .at(-1);
      const after = { value: last?.testDate ?? '', id: last?.id ?? '' };
      expect(await page({ ...query, after })).toEqual({ ...(await page(query)), items: [], next: null });
    });

    it.each([
      ['exactly 1,000', 'thousand', { count: 1000, relation: 'eq' }],
      ['1,001', 'onemore', { count: 1000, relation: 'gte' }],
      ['none', 'nothing like it', { count: 0, relation: 'eq' }],
    ])('counts %s', async (_what, word, total) => {
      const first = await page({ ...looksFor(word), limit: 10 });
      expect(first.total).toEqual(total);
      expect((await page({ ...looksFor(word), limit: 10, after: first.next })).total).toEqual(total);
    });

    it.each([['hidden brand'], ['nobody'], [''], ["' OR 1=1 --"]])('has none of the brand %j', async (brandKey) => {
      expect(await page({ brandKey })).toEqual({ items: [], next: null, total: { count: 0, relation: 'eq' } });
    });

    it.each<[string, string[]]>([
      ['99.9%', ['PURE_99.9%']],
      ['pure_99', ['PURE_99.9%']],
      ['%pure%', ['PURE_99.9%']],
      ['9_.9', []],
      ['p_re', []],
      ['pu%e', []],
      ['\\', []],
      ["o'neill", ["O'Neill"]],
      ['neill', ["O'Neill"]],
      ['ONEILL', []],
      ['charge a17', ['CHARGE-Ä17/26']],
      ['ä17', ['CHARGE-Ä17/26']],
      ['CHARGE Ä17', ['CHARGE-Ä17/26']],
      ['抹茶', ['抹茶-01']],
      ['茶', []],
      ['чай', ['ЧАЙ-7']],
      ['zq', ['ZQ-1']],
      ['q', []],
      ['zq 1', ['ZQ-1']],
      ['z', ['ZQ-1']],
    ])('finds by %j the batches %j', async (input, batches) => {
      const term = searchTerm(input);
      const found = term === null ? [] : (await page({ search: term })).items.map(({ batchId }) => batchId);
      expect(found).toEqual(batches);
    });
  });
}

const EVERYTHING: CoaQuery = { search: null, brandKey: null, status: null, sort: 'newest', limit: 50, after: null };

const looksFor = (input: string): Pick<CoaQuery, 'search'> => ({ search: searchTerm(input) });

/** Every page, each from where the one before ended. */
async function walk<T, Cursor>(pageAfter: (after: Cursor | null) => Promise<Page<T, Cursor>>) {
  const pages: Page<T, Cursor>[] = [];
  for (let after: Cursor | null = null, isLast = false; !isLast; ) {
    const page: Page<T, Cursor> = await pageAfter(after);
    pages.push(page);
    if (pages.length > 1000) throw new Error('the pages do not end');
    after = page.next;
    isLast = page.next === null;
  }
  return pages;
}

function lengthsOfPages(count: number, limit: number): number[] {
  const full = Array.from({ length: Math.floor(count / limit) }, () => limit);
  return count % limit === 0 && count > 0 ? full : [...full, count % limit];
}

function inOrderOf(sort: CoaQuery['sort']): (a: Certificate, b: Certificate) => number {
  const sign = sort === 'oldest' || sort === 'mildest' ? 1 : -1;
  const byDate = (a: Certificate, b: Certificate) => a.testDate.localeCompare(b.testDate);
  const byStrength = (a: Certificate, b: Certificate) => a.thcContent - b.thcContent;
  const first = sort === 'newest' || sort === 'oldest' ? byDate : byStrength;
  return (a, b) => sign * (first(a, b) || a.id.localeCompare(b.id));
}

function summaryOf(certificate: Certificate): CoaSummary {
  return {
    id: certificate.id,
    brandName: certificate.brandName,
    productName: certificate.productName,
    batchId: certificate.batchId,
    thcContent: certificate.thcContent,
    cbdContent: certificate.cbdContent,
    labName: certificate.labName,
    testDate: certificate.testDate,
    status: certificate.status,
    underDosed: certificate.underDosed,
    demonstration: certificate.demonstration,
    pesticideStatus: certificate.testResults.panels.pesticides,
  };
}

const aLine = (valueText: string, value: number | null) => ({
  panel: 'heavyMetals' as const,
  ...{ name: 'Lead', valueText, value, unit: 'µg/g', lod: 0.001, loq: 0.005, limit: 0.5, method: null },
});
