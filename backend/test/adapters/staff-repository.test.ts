import type { DataSource } from 'typeorm';
import { TypeOrmStaffRepository } from '../../src/modules/staff/typeorm-staff.repository.js';
import { InMemoryStaffRepository } from '../support/in-memory-staff-repository.js';
import { auditLogOf, databaseOfThisFile, transactionsOf } from './open-database.js';
import { anEntry, describeStaffRepository, type OpenOffice, ROBIN } from './staff-repository.contract.js';

async function inMemory(): Promise<OpenOffice> {
  const staff = new InMemoryStaffRepository();
  return { staff, audit: async () => staff.audit };
}

const emptyDatabase = databaseOfThisFile();

async function inPostgres(): Promise<OpenOffice & { database: DataSource }> {
  const database = await emptyDatabase();
  return { staff: new TypeOrmStaffRepository(database), audit: () => auditLogOf(database), database };
}

describeStaffRepository('memory', inMemory);
describeStaffRepository('PostgreSQL', inPostgres);

it('PostgreSQL stores an account and its audit entry in one transaction', async () => {
  const { staff, database } = await inPostgres();
  await staff.add(ROBIN, anEntry('account.created'));
  expect(await transactionsOf(database, 'users', 'audit_log')).toBe(1);
});

describe('PostgreSQL, when an audit entry cannot be written,', () => {
  const unwritable = anEntry(null as unknown as string);
  let office: OpenOffice;
  beforeEach(async () => {
    office = await inPostgres();
  });

  it('stores no account', async () => {
    await expect(office.staff.add(ROBIN, unwritable)).rejects.toThrow(/null value in column "action"/);
    expect(await office.staff.count()).toBe(0);
  });

  it('changes no password', async () => {
    await office.staff.add(ROBIN, anEntry('account.created'));
    const changing = office.staff.changePassword({ ...ROBIN, password: 'new' }, '', unwritable);
    await expect(changing).rejects.toThrow(/null value in column "action"/);
    expect(await office.staff.byUsername('robin')).toEqual(ROBIN);
  });
});
