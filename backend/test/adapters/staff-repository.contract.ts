import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { type Account, type Session, UsernameTaken } from '../../src/domain/staff/account.js';
import type { StaffRepository } from '../../src/domain/staff/ports.js';
import { ACTOR, NOW } from '../support/builders.js';

/** A place without accounts, and what surrounds it. */
export interface OpenOffice {
  readonly staff: StaffRepository;
  /** The audit log, oldest entry first. */
  readonly audit: () => Promise<readonly AuditEntry[]>;
}

const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);

export const ROBIN: Account = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  username: 'robin',
  password: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA',
  passwordIsOneTime: true,
};

const KIM: Account = {
  ...ROBIN,
  id: '1f8fad5b-d9cb-469f-a165-70867728950e',
  username: 'kim',
  passwordIsOneTime: false,
};

export const anEntry = (action: string): AuditEntry => ({
  ...{ at: NOW, actor: ACTOR, action, subject: `account:${ROBIN.id}`, before: null, after: { username: 'robin' } },
});

const aSession = (tokenDigest: string, differing: Partial<Session> = {}): Session => ({
  ...{ tokenDigest, accountId: ROBIN.id, createdAt: NOW, expiresAt: at(12) },
  ...differing,
});

/** What every place to keep accounts and sessions must do. */
export function describeStaffRepository(place: string, open: () => Promise<OpenOffice>): void {
  describe(`${place} keeps accounts`, () => {
    let office: OpenOffice;
    beforeEach(async () => {
      office = await open();
      await office.staff.add(ROBIN, anEntry('account.created'));
    });

    it('as they were, with the audit entry', async () => {
      expect(await office.staff.byUsername('robin')).toEqual(ROBIN);
      expect(await office.audit()).toEqual([anEntry('account.created')]);
    });

    it.each([['Robin'], ['rob'], ['robin '], ['%'], ['']])('and has none named %j', async (username) => {
      expect(await office.staff.byUsername(username)).toBeNull();
    });

    it('and counts them', async () => {
      expect(await office.staff.count()).toBe(1);
      await office.staff.add(KIM, anEntry('account.created'));
      expect(await office.staff.count()).toBe(2);
    });

    it('and takes no name twice', async () => {
      const other = { ...ROBIN, id: KIM.id };
      await expect(office.staff.add(other, anEntry('again'))).rejects.toEqual(new UsernameTaken('robin'));
      expect(await office.staff.byUsername('robin')).toEqual(ROBIN);
      expect(await office.audit()).toHaveLength(1);
    });

    it('and takes one of two that come with a name at once', async () => {
      const ids = ['2f8fad5b-d9cb-469f-a165-70867728950e', '3f8fad5b-d9cb-469f-a165-70867728950e'];
      const results = await Promise.allSettled(ids.map((id) => office.staff.add({ ...KIM, id }, anEntry('created'))));
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(results).toContainEqual({ status: 'rejected', reason: new UsernameTaken('kim') });
      expect(await office.audit()).toHaveLength(2);
    });
  });

  describe(`${place} keeps sessions`, () => {
    let office: OpenOffice;
    beforeEach(async () => {
      office = await open();
      await office.staff.add(ROBIN, anEntry('account.created'));
      await office.staff.add(KIM, anEntry('account.created'));
    });

    const holder = async (digest: string, now = NOW) => (await office.staff.bySession(digest, now))?.username ?? null;

    it('and knows whose they are', async () => {
      await office.staff.openSession(aSession('of robin'));
      await office.staff.openSession(aSession('of kim', { accountId: KIM.id }));
      expect(await office.staff.bySession('of robin', NOW)).toEqual(ROBIN);
      expect(await office.staff.bySession('of kim', NOW)).toEqual(KIM);
      expect(await holder('of nobody')).toBeNull();
    });

    it.each([
      [0, 'robin'],
      [11.999, 'robin'],
      [12, null],
      [13, null],
    ])('after %d hours as those of %j', async (hours, expected) => {
      await office.staff.openSession(aSession('a'));
      expect(await holder('a', at(hours))).toBe(expected);
    });

    it('until they are closed, one at a time', async () => {
      await office.staff.openSession(aSession('a'));
      await office.staff.openSession(aSession('b'));
      await office.staff.closeSession('a');
      await office.staff.closeSession('not there');
      expect([await holder('a'), await holder('b')]).toEqual([null, 'robin']);
    });

    it('beside each other, while expired ones are cleared away', async () => {
      await office.staff.openSession(aSession('old'));
      await office.staff.openSession(aSession('fresh', { createdAt: at(6), expiresAt: at(18) }));
      await office.staff.openSession(aSession('new', { createdAt: at(12), expiresAt: at(24) }));
      expect([await holder('old', at(1)), await holder('fresh', at(13)), await holder('new', at(13))]).toEqual([
        null,
        'robin',
        'robin',
      ]);
    });

    it('through a change of password only that one, and all of others', async () => {
      for (const digest of ['kept', 'lost', 'lost too']) await office.staff.openSession(aSession(digest));
      await office.staff.openSession(aSession('of kim', { accountId: KIM.id }));
      const changed = { ...ROBIN, password: 'new hash', passwordIsOneTime: false };
      await office.staff.changePassword(changed, 'kept', anEntry('account.password-changed'));
      expect(await office.staff.bySession('kept', NOW)).toEqual(changed);
      expect(await office.staff.byUsername('robin')).toEqual(changed);
      expect([await holder('lost'), await holder('lost too'), await holder('of kim')]).toEqual([null, null, 'kim']);
      expect(await office.staff.byUsername('kim')).toEqual(KIM);
      expect((await office.audit()).at(-1)).toEqual(anEntry('account.password-changed'));
    });
  });
}
