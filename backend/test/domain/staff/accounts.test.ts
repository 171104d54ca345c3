import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import type { Role } from '../../../src/domain/shared/role.js';
import {
  AccountChanged,
  AccountNotFound,
  assertAdministratorRemains,
  LastAdministrator,
  NotSignedIn,
  newAccount,
  OwnAccount,
  SignInFailed,
  UsernameTaken,
} from '../../../src/domain/staff/account.js';
import { ACTOR, NOW } from '../../support/builders.js';
import {
  createStaffServices,
  OWN_PASSWORD,
  ROBIN_ID,
  servicesWithSecondFactor,
  UNKNOWN_BROWSER,
} from '../../support/in-memory-staff.js';

const VERSION = { id: ROBIN_ID, version: 1 };
const UNKNOWN_ID = { id: 'f0000000-0000-4000-8000-000000000000', version: 1 };

async function servicesWith(roles: Role[]) {
  const services = createStaffServices();
  const { oneTimePassword } = await services.administration.create('robin', roles, ACTOR);
  return { ...services, oneTimePassword };
}

describe('creating an account', () => {
  it('stores the password hash only, and adds an audit entry', async () => {
    const { administration, accounts } = createStaffServices();
    const { account, oneTimePassword } = await administration.create('robin', ['editor', 'reviewer', 'editor'], ACTOR);
    expect(account).toEqual({
      id: ROBIN_ID,
      username: 'robin',
      password: `hash of ${oneTimePassword}`,
      passwordIsOneTime: true,
      roles: ['reviewer', 'editor'],
      disabledAt: null,
      lastSignInAt: null,
      version: 1,
      codeSecret: null,
      secondFactorSince: null,
      lastCodeStep: 0,
      recoveryDigests: [],
    });
    expect(await accounts.byUsername('robin')).toEqual(account);
    expect(accounts.audit).toEqual([
      {
        at: NOW,
        actor: ACTOR,
        action: 'account.created',
        subject: `account:${ROBIN_ID}`,
        before: null,
        after: { username: 'robin', roles: ['reviewer', 'editor'] },
      },
    ]);
  });

  it('rejects a taken or invalid name, and an empty list of roles', async () => {
    const { administration, accounts } = await servicesWith(['reviewer']);
    await expect(administration.create('robin', ['editor'], ACTOR)).rejects.toEqual(new UsernameTaken('robin'));
    await expect(administration.create('Robin Vale', ['editor'], ACTOR)).rejects.toThrow(InvalidInput);
    await expect(administration.create('kim', [], ACTOR)).rejects.toMatchObject({ fields: [{ field: 'roles' }] });
    expect(await accounts.count()).toBe(1);
  });

  it('in a new installation happens once, and creates an administrator', async () => {
    const { administration } = createStaffServices();
    expect((await administration.createFirst('admin', ACTOR))?.account.roles).toEqual(['administrator']);
    expect(await administration.createFirst('admin', ACTOR)).toBeNull();
    expect(await administration.createFirst('other', ACTOR)).toBeNull();
  });
});

describe('changing roles', () => {
  it('applies to the next request and is logged', async () => {
    const { administration, accounts } = await servicesWith(['reviewer']);
    const changed = await administration.changeRoles(VERSION, ['administrator', 'editor'], ACTOR);
    expect(changed).toMatchObject({ roles: ['editor', 'administrator'], version: 2 });
    expect(await accounts.byId(ROBIN_ID)).toEqual(changed);
    expect(accounts.audit.at(-1)).toMatchObject({
      action: 'account.roles-changed',
      before: { roles: ['reviewer'] },
      after: { roles: ['editor', 'administrator'] },
    });
  });

  it('rejects an empty list', async () => {
    const { administration } = await servicesWith(['reviewer']);
    expect(() => administration.changeRoles(VERSION, [], ACTOR)).toThrow(InvalidInput);
  });
});

