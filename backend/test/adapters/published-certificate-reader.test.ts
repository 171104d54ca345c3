import type { Certificate } from '../../src/domain/coa-registry/certificate/certificate.js';
import { labelDose } from '../../src/domain/coa-registry/certificate/label-dose.js';
import { productWords } from '../../src/domain/coa-registry/certificate/search-text.js';
import { ownErrors } from '../../src/domain/coa-registry/checks/automated-checks.js';
import type { PublicCertificate } from '../../src/domain/coa-registry/registry/published-certificate.js';
import { nameKey } from '../../src/domain/shared/name-key.js';
import { approved, inPublic as asPublic, PASSED, summaryOf } from '../support/builders.js';
import { aLine, hour, stepsIn } from './certificate-steps.js';
import { registryOfThisFile } from './open-registry.js';

const openRegistry = registryOfThisFile();
let registry: Awaited<ReturnType<typeof openRegistry>>;
beforeEach(async () => {
  registry = await openRegistry();
});
const { added, approve, change, published, refuse, sendBack, withdraw, replace, amendmentOf } = stepsIn(() => registry);

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
    warnings: [],
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
    (await registry.published.endedMatching(parts, [], limit)).map(({ reference }) => reference);

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
    expect(await registry.published.endedMatching(['plum'], [], 1)).toEqual([
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

describe('what is compared of a laboratory', () => {
  const countsOf = async (lab: string, limitsMg: readonly number[] = []) => {
    const counts = await registry.published.laboratoryCounts(nameKey(lab), limitsMg);
    return counts.map(({ figure, limitMg, results, holds, others }) => [
      limitMg === null ? figure : `${figure} ${limitMg}`,
      `${holds}/${results}`,
      `${others.holds}/${others.results}`,
    ]);
  };

  it('counts panels, corrections, and results near the label and near limits, beside all others', async () => {
    const own = { labName: 'Bench A', productName: 'Tea 3 mg' };
    const publishedWith = async (heavyMetals: 'failed' | 'not_tested', thcContent: number) => {
      const waiting = await added({ ...own, thcContent });
      const status = heavyMetals === 'failed' ? 'failed' : 'passed';
      return change(waiting, approved(waiting, { status, panels: { ...PASSED.panels, heavyMetals } }));
    };
    await publishedWith('failed', 2.99);
    await publishedWith('not_tested', 3);
    const original = await published({ ...own, thcContent: 3.14 });
    await replace(original, await amendmentOf(original, { ...own, thcContent: 3.14 }));
    await withdraw(await published({ ...own, thcContent: 3.05 }));
    await added({ ...own, thcContent: 3 });
    await published({ labName: 'Bench B', productName: 'Tea', thcContent: 3 });
    expect(await countsOf(' bench a', [3, 7])).toEqual([
      ['pesticidesPassed', '3/3', '1/1'],
      ['heavyMetalsPassed', '1/2', '1/1'],
      ['microbialsPassed', '3/3', '1/1'],
      ['residualSolventsPassed', '3/3', '1/1'],
      ['replaced', '1/4', '0/1'],
      ['aboveLabel', '2/3', '0/0'],
      ['withinLimit 3', '2/3', '1/1'],
    ]);
    expect(await countsOf('an unknown lab', [3])).toEqual([]);
  });

  it.each(['Tea 2,000 mg', 'Tea 5mg twice 10 mg', 'Tea .5 MG', 'Tea 1.25\tmg', 'Tea', 'Tea ٣ mg', '1,00 mg', 'mg', ''])(
    'takes the dose on the label from "%s" as the domain does',
    async (name) => {
      const [row] = await registry.database.query('SELECT stated_dose($1)::float AS mg', [name]);
      const { mg, basis } = labelDose(name);
      expect(row).toEqual({ mg: basis === 'stated' ? mg : null });
    },
  );
});
