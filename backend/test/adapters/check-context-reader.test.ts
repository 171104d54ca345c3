import type { Certificate, CertificateDraft } from '../../src/domain/coa-registry/certificate/certificate.js';
import type { CheckContextQuery, Viewer } from '../../src/domain/coa-registry/checks/automated-checks.js';
import { nameKey } from '../../src/domain/shared/name-key.js';
import { ACTOR, aCertificate, anAmendment, NOW } from '../support/builders.js';
import { hour, type OpenRegistry, stepsIn, UNKNOWN } from './certificate-steps.js';
import { registryOfThisFile } from './open-registry.js';

const openRegistry = registryOfThisFile();
let registry: OpenRegistry;
beforeEach(async () => {
  registry = await openRegistry();
});
const { add, added, approve, published, refuse, sendBack, withdraw, replace, amendmentOf } = stepsIn(() => registry);

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
