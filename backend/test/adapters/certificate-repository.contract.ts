import {
  type Certificate,
  type CertificateDraft,
  DuplicateBatch,
} from '../../src/domain/coa-registry/certificate/certificate.js';
import { changeEntry } from '../../src/domain/coa-registry/certificate/certificate-audit.js';
import {
  AmendmentUnderWay,
  ChangedMeanwhile,
} from '../../src/domain/coa-registry/certificate/certificate-lifecycle.js';
import { searchTerm } from '../../src/domain/coa-registry/certificate/search-text.js';
import { revisionOf } from '../../src/domain/coa-registry/certificate/submission-revision.js';
import { PANEL_VERDICTS } from '../../src/domain/coa-registry/certificate/test-results.js';
import {
  CERTIFICATE_SORTS,
  type CertificateCursor,
  type CertificateQuery,
  type CertificateSummary,
} from '../../src/domain/coa-registry/registry/published-certificate.js';
import { resubmit } from '../../src/domain/coa-registry/submission/sender-changes.js';
import { withoutSubmitter } from '../../src/domain/coa-registry/submission/submitter-data.js';
import { PANELS } from '../../src/domain/shared/result-terms.js';
import {
  ACTOR,
  aCertificate,
  aComment,
  aDraft,
  anAmendment,
  approved,
  EVERYTHING,
  NOW,
  PASSED,
  rejected,
  sentBack,
  summaryOf,
  withdrawn,
} from '../support/builders.js';
import { LIBRARY } from './certificate-fixtures.js';
import { aLine, type OpenRegistry, stepsIn, walk } from './certificate-steps.js';

