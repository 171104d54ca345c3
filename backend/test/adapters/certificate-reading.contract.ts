import { batchKey } from '../../src/domain/coa-registry/certificate/batch-key.js';
import {
  type Certificate,
  type CertificateDraft,
  type Lifecycle,
  submit,
} from '../../src/domain/coa-registry/certificate/certificate.js';
import { productWords } from '../../src/domain/coa-registry/certificate/search-text.js';
import { UNCONFIRMED_PANELS } from '../../src/domain/coa-registry/certificate/test-results.js';
import {
  type CheckContextQuery,
  ownErrors,
  type Viewer,
} from '../../src/domain/coa-registry/checks/automated-checks.js';
import type { PublicCertificate } from '../../src/domain/coa-registry/registry/published-certificate.js';
import { labSearchParts } from '../../src/domain/coa-registry/review/lab-search.js';
import { type ListedCertificate, listed } from '../../src/domain/coa-registry/review/listed-certificate.js';
import {
  type LabCertificate,
  type LabListCursor,
  type OwnCertificatesQuery,
  WAITING_FOR_BATCH_MAX,
} from '../../src/domain/coa-registry/review/ports.js';
import {
  type QueuePosition,
  type QueueQuery,
  type QueueSort,
  queueTerm,
} from '../../src/domain/coa-registry/review/queue.js';
import { withdrawUnpublished } from '../../src/domain/coa-registry/submission/sender-changes.js';
import { nameKey } from '../../src/domain/shared/name-key.js';
import {
  ACTOR,
  aCertificate,
  aDraft,
  anAmendment,
  inPublic as asPublic,
  NOW,
  PASSED,
  summaryOf,
} from '../support/builders.js';
import { aLine, type OpenRegistry, stepsIn, walk } from './certificate-steps.js';

