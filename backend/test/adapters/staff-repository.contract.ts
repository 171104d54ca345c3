import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { HOUR_MS } from '../../src/domain/shared/durations.js';
import type { Transactions } from '../../src/domain/shared/ports.js';
import {
  type Account,
  AccountChanged,
  type Challenge,
  newAccount,
  type Session,
  UsernameTaken,
  WITHOUT_SECOND_FACTOR,
} from '../../src/domain/staff/account.js';
import type { Renewal, StaffRepository } from '../../src/domain/staff/ports.js';
import { ACTOR, NOW } from '../support/builders.js';

/** A place without accounts, and what surrounds it. */
export interface OpenOffice {
  readonly staff: StaffRepository;
  readonly transactions: Transactions;
  /** The audit log, oldest entry first. */
  readonly audit: () => Promise<readonly AuditEntry[]>;
}

const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);

export const ROBIN: Account = newAccount({
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  username: 'robin',
  password: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA',
  roles: ['reviewer', 'editor'],
});

const KIM: Account = {
  ...ROBIN,
  id: '1f8fad5b-d9cb-469f-a165-70867728950e',
  username: 'kim',
  passwordIsOneTime: false,
  roles: ['administrator'],
};

const SECOND_FACTOR = {
  codeSecret: 'sealed secret',
  secondFactorSince: at(-1),
  lastCodeStep: 59_640_000,
  recoveryDigests: ['one', 'two, with a comma', 'three'],
};

export const anEntry = (action: string): AuditEntry => ({
  at: NOW,
  actor: ACTOR,
  action,
  subject: `account:${ROBIN.id}`,
  before: null,
  after: { username: 'robin' },
});

const aRenewal = (tokenDigest: string, renewed: string): Renewal => ({ tokenDigest, renewed });

let sessions = 0;
const aSession = (tokenDigest: string, differing: Partial<Session> = {}): Session => {
  sessions += 1;
  const id = `00000000-0000-4000-8000-${String(sessions).padStart(12, '0')}`;
  return {
    tokenDigest,
    id,
    accountId: ROBIN.id,
    createdAt: NOW,
    expiresAt: at(12),
    lastUsedAt: NOW,
    device: 'Firefox on Windows',
    ...differing,
  };
};

const aChallenge = (tokenDigest: string, differing: Partial<Challenge> = {}): Challenge => ({
  tokenDigest,
  accountId: ROBIN.id,
  expiresAt: at(1),
  failures: 2,
  ...differing,
});

