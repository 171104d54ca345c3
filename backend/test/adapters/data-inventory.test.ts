import type { DataSource } from 'typeorm';
import { DATA_INVENTORY } from '../../src/modules/privacy/data-inventory.js';
import { appendToAuditLog } from '../../src/platform/database/audit-log.js';
import { ACTOR, NOW } from '../support/builders.js';
import { auditLogOf, databaseOfThisFile } from './open-database.js';

const database = databaseOfThisFile();

/** A text, or anything in JSON, whose name makes one think of a person or of words of theirs. */
const LOOKS_PERSONAL =
  '(mail|address|contact|phone|name|person|user|actor|author|recipient|sender|submitted|By$|notes?$|message|comment|reason|text|body|content|introduction|subject|payload|answer|error|headers|results?$|before|after|source|website|url|device|label)';

const suspects = async (opened: DataSource): Promise<string[]> => {
  const rows = await opened.query<{ column: string }[]>(
    `SELECT c.table_name || '.' || c.column_name AS "column" FROM information_schema.columns c
      WHERE c.table_schema = 'public' AND c.table_name <> 'migrations' AND c.column_name ~* $1
        AND (c.data_type IN ('text', 'character varying', 'json', 'jsonb', 'inet') OR c.udt_name IN ('_text', 'citext'))
      ORDER BY 1`,
    [LOOKS_PERSONAL],
  );
  return rows.map(({ column }) => column);
};

const columns = async (opened: DataSource): Promise<string[]> => {
  const rows = await opened.query<{ column: string }[]>(
    `SELECT table_name || '.' || column_name AS "column" FROM information_schema.columns WHERE table_schema = 'public'`,
  );
  return rows.map(({ column }) => column);
};

const registered = DATA_INVENTORY.map(({ column }) => column);

describe('the register of personal data', () => {
  it('says what erasing does with every column that may hold personal data', async () => {
    const unsaid = (await suspects(await database())).filter((column) => !registered.includes(column));
    expect(unsaid).toEqual([]);
  });

  it('would notice a new table with an address', async () => {
    const opened = await database();
    await opened.query(`CREATE TABLE guests ("id" integer, "email" text, "homePhone" text, "isThere" boolean)`);
    try {
      expect((await suspects(opened)).filter((column) => !registered.includes(column))).toEqual([
        'guests.email',
        'guests.homePhone',
      ]);
    } finally {
      await opened.query(`DROP TABLE guests`);
    }
  });

  it('names each column once, and none that is not there', async () => {
    const there = await columns(await database());
    expect(registered.filter((column) => !there.includes(column))).toEqual([]);
    expect(new Set(registered).size).toBe(registered.length);
  });
});

describe('the audit log', () => {
  const logged = async (facts: Record<string, unknown>) => {
    const opened = await database();
    const entry = { at: NOW, actor: ACTOR, action: 'a.b', subject: 'a:1', before: null, after: facts };
    await appendToAuditLog(opened.manager, entry);
    const [stored] = await auditLogOf(opened);
    expect(stored).toMatchObject({ ...entry, after: expect.anything() });
    return stored?.after;
  };

  it.each([
    ['Sam wrote from sam@mail.example.', 'Sam wrote from [mail address]'],
    ['<sam@mail.example>, mailto:kim.o+x@a.b.example', '<[mail address]>, mailto:[mail address]'],
    ['"sam reed"@mail.example asked', '[mail address] asked'],
    ['jörg@bücher.example', '[mail address]'],
    ['Batch A@12 of 3 @ 5 mg', 'Batch A@12 of 3 @ 5 mg'],
  ])('takes addresses out of what it is given: %s', async (written, kept) => {
    const facts = { reason: written, details: [{ words: written }], count: 3, none: null };
    expect(await logged(facts)).toEqual({ ...facts, reason: kept, details: [{ words: kept }] });
  });

  // Retrying from each character would take minutes.
  it.each(['a', '\\"'])('takes addresses out of long texts without an end: %s', async (part) => {
    const long = part.repeat(300_000);
    expect(await logged({ reason: `${long} sam@mail.example` })).toEqual({ reason: `${long} [mail address]` });
  });
});