const hour = (n: number) => new Date(NOW.getTime() + n * 3_600_000);

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** What every place to keep certificates must let people read. */
export function describeCertificateReading(place: string, open: () => Promise<OpenRegistry>): void {
  describe(`${place} shows certificates`, () => {
    let registry: OpenRegistry;
    beforeEach(async () => {
      registry = await open();
    });
    const steps = stepsIn(() => registry);
    const { add, added, change, approve, published, refuse, sendBack, withdraw, replace, amendmentOf } = steps;

    const inPublic = (certificate: Certificate): Omit<PublicCertificate, 'context'> => {
      const { context: _, ...coa } = asPublic(certificate);
      return coa;
    };
    const linkTo = ({ reference, batchId, productName }: Certificate) => ({ reference, batchId, productName });
    const reasonOf = ({ amendmentReason }: Certificate) => ({ reason: amendmentReason ?? '' });
    const itself = (found: PublicCertificate | null) => {
      if (!found) return null;
      const { context: _, ...coa } = found;
      return coa;
    };
    const atBatch = async (batchId: string, brand?: string) =>
      itself(await registry.published.publicByBatch(nameKey(batchId), brand === undefined ? null : nameKey(brand)));
    const called = async ({ reference }: Certificate) => itself(await registry.published.publicByReference(reference));

    describe('the address of a batch', () => {
      it('shows the published certificate, without what is not public', async () => {
        const reported = { status: 'passed', panels: PASSED.panels } as const;
        const labReportId = 'EA-2026-01187';
        const results = { analytes: [aLine('<LOQ', null)], submittedResults: 'private', reported };
        const coa = await published({ batchId: ' #C9030 ', labReportId, ...results });
        expect(await atBatch('#c9030')).toEqual(inPublic(coa));
      });

      it('shows nothing while it waits, was sent back or was rejected, and neither does its reference', async () => {
        const waiting = await added({ batchId: 'x' });
        const shown = async () => [await atBatch('x'), await called(waiting)];
        expect(await shown()).toEqual([null, null]);
        const back = await sendBack(waiting);
        expect(await shown()).toEqual([null, null]);
        await refuse(back);
        expect(await shown()).toEqual([null, null]);
      });

      it('goes on showing what is published while an amendment waits, or after it was rejected', async () => {
        const original = await published({ batchId: 'x' });
        const amendment = await amendmentOf(original);
        expect([await atBatch('x'), await called(amendment)]).toEqual([inPublic(original), null]);
        await refuse(amendment);
        expect([await atBatch('x'), await called(amendment)]).toEqual([inPublic(original), null]);
      });

      it('shows the amended certificate, and which one it replaced', async () => {
        const original = await published({ batchId: 'x', productName: 'Yuzu 5 mg' });
        const [, current] = await replace(original, await amendmentOf(original, { productName: 'Yuzu 10 mg' }));
        expect(await atBatch('x')).toEqual({ ...inPublic(current), replaces: linkTo(original) });
      });

      it('shows one that was withdrawn, and why', async () => {
        const ended = await withdraw(await published({ batchId: 'x' }), hour(1));
        expect(ended.endedAt).toEqual(hour(1));
        expect(await atBatch('x')).toEqual(inPublic(ended));
      });

      it('that was corrected to another shows the old certificate, and what replaced it', async () => {
        const original = await published({ batchId: 'mistyped' });
        const [ended, current] = await replace(original, await amendmentOf(original, { batchId: 'right' }));
        expect(await atBatch('mistyped')).toEqual({
          ...inPublic(ended),
          replacedBy: { ...linkTo(current), ...reasonOf(current) },
          current: linkTo(current),
        });
        expect(await atBatch('right')).toEqual({ ...inPublic(current), replaces: linkTo(original) });
      });

      it('shows what is published now rather than what once was', async () => {
        await withdraw(await published({ batchId: 'x', productName: 'Old' }), hour(9));
        await published({ batchId: 'x', productName: 'New' }, hour(1));
        expect(await atBatch('x')).toMatchObject({ productName: 'New', lifecycle: 'approved' });
      });

      it('shows what ended last where nothing is published', async () => {
        for (const [productName, end] of [
          ['First', 1],
          ['Last', 3],
          ['Second', 2],
        ] as const) {
          await withdraw(await published({ batchId: 'x', productName }), hour(end));
        }
        expect(await atBatch('x')).toMatchObject({ productName: 'Last' });
      });
    });

    describe('a batch with several reports', () => {
      const report = (labReportId: string, testDate: string, at = hour(1)) =>
        published({ batchId: 'x', brandName: 'Aster', labReportId, testDate }, at);
      const besides = (certificate: Certificate) => ({
        id: certificate.id,
        reference: certificate.reference,
        labName: certificate.labName,
        labReportId: certificate.labReportId,
        testDate: certificate.testDate,
        outcome: 'passed',
        thcContent: certificate.thcContent,
        cbdContent: certificate.cbdContent,
        reviewedAt: certificate.reviewedAt,
        failureDismissal: null,
        // “x” is no batch id.
        contradictory: ownErrors(certificate) > 0,
        testResults: { version: 1, panels: PASSED.panels, analytes: [] },
      });

      it('shows the one with the newest test, whichever was published last, and the others beside it', async () => {
        const newest = await report('EA-1', '2026-10-02', hour(1));
        const older = await report('EA-2', '2026-10-01', hour(2));
        expect(await atBatch('x')).toEqual({ ...inPublic(newest), otherTests: [besides(older)], currentTests: 2 });
        expect(await called(older)).toEqual({ ...inPublic(older), otherTests: [besides(newest)], currentTests: 2 });
      });

      it('shows of one day the one published last', async () => {
        const last = await report('EA-1', '2026-10-01', hour(2));
        await report('EA-2', '2026-10-01', hour(1));
        expect(await atBatch('x')).toMatchObject({ reference: last.reference });
      });

      it('leaves out what has ended, what waits, and what is of another brand or batch', async () => {
        const current = await report('EA-1', '2026-10-01');
        const gone = await withdraw(await report('EA-2', '2026-10-09'), hour(3));
        await added({ batchId: 'x', brandName: 'Aster', labReportId: 'EA-3' });
        await published({ batchId: 'x', brandName: 'Birch', labReportId: 'EA-4', testDate: '2026-09-01' });
        await published({ batchId: 'y', brandName: 'Aster', labReportId: 'EA-5' });
        expect(await called(current)).toMatchObject({ lifecycle: 'approved', otherTests: [] });
        expect(await called(gone)).toMatchObject({ otherTests: [], current: linkTo(current) });
      });

      it('leads from one that ended to the newest of those that are current', async () => {
        const gone = await withdraw(await report('EA-1', '2026-10-01'), hour(3));
        await report('EA-2', '2026-10-02', hour(5));
        const newest = await report('EA-3', '2026-10-03', hour(4));
        expect(await called(gone)).toMatchObject({ current: linkTo(newest) });
      });
    });

    describe('the address of a certificate', () => {
      it('leads from each of several that replaced one another to its neighbours', async () => {
        const first = await published({ batchId: 'x' });
        const [firstEnded, second] = await replace(first, await amendmentOf(first), hour(1));
        const [secondEnded, third] = await replace(second, await amendmentOf(second), hour(2));
        expect(await called(first)).toEqual({
          ...inPublic(firstEnded),
          replacedBy: { ...linkTo(second), ...reasonOf(second) },
          current: linkTo(third),
        });
        expect(await called(second)).toEqual({
          ...inPublic(secondEnded),
          replaces: linkTo(first),
          replacedBy: { ...linkTo(third), ...reasonOf(third) },
          current: linkTo(third),
        });
        expect(await called(third)).toEqual({ ...inPublic(third), replaces: linkTo(second) });
        const last = await withdraw(third, hour(3));
        expect(await called(third)).toEqual({ ...inPublic(last), replaces: linkTo(second) });
        for (const one of [first, second]) expect((await called(one))?.current).toBeNull();
        expect(await called(second)).toMatchObject({ replacedBy: linkTo(third) });
      });

      it('leads from one that was withdrawn to what was published for its batch since, if anything', async () => {
        const ended = await withdraw(await published({ batchId: 'x' }), hour(1));
        const waiting = await added({ batchId: 'x' });
        expect((await called(ended))?.current).toBeNull();
        const current = await approve(waiting);
        expect((await called(ended))?.current).toEqual(linkTo(current));
        expect((await called(current))?.current).toBeNull();
      });

      it('prefers what replaced it to another certificate of its batch', async () => {
        const original = await published({ batchId: 'mistyped' });
        const [, current] = await replace(original, await amendmentOf(original, { batchId: 'right' }));
        await published({ batchId: 'mistyped' });
        expect((await called(original))?.current).toEqual(linkTo(current));
      });

      it('names no amendment that was rejected as what replaced it', async () => {
        const original = await published();
        await refuse(await amendmentOf(original));
        const [, current] = await replace(original, await amendmentOf(original));
        expect(await called(original)).toMatchObject({ replacedBy: linkTo(current) });
      });

      it('shows nothing at a reference that nothing has', async () => {
        expect(await registry.published.publicByReference('CB-0000-0000')).toBeNull();
      });
    });

    describe('the latest withdrawn', () => {
      it('are those withdrawn last, with the reason, and neither replaced nor published ones', async () => {
        const first = await withdraw(await published({ productName: 'First' }), hour(1));
        const last = await withdraw(await published({ productName: 'Last' }), hour(3));
        const second = await withdraw(await published({ productName: 'Second' }), hour(2));
        const original = await published();
        await replace(original, await amendmentOf(original), hour(4));
        const found = await registry.published.latestWithdrawn(2);
        expect(found.map(({ productName }) => productName)).toEqual(['Last', 'Second']);
        expect(found[1]).toEqual({
          reference: second.reference,
          brandName: second.brandName,
          productName: 'Second',
          batchId: second.batchId,
          thcContent: 4.82,
          labName: second.labName,
          testDate: second.testDate,
          withdrawnAt: hour(2),
          reason: second.withdrawalReason,
        });
        expect(await registry.published.latestWithdrawn(9)).toHaveLength(3);
        expect([first, last].every(({ withdrawalReason }) => withdrawalReason)).toBe(true);
      });
    });

    describe('the certificates of a product', () => {
      const references = async (brand: string, product: string, limit = 9) =>
        (await registry.published.ofProduct(nameKey(brand), productWords(product), limit)).map((one) => one.reference);

      it('are those that are or were published, the newest test first, and none of another product or brand', async () => {
        const product = { brandName: 'Juniper & Tide', productName: 'Yuzu Seltzer 5 mg' };
        const old = await published({ ...product, batchId: 'P-1', testDate: '2024-01-02' });
        const gone = await withdraw(await published({ ...product, batchId: 'P-2', testDate: '2026-02-03' }), hour(1));
        const newest = await published({ ...product, batchId: 'P-3', testDate: '2026-10-14' });
        await added({ ...product, batchId: 'P-4', testDate: '2026-10-15' });
        await published({ ...product, batchId: 'P-5', productName: 'Yuzu Seltzer 5 mg Light' });
        await published({ ...product, batchId: 'P-6', brandName: 'Waxwing' });
        const all = [newest, gone, old].map(({ reference }) => reference);
        expect(await references('JUNIPER & tide', 'yuzu SELTZER 5 mg')).toEqual(all);
        expect(await references('Juniper & Tide', 'Yuzu Seltzer 5 mg', 2)).toEqual(all.slice(0, 2));
        expect(await references('Juniper & Tide', 'Yuzu Seltzer')).toEqual([]);
        expect(await references('Unknown Brand', 'Yuzu Seltzer 5 mg')).toEqual([]);
        const [first] = await registry.published.ofProduct(nameKey('Waxwing'), productWords('Yuzu Seltzer 5 mg'), 1);
        expect(first).toMatchObject({
          batchId: 'P-6',
          lifecycle: 'approved',
          source: 'submitter',
          panelsComplete: true,
        });
      });

      it('are found by the whole of a long name, of which an index has the beginning only', async () => {
        const productName = `${'抹茶'.repeat(120)} 5 mg`;
        const one = await published({ batchId: 'P-1', productName });
        await published({ batchId: 'P-2', productName: `${productName} Light` });
        expect(await references(one.brandName, productName)).toEqual([one.reference]);
      });
    });

    describe('a search among those that have ended', () => {
      const references = async (parts: readonly string[], limit = 9) =>
        (await registry.published.endedMatching(parts, limit)).map(({ reference }) => reference);

      it('finds withdrawn and replaced ones, the last first, and nothing that is current or waits', async () => {
        const gone = await withdraw(await published({ productName: 'Yuzu Seltzer', batchId: 'G-1' }), hour(1));
        const original = await published({ productName: 'Yuzu Tonic', batchId: 'G-2' });
        await replace(original, await amendmentOf(original), hour(4));
        const voided = await withdraw(await published({ productName: 'Plum Seltzer', batchId: 'G-3' }), hour(2));
        await added({ productName: 'Yuzu waiting' });
        await published({ productName: 'Yuzu current' });
        expect(await references([' yuzu'])).toEqual([original.reference, gone.reference]);
        expect(await references([' yuzu', ' plum'])).toEqual([original.reference, voided.reference, gone.reference]);
        expect(await references([' yuzu', ' plum'], 2)).toEqual([original.reference, voided.reference]);
        expect(await references(['| g 3 ', '| g3 '])).toEqual([voided.reference]);
        expect(await references(['peach'])).toEqual([]);
        expect(await registry.published.endedMatching(['plum'], 1)).toEqual([
          {
            reference: voided.reference,
            brandName: voided.brandName,
            productName: 'Plum Seltzer',
            batchId: 'G-3',
            lifecycle: 'withdrawn',
          },
        ]);
      });

      it('does not look at labs, report numbers and references, and takes signs literally', async () => {
        const gone = await published({ labName: 'Meniscus', labReportId: 'MN-77' });
        await withdraw(gone, hour(1));
        expect(await references(['meniscus', 'mn77', gone.reference.toLowerCase().replaceAll('-', '')])).toEqual([]);
        expect(await references(['%', '_', '\\', "' OR 1=1 --"])).toEqual([]);
      });
    });

    describe('the latest published', () => {
      const ids = async (limit: number) => (await registry.published.latestPublished(limit)).map(({ id }) => id);

      it('are those decided last, and of one moment by id, with what a list says and when they were published', async () => {
        const all: Certificate[] = [];
        for (const n of [3, 1, 4, 1, 5]) all.push(await published({}, hour(n)));
        const inOrder = all
          .toSorted((a, b) => Number(b.reviewedAt) - Number(a.reviewedAt) || (a.id < b.id ? 1 : -1))
          .map((coa) => ({ ...summaryOf(coa), reference: coa.reference, publishedAt: coa.reviewedAt }));
        expect(await registry.published.latestPublished(3)).toEqual(inOrder.slice(0, 3));
        expect(await registry.published.latestPublished(10)).toEqual(inOrder);
      });

      it('are neither those that wait or were refused, nor those that have ended', async () => {
        await added();
        await sendBack(await added());
        await refuse(await added());
        await withdraw(await published());
        const original = await published();
        const [, current] = await replace(original, await amendmentOf(original));
        expect(await ids(10)).toEqual([current.id]);
      });
    });

    describe('the queue', () => {
      const pageOf = (query: Partial<QueueQuery> = {}) => registry.submissions.queue({ ...WAITING, ...query });
      const batchesOf = async (query: Partial<QueueQuery>) => (await pageOf(query)).items.map(({ batchId }) => batchId);

      it('holds what waits in the order it came, and of one moment by id', async () => {
        const all = await Promise.all([3, 1, 2, 1, 3, 1].map((n) => added({}, hour(n))));
        const inOrder = all.toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1));
        expect((await pageOf()).items).toEqual(inOrder.map(listed));
        const everyPage = await walk<ListedCertificate, QueuePosition>((after) => pageOf({ limit: 2, after }));
        expect(everyPage.map(({ items }) => items.length)).toEqual([2, 2, 2]);
        expect(everyPage.flatMap(({ items }) => items)).toEqual(inOrder.map(listed));
        for (const { total } of everyPage) expect(total).toEqual({ count: 6, relation: 'eq' });
      });

      it('leaves out measured lines and raw results, which can be long, and keeps what was reported', async () => {
        const reported = { status: 'pending', panels: UNCONFIRMED_PANELS } as const;
        const whole = await added({
          analytes: [aLine('<LOQ', null)],
          submittedResults: { sheet: 'as sent' },
          reported,
        });
        const [row] = (await pageOf()).items;
        expect(row?.testResults).toEqual({ version: 1, panels: UNCONFIRMED_PANELS, reported });
        expect((await registry.coas.byId(whole.id))?.testResults).toMatchObject({ submitted: { sheet: 'as sent' } });
      });

      it('keeps the place of one that was sent back and came again', async () => {
        const first = await sendBack(await added({ batchId: 'first' }, hour(1)));
        await added({ batchId: 'second' }, hour(2));
        const again = { ...first, lifecycle: 'pending' as const, version: first.version + 1 };
        await steps.change(first, again);
        expect(await batchesOf({})).toEqual(['first', 'second']);
      });

      it('of each standing holds those and counts them', async () => {
        const original = await published({ batchId: 'superseded' });
        await replace(original, await amendmentOf(original, { batchId: 'approved' }));
        await added({ batchId: 'pending' });
        await sendBack(await added({ batchId: 'changes_requested' }));
        await refuse(await added({ batchId: 'rejected' }));
        await withdraw(await published({ batchId: 'withdrawn' }));
        for (const lifecycle of [
          'pending',
          'changes_requested',
          'approved',
          'rejected',
          'withdrawn',
          'superseded',
        ] as const) {
          const page = await pageOf({ lifecycle });
          expect(page.items.map(({ batchId }) => batchId)).toEqual([lifecycle]);
          expect(page).toMatchObject({ next: null, total: { count: 1, relation: 'eq' } });
        }
        expect(await pageOf({ lifecycle: 'pending', source: 'staff' })).toEqual({
          items: [],
          next: null,
          total: { count: 0, relation: 'eq' },
        });
      });

      describe('filtered by', () => {
        beforeEach(async () => {
          const labId = await registry.addPartnerLab('Example Analytical');
          await add(aCertificate({ batchId: 'form-early', brandName: 'Waxwing' }, new Date('2026-11-09T15:00:00Z')));
          await add(aCertificate({ batchId: 'lab-early' }, new Date('2026-11-10T15:00:00Z'), { source: 'lab', labId }));
          await add(aCertificate({ batchId: 'form-late' }, new Date('2026-11-18T15:00:00Z')));
          await add(
            aCertificate({ batchId: 'lab-late', brandName: 'Waxwing' }, new Date('2026-11-19T15:00:00Z'), {
              source: 'lab',
              labId,
            }),
          );
          await refuse(await added({ batchId: 'lab-rejected' }));
        });

        it.each<[string, [string, Partial<QueueQuery>, string[]][]]>([
          [
            'a source',
            [
              ['one', { source: 'lab' }, ['lab-early', 'lab-late']],
              ['the other', { source: 'submitter' }, ['form-early', 'form-late']],
              ['one that sent nothing', { source: 'staff' }, []],
              ['one with another standing', { source: 'lab', lifecycle: 'rejected' }, []],
            ],
          ],
          [
            'what was due before',
            [
              ['the day after its due date', { dueBefore: '2026-11-14' }, ['form-early']],
              ['the day after', { dueBefore: '2026-11-17' }, ['form-early', 'lab-early']],
              ['anything was', { dueBefore: '2026-11-13' }, []],
            ],
          ],
          [
            'a word',
            [
              ['whole', { search: queueTerm('waxwing') }, ['form-early', 'lab-late']],
              ['its middle', { search: queueTerm('axwi') }, ['form-early', 'lab-late']],
              ['two letters that begin one', { search: queueTerm('ea') }, ['form-early', 'lab-early']],
              ['two letters that do not', { search: queueTerm('ax') }, []],
              [
                'with all the others',
                { source: 'lab', dueBefore: '2026-11-17', search: queueTerm('early') },
                ['lab-early'],
              ],
            ],
          ],
        ])('%s holds those, and counts them', async (_what, cases) => {
          for (const [name, query, expected] of cases) {
            const { items, total } = await pageOf(query);
            expect([name, items.map(({ batchId }) => batchId)]).toEqual([name, expected]);
            expect(total).toEqual({ count: expected.length, relation: 'eq' });
          }
        });

        it('lab, report number or reference holds those, as the text that the domain makes', async () => {
          const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 16, minute));
          const reference = 'CB-7K3M-9QXD';
          await add({ ...aCertificate({ batchId: 'one' }, at(0)), reference });
          await add(aCertificate({ batchId: 'two', labName: 'Bright Column (Denver)' }, at(1)));
          await add(aCertificate({ batchId: 'three', labReportId: 'EA-2026/01187' }, at(2)));
          for (const [input, expected] of [
            ['BRIGHT  Column', ['two']],
            ['column (denver)', ['two']],
            ['ea 2026 o1187', ['three']],
            ['01187', ['three']],
            ['cb7k3m9qxd', ['one']],
            ['7K3M', ['one']],
            ['9QXD', ['one']],
            ['K3M-9', ['one']],
            ['CB-7K3M-9QXE', []],
          ] as const) {
            expect([input, await batchesOf({ search: queueTerm(input) })]).toEqual([input, expected]);
          }
        });

        it.each<[QueueSort, string[]]>([
          ['oldest', ['form-early', 'lab-early', 'form-late', 'lab-late']],
          ['newest', ['lab-late', 'form-late', 'lab-early', 'form-early']],
          ['due', ['form-early', 'lab-early', 'form-late', 'lab-late']],
          ['brand', ['form-late', 'lab-early', 'form-early', 'lab-late']],
        ])('%s first holds all of them in that order, page by page', async (sort, expected) => {
          const pages = await walk<ListedCertificate, QueuePosition>((after) => pageOf({ sort, limit: 1, after }));
          const found = pages.flatMap(({ items }) => items);
          // Two of one brand and product come in the order of their ids.
          const brandOf = ({ brandName }: ListedCertificate) => brandName;
          const named = (batches: readonly string[]) =>
            batches.map((name) => found.find((one) => one.batchId === name));
          if (sort === 'brand') expect(found.map(brandOf)).toEqual(named(expected).map((one) => one && brandOf(one)));
          else expect(found.map(({ batchId }) => batchId)).toEqual(expected);
          expect(new Set(found.map(({ id }) => id)).size).toBe(4);
        });

        it('lab holds them by the name of the lab, whatever its case', async () => {
          await add(aCertificate({ batchId: 'z', labName: 'zebra labs' }, hour(1)));
          await add(aCertificate({ batchId: 'a', labName: 'Aardvark Labs' }, hour(2)));
          const pages = await walk<ListedCertificate, QueuePosition>((after) =>
            pageOf({ sort: 'lab', limit: 2, after }),
          );
          const labs = pages.flatMap(({ items }) => items.map(({ labName }) => labName));
          expect(labs).toEqual(['Aardvark Labs', ...Array(4).fill('Example Analytical'), 'zebra labs']);
        });

        it('a source and a word leads from page to page', async () => {
          const pages = await walk<ListedCertificate, QueuePosition>((after) =>
            pageOf({ source: 'lab', limit: 1, after }),
          );
          expect(pages.map(({ items }) => items.map(({ batchId }) => batchId))).toEqual([['lab-early'], ['lab-late']]);
        });
      });

      it('finds published ones by word, lab, whole report number and whole reference', async () => {
        const reference = 'CB-7K3M-9QXD';
        await approve(await add({ ...aCertificate({ batchId: 'one' }), reference }));
        await published({ batchId: 'two', labName: 'Bright Column' });
        await published({ batchId: 'three', labReportId: 'EA-2026/01187', brandName: 'Waxwing' });
        const found = (input: string) => batchesOf({ lifecycle: 'approved', search: queueTerm(input) });
        expect(await found('cb 7k3m 9qxd')).toEqual(['one']);
        expect(await found('bright')).toEqual(['two']);
        expect(await found('ea202601187')).toEqual(['three']);
        expect(await found('waxwing')).toEqual(['three']);
        expect(await found('nothing like it')).toEqual([]);
      });

      it("knows which submissions wait for a brand's batch, however many wait for the same batch id", async () => {
        const brandName = 'Waxwing';
        for (let i = 0; i < WAITING_FOR_BATCH_MAX + 1; i += 1) await added({ batchId: 'LOT 1', brandName: 'Flood' });
        const first = await added({ batchId: 'LOT 1', brandName });
        await published({ batchId: 'LOT 2', brandName });
        await refuse(await added({ batchId: 'LOT 3', brandName }));
        const batches = ['lot 1', 'lot 2', 'lot 3', 'lot 1'].map((key) => ({ batchKey: key, brandKey: 'waxwing' }));
        const waiting = await registry.submissions.waitingFor(batches);
        expect(waiting).toEqual([{ id: first.id, batchKey: 'lot 1', brandName }]);
        expect(await registry.submissions.waitingFor([])).toEqual([]);
      });
    });

    describe('what there is to do', () => {
      const none = { count: 0, relation: 'eq' };

      it('is counted by standing and due date, which has not passed on the day itself', async () => {
        const nothing = { pending: none, overdue: none, changesRequested: none, spotChecks: none };
        expect(await registry.submissions.queueCounts('2026-11-20')).toEqual(nothing);
        const early = new Date('2026-11-09T15:00:00Z'); // due on the 13th
        await added({}, early);
        await added();
        await sendBack(await added({}, early));
        await refuse(await added({}, early));
        await withdraw(await published({}, early));
        const counted = {
          pending: { count: 2, relation: 'eq' },
          changesRequested: { count: 1, relation: 'eq' },
          spotChecks: none,
        };
        expect(await registry.submissions.queueCounts('2026-11-13')).toEqual({ ...counted, overdue: none });
        expect(await registry.submissions.queueCounts('2026-11-14')).toEqual({
          ...counted,
          overdue: { count: 1, relation: 'eq' },
        });
      });

      it('has the published certificates that are to be checked afterwards', async () => {
        const one = await published({ batchId: 'sampled' });
        await change(one, { ...one, spotCheck: 'due', version: one.version + 1 });
        const other = await published();
        await change(other, { ...other, spotCheck: 'agrees', version: other.version + 1 });
        const { spotChecks } = await registry.submissions.queueCounts('2026-11-20');
        expect(spotChecks).toEqual({ count: 1, relation: 'eq' });
        const due = { ...WAITING, lifecycle: 'approved', spotChecksOnly: true } as const;
        expect((await registry.submissions.queue(due)).items.map(({ batchId }) => batchId)).toEqual(['sampled']);
      });

      it('is counted exactly up to 1,000, as is the queue', async () => {
        const capped = async () => {
          const { pending, overdue } = await registry.submissions.queueCounts('2027-01-01');
          const { total } = await registry.submissions.queue({ ...WAITING, limit: 1 });
          return [pending, overdue, total];
        };
        await registry.load(Array.from({ length: 1000 }, (_, i) => aCertificate({ batchId: `many ${i}` })));
        expect(await capped()).toEqual(Array(3).fill({ count: 1000, relation: 'eq' }));
        await added();
        expect(await capped()).toEqual(Array(3).fill({ count: 1000, relation: 'gte' }));
      });
    });

    describe("a laboratory's own certificates", () => {
      it('come newest first, of one moment by id, page by page, and are counted, for staff too', async () => {
        const labId = await registry.addPartnerLab('Example Analytical');
        const sender = { source: 'lab', labId } as const;
        const all = await Promise.all([2, 1, 3, 1].map((n) => add(aCertificate({}, hour(n), sender))));
        await add(aCertificate({}, hour(1), { source: 'lab', labId: await registry.addPartnerLab('Another Lab') }));
        await added({ labName: 'Example Analytical' });
        const inOrder = all.toSorted((a, b) => Number(b.createdAt) - Number(a.createdAt) || (a.id < b.id ? 1 : -1));
        const pages = await walk<ListedCertificate, LabListCursor>((after) =>
          registry.submissions.ofLab({ ...ANY_OF_LAB, labId, limit: 3, after }),
        );
        expect(pages.flatMap(({ items }) => items)).toEqual(inOrder.map(listed));
        const ofStaff = await walk<LabCertificate, LabListCursor>((after) =>
          registry.submissions.searchOfLab({ labId, lifecycle: null, search: null, limit: 3, after }),
        );
        expect(ofStaff.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(inOrder.map(({ id }) => id));
        for (const both of [pages, ofStaff]) {
          expect(both.map(({ total }) => total)).toEqual(Array(2).fill({ count: 4, relation: 'eq' }));
        }
      });

      it('can be filtered by status', async () => {
        const labId = await registry.addPartnerLab('Example Analytical');
        const sender = { source: 'lab', labId } as const;
        const waiting = await add(aCertificate({}, NOW, sender));
        const current = await approve(await add(aCertificate({}, NOW, sender)));
        const ids = async (lifecycle: 'pending' | 'approved' | 'rejected') => {
          const page = await registry.submissions.ofLab({ ...ANY_OF_LAB, labId, lifecycle });
          return page.items.map(({ id }) => id);
        };
        expect(await ids('pending')).toEqual([waiting.id]);
        expect(await ids('approved')).toEqual([current.id]);
        expect(await ids('rejected')).toEqual([]);
      });

      it('name what replaced them, once that is published', async () => {
        const original = await published({ batchId: 'LOT 1' });
        const amendment = await amendmentOf(original, { batchId: 'LOT 1 A' });
        const replacements = () => registry.submissions.replacementsOf([original.id, amendment.id]);
        expect(await replacements()).toEqual(new Map());
        await replace(original, amendment);
        const { id, reference, batchId } = amendment;
        expect(await replacements()).toEqual(new Map([[original.id, { id, reference, batchId }]]));
        expect(await registry.submissions.replacementsOf([])).toEqual(new Map());
      });

      it('can be filtered by report number and batch, in any case and spacing, and together', async () => {
        const labId = await registry.addPartnerLab('Example Analytical');
        const sender = { source: 'lab', labId } as const;
        const sent = (batchId: string, labReportId: string | null) =>
          add(aCertificate({ batchId, labReportId, labName: 'A Former Name' }, NOW, sender));
        const one = await sent('LOT 1', 'Bière EA  7');
        const two = await sent('LOT 2', 'Bière EA 7');
        await sent('LOT 3', 'EA 70');
        await sent('LOT 4', null);
        const other = { source: 'lab', labId: await registry.addPartnerLab('Another Lab') } as const;
        await add(aCertificate({ batchId: 'LOT 5', labReportId: 'Bière EA 7' }, NOW, other));
        const found = async (query: Partial<OwnCertificatesQuery>) => {
          const { items, total } = await registry.submissions.ofLab({ ...ANY_OF_LAB, labId, ...query });
          expect(total).toEqual({ count: items.length, relation: 'eq' });
          return items.map(({ id }) => id).toSorted();
        };
        const both = [one.id, two.id].toSorted();
        expect(await found({ labReportId: 'Bière EA 7' })).toEqual(both);
        expect(await found({ labReportId: 'Bie\u0300re ea \u00a0 7' })).toEqual(both);
        expect(await found({ labReportId: 'EA 7' })).toEqual([]);
        expect(await found({ labReportId: '%' })).toEqual([]);
        expect(await found({ batchKey: batchKey(' lot  2 ') })).toEqual([two.id]);
        expect(await found({ batchKey: batchKey('LOT 5') })).toEqual([]);
        expect(await found({ labReportId: 'Bière EA 7', batchKey: batchKey('LOT 1') })).toEqual([one.id]);
        expect(await found({ labReportId: 'EA 70', batchKey: batchKey('LOT 1') })).toEqual([]);
        expect(await found({ labReportId: 'Bière EA 7', lifecycle: 'approved' })).toEqual([]);
      });
    });

    describe('a batch id that several brands use', () => {
      const otherBrandOf = ({ reference, brandName, productName, batchId, lifecycle }: Certificate) => ({
        reference,
        brandName,
        productName,
        batchId,
        lifecycle,
      });

      it('leads to the certificate published last, which names the others by brand', async () => {
        const a = await published({ batchId: '001', brandName: 'Aster' }, hour(1));
        const b = await published({ batchId: '001', brandName: 'Birch' }, hour(3));
        const c = await published({ batchId: '001', brandName: 'Cedar' }, hour(2));
        await published({ batchId: '002', brandName: 'Dill' });
        await added({ batchId: '001', brandName: 'Elder' });
        expect(await atBatch('001')).toEqual({ ...inPublic(b), otherBrands: [a, c].map(otherBrandOf) });
        expect(await called(a)).toEqual({ ...inPublic(a), otherBrands: [b, c].map(otherBrandOf) });
      });

      it('is one certificate of each, found by the brand without case', async () => {
        const a = await published({ batchId: '001', brandName: 'Aster' });
        const b = await published({ batchId: '001', brandName: 'Birch' });
        expect((await atBatch('001', ' ASTER '))?.id).toBe(a.id);
        expect((await atBatch('001', 'Birch'))?.id).toBe(b.id);
        expect(await atBatch('001', 'Cedar')).toBeNull();
        expect(await atBatch('002', 'Aster')).toBeNull();
      });

      it('is found by a former name of the brand', async () => {
        const a = await published({ batchId: '001', brandName: 'Aster' });
        await published({ batchId: '001', brandName: 'Birch' });
        await registry.renameBrand('Aster', 'Anise');
        for (const name of ['Aster', 'Anise']) expect((await atBatch('001', name))?.id).toBe(a.id);
      });

      it('names a withdrawn certificate of another brand, and of each only the one that counts', async () => {
        const gone = await withdraw(await published({ batchId: '001', brandName: 'Aster' }), hour(1));
        const b = await published({ batchId: '001', brandName: 'Birch' });
        expect((await atBatch('001'))?.id).toBe(b.id);
        expect((await atBatch('001'))?.otherBrands).toEqual([otherBrandOf(gone)]);
        const again = await published({ batchId: '001', brandName: 'Aster' }, hour(2));
        expect((await called(b))?.otherBrands).toEqual([otherBrandOf(again)]);
      });

      it('does not make what another brand published the current certificate of a withdrawn one', async () => {
        const gone = await withdraw(await published({ batchId: '001', brandName: 'Aster' }));
        await published({ batchId: '001', brandName: 'Birch' });
        expect((await called(gone))?.current).toBeNull();
      });
    });

    describe('batch ids that are easy to mistake', () => {
      const lookAlikes = (draft: Partial<CertificateDraft>) => registry.checks.lookAlikes(aCertificate(draft));

      it('are those of published certificates of the brand with O for 0, I for 1, or other punctuation', async () => {
        await published({ brandName: 'Juniper', batchId: 'C9030' });
        await published({ brandName: 'Other', batchId: 'C9O30' });
        await added({ brandName: 'Juniper', batchId: 'C-9030' });
        for (const batchId of ['C9O3O', '#c 9030', 'c9o30']) {
          expect(await lookAlikes({ brandName: ' JUNIPER ', batchId })).toEqual(['C9030']);
        }
        for (const batchId of ['C9030', 'c9030', 'C9031', 'C90301', '—']) {
          expect(await lookAlikes({ brandName: 'Juniper', batchId })).toEqual([]);
        }
        expect(await lookAlikes({ brandName: 'Nobody', batchId: 'C9O3O' })).toEqual([]);
      });

      it('are at most three, the newest first', async () => {
        for (const [n, batchId] of ['A0', 'A-0', 'A.0', 'A/0'].entries()) await published({ batchId }, hour(n));
        expect(await lookAlikes({ batchId: 'AO' })).toEqual(['A/0', 'A.0', 'A-0']);
      });
    });

    describe('certificates of a lab, for staff', () => {
      const search = async (labId: string, typed: string | null, lifecycle: Lifecycle | null = null) => {
        const parts = typed === null ? null : labSearchParts(typed);
        return registry.submissions.searchOfLab({ labId, lifecycle, search: parts, limit: 9, after: null });
      };

      it('have every status, and can be filtered by it', async () => {
        const labId = await registry.addPartnerLab('Example Analytical');
        const sent = (n: number) => add(aCertificate({ labReportId: `EA-${n}` }, hour(n), { source: 'lab', labId }));
        const waiting = await sent(1);
        const current = await approve(await sent(2));
        const withdrawn = await sent(3);
        await change(withdrawn, withdrawUnpublished(withdrawn, 'Wrong sample.', hour(4)));
        const { items } = await search(labId, null);
        expect(items.map(({ id, lifecycle, takenBack }) => [id, lifecycle, takenBack])).toEqual([
          [withdrawn.id, 'rejected', true],
          [current.id, 'approved', false],
          [waiting.id, 'pending', false],
        ]);
        const { brandName, productName, batchId, reference, testDate, reviewedAt, createdAt } = current;
        expect(items[1]).toEqual({
          id: current.id,
          reference,
          brandName,
          productName,
          batchId,
          labReportId: 'EA-2',
          testDate,
          outcome: 'passed',
          lifecycle: 'approved',
          takenBack: false,
          createdAt,
          reviewedAt,
          endedAt: null,
        });
        expect((await search(labId, null, 'pending')).items.map(({ id }) => id)).toEqual([waiting.id]);
        expect((await search(labId, 'ea-2', 'pending')).items).toEqual([]);
        expect((await search(labId, null, 'withdrawn')).total).toEqual({ count: 0, relation: 'eq' });
      });

      it('are found by product, brand, batch, reference and report number, and by nothing else', async () => {
        const labId = await registry.addPartnerLab('Example Analytical');
        const draft = {
          productName: 'Blood Orange 10 mg',
          brandName: 'Oil & Lily',
          batchId: 'LOT-24/117',
          labReportId: 'EA-2026-01187',
          notes: 'Confidential',
          contactName: 'Someone',
        };
        const { reference } = await add(aCertificate(draft, NOW, { source: 'lab', labId }));
        await add(aCertificate({ labReportId: null, batchId: 'C-1' }, NOW, { source: 'lab', labId }));
        const other = { source: 'lab', labId: await registry.addPartnerLab('Another Lab') } as const;
        await add(aCertificate({ ...draft, batchId: 'another' }, NOW, other));
        const isFound = async (typed: string) => (await search(labId, typed)).items.map((one) => one.reference);
        for (const typed of [
          'orange',
          'blood ORANGE',
          'oil & lily',
          'lily',
          'lot 24',
          '24/117',
          'EA-2026-01187',
          'ea-2026',
          '01187',
          'EA',
          reference,
          reference.toLowerCase(),
          reference.replaceAll('-', ''),
          reference.slice(0, 7),
        ]) {
          expect([typed, await isFound(typed)]).toEqual([typed, [reference]]);
        }
        for (const typed of ['confidential', 'someone', 'EA-2027', 'CB-0000-0000', '%', '_', '||', '01188']) {
          expect([typed, await isFound(typed)]).toEqual([typed, []]);
        }
      });
    });

    describe('the surroundings', () => {
      it('are of one brand, whether it is tied to the record or only claimed by it', async () => {
        const current = await published({ batchId: 'x', brandName: 'Aster' }, hour(1));
        const waiting = await added({ batchId: 'x', brandName: ' aster ' }, hour(2));
        await published({ batchId: 'x', brandName: 'Birch' });
        await added({ batchId: 'x', brandName: 'Cedar' });
        const ids = async (brandName: string) =>
          (await around(aCertificate({ batchId: 'x', brandName }))).sameBatch.map(({ id }) => id);
        expect(await ids('Aster')).toEqual([waiting.id, current.id]);
        await registry.renameBrand('Aster', 'Anise');
        expect(await ids('Aster')).toEqual([waiting.id, current.id]);
        expect(await ids('Anise')).toEqual([waiting.id, current.id]);
        expect(await ids('Dill')).toEqual([]);
      });

      it('show staff everything, a laboratory what is public or its own, everybody else what is public', async () => {
        const labId = await registry.addPartnerLab('Example Analytical');
        const labReportId = 'EA-1';
        const mine = await add(aCertificate({ batchId: 'x', labReportId }, hour(1), { source: 'lab', labId }));
        const others = await added({ batchId: 'x', labReportId }, hour(2));
        const gone = await withdraw(await published({ batchId: 'x', labReportId }, hour(3)));
        const seenBy = async (viewer: Viewer) => {
          const { sameBatch, sameReport } = await around(aCertificate({ batchId: 'x', labReportId }), { viewer });
          const ids = sameBatch.map(({ id }) => id);
          expect(sameReport.map(({ id }) => id)).toEqual(ids);
          return ids;
        };
        expect(await seenBy('staff')).toEqual([gone.id, others.id, mine.id]);
        expect(await seenBy({ labId })).toEqual([gone.id, mine.id]);
        expect(await seenBy({ labId: UNKNOWN })).toEqual([gone.id]);
        expect(await seenBy('public')).toEqual([gone.id]);
      });

      it('hide what was sent back or rejected from the public and from other labs', async () => {
        const of = { batchId: 'x', labReportId: 'EA-1' };
        await sendBack(await added(of, hour(1)));
        await refuse(await added(of, hour(2)));
        for (const viewer of ['public', { labId: UNKNOWN }] as const) {
          expect(await around(aCertificate(of), { viewer })).toMatchObject({ sameBatch: [], sameReport: [] });
        }
      });

      const around = (certificate: Certificate, differing: Partial<CheckContextQuery> = {}) => {
        const { brandName, batchKey, labKey, labId, labReportId, id } = certificate;
        const of = { batchKey, brandKey: nameKey(brandName), labKey, labId, labReportId, except: [id] };
        return registry.checks.checkContext({ ...of, viewer: 'staff', ...differing });
      };

      it('come with a certificate as the public reads it', async () => {
        await withdraw(await published({ batchId: 'x', labName: 'A' }, hour(1)), hour(2));
        const current = await published({ batchId: 'x', labName: 'B' }, hour(3));
        await published({ batchId: 'y', labName: 'A' });
        const { isInPartnersName: _, brandIsVerified: __, ...known } = await around(current, { labId: null });
        expect(known.sameBatch).toHaveLength(1);
        for (const found of [
          await registry.published.publicByBatch('x', null),
          await registry.published.publicByReference(current.reference),
        ]) {
          expect(found?.context).toEqual(known);
        }
        expect((await registry.published.publicByBatch('y', null))?.context).toEqual({
          sameBatch: [],
          sameReport: [],
          labIsKnown: false,
        });
        await published({ batchId: 'z', labName: ' a ' });
        expect((await registry.published.publicByBatch('y', null))?.context.labIsKnown).toBe(true);
      });

      it('are other records of the batch, the newest first, whatever became of them', async () => {
        const gone = await refuse(await added({ batchId: 'x', labName: 'A' }, hour(1)));
        const ended = await withdraw(await published({ batchId: ' X ', productName: 'B' }, hour(2)), hour(3));
        const current = await published({ batchId: 'x', labName: 'C' }, hour(4));
        const amendment = await add(anAmendment(current, {}, { at: hour(5) }));
        const { sameBatch } = await around(amendment, { except: [amendment.id] });
        expect(sameBatch).toEqual(
          [current, ended, gone].map(({ id, productName, labName, labKey, labReportId, lifecycle, supersedes }) => ({
            id,
            productName,
            labName,
            labKey,
            labReportId,
            lifecycle,
            supersedes,
          })),
        );
        expect((await around(current)).sameBatch).toContainEqual(expect.objectContaining({ supersedes: current.id }));
      });

      it('leave out what is excepted, what was superseded, and other batches', async () => {
        const original = await published({ batchId: 'x' });
        const [, current] = await replace(original, await amendmentOf(original));
        await published({ batchId: 'y' });
        expect((await around(current)).sameBatch).toEqual([]);
        expect((await around(current, { except: [] })).sameBatch).toHaveLength(1);
      });

      it('are at most 20 records', async () => {
        for (let n = 0; n < 21; n += 1) await refuse(await added({ batchId: 'x', labName: `Lab ${n}` }, hour(n)));
        const { sameBatch } = await around(aCertificate({ batchId: 'x' }));
        expect(sameBatch.map(({ labName }) => labName)).toEqual(Array.from({ length: 20 }, (_, i) => `Lab ${20 - i}`));
      });

      it('of a batch that nothing has are none', async () => {
        expect(await around(aCertificate({ labName: 'New Lab' }))).toEqual({
          sameBatch: [],
          sameReport: [],
          labIsKnown: false,
          isInPartnersName: false,
          brandIsVerified: false,
        });
      });

      it('say to staff only that a partner laboratory is named that did not send it, and that the brand is verified', async () => {
        const labId = await registry.addPartnerLab('Another Lab');
        const { brandId } = await published({ brandName: 'Waxwing' });
        const brand = await registry.brands.byId(brandId ?? 0);
        if (!brand) throw new Error('no brand');
        const entry = { at: NOW, actor: ACTOR, action: 'brand.verified', subject: '?', before: null, after: null };
        await registry.brands.verify({ ...brand, verified: true, version: brand.version + 1 }, entry);
        const form = aCertificate({ brandName: 'waxwing', labName: 'Another Lab' });
        expect(await around(form)).toMatchObject({ isInPartnersName: true, brandIsVerified: true });
        expect(await around(form, { viewer: 'public' })).toMatchObject({
          isInPartnersName: false,
          brandIsVerified: false,
        });
        const own = aCertificate({ labName: 'Another Lab' }, NOW, { source: 'lab', labId });
        expect(await around(own)).toMatchObject({ isInPartnersName: false, brandIsVerified: false });
      });

      it("are other records with the lab's report number, unless they were rejected or superseded", async () => {
        const report = { labReportId: 'EA-1' };
        const first = await published(report, hour(1));
        const ended = await withdraw(await published(report, hour(2)), hour(3));
        const waiting = await added({ labReportId: 'ea \u2013 1' }, hour(4));
        await refuse(await added(report, hour(5)));
        await added({ ...report, labName: 'Another Lab' }, hour(6));
        await added({ labReportId: 'EA-2' }, hour(7));
        const original = await published(report, hour(8));
        const [, current] = await replace(original, await amendmentOf(original, report));
        const { sameReport } = await around(current);
        expect(sameReport).toEqual(
          [waiting, ended, first].map(({ id, reference, batchId, lifecycle }) => ({
            id,
            reference,
            batchId,
            lifecycle,
          })),
        );
        expect((await around(aCertificate({ labReportId: null }))).sameReport).toEqual([]);
      });

      it.each<[string, boolean, (coa: Certificate) => Promise<unknown>]>([
        ['that does not exist', false, async () => null],
        ['is a partner', true, () => registry.addPartnerLab(' EXAMPLE  analytical ')],
        ['has another published certificate', true, () => published({ labName: 'example analytical' })],
        ['has another that waits', false, () => added()],
        ['has another that was withdrawn', false, async () => withdraw(await published())],
        ['has this one published only', false, (coa) => approve(coa)],
      ])('say of a laboratory that %s that it is known: %j', async (_what, isKnown, happens) => {
        const coa = await added();
        await happens(coa);
        expect((await around(coa)).labIsKnown).toBe(isKnown);
      });

      it('of what a partner laboratory sends know it', async () => {
        const labId = await registry.addPartnerLab('Another Lab');
        expect((await around(aCertificate({}, NOW, { source: 'lab', labId }))).labIsKnown).toBe(true);
      });
    });

    describe('what is related', () => {
      const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
      const tested = (testDate: string, differing: Partial<CertificateDraft> = {}) =>
        published({ testDate, ...differing });

      it('is nothing beside the only record', async () => {
        const only = await published();
        expect(await registry.submissions.related(only)).toEqual({ sameBatch: [], sameBrand: [], similarProducts: [] });
      });

      it('shows of each what a reviewer compares', async () => {
        const other = await published({ batchId: 'y' });
        const { sameBrand } = await registry.submissions.related(aCertificate());
        const { id, reference, brandName, productName, batchId, labName, labReportId } = other;
        const { thcContent, cbdContent, testDate, outcome, lifecycle, takenBack } = other;
        expect(sameBrand).toEqual([
          {
            id,
            reference,
            brandName,
            productName,
            batchId,
            labName,
            labReportId,
            thcContent,
            cbdContent,
            testDate,
            outcome,
            lifecycle,
            takenBack,
          },
        ]);
      });

      it('are all records of the batch, the newest first, at most 20', async () => {
        const original = await published({ batchId: 'x' }, hour(1));
        const amendment = await add(anAmendment(original, {}, { at: hour(2) }));
        const [, current] = await replace(original, amendment);
        expect(ids((await registry.submissions.related(original)).sameBatch)).toEqual([current.id]);
        expect(ids((await registry.submissions.related(aCertificate({ batchId: 'X' }))).sameBatch)).toEqual([
          current.id,
          original.id,
        ]);
        for (let n = 3; n < 22; n += 1) await refuse(await add(anAmendment(current, {}, { at: hour(n) })));
        expect((await registry.submissions.related(aCertificate({ batchId: 'x' }))).sameBatch).toHaveLength(20);
      });

      it('are published certificates of the brand, the latest test first, at most five', async () => {
        const days = ['2026-01-03', '2026-01-01', '2026-01-05', '2026-01-02', '2026-01-06', '2026-01-04'];
        for (const testDate of days) await tested(testDate, { productName: `Tea ${testDate}` });
        await added({ productName: 'Tea' });
        await withdraw(await published({ productName: 'Tea' }));
        await published({ brandName: 'Waxwing', productName: 'Tea' });
        const { sameBrand } = await registry.submissions.related(
          aCertificate({ brandName: ' JUNIPER  & tide', productName: 'Cola' }),
        );
        expect(sameBrand.map(({ testDate }) => testDate)).toEqual(days.toSorted().toReversed().slice(0, 5));
      });

      it('are published certificates of products of that name from any brand, the latest test first', async () => {
        const one = await tested('2026-01-02', { brandName: 'Waxwing', productName: 'YUZU  Séltzer' });
        const two = await tested('2026-01-03', { brandName: 'Ember', productName: 'Old Yuzu Seltzer' });
        const three = await tested('2026-01-01', { productName: 'Yuzu-Seltzer' });
        await published({ productName: 'Yuzu Seltzer 5 mg' });
        await published({ productName: 'Yuzu', brandName: 'Seltzer' });
        await added({ productName: 'Yuzu Seltzer' });
        const { similarProducts } = await registry.submissions.related(aCertificate({ productName: 'Yuzu Seltzer' }));
        expect(ids(similarProducts)).toEqual([two.id, one.id, three.id]);
      });

      it('are at most five of them', async () => {
        for (let n = 0; n < 6; n += 1) await published({ brandName: `Brand ${n}`, productName: 'Tea' });
        expect((await registry.submissions.related(aCertificate({ productName: 'Tea' }))).similarProducts).toHaveLength(
          5,
        );
      });

      it('are none to a product named without a letter', async () => {
        await published({ productName: '!?', brandName: 'Waxwing' });
        expect((await registry.submissions.related(aCertificate({ productName: '?!' }))).similarProducts).toEqual([]);
      });

      it('are found by any name', async () => {
        for (const productName of ["O'Neill % _ \\ tea", '抹茶', 'z']) {
          const other = await published({ productName, brandName: 'Waxwing' });
          const { similarProducts } = await registry.submissions.related(aCertificate({ productName }));
          expect(ids(similarProducts)).toEqual([other.id]);
        }
      });

      it('to an unknown certificate is found by what it says', async () => {
        const unknown = submit(aDraft({ batchId: 'x' }), UNKNOWN, NOW);
        const other = await published({ batchId: 'x' });
        const related = await registry.submissions.related(unknown);
        expect(Object.values(related).map(ids)).toEqual([[other.id], [other.id], [other.id]]);
      });
    });
  });
}

const ANY_OF_LAB: Omit<OwnCertificatesQuery, 'labId'> = {
  lifecycle: null,
  labReportId: null,
  batchKey: null,
  updatedSince: null,
  limit: 9,
  after: null,
};

const WAITING: QueueQuery = {
  lifecycle: 'pending',
  source: null,
  dueBefore: null,
  spotChecksOnly: false,
  search: null,
  sort: 'oldest',
  limit: 50,
  after: null,
};
