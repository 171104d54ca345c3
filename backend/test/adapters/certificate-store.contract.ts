import { randomUUID } from 'node:crypto';
import type { Certificate } from '../../src/domain/coa-registry/certificate/certificate.js';
import { changeEntry } from '../../src/domain/coa-registry/certificate/certificate-audit.js';
import { ChangedMeanwhile } from '../../src/domain/coa-registry/certificate/certificate-lifecycle.js';
import { ReferenceTaken, withNewId } from '../../src/domain/coa-registry/certificate/certificate-reference.js';
import { revisionOf } from '../../src/domain/coa-registry/certificate/submission-revision.js';
import { ACTOR, aCertificate, approved, NOW, rejected, sentBack, superseded } from '../support/builders.js';
import { aLine, type OpenRegistry, stepsIn } from './certificate-steps.js';

/** What the database and the map of the domain's tests must do with certificates that are added and changed. */
export function describeCertificateStore(
  place: string,
  open: () => Promise<Pick<OpenRegistry, 'coas' | 'audit'>>,
): void {
  describe(`${place} stores certificates`, () => {
    let registry: Awaited<ReturnType<typeof open>>;
    beforeEach(async () => {
      registry = await open();
    });
    const steps = stepsIn(() => registry);
    const { add, added, change, approve, published, refuse, sendBack, withdraw, replace, amendmentOf } = steps;

    async function expectUntouched(certificates: readonly Certificate[], entries: number): Promise<void> {
      for (const one of certificates) expect(await registry.coas.byId(one.id)).toEqual(one);
      expect(await registry.audit()).toHaveLength(entries);
    }

    describe('adding', () => {
      it('does not find what is not there', async () => {
        expect(await registry.coas.byId('00000000-0000-4000-8000-000000000000')).toBeNull();
      });

      it('knows a batch as published from the approval of a certificate until its withdrawal', async () => {
        const batch = { batchId: 'x', brandName: 'Aster' };
        const count = async () => (await registry.coas.publishedOfBatch({ batchKey: 'x', brandKey: 'aster' })).length;
        const waiting = await added(batch);
        await sendBack(await added(batch));
        await refuse(await added(batch));
        expect(await count()).toBe(0);
        const current = await approve(waiting);
        expect(await count()).toBe(1);
        await withdraw(current);
        expect(await count()).toBe(0);
      });

      it('finds what waits for a batch from one address', async () => {
        const waiting = await added({ batchId: 'X' });
        await refuse(await added({ batchId: 'x' }));
        await added({ batchId: 'x', contactEmail: 'kim@mail.example' });
        await added({ batchId: 'y' });
        expect(await registry.coas.pendingFrom(aCertificate({ batchId: 'x' }))).toEqual([waiting]);
      });

      it('says when the reference is taken, and the batch is free', async () => {
        const first = await added();
        const clashing = withNewId(aCertificate(), `${first.id.slice(0, -4)}0000`);
        expect(clashing.reference).toBe(first.reference);
        await expect(add(clashing)).rejects.toThrow(ReferenceTaken);
        await add(withNewId(clashing, randomUUID()));
      });
    });

    describe('a revision', () => {
      const finding = { code: 'lab-unknown', severity: 'notice', field: 'labName', message: 'New.' } as const;

      it('is kept as it was, and the last one is found', async () => {
        const first = await added({
          notes: 'Größe 🌊',
          analytes: [aLine('ND', null)],
          labReportId: 'EA-1',
          thcContent: 4.35,
          submittedResults: { any: ['thing', null] },
        });
        expect(await registry.coas.lastRevision(first.id)).toBeNull();
        await registry.coas.addRevision(revisionOf(first, [finding], NOW));
        expect(await registry.coas.lastRevision(first.id)).toEqual(revisionOf(first, [finding], NOW));
        const second = { ...first, version: 12, notes: null };
        await registry.coas.addRevision(revisionOf(second, [], NOW));
        expect(await registry.coas.lastRevision(first.id)).toEqual(revisionOf(second, [], NOW));
      });
    });

    describe('a change', () => {
      it('is stored, with its audit entry', async () => {
        const waiting = await added();
        const stored = await approve(waiting);
        expect(await registry.coas.byId(waiting.id)).toEqual(stored);
        expect(stored).toEqual({ ...approved(waiting), brandId: stored.brandId });
        expect(await registry.audit()).toEqual([
          changeEntry('submission.approved', waiting, approved(waiting), ACTOR, NOW),
        ]);
      });

      it.each([
        ['what has been changed since', 0],
        ['what is to be changed twice more before', 2],
      ])('to %s is refused', async (_what, versionsMore) => {
        const waiting = await added();
        const stored = await change(waiting, sentBack(waiting));
        const after = { ...rejected(waiting), version: waiting.version + 1 + versionsMore };
        await expect(change(waiting, after)).rejects.toEqual(new ChangedMeanwhile());
        await expectUntouched([stored], 1);
      });
    });

    describe('publishing an amendment', () => {
      it('stores both, with both entries', async () => {
        const original = await published({ batchId: 'x' });
        const amendment = await amendmentOf(original);
        const [ended, current] = await replace(original, amendment);
        expect(ended).toEqual(superseded(original));
        expect(current).toEqual({ ...approved(amendment), brandId: original.brandId });
        expect(await registry.coas.byId(original.id)).toEqual(ended);
        expect(await registry.coas.byId(amendment.id)).toEqual(current);
        const actions = (await registry.audit()).map(({ action }) => action);
        expect(actions).toEqual(['submission.approved', 'certificate.superseded', 'submission.approved']);
      });

      it('stores neither when the amendment has been changed meanwhile', async () => {
        const original = await published();
        const amendment = await amendmentOf(original);
        const back = await sendBack(amendment);
        await expect(replace(original, amendment)).rejects.toEqual(new ChangedMeanwhile());
        await expectUntouched([original, back], 2);
      });
    });
  });
}
