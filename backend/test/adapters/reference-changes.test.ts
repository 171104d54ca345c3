import {
  ChangeAlreadyDecided,
  ChangeAlreadyProposed,
  confirm,
  propose,
} from '../../src/domain/proposals/reference-change.js';
import { DAY_MS } from '../../src/domain/shared/durations.js';
import { TypeOrmReferenceChangeRepository } from '../../src/modules/proposals/database/typeorm-reference-change.repository.js';
import { appendToAuditLog } from '../../src/platform/database/audit-log.js';
import { NOW } from '../support/builders.js';
import { auditLogOf, databaseOfThisFile, refusalOf } from './open-database.js';

const ROBIN = { id: '1', name: 'robin' };
const SAM = { id: '2', name: 'sam' };
const IDS = ['0f8fad5b-d9cb-469f-a165-70867728950e', '1f8fad5b-d9cb-469f-a165-70867728950e'] as const;

const open = databaseOfThisFile();

const aChange = (id: string = IDS[0], name = 'Pb-208') =>
  propose({ kind: 'analyteName', name, panel: 'heavyMetals', analyte: 'lead', scope: 'panel' }, 'Isotopes', {
    id,
    now: NOW,
    actor: ROBIN,
  });

const entry = (action: string) => ({ at: NOW, actor: ROBIN, action, subject: 'x:1', before: null, after: null });

it('a change is stored as proposed and decided, each with its entry in the audit log', async () => {
  const database = await open();
  const changes = new TypeOrmReferenceChangeRepository(database);
  await changes.add(aChange(), entry('a.proposed'));
  expect(await changes.byId(IDS[0])).toEqual(aChange());
  expect(await changes.open('analyteName')).toEqual([aChange()]);
  expect(await changes.confirmed()).toEqual([]);
  const confirmed = confirm(aChange(), { version: 1, actor: SAM, now: NOW }, false);
  await changes.decide(confirmed, entry('a.confirmed'));
  expect(await changes.confirmed()).toEqual([confirmed]);
  expect(await changes.open('analyteName')).toEqual([]);
  expect((await auditLogOf(database)).map(({ action }) => action)).toEqual(['a.proposed', 'a.confirmed']);
});

it('one change of a subject waits at a time, and the refused one leaves no entry', async () => {
  const database = await open();
  const changes = new TypeOrmReferenceChangeRepository(database);
  await changes.add(aChange(), entry('a.proposed'));
  await expect(changes.add(aChange(IDS[1]), entry('b.proposed'))).rejects.toThrow(ChangeAlreadyProposed);
  expect(await auditLogOf(database)).toHaveLength(1);
});

it('the second of two decisions finds the change decided', async () => {
  const changes = new TypeOrmReferenceChangeRepository(await open());
  await changes.add(aChange(), entry('a.proposed'));
  const confirmed = confirm(aChange(), { version: 1, actor: SAM, now: NOW }, false);
  const decisions = [1, 2].map(() => changes.decide(confirmed, entry('a.confirmed')));
  const settled = await Promise.allSettled(decisions);
  const refused = settled.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
  expect(refused).toEqual([expect.any(ChangeAlreadyDecided)]);
});

it.each([
  ['made', 'account.created', 30, true],
  ['reset', 'account.reset', 1, true],
  ['made long ago', 'account.created', 31, false],
  ['disabled', 'account.disabled', 1, false],
])('tells whether one person made the account of another: %s', async (_, action, daysAgo, is) => {
  const database = await open();
  const at = new Date(NOW.getTime() - daysAgo * DAY_MS);
  const made = { at, actor: ROBIN, action, subject: `account:${SAM.id}`, before: null, after: null };
  await appendToAuditLog(database.manager, made);
  const changes = new TypeOrmReferenceChangeRepository(database);
  const since = new Date(NOW.getTime() - 30 * DAY_MS);
  expect(await changes.hasMadeAccount(ROBIN.id, SAM.id, since)).toBe(is);
  expect(await changes.hasMadeAccount(SAM.id, ROBIN.id, since)).toBe(false);
  expect(await changes.hasMadeAccount('3', SAM.id, since)).toBe(false);
});

it('pages are newest first', async () => {
  const changes = new TypeOrmReferenceChangeRepository(await open());
  await changes.add(aChange(), entry('a.proposed'));
  await changes.add(aChange(IDS[1], 'Hg-202'), entry('a.proposed'));
  const first = await changes.page({ isOpen: true, limit: 1, after: null });
  expect(first).toMatchObject({ items: [{ id: IDS[1] }], total: { count: 2, relation: 'eq' } });
  const second = await changes.page({ isOpen: true, limit: 1, after: first.next });
  expect(second).toMatchObject({ items: [{ id: IDS[0] }], next: null });
  expect(await changes.page({ isOpen: false, limit: 1, after: null })).toMatchObject({ items: [] });
});

const BY_SAM = `"decidedAt" = now(), "decidedBy" = 'sam', "deciderId" = '2'`;
const BY_ROBIN = `"decidedAt" = now(), "decidedBy" = 'robin', "deciderId" = '1'`;

it('the table refuses by itself what cannot be', async () => {
  const database = await open();
  await new TypeOrmReferenceChangeRepository(database).add(aChange(), entry('a.proposed'));
  for (const [change, reason] of [
    [`state = 'confirmed', ${BY_ROBIN}`, 'reference_changes_second_person_check'],
    [`state = 'declined', "decisionReason" = 'No', ${BY_ROBIN}`, 'reference_changes_second_person_check'],
    [`state = 'withdrawn', ${BY_SAM}`, 'reference_changes_second_person_check'],
    [`state = 'declined', ${BY_SAM}`, 'reference_changes_declined_check'],
    [`state = 'confirmed'`, 'reference_changes_decided_check'],
    [`"deciderId" = '2'`, 'reference_changes_decided_check'],
    [`state = 'kept', ${BY_SAM}`, 'reference_changes_state_check'],
    [`reason = ''`, 'reference_changes_reason_check'],
    [`content = '{}'`, 'a proposed change keeps its content'],
    [`"proposerId" = '2'`, 'a proposed change keeps its content'],
  ] as const) {
    const refusal = await refusalOf(database, `UPDATE reference_changes SET ${change}`);
    expect([change, refusal]).toEqual([change, expect.stringContaining(reason)]);
  }
});

it('the table refuses to change what was decided', async () => {
  const database = await open();
  const changes = new TypeOrmReferenceChangeRepository(database);
  await changes.add(aChange(), entry('a.proposed'));
  await changes.decide(confirm(aChange(), { version: 1, actor: SAM, now: NOW }, false), entry('a.confirmed'));
  const reopen = `UPDATE reference_changes
    SET state = 'proposed', "decidedAt" = NULL, "deciderId" = NULL, "decidedBy" = NULL`;
  await expect(database.query(reopen)).rejects.toThrow('never changes');
});
