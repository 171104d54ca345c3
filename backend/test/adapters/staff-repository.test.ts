import type { DataSource } from 'typeorm';
import { Accounts } from '../../src/domain/staff/accounts.js';
import { RandomTokenGenerator } from '../../src/modules/staff/crypto/random-token-generator.js';
import { TypeOrmStaffRepository } from '../../src/modules/staff/database/typeorm-staff.repository.js';
import { RandomIds } from '../../src/platform/clock-and-ids.js';
import { TypeOrmTransactions } from '../../src/platform/database/transaction.js';
import { ImmediateTransactions, StoppedClock } from '../support/in-memory-clock-and-ids.js';
import { InMemoryPasswordHasher } from '../support/in-memory-password-hasher.js';
import { InMemoryStaffRepository } from '../support/in-memory-staff-repository.js';
import { until } from '../support/until.js';
import { auditLogOf, databaseOfThisFile, waitingIn } from './open-database.js';
import { anEntry, describeStaffRepository, type OpenOffice, ROBIN } from './staff-repository.contract.js';

async function inMemory(): Promise<OpenOffice> {
  const staff = new InMemoryStaffRepository();
  return { staff, transactions: new ImmediateTransactions(), audit: async () => staff.audit };
}

const emptyDatabase = databaseOfThisFile();

async function inPostgres(): Promise<OpenOffice & { database: DataSource }> {
  const database = await emptyDatabase();
  const transactions = new TypeOrmTransactions(database);
  return { staff: new TypeOrmStaffRepository(database), transactions, audit: () => auditLogOf(database), database };
}

describeStaffRepository('memory', inMemory);
describeStaffRepository('PostgreSQL', inPostgres);

const NO_SESSION = { tokenDigest: '', renewed: '' };

describe('PostgreSQL, when an audit entry cannot be written,', () => {
  const unwritable = anEntry(null as unknown as string);
  const REFUSAL = /null value in column "action"/;
  let office: OpenOffice;
  beforeEach(async () => {
    office = await inPostgres();
  });

  it('stores no account', async () => {
    await expect(office.staff.add(ROBIN, unwritable)).rejects.toThrow(REFUSAL);
    expect(await office.staff.count()).toBe(0);
  });

  it('changes no password', async () => {
    await office.staff.add(ROBIN, anEntry('account.created'));
    const changing = office.staff.changePassword(ROBIN, { ...ROBIN, password: 'new' }, NO_SESSION, unwritable);
    await expect(changing).rejects.toThrow(REFUSAL);
    expect(await office.staff.byUsername('robin')).toEqual(ROBIN);
  });

  it('changes no account and no second factor', async () => {
    await office.staff.add(ROBIN, anEntry('account.created'));
    const changed = { ...ROBIN, roles: ['administrator'] as const, codeSecret: 'sealed' };
    await expect(office.staff.change(changed, true, unwritable)).rejects.toThrow(REFUSAL);
    await expect(office.staff.changeSecondFactor(ROBIN, changed, NO_SESSION, unwritable)).rejects.toThrow(REFUSAL);
    expect(await office.staff.byUsername('robin')).toEqual(ROBIN);
  });
});

const accountsOn = ({ staff, transactions }: Pick<OpenOffice, 'staff' | 'transactions'>) =>
  new Accounts(
    staff,
    new InMemoryPasswordHasher(),
    new RandomTokenGenerator(),
    transactions,
    new StoppedClock(),
    new RandomIds(),
  );

it.each(['disable', 'changeRoles'] as const)(
  'PostgreSQL: of all administrators who %s each other at once, one remains',
  async (decision) => {
    const { staff, transactions } = await inPostgres();
    const accounts = accountsOn({ staff, transactions });
    const system = { id: 'system', name: 'system' };
    const made = await Promise.all(
      ['ada', 'bea', 'cleo', 'dora'].map((name) => accounts.create(name, ['administrator'], system)),
    );
    const decisions = made.map(({ account }, index) => {
      const victim = made[(index + 1) % made.length]?.account ?? account;
      const actor = { id: account.id, name: account.username };
      return decision === 'disable' ? accounts.disable(victim, actor) : accounts.changeRoles(victim, ['editor'], actor);
    });
    const outcomes = await Promise.allSettled(decisions);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(outcomes).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({ code: 'last-administrator' }),
    });
    expect(await transactions.run(() => staff.lockAdministrators())).toHaveLength(1);
  },
);

it.each<[string, object]>([
  ['a password', { password: 'chosen', passwordIsOneTime: false }],
  ['a used code', { lastCodeStep: 59_000_000 }],
])('PostgreSQL: what an administrator decides does not undo %s of the same moment', async (_, changed) => {
  const { staff, transactions, database } = await inPostgres();
  await staff.add(ROBIN, anEntry('account.created'));
  const accounts = accountsOn({ staff, transactions });
  const robin = database.createQueryRunner();
  await robin.startTransaction();
  try {
    await robin.manager.update('Account', { id: ROBIN.id }, changed);
    const deciding = accounts.changeRoles(ROBIN, ['editor'], { id: 'system', name: 'system' });
    await until('the decision waits', async () => (await waitingIn(database)) === 1);
    await robin.commitTransaction();
    await deciding;
  } finally {
    await robin.release();
  }
  expect(await staff.byId(ROBIN.id)).toMatchObject({ ...changed, roles: ['editor'] });
});