describe('an administrator', () => {
  const decisions = ({ administration }: ReturnType<typeof createStaffServices>) =>
    ({
      changeRoles: (seen, actor) => administration.changeRoles(seen, ['editor'], actor),
      disable: (seen, actor) => administration.disable(seen, actor),
      enable: (seen, actor) => administration.enable(seen, actor),
      reset: (seen, actor) => administration.reset(seen, actor),
    }) as Record<string, (seen: typeof VERSION, actor: typeof ACTOR) => Promise<unknown>>;

  describe.each(Object.keys(decisions(createStaffServices())))('calling %s', (decision) => {
    const decide = async (roles: Role[], seen = VERSION, actor = ACTOR) => {
      const services = await servicesWith(roles);
      return { ...services, done: decisions(services)[decision]?.(seen, actor) };
    };

    it('is rejected for their own account', async () => {
      const { done, accounts } = await decide(['administrator'], VERSION, { id: ROBIN_ID, name: 'robin' });
      await expect(done).rejects.toEqual(new OwnAccount());
      expect(accounts.audit).toHaveLength(1);
    });

    it.each([[0], [2]])('is rejected with version %d of an account at version 1', async (version) => {
      const { done, accounts } = await decide(['reviewer'], { ...VERSION, version });
      await expect(done).rejects.toEqual(new AccountChanged());
      expect(accounts.audit).toHaveLength(1);
    });

    it('is rejected for an unknown account', async () => {
      const { done } = await decide(['reviewer'], UNKNOWN_ID);
      await expect(done).rejects.toEqual(new AccountNotFound());
    });
  });

  it.each(['changeRoles', 'disable'])('calling %s is rejected for the last administrator', async (decision) => {
    const services = await servicesWith(['administrator']);
    await expect(decisions(services)[decision]?.(VERSION, ACTOR)).rejects.toEqual(new LastAdministrator());
    await services.administration.create('kim', ['administrator'], ACTOR);
    await expect(decisions(services)[decision]?.(VERSION, ACTOR)).resolves.toMatchObject({ version: 2 });
  });
});

describe('assertAdministratorRemains: the administrator', () => {
  const robin = newAccount({ id: 'robin', username: 'robin', password: '', roles: ['administrator'] });
  it.each([
    ['stays', robin, ['robin'], true],
    ['loses the role', { ...robin, roles: ['editor'] as const }, ['robin'], false],
    ['is disabled', { ...robin, disabledAt: NOW }, ['robin'], false],
    ['is disabled beside another', { ...robin, disabledAt: NOW }, ['kim', 'robin'], true],
    ['was no administrator before', { ...robin, roles: ['editor'] as const }, ['kim'], true],
    ['was disabled before', { ...robin, disabledAt: NOW }, ['kim'], true],
  ])('%s', (_what, changed, administrators, isAllowed) => {
    const check = () => assertAdministratorRemains(changed, administrators);
    if (isAllowed) expect(check).not.toThrow();
    else expect(check).toThrow(LastAdministrator);
  });
});

describe('resetting an account', () => {
  it('removes password, second factor and sessions, and returns a one-time password', async () => {
    const { administration, staff, signIn, token, accounts } = await servicesWithSecondFactor();
    const { oneTimePassword, account } = await administration.reset(VERSION, ACTOR);
    expect(account).toMatchObject({ passwordIsOneTime: true, codeSecret: null, secondFactorSince: null });
    await expect(staff.currentMember(token)).rejects.toThrow(NotSignedIn);
    await expect(staff.signIn('robin', OWN_PASSWORD, UNKNOWN_BROWSER)).rejects.toThrow(SignInFailed);
    expect((await signIn('robin', oneTimePassword)).member).toMatchObject({
      passwordIsOneTime: true,
      hasSecondFactor: false,
    });
    const reset = accounts.audit.find(({ action }) => action === 'account.reset');
    expect(reset).toMatchObject({ actor: ACTOR, before: null, after: null });
    expect(JSON.stringify(accounts.audit)).not.toContain(oneTimePassword);
  });

  it('ends a sign-in that waits for its code', async () => {
    const { administration, staff, challenge, code } = await servicesWithSecondFactor();
    const waiting = await challenge();
    await administration.reset(VERSION, ACTOR);
    await expect(staff.signInWithCode(waiting, code(), UNKNOWN_BROWSER)).rejects.toMatchObject({
      code: 'sign-in-expired',
    });
  });
});

it('ending the sessions of an account signs it out everywhere', async () => {
  const { administration, staff, token, accounts } = await servicesWithSecondFactor();
  await administration.endSessions(ROBIN_ID, ACTOR);
  await expect(staff.currentMember(token)).rejects.toThrow(NotSignedIn);
  expect(accounts.audit.at(-1)).toMatchObject({ actor: ACTOR, action: 'account.sessions-ended' });
  await expect(administration.endSessions(UNKNOWN_ID.id, ACTOR)).rejects.toThrow(AccountNotFound);
});
