import { randomUUID } from 'node:crypto';
import { KeyAlreadyRevoked, type LabKey, revoke, TooManyKeys } from '../../src/domain/partners/key.js';
import { edit, type Lab, LabChanged, LabNameTaken, newLab, setTrusted } from '../../src/domain/partners/lab.js';
import type { LabRepository } from '../../src/domain/partners/ports.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { ACTOR, NOW } from '../support/builders.js';

/** A place without laboratories, and its audit log, oldest entry first. */
export interface OpenLabs {
  readonly labs: LabRepository;
  readonly audit: () => Promise<readonly AuditEntry[]>;
}

export const aLab = (name = 'Example Analytical'): Lab =>
  newLab({ name, website: 'https://lab.example', contactEmail: 'data@lab.example' }, randomUUID(), NOW);

export function aKey(labId: string, differing: Partial<LabKey> = {}): LabKey {
  const id = randomUUID();
  return {
    id,
    labId,
    digest: `digest of ${id}`,
    prefix: 'coa_live_k3Xw',
    lastFour: 'Q_8s',
    label: 'LIMS',
    scopes: ['certificates:write', 'certificates:read'],
    createdAt: NOW,
    createdBy: 'robin',
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    ...differing,
  };
}

export const entryOf = (action: string, id: string): AuditEntry => ({
  at: NOW,
  actor: ACTOR,
  action,
  subject: `lab:${id}`,
  before: null,
  after: { label: 'LIMS' },
});

const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