/** What every place to keep accounts and sessions must do. */
export function describeStaffRepository(place: string, open: () => Promise<OpenOffice>): void {
  let office: OpenOffice;
  const accountOf = (account: Account) => office.staff.byId(account.id);
  const signIn = (session: Session, account = ROBIN) => office.staff.openSession(session, account, null);
  const holder = async (digest: string, now = NOW) =>
    (await office.staff.bySession(digest, now))?.account.username ?? null;

  const openWithTwo = async () => {
    office = await open();
    await office.staff.add(ROBIN, anEntry('account.created'));
    await office.staff.add(KIM, anEntry('account.created'));
  };

  describe(`${place} keeps accounts`, () => {
    beforeEach(async () => {
      office = await open();
      await office.staff.add(ROBIN, anEntry('account.created'));
    });

    it('as they were, with the audit entry', async () => {
      expect(await office.staff.byUsername('robin')).toEqual(ROBIN);
      expect(await accountOf(ROBIN)).toEqual(ROBIN);
      expect(await accountOf(KIM)).toBeNull();
      expect(await office.audit()).toEqual([anEntry('account.created')]);
    });

    it('and has none of a name that only looks alike', async () => {
      for (const username of ['Robin', 'rob', 'robin ', '%', '']) {
        expect([username, await office.staff.byUsername(username)]).toEqual([username, null]);
      }
    });

    it('and counts and lists them', async () => {
      expect(await office.staff.count()).toBe(1);
      await office.staff.add(KIM, anEntry('account.created'));
      expect(await office.staff.count()).toBe(2);
      expect(await office.staff.all()).toEqual([KIM, ROBIN]);
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

  describe(`${place} keeps what administrators decide`, () => {
    beforeEach(openWithTwo);

    it('and nothing else of the account', async () => {
      const decided = { roles: ['editor'] as const, disabledAt: at(1), password: 'new hash', passwordIsOneTime: false };
      const changed = { ...ROBIN, ...decided, ...SECOND_FACTOR };
      await office.staff.change({ ...changed, username: 'other', lastSignInAt: at(2) }, false, anEntry('changed'));
      expect(await accountOf(ROBIN)).toEqual({ ...changed, version: 2 });
      expect(await accountOf(KIM)).toEqual(KIM);
      expect((await office.audit()).at(-1)).toEqual(anEntry('changed'));
    });

    it.each([[0], [2]])('but not over version %d of what is at 1', async (version) => {
      const changing = office.staff.change({ ...ROBIN, roles: ['editor'], version }, true, anEntry('changed'));
      await expect(changing).rejects.toEqual(new AccountChanged());
      expect(await accountOf(ROBIN)).toEqual(ROBIN);
      expect(await office.audit()).toHaveLength(2);
    });

    it('of two at once one', async () => {
      const roles = [['editor'], ['administrator']] as const;
      const both = roles.map((chosen) => office.staff.change({ ...ROBIN, roles: chosen }, false, anEntry('changed')));
      expect((await Promise.allSettled(both)).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await office.audit()).toHaveLength(3);
    });

    it.each([
      [true, [null, null, null, 'kim']],
      [false, ['robin', 'robin', 'open', 'kim']],
    ])('and, where it ends sessions (%j), leaves %j', async (endsSessions, expected) => {
      for (const digest of ['a', 'b']) await signIn(aSession(digest));
      await signIn(aSession('of kim', { accountId: KIM.id }), KIM);
      await office.staff.openChallenge(aChallenge('c'), NOW);
      await office.staff.change(ROBIN, endsSessions, anEntry('changed'));
      const challenge = (await office.staff.byChallenge('c', NOW)) && 'open';
      expect([await holder('a'), await holder('b'), challenge, await holder('of kim')]).toEqual(expected);
    });

    it('and knows who of them is an administrator and not disabled', async () => {
      const held = () => office.transactions.run(() => office.staff.lockAdministrators());
      expect(await held()).toEqual([KIM.id]);
      await office.staff.change({ ...ROBIN, roles: ['reviewer', 'administrator'] }, false, anEntry('changed'));
      expect(await held()).toEqual([ROBIN.id, KIM.id]);
      await office.staff.change({ ...KIM, disabledAt: NOW }, false, anEntry('changed'));
      expect(await held()).toEqual([ROBIN.id]);
    });
  });

  describe(`${place} keeps second factors`, () => {
    beforeEach(openWithTwo);

    it('and nothing else of the account', async () => {
      const after = { ...ROBIN, ...SECOND_FACTOR };
      const sent = { ...after, username: 'other', roles: ['administrator'] as const };
      expect(await office.staff.changeSecondFactor(ROBIN, sent, null, anEntry('on'))).toBe(true);
      expect(await accountOf(ROBIN)).toEqual(after);
      expect(await accountOf(KIM)).toEqual(KIM);
      expect((await office.audit()).at(-1)).toEqual(anEntry('on'));
      expect(await office.staff.changeSecondFactor(after, WITHOUT_SECOND_FACTOR, null, null)).toBe(true);
      expect(await accountOf(ROBIN)).toEqual(ROBIN);
      expect(await office.audit()).toHaveLength(3);
    });

    it.each([
      ['the secret', { codeSecret: 'another' }],
      ['that there is none', WITHOUT_SECOND_FACTOR],
      ['the last step', { lastCodeStep: 59_640_001 }],
      ['a recovery code', { recoveryDigests: ['one', 'three'] }],
    ])('but not where %s was different', async (_what, differing) => {
      const stored = { ...ROBIN, ...SECOND_FACTOR };
      await office.staff.changeSecondFactor(ROBIN, stored, null, null);
      const before = { ...stored, ...differing };
      expect(await office.staff.changeSecondFactor(before, WITHOUT_SECOND_FACTOR, null, anEntry('off'))).toBe(false);
      expect(await accountOf(ROBIN)).toEqual(stored);
      expect(await office.audit()).toHaveLength(2);
    });

    it('of ten changes at once one', async () => {
      const before = { ...ROBIN, ...SECOND_FACTOR };
      await office.staff.changeSecondFactor(ROBIN, before, null, null);
      const after = { ...before, lastCodeStep: before.lastCodeStep + 1 };
      const changes = Array.from({ length: 10 }, () =>
        office.staff.changeSecondFactor(before, after, null, anEntry('used')),
      );
      expect((await Promise.all(changes)).filter(Boolean)).toHaveLength(1);
      expect(await office.audit()).toHaveLength(3);
    });
  });

  describe(`${place} keeps sessions`, () => {
    beforeEach(openWithTwo);

    it('and knows whose they are', async () => {
      const session = aSession('of robin');
      expect(await signIn(session)).toBe(true);
      await signIn(aSession('of kim', { accountId: KIM.id }), KIM);
      expect(await office.staff.bySession('of robin', NOW)).toEqual({
        account: { ...ROBIN, lastSignInAt: NOW },
        session,
      });
      expect(await holder('of kim')).toBe('kim');
      expect(await holder('unknown')).toBeNull();
      expect(await office.audit()).toHaveLength(2);
    });

    it('with an audit entry where there is one', async () => {
      await office.staff.openSession(aSession('a'), ROBIN, anEntry('signed in'));
      expect((await office.audit()).at(-1)).toEqual(anEntry('signed in'));
    });

    it.each([
      ['got another password', { ...ROBIN, password: 'new hash' }],
      ['was disabled', { ...ROBIN, disabledAt: NOW }],
    ])('not for an account that %s meanwhile', async (_what, changed) => {
      await office.staff.change(changed, true, anEntry('changed'));
      expect(await office.staff.openSession(aSession('a'), ROBIN, anEntry('signed in'))).toBe(false);
      expect(await holder('a')).toBeNull();
      expect(await office.audit()).toHaveLength(3);
    });

    it('that open nothing while the account is disabled', async () => {
      await signIn(aSession('a'));
      await office.staff.change({ ...ROBIN, disabledAt: NOW }, false, anEntry('changed'));
      expect(await holder('a')).toBeNull();
    });

    it('for twelve hours', async () => {
      await signIn(aSession('a'));
      const holders = [0, 11.999, 12, 13].map((hours) => holder('a', at(hours)));
      expect(await Promise.all(holders)).toEqual(['robin', 'robin', null, null]);
    });

    it('until they are closed, one at a time', async () => {
      await signIn(aSession('a'));
      await signIn(aSession('b'));
      await office.staff.closeSession('a');
      await office.staff.closeSession('not there');
      expect([await holder('a'), await holder('b')]).toEqual([null, 'robin']);
    });

    it('beside each other, while expired ones are cleared away', async () => {
      await signIn(aSession('old'));
      await signIn(aSession('fresh', { createdAt: at(6), expiresAt: at(18) }));
      await signIn(aSession('new', { createdAt: at(12), expiresAt: at(24) }));
      expect([await holder('old', at(1)), await holder('fresh', at(13)), await holder('new', at(13))]).toEqual([
        null,
        'robin',
        'robin',
      ]);
    });

    it('in a list of those that have not expired, last used first', async () => {
      const [early, late] = [aSession('early'), aSession('late', { createdAt: at(6), expiresAt: at(18) })];
      for (const session of [early, late]) await signIn(session);
      await signIn(aSession('of kim', { accountId: KIM.id }), KIM);
      await office.staff.touchSession('early', at(7));
      await office.staff.touchSession('late', at(6));
      const touched = [
        { ...early, lastUsedAt: at(7) },
        { ...late, lastUsedAt: at(6) },
      ];
      expect(await office.staff.sessionsOf(ROBIN.id, at(8))).toEqual(touched);
      expect(await office.staff.sessionsOf(ROBIN.id, at(12))).toEqual(touched.slice(1));
    });

    it('and ends one of an account, by its id', async () => {
      const [a, b] = [aSession('a'), aSession('b')];
      for (const session of [a, b]) await signIn(session);
      expect(await office.staff.endSession(KIM.id, a.id, anEntry('ended'))).toBe(false);
      expect(await office.audit()).toHaveLength(2);
      expect(await office.staff.endSession(ROBIN.id, a.id, anEntry('ended'))).toBe(true);
      expect(await office.staff.endSession(ROBIN.id, a.id, anEntry('ended'))).toBe(false);
      expect([await holder('a'), await holder('b')]).toEqual([null, 'robin']);
      expect((await office.audit()).slice(2)).toEqual([anEntry('ended')]);
    });

    it.each([
      ['b', [null, 'robin', null, 'kim']],
      [null, [null, null, null, 'kim']],
    ])('and ends those of an account but %j, with sign-ins under way', async (keep, expected) => {
      for (const digest of ['a', 'b']) await signIn(aSession(digest));
      await signIn(aSession('of kim', { accountId: KIM.id }), KIM);
      await office.staff.openChallenge(aChallenge('c'), NOW);
      await office.staff.endSessions(ROBIN.id, keep, anEntry('ended'));
      const challenge = (await office.staff.byChallenge('c', NOW)) && 'open';
      expect([await holder('a'), await holder('b'), challenge, await holder('of kim')]).toEqual(expected);
      expect((await office.audit()).at(-1)).toEqual(anEntry('ended'));
    });

    it('through a change of password only that one, under another token, and all of others', async () => {
      for (const digest of ['before', 'lost', 'lost too']) await signIn(aSession(digest));
      await signIn(aSession('of kim', { accountId: KIM.id }), KIM);
      await office.staff.openChallenge(aChallenge('c'), NOW);
      const changed = { ...ROBIN, password: 'new hash', passwordIsOneTime: false, lastSignInAt: NOW };
      const entry = anEntry('account.password-changed');
      expect(await office.staff.changePassword(ROBIN, changed, aRenewal('before', 'renewed'), entry)).toBe(true);
      expect(await office.staff.byUsername('robin')).toEqual(changed);
      const digests = ['before', 'renewed', 'lost', 'lost too', 'of kim'];
      expect(await Promise.all(digests.map((digest) => holder(digest)))).toEqual([null, 'robin', null, null, 'kim']);
      expect(await office.staff.byChallenge('c', NOW)).toBeNull();
      expect(await office.staff.byUsername('kim')).toEqual({ ...KIM, lastSignInAt: NOW });
      expect((await office.audit()).at(-1)).toEqual(entry);
    });

    it('through a change of the second factor likewise, and all of them when only a code is used up', async () => {
      for (const digest of ['before', 'other']) await signIn(aSession(digest));
      await signIn(aSession('of kim', { accountId: KIM.id }), KIM);
      await office.staff.openChallenge(aChallenge('c'), NOW);
      const digests = ['before', 'renewed', 'other', 'of kim'];
      const after = { ...ROBIN, ...SECOND_FACTOR };
      await office.staff.changeSecondFactor(ROBIN, after, null, null);
      expect(await Promise.all(digests.map((digest) => holder(digest)))).toEqual(['robin', null, 'robin', 'kim']);
      await office.staff.changeSecondFactor(
        after,
        WITHOUT_SECOND_FACTOR,
        aRenewal('before', 'renewed'),
        anEntry('off'),
      );
      expect(await Promise.all(digests.map((digest) => holder(digest)))).toEqual([null, 'robin', null, 'kim']);
      expect(await office.staff.byChallenge('c', NOW)).toBeNull();
    });

    it("but does not renew another account's", async () => {
      await signIn(aSession('of kim', { accountId: KIM.id }), KIM);
      const changed = { ...ROBIN, password: 'new hash' };
      await office.staff.changePassword(ROBIN, changed, aRenewal('of kim', 'renewed'), anEntry('changed'));
      expect([await holder('of kim'), await holder('renewed')]).toEqual(['kim', null]);
    });

    it('and no new password over one that was changed meanwhile', async () => {
      await signIn(aSession('kept'));
      const before = { ...ROBIN, password: 'old hash' };
      const after = { ...before, password: 'new hash' };
      expect(await office.staff.changePassword(before, after, aRenewal('kept', 'renewed'), anEntry('changed'))).toBe(
        false,
      );
      expect((await accountOf(ROBIN))?.password).toBe(ROBIN.password);
      expect(await holder('kept')).toBe('robin');
      expect(await office.audit()).toHaveLength(2);
    });
  });

  describe(`${place} keeps half sign-ins`, () => {
    beforeEach(openWithTwo);

    it('and knows whose they are, until they expire', async () => {
      await office.staff.openChallenge(aChallenge('a'), NOW);
      expect(await office.staff.byChallenge('a', NOW)).toEqual({ account: ROBIN, challenge: aChallenge('a') });
      expect(await office.staff.byChallenge('b', NOW)).toBeNull();
      expect(await office.staff.byChallenge('a', at(0.99))).not.toBeNull();
      expect(await office.staff.byChallenge('a', at(1))).toBeNull();
    });

    it('and closes each once, of two at once too', async () => {
      await office.staff.openChallenge(aChallenge('a'), NOW);
      const both = await Promise.all([office.staff.closeChallenge('a'), office.staff.closeChallenge('a')]);
      expect(both.toSorted()).toEqual([false, true]);
      expect(await office.staff.byChallenge('a', NOW)).toBeNull();
    });

    it('while expired ones are cleared away', async () => {
      await office.staff.openChallenge(aChallenge('old'), NOW);
      await office.staff.openChallenge(aChallenge('new', { expiresAt: at(2) }), at(1));
      expect([await office.staff.closeChallenge('old'), await office.staff.closeChallenge('new')]).toEqual([
        false,
        true,
      ]);
    });
  });
}