/** What the database must do with certificates, besides what describeCertificateStore says. */
export function describeCertificateRepository(place: string, open: () => Promise<OpenRegistry>): void {
  describe(`${place} keeps certificates`, () => {
    let registry: OpenRegistry;
    beforeEach(async () => {
      registry = await open();
    });
    const steps = stepsIn(() => registry);
    const { add, added, change, approve, published, refuse, sendBack, withdraw, replace, amendmentOf } = steps;

    /** Checks that the stored certificates are unchanged and nothing was logged. */
    async function expectUntouched(certificates: readonly Certificate[], entries: number): Promise<void> {
      for (const one of certificates) expect(await registry.coas.byId(one.id)).toEqual(one);
      expect(await registry.audit()).toHaveLength(entries);
    }

    describe('the sender', () => {
      const SENDER = 'Sam.Reed@mail.example';
      const sent = { contactEmail: SENDER, contactName: 'Sam Reed', notes: 'Ring twice.' };
      const without = (one: Certificate) => withoutSubmitter(one, NOW);

      it('is found by their address in any case, with everything they sent, oldest first', async () => {
        const later = new Date(NOW.getTime() + 1000);
        const second = await added({ ...sent, contactEmail: SENDER.toUpperCase() }, later);
        const first = await published(sent);
        await added({ contactEmail: 'am.Reed@mail.example' });
        await added({ contactEmail: 'Sam_Reed@mail.example' });
        expect((await registry.coas.ofSubmitter('sam.reed@MAIL.example')).certificates).toEqual([first, second]);
      });

      it('is forgotten in all of it, and in nothing of anybody else', async () => {
        const all = [await added(sent), await sendBack(await added(sent)), await published(sent)];
        const other = await published({ contactEmail: 'kim@mail.example' });
        expect((await registry.coas.eraseSubmitter(SENDER.toLowerCase(), without)).certificates).toHaveLength(3);
        for (const one of all) expect(await registry.coas.byId(one.id)).toEqual(without(one));
        expect(await registry.coas.byId(other.id)).toEqual(other);
        expect((await registry.coas.ofSubmitter(SENDER)).certificates).toEqual([]);
        expect((await registry.published.totals()).coas).toBe(2);
      });

      it('is forgotten once', async () => {
        const one = await added(sent);
        const none = { certificates: [], revisions: [], mail: 0 };
        expect((await registry.coas.eraseSubmitter(SENDER, without)).certificates).toEqual([one]);
        expect(await registry.coas.eraseSubmitter(SENDER, without)).toEqual(none);
        expect(await registry.coas.byId(one.id)).toEqual(without(one));
      });

      it('is erased from earlier revisions, also if another person sent the last one', async () => {
        const again = async (contactEmail: string) => {
          const before = await sendBack(await added({ ...sent, submittedResults: { by: 'Sam' } }));
          const after = await change(before, resubmit(before, aDraft({ ...sent, contactEmail }), NOW));
          await registry.coas.addRevision(revisionOf(before, [], NOW));
          return { before, after };
        };
        const own = await again(SENDER);
        const passedOn = await again('kim@mail.example');
        const others = await again('kim@mail.example');
        await registry.coas.eraseSubmitter('nobody@mail.example', without);
        const held = await registry.coas.ofSubmitter(SENDER.toLowerCase());
        expect(held.certificates.map(({ id }) => id)).toEqual([own.after.id]);
        expect(held.revisions).toHaveLength(3);
        expect(held.revisions).toContainEqual({
          ...revisionOf(passedOn.before, [], NOW),
          reference: passedOn.before.reference,
          lifecycle: 'pending',
        });
        const erased = await registry.coas.eraseSubmitter(SENDER, without);
        expect(erased.revisions).toEqual(held.revisions);
        for (const { before } of [own, passedOn, others]) {
          const { submitted: _submitted, ...testResults } = before.testResults;
          const personal = { contactEmail: null, contactName: null, notes: null };
          expect(await registry.coas.lastRevision(before.id)).toEqual({
            ...revisionOf(before, [], NOW),
            ...personal,
            testResults,
          });
        }
        expect(await registry.coas.byId(passedOn.after.id)).toEqual(passedOn.after);
        expect((await registry.coas.ofSubmitter(SENDER)).revisions).toEqual([]);
      });

      it('stays erased when a reviewer decides on an earlier version', async () => {
        const seen = await added(sent);
        await registry.coas.eraseSubmitter(SENDER, without);
        await expect(approve(seen)).rejects.toThrow(ChangedMeanwhile);
        expect(await registry.coas.byId(seen.id)).toEqual(without(seen));
      });
    });

    describe('the links of a certificate', () => {
      it('lead to what it amends and to what is to replace it, unless that was rejected', async () => {
        const original = await published();
        await refuse(await amendmentOf(original));
        expect(await registry.submissions.linksOf(original)).toEqual({ original: null, replacement: null });
        const amendment = await amendmentOf(original);
        const linkTo = ({ id, reference }: Certificate) => ({ id, reference });
        expect(await registry.submissions.linksOf(original)).toEqual({
          original: null,
          replacement: linkTo(amendment),
        });
        expect(await registry.submissions.linksOf(amendment)).toEqual({
          original: linkTo(original),
          replacement: null,
        });
      });
    });

    describe('adding', () => {
      it('keeps every field as it was', async () => {
        const certificate = await added({
          productName: `"Quoted" 100 % Größe O'Neill \\ 抹茶 🌊`,
          notes: 'Two\nlines',
          coaFileUrl: 'https://lab.example/1.pdf',
          thcContent: 1000,
          cbdContent: 0.29,
          testDate: '2028-02-29',
          labName: '  Ä  Lab ',
          labReportId: 'EA-2026-01187',
          analytes: [aLine('ND', null), aLine('0.31', 0.31)],
          submittedResults: { any: ['thing', 1.5, null, { nested: true }] },
          reported: { status: 'failed', panels: aCertificate().testResults.panels },
        });
        expect(await registry.coas.byId(certificate.id)).toEqual(certificate);
      });

      it('keeps what was left out as left out', async () => {
        const left = { website: null, notes: null, coaFileUrl: null, contactName: null, contactEmail: null };
        const certificate = await added(left);
        expect(await registry.coas.byId(certificate.id)).toEqual(certificate);
      });

      it('keeps which laboratory sent it', async () => {
        const labId = await registry.addPartnerLab('Example Analytical');
        const certificate = await add(aCertificate({}, NOW, { source: 'lab', labId }));
        expect(await registry.coas.byId(certificate.id)).toEqual(certificate);
      });

      it('leads from a reference to the id and back, whatever the status', async () => {
        const [waiting, other] = [await added(), await added()];
        const nothing = '00000000-0000-4000-8000-000000000000';
        expect(await registry.coas.idOfReference(waiting.reference)).toBe(waiting.id);
        expect(await registry.coas.idOfReference('CB-0000-0000')).toBeNull();
        const references = await registry.coas.referencesOf([other.id, nothing, waiting.id]);
        expect(Object.fromEntries(references)).toEqual({
          [waiting.id]: waiting.reference,
          [other.id]: other.reference,
        });
        expect((await registry.coas.referencesOf([])).size).toBe(0);
        expect(await registry.coas.byId(nothing)).toBeNull();
      });

      it('knows the published certificates of a batch by the name of its brand and by a former one', async () => {
        await published({ batchId: 'LOT 24/117', brandName: 'Aster' });
        const { batchKey } = aCertificate({ batchId: '  lot \u00a0 24/117 ' });
        const countOf = async (brandKey: string) =>
          (await registry.coas.publishedOfBatch({ batchKey, brandKey })).length;
        expect(await countOf('aster')).toBe(1);
        expect(await countOf('birch')).toBe(0);
        await registry.renameBrand('Aster', 'Anise');
        expect(await countOf('aster')).toBe(1);
        expect(await countOf('anise')).toBe(1);
      });

      it('knows the published certificates of a batch with their reports, the newest test first', async () => {
        const report = (labReportId: string, testDate: string) =>
          published({ batchId: 'x', brandName: 'Aster', labReportId, testDate });
        const older = await report('EA-1', '2026-10-01');
        const newer = await report('EA-2', '2026-10-02');
        const last = await report('EA-3', '2026-10-02');
        const found = await registry.coas.publishedOfBatch({ batchKey: 'x', brandKey: 'aster' });
        const ofOneDay = [newer, last].toSorted((a, b) => (a.id < b.id ? 1 : -1));
        expect(found.map(({ id }) => id)).toEqual([...ofOneDay, older].map(({ id }) => id));
        const { brandName, productName, labName, labKey, thcContent, testDate } = older;
        expect(found[2]).toEqual({
          id: older.id,
          reference: older.reference,
          brandName,
          productName,
          batchId: 'x',
          labName,
          labKey,
          labReportId: 'EA-1',
          thcContent,
          cbdContent: older.cbdContent,
          testDate,
          outcome: 'passed',
          lifecycle: 'approved',
          takenBack: false,
        });
      });

      it('takes any number of submissions for a batch, while one is published, too', async () => {
        await published({ batchId: 'x' });
        const all = await Promise.all(['X', 'x', ' x '].map((batchId) => added({ batchId })));
        for (const one of all) expect(await registry.coas.byId(one.id)).toEqual(one);
      });
    });

    describe('adding an amendment', () => {
      it('keeps it beside the one that it amends, which stays as it is', async () => {
        const original = await published({ batchId: 'x' });
        const amendment = await amendmentOf(original);
        expect(await registry.coas.byId(amendment.id)).toEqual(amendment);
        expect(await registry.coas.byId(original.id)).toEqual(original);
      });

      it.each([
        ['waits for review', async (one: Certificate) => one],
        ['waits for changes', (one: Certificate) => sendBack(one)],
      ])('refuses a second one while the first %s', async (_standing, happens) => {
        const original = await published();
        await happens(await amendmentOf(original));
        await expect(amendmentOf(original)).rejects.toEqual(new AmendmentUnderWay());
        await expect(amendmentOf(original, { batchId: 'another' })).rejects.toEqual(new AmendmentUnderWay());
      });

      it('takes another one after the first was rejected', async () => {
        const original = await published();
        await refuse(await amendmentOf(original));
        await expect(amendmentOf(original)).resolves.toBeDefined();
      });

      it('takes one of the certificate that took the place of the first', async () => {
        const original = await published({ batchId: 'x' });
        const [, current] = await replace(original, await amendmentOf(original));
        await replace(current, await amendmentOf(current));
        await expect(add(anAmendment(original))).rejects.toEqual(new AmendmentUnderWay());
      });

      it('takes one of several that come at once', async () => {
        const original = await published();
        const results = await Promise.allSettled([1, 2, 3].map(() => amendmentOf(original)));
        const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
        expect(refusals).toEqual([new AmendmentUnderWay(), new AmendmentUnderWay()]);
      });

      it('leaves the batch that it corrects to free for others, until it is published', async () => {
        const original = await published({ batchId: 'mistyped' });
        await amendmentOf(original, { batchId: 'right' });
        await expect(added({ batchId: 'right' })).resolves.toBeDefined();
      });
    });

    describe('a change', () => {
      it('to reject is stored, and makes no brand', async () => {
        const waiting = await added();
        expect(await refuse(waiting)).toEqual(rejected(waiting));
        expect(await registry.coas.byId(waiting.id)).toEqual(rejected(waiting));
        expect(await registry.brands.all()).toEqual([]);
        expect(await registry.audit()).toHaveLength(1);
      });

      it('keeps comments with every word and time', async () => {
        const waiting = await added();
        const comment = aComment({ text: `"Größe" O'Neill \\ 🌊`, settledAt: '2026-11-20T15:00:00.001Z' });
        const before = await change(waiting, sentBack({ ...waiting, comments: [comment] }));
        expect((await registry.coas.byId(waiting.id))?.comments).toEqual(before.comments);
        expect(before.comments[0]).toEqual(comment);
      });

      it('takes the content of a resubmission over, and the batch with it', async () => {
        const before = await sendBack(await added({ batchId: 'mistyped', notes: 'Old.' }));
        const after = resubmit(
          before,
          aDraft({ batchId: 'right', labName: 'Another Lab', testDate: '2026-11-01' }),
          NOW,
        );
        await change(before, after);
        expect(await registry.coas.byId(before.id)).toEqual(after);
      });

      it('to publish another report of a batch is stored, of the same laboratory or another one', async () => {
        await published({ batchId: 'x', brandName: 'Aster', labReportId: 'EA-1' });
        await expect(published({ batchId: 'x', brandName: 'Aster', labReportId: 'EA-2' })).resolves.toBeDefined();
        const elsewhere = { batchId: 'x', brandName: 'Aster', labName: 'Other Lab', labReportId: 'EA-1' };
        await expect(published(elsewhere)).resolves.toBeDefined();
      });

      it.each([
        ['EA 1', 'ea  1'],
        [null, null],
      ])('to publish report %j a second time as %j is refused', async (labReportId, again) => {
        await published({ batchId: 'x', brandName: 'Aster', labReportId });
        const waiting = await added({ batchId: 'X', brandName: 'aster', labReportId: again });
        await expect(approve(waiting)).rejects.toBeInstanceOf(DuplicateBatch);
      });

      it('to publish an amendment of what another amendment waits for is refused', async () => {
        const original = await published({ batchId: 'x', labReportId: 'EA-1' });
        await amendmentOf(original);
        const waiting = await added({ batchId: 'x', labReportId: 'EA-2' });
        const amended = { ...waiting, supersedes: original.id, amendmentReason: 'The first was wrong.' };
        await expect(replace(original, amended)).rejects.toBeInstanceOf(AmendmentUnderWay);
        await expectUntouched([original, waiting], 1);
      });

      it('to publish a report that the brand has published is refused, whatever name of the brand it has', async () => {
        const waiting = await added({ batchId: ' Right ', brandName: 'ASTER' });
        await published({ batchId: 'right', brandName: 'Aster' });
        await registry.renameBrand('Aster', 'Anise');
        const entries = (await registry.audit()).length;
        await expect(approve(waiting)).rejects.toBeInstanceOf(DuplicateBatch);
        await expectUntouched([waiting], entries);
      });

      it('to publish a batch that another brand has published is stored', async () => {
        await published({ batchId: '001', brandName: 'Aster' });
        await expect(published({ batchId: '001', brandName: 'Birch' })).resolves.toBeDefined();
      });

      it('to publish a batch again is stored once the first was withdrawn or replaced', async () => {
        await withdraw(await published({ batchId: 'again' }));
        const second = await published({ batchId: 'again' });
        await replace(second, await amendmentOf(second, { batchId: 'corrected' }));
        await expect(published({ batchId: 'again' })).resolves.toBeDefined();
      });

      it('to publish one of several that come at once for a batch', async () => {
        const waiting = await Promise.all(['B', 'b', ' b '].map((batchId) => added({ batchId })));
        const results = await Promise.allSettled(waiting.map((one) => approve(one)));
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        for (const result of results) {
          if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(DuplicateBatch);
        }
      });

      it('keeps when and why a certificate was withdrawn', async () => {
        const current = await published();
        expect(await withdraw(current)).toEqual(withdrawn(current));
        expect(await registry.coas.byId(current.id)).toEqual(withdrawn(current));
      });

      it('of what is not there leaves nothing behind', async () => {
        await expect(approve(aCertificate())).rejects.toEqual(new ChangedMeanwhile());
        expect(await registry.audit()).toEqual([]);
        expect(await registry.brands.all()).toEqual([]);
        expect(await registry.published.totals()).toEqual({ coas: 0, brands: 0, underDosed: 0, allPanels: 0 });
      });

      it.each([
        ['approve', 'approve', approve, approve],
        ['approve', 'reject', approve, refuse],
        ['reject', 'reject', refuse, refuse],
        ['approve', 'ask for changes', approve, sendBack],
        ['ask for changes', 'ask for changes', sendBack, sendBack],
      ])('to %s and another to %s at once: one wins', async (_one, _other, one, other) => {
        for (let round = 0; round < 5; round += 1) {
          const waiting = await added();
          const results = await Promise.allSettled([one(waiting), other(waiting)]);
          const [won, lost] = results.toSorted((a, b) => (a.status < b.status ? -1 : 1));
          expect(won).toMatchObject({ status: 'fulfilled', value: await registry.coas.byId(waiting.id) });
          expect(lost).toEqual({ status: 'rejected', reason: new ChangedMeanwhile() });
          expect(await registry.audit()).toHaveLength(round + 1);
        }
      });
    });

    describe('publishing an amendment', () => {
      it('stores neither when the original has been changed meanwhile', async () => {
        const original = await published();
        const amendment = await amendmentOf(original, { brandName: 'Waxwing' });
        const gone = await withdraw(original);
        await expect(replace(original, amendment)).rejects.toEqual(new ChangedMeanwhile());
        await expectUntouched([gone, amendment], 2);
        expect(await registry.brands.byNameKey('waxwing')).toBeNull();
      });

      it('stores neither when another of the batch that it corrects to is published', async () => {
        const original = await published({ batchId: 'mistyped' });
        const amendment = await amendmentOf(original, { batchId: 'right' });
        await published({ batchId: 'right' });
        const totals = await registry.published.totals();
        const entries = (await registry.audit()).length;
        await expect(replace(original, amendment)).rejects.toEqual(new DuplicateBatch(amendment));
        await expectUntouched([original, amendment], entries);
        expect(await registry.published.totals()).toEqual(totals);
      });

      it('and withdrawing the original at once: one wins', async () => {
        for (let round = 0; round < 5; round += 1) {
          const original = await published({ brandName: `Brand ${round}` });
          const amendment = await amendmentOf(original, { brandName: `Brand ${round}` });
          const results = await Promise.allSettled([replace(original, amendment), withdraw(original)]);
          const wasReplaced = results[0].status === 'fulfilled';
          expect(results[wasReplaced ? 1 : 0]).toEqual({ status: 'rejected', reason: new ChangedMeanwhile() });
          const standings = [original, amendment].map(async ({ id }) => (await registry.coas.byId(id))?.lifecycle);
          const expected = wasReplaced ? ['superseded', 'approved'] : ['withdrawn', 'pending'];
          expect(await Promise.all(standings)).toEqual(expected);
          const brand = await registry.brands.byNameKey(`brand ${round}`);
          expect(brand?.coaCount).toBe(wasReplaced ? 1 : 0);
        }
      });

      it('of another brand does not wait for transactions that wait for this one', async () => {
        const brands = ['First', 'Second', 'Third'];
        for (let round = 0; round < 10; round += 1) {
          const originals = await Promise.all(brands.map((brandName) => published({ brandName })));
          const turned = brands.map((_, i) => ({ brandName: brands[(i + 1 + (round % 2)) % 3] ?? '' }));
          const amendments = await Promise.all(originals.map((one, i) => amendmentOf(one, turned[i])));
          const waiting = await Promise.all(brands.map((brandName) => added({ brandName })));
          await Promise.all([
            ...originals.map((original, i) => replace(original, amendments[i] as Certificate)),
            ...waiting.map((one) => approve(one)),
          ]);
        }
        const counts = (await registry.brands.all()).map(({ coaCount }) => coaCount);
        expect(counts).toEqual([20, 20, 20]);
        expect(await registry.published.totals()).toMatchObject({ coas: 60, brands: 3 });
      });
    });

    describe('the brand of a certificate', () => {
      it('is made, unverified, from its first submission', async () => {
        const { brandId } = await published({ brandName: 'Waxwing' });
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
        const first = await published({ brandName: 'Juniper & Tide' });
        const later = { brandName: ' JUNIPER  & tide ', contactEmail: 'x@y.example', website: null };
        expect(await published(later)).toMatchObject({ brandId: first.brandId, brandName: 'Juniper & Tide' });
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
        expect(await registry.published.totals()).toMatchObject({ coas: 4, brands: 1 });
      });

      it('counts right when some are published while others are withdrawn', async () => {
        for (let round = 0; round < 5; round += 1) {
          const current = await Promise.all([1, 2, 3].map(() => published({ brandName: 'Waxwing' })));
          const waiting = await Promise.all([1, 2, 3].map(() => added({ brandName: 'Waxwing' })));
          await Promise.all([...current.map((one) => withdraw(one)), ...waiting.map((one) => approve(one))]);
        }
        expect(await registry.brands.byNameKey('waxwing')).toMatchObject({ coaCount: 15 });
      });

      it('is marked as a demonstration with its first certificate', async () => {
        await approve(await add({ ...aCertificate({ brandName: 'Waxwing' }), demonstration: true }));
        expect(await registry.brands.byNameKey('waxwing')).toMatchObject({ demonstration: true });
      });

      it('is another one after an amendment that corrects it', async () => {
        const original = await published({ brandName: 'Waxwin' });
        const [, current] = await replace(original, await amendmentOf(original, { brandName: 'Waxwing' }));
        expect(await registry.brands.byNameKey('waxwin')).toMatchObject({ id: original.brandId, coaCount: 0 });
        expect(await registry.brands.byNameKey('waxwing')).toMatchObject({ id: current.brandId, coaCount: 1 });
      });
    });

    it('a certificate counts as reporting all panels only with a result for each', async () => {
      for (const panel of PANELS) {
        for (const verdict of PANEL_VERDICTS) {
          const waiting = await added();
          const panels = { ...PASSED.panels, [panel]: verdict };
          const status = verdict === 'failed' || verdict === 'pending' ? verdict : 'passed';
          await change(waiting, approved(waiting, { status, panels }));
        }
        const done = PANELS.indexOf(panel) + 1;
        const counted = { coas: done * PANEL_VERDICTS.length, allPanels: done * 2 };
        expect(await registry.published.totals()).toMatchObject(counted);
      }
    });

    it('totals, and the counts of brands, follow a certificate to its end', async () => {
      const expectCounts = async (certificates: number, underDosed: number, ofBrand: number) => {
        expect(await registry.published.totals()).toEqual({
          coas: certificates,
          brands: 1,
          underDosed,
          allPanels: certificates,
        });
        expect((await registry.brands.byNameKey('a'))?.coaCount).toBe(ofBrand);
        expect((await registry.published.publishedPage(EVERYTHING)).items).toHaveLength(certificates);
      };
      const weak: Partial<CertificateDraft> = { brandName: 'A', productName: 'Tea 5 mg', thcContent: 3 };
      const original = await published(weak);
      await expectCounts(1, 1, 1);
      const amendment = await amendmentOf(original, { ...weak, thcContent: 5 });
      await expectCounts(1, 1, 1);
      const [, current] = await replace(original, amendment);
      await expectCounts(1, 0, 1);
      await withdraw(current);
      await expectCounts(0, 0, 0);
      await published({ ...weak, batchId: original.batchId });
      await expectCounts(1, 1, 1);
    });
  });

  describe(`${place} lists published certificates`, () => {
    let registry: OpenRegistry;
    beforeAll(async () => {
      registry = await open();
      await registry.load(LIBRARY);
      for (const productName of ['Waiting Seltzer', 'Rejected Seltzer']) {
        const hidden = aCertificate({ productName, brandName: 'Hidden Brand' });
        await registry.coas.add(hidden);
        if (productName.startsWith('Rejected')) {
          const entry = changeEntry('submission.rejected', hidden, rejected(hidden), ACTOR, NOW);
          await registry.coas.changeOne(rejected(hidden), entry);
        }
      }
    });

    const page = (query: Partial<CertificateQuery>) => registry.published.publishedPage({ ...EVERYTHING, ...query });
    const everyPage = (query: Partial<CertificateQuery>) =>
      walk<CertificateSummary, CertificateCursor>((after) => page({ ...query, after }));

    // That a page has what it should, in order, is asserted in published-page.slow.test.ts.
    it.each(CERTIFICATE_SORTS)('%s first, pages hold every one once', async (sort) => {
      const pages = await everyPage({ sort, limit: 200 });
      const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
      expect(ids.toSorted()).toEqual(LIBRARY.map(({ id }) => id).toSorted());
      for (const { total } of pages) expect(total).toEqual({ count: 1000, relation: 'gte' });
    });

    it('shows of each what a list shows', async () => {
      const [first] = (await page({ limit: 1 })).items;
      const published = LIBRARY.find(({ id }) => id === first?.id);
      expect(first).toEqual(published && summaryOf(published));
    });

    it('behind the last one has an empty page with the same total', async () => {
      const query = { brandKey: 'third porch', limit: 200 };
      const last = (await everyPage(query)).at(-1)?.items.at(-1);
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

    it.each([
      ['elderflwer', 'elderflower'],
      ['seltsre', 'seltzer'],
    ])('knows a word like %j: %j', async (misspelled, word) => {
      expect(await registry.published.wordsLike(['qqqq', misspelled])).toContain(word);
    });

    it('knows the words of what is published, without amounts, batches and short words', async () => {
      const words = await registry.published.wordsLike(['waiting', 'rejected', 'hidden', 'charge', 'thousand', 'purr']);
      for (const hidden of ['waiting', 'rejected', 'hidden', 'charge', 'pure', '2500', 'mg']) {
        expect(words).not.toContain(hidden);
      }
      expect(words).toContain('thousand');
    });

    it.each<[string, string[]]>([
      ['99.9%', ['LIB-999', 'PURE_99.9%']],
      ['9_9.9', ['LIB-999']],
      ['\\', []],
      ["o'neill", ["O'Neill"]],
      ['CHARGE A l7', ['CHARGE-Ä17/26']],
      ['чай7', ['ЧАЙ-7']],
      ['抹茶', ['抹茶-01']],
      ['茶', []],
      ['z', ['ZQ-1']],
      ['q', []],
    ])('finds by %j the batches %j', async (input, batches) => {
      const term = searchTerm(input);
      const found = term === null ? [] : (await page({ search: term })).items.map(({ batchId }) => batchId);
      expect(found).toEqual(batches);
    });
  });
}

const looksFor = (input: string): Pick<CertificateQuery, 'search'> => ({ search: searchTerm(input) });