/** What every place to keep laboratories must do. */
export function describeLabRepository(place: string, open: () => Promise<OpenLabs>): void {
  describe(`${place} keeps laboratories`, () => {
    let labs: LabRepository;
    let audit: OpenLabs['audit'];
    beforeEach(async () => {
      ({ labs, audit } = await open());
    });

    const added = async (name?: string): Promise<Lab> => {
      const lab = aLab(name);
      await labs.add(lab, entryOf('lab.created', lab.id));
      return lab;
    };

    it('as they were entered, with the audit entry', async () => {
      const lab = await added();
      expect(await labs.byId(lab.id)).toEqual(lab);
      expect(await audit()).toEqual([entryOf('lab.created', lab.id)]);
    });

    it('in the order of their names, without regard to case', async () => {
      for (const name of ['zest', 'Third Bench', 'alder', 'Birch']) await added(name);
      expect((await labs.all()).map(({ name }) => name)).toEqual(['alder', 'Birch', 'Third Bench', 'zest']);
    });

    it('and does not find what is not there', async () => {
      expect(await labs.byId(randomUUID())).toBeNull();
      expect(await labs.all()).toEqual([]);
    });

    it('and refuses a second one of the same name, with its audit entry', async () => {
      await added('Example Analytical');
      await expect(added('EXAMPLE   analytical')).rejects.toThrow(LabNameTaken);
      expect(await labs.all()).toHaveLength(1);
      expect(await audit()).toHaveLength(1);
    });

    it('in their next version, with the audit entry, and changes no other', async () => {
      const other = await added('Other');
      const before = await added();
      const changed = edit(before, { name: 'Renamed', website: null, contactEmail: 'new@lab.example' }, NOW);
      await labs.change(changed, entryOf('lab.changed', changed.id));
      expect(await labs.byId(before.id)).toEqual(changed);
      expect(await labs.byId(other.id)).toEqual(other);
      expect((await audit()).at(-1)).toEqual(entryOf('lab.changed', changed.id));
    });

    it('with the accreditation that staff entered, or without one', async () => {
      const lab = await added();
      const details = { name: lab.name, website: null, contactEmail: 'data@lab.example' };
      const accreditation = {
        body: 'Example Accreditation Board',
        number: null,
        scopeUrl: 'https://a2la.example/ä',
        expiresOn: '2027-06-30',
      };
      const accredited = edit(lab, { ...details, accreditation }, NOW);
      await labs.change(accredited, entryOf('lab.changed', lab.id));
      expect(await labs.byId(lab.id)).toEqual(accredited);
      expect(accredited.accreditation).toEqual({ ...accreditation, enteredOn: '2026-11-20' });
      const without = edit(accredited, details, NOW);
      await labs.change(without, entryOf('lab.changed', lab.id));
      expect((await labs.byId(lab.id))?.accreditation).toBeNull();
    });

    it('and takes no change to the name of another', async () => {
      await added('Other');
      const lab = await added();
      const taken = edit(lab, { name: 'OTHER', website: null, contactEmail: 'new@lab.example' }, NOW);
      await expect(labs.change(taken, entryOf('lab.changed', lab.id))).rejects.toThrow(LabNameTaken);
      expect(await labs.byId(lab.id)).toEqual(lab);
    });

    it('and lets one of two changes at once win', async () => {
      const lab = await added();
      const entry = entryOf('lab.trusted', lab.id);
      const results = await Promise.allSettled([
        labs.change(setTrusted(lab, true), entry),
        labs.change(setTrusted(lab, true), entry),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(results).toContainEqual({ status: 'rejected', reason: new LabChanged() });
      expect(await audit()).toHaveLength(2);
    });
  });

  describe(`${place} keeps keys`, () => {
    let labs: LabRepository;
    let audit: OpenLabs['audit'];
    let lab: Lab;
    beforeEach(async () => {
      ({ labs, audit } = await open());
      lab = aLab();
      await labs.add(lab, entryOf('lab.created', lab.id));
    });

    const added = async (differing: Partial<LabKey> = {}): Promise<LabKey> => {
      const key = aKey(lab.id, differing);
      await labs.addKey(key, entryOf('lab-key.issued', lab.id));
      return key;
    };

    it('as they were issued, with the audit entry', async () => {
      const key = await added({ expiresAt: minutesLater(5), scopes: ['webhooks:manage'] });
      expect(await labs.keyById(key.id)).toEqual(key);
      expect((await audit()).at(-1)).toEqual(entryOf('lab-key.issued', lab.id));
    });

    it('and finds one by its digest, with what of its laboratory decides', async () => {
      await added();
      const key = await added();
      const { id, name, trusted, suspended } = lab;
      expect(await labs.keyByDigest(key.digest)).toEqual({ key, lab: { id, name, trusted, suspended } });
    });

    it.each([['digest of'], [''], ['DIGEST OF']])('and finds none by %j', async (digest) => {
      await added({ digest: 'digest of a key' });
      expect(await labs.keyByDigest(digest)).toBeNull();
      expect(await labs.keyById(randomUUID())).toBeNull();
    });

    it('newest first, those of one laboratory only', async () => {
      const other = aLab('Other');
      await labs.add(other, entryOf('lab.created', other.id));
      await labs.addKey(aKey(other.id), entryOf('lab-key.issued', other.id));
      const older = await added();
      const newer = await added({ createdAt: minutesLater(1) });
      expect(await labs.keysOf(lab.id)).toEqual([newer, older]);
    });

    it('and counts neither revoked nor expired ones as live', async () => {
      await added({ revokedAt: minutesLater(-5) });
      await added({ expiresAt: NOW });
      await added();
      await added({ expiresAt: minutesLater(1) });
      await expect(added()).rejects.toThrow(TooManyKeys);
    });

    it('and stores two of five that come at once, and no audit entry of the others', async () => {
      const results = await Promise.allSettled(Array.from({ length: 5 }, () => added()));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      expect(results.filter(({ status }) => status === 'rejected')).toEqual(
        Array.from({ length: 3 }, () => ({ status: 'rejected', reason: new TooManyKeys() })),
      );
      expect(await labs.keysOf(lab.id)).toHaveLength(2);
      expect(await audit()).toHaveLength(3);
    });

    it('and revokes one once, with the audit entry', async () => {
      const other = await added();
      const revoked = revoke(await added(), minutesLater(1));
      const entry = entryOf('lab-key.revoked', lab.id);
      const results = await Promise.allSettled([labs.revokeKey(revoked, entry), labs.revokeKey(revoked, entry)]);
      expect(results).toContainEqual({ status: 'rejected', reason: new KeyAlreadyRevoked() });
      expect(await labs.keyById(revoked.id)).toEqual(revoked);
      expect(await labs.keyById(other.id)).toEqual(other);
      expect((await audit()).filter(({ action }) => action === 'lab-key.revoked')).toHaveLength(1);
    });

    it('and writes down at most once a minute that one was used', async () => {
      const key = await added();
      const usedAt = async () => (await labs.keyById(key.id))?.lastUsedAt;
      await labs.markUsed(key.id, minutesLater(1));
      expect(await usedAt()).toEqual(minutesLater(1));
      await labs.markUsed(key.id, minutesLater(1.9));
      expect(await usedAt()).toEqual(minutesLater(1));
      await labs.markUsed(key.id, minutesLater(2));
      expect(await usedAt()).toEqual(minutesLater(2));
    });
  });
}
