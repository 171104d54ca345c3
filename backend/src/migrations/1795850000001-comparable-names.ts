import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Recomputes the keys by which names and batch ids are compared: NFKC, nothing invisible, and for batch ids one dash for all
 * dashes and Latin letters for those that look the same. The rule is copied here, because what a migration does must not
 * change with later code.
 *
 * Where two names become equal, the row that has the key already keeps it, else the older one gets it. The other keeps its
 * former key: the migration does not fail, and nothing is lost. Standard error names each of those for staff to compare.
 */
export class ComparableNames1795850000001 implements MigrationInterface {
  name = 'ComparableNames1795850000001';

  async up(runner: QueryRunner): Promise<void> {
    await rekey(
      runner,
      { table: 'brands', id: 'id', type: 'integer', key: 'nameKey', from: 'name', order: '"id"' },
      nameKey,
    );
    await rekey(
      runner,
      { table: 'brand_aliases', id: 'nameKey', type: 'text', key: 'nameKey', from: 'nameKey', order: '"nameKey"' },
      nameKey,
    );
    await rekey(
      runner,
      { table: 'partner_labs', id: 'id', type: 'uuid', key: 'nameKey', from: 'name', order: '"createdAt", "id"' },
      nameKey,
    );
    const certificates = { table: 'coa_data', id: 'id', type: 'uuid', order: '"createdAt", "id"' } as const;
    await rekey(runner, { ...certificates, key: 'labKey', from: 'labName' }, nameKey);
    await rekey(runner, { ...certificates, key: 'brandKey', from: 'brandName' }, nameKey);
    await rekey(runner, { ...certificates, key: 'batchKey', from: 'batchId' }, batchKey);
  }

  /** The former keys follow from the names by a rule that is gone; the new ones serve it as well. */
  async down(): Promise<void> {}
}

interface Keyed {
  readonly table: string;
  readonly id: string;
  readonly type: 'integer' | 'text' | 'uuid';
  readonly key: string;
  /** What the key is computed from. */
  readonly from: string;
  /** The oldest first. */
  readonly order: string;
}

/** Only these can have another key now: names with something beyond ASCII, and dashes with a space beside them. */
const CHANGING = (column: string) => `("${column}" ~ '[^ -~]' OR "${column}" ~ ' -|- ')`;

async function rekey(runner: QueryRunner, keyed: Keyed, keyOf: (name: string) => string) {
  const { table, id, key, from, order } = keyed;
  const rows: { id: string | number; name: string; key: string }[] = await runner.query(
    `SELECT "${id}" AS id, "${from}" AS name, "${key}" AS key FROM "${table}" WHERE "${key}" IS NOT NULL AND ${CHANGING(from)} ORDER BY ${order}`,
  );
  const changed = rows.map((row) => ({ ...row, next: keyOf(row.name) })).filter((row) => row.next !== row.key);
  for (let start = 0; start < changed.length; start += PORTION) {
    const portion = changed.slice(start, start + PORTION);
    if (await isTaken(runner, () => update(runner, keyed, portion))) {
      for (const row of portion) {
        if (await isTaken(runner, () => update(runner, keyed, [row]))) keep(table, row);
      }
    }
  }
}

const PORTION = 500;

async function update(
  runner: QueryRunner,
  { table, id, type, key }: Keyed,
  rows: readonly { id: string | number; next: string }[],
): Promise<void> {
  await runner.query(
    `UPDATE "${table}" t SET "${key}" = n.next FROM unnest($1::${type}[], $2::text[]) AS n(id, next) WHERE t."${id}" = n.id`,
    [rows.map((row) => row.id), rows.map((row) => row.next)],
  );
}

/** @returns whether a key belongs to another row already; then nothing was changed */
async function isTaken(runner: QueryRunner, work: () => Promise<void>): Promise<boolean> {
  await runner.query('SAVEPOINT rekey');
  try {
    await work();
    await runner.query('RELEASE SAVEPOINT rekey');
    return false;
  } catch (error) {
    await runner.query('ROLLBACK TO SAVEPOINT rekey');
    if ((error as { driverError?: { code?: string } }).driverError?.code !== UNIQUE_VIOLATION) throw error;
    return true;
  }
}

const UNIQUE_VIOLATION = '23505';

function keep(table: string, { id, name }: { id: string | number; name: string }): void {
  process.stderr.write(
    `${table}: ${id}, "${name}", looks like an older one and keeps its former key. Compare the two.\n`,
  );
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

function nameKey(name: string): string {
  const spelled = name.normalize('NFKC').replace(/\s+/gu, ' ').replace(UNSEEN, '');
  const folded = spelled.toUpperCase().toLowerCase().normalize('NFKC');
  return folded.replace(/\s+/gu, ' ').trim();
}

const DASH = / ?[\p{Pd}\u2212\u2043\u02d7] ?/gu;

const batchKey = (batchId: string): string => nameKey(asLatin(nameKey(batchId)).replace(DASH, '-'));

const ALPHABETS = [
  // Cyrillic
  ['авсԁеһніӏјкморԛѕтѵԝхуүзь', 'abcdehhiijkmopqstvwxyy3b'],
  // Greek
  ['αβεζηικμνορτυχϲϳ', 'abezhikmnoptyxcj'],
  // Armenian
  ['օսհոցզլտ', 'ouhngqls'],
  // Cherokee
  ['ꭰꭱꭲꭵꭺꭻꭼꮃꮇꮋꮐꮓꮞꮢꮤꮥꮩꮪꮮꮯꮲꮶᏻᏼ', 'drtiajewmhgz4rwsvslcpkgb'],
  // Latin small capitals
  ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'],
] as const;

const LATIN_FOR: ReadonlyMap<string, string> = new Map(
  ALPHABETS.flatMap(([letters, latin]) =>
    [...letters].map((letter, index) => [letter, latin[index] ?? letter] as const),
  ),
);

function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

const asLatin = (text: string): string =>
  [...text]
    .map((character) =>
      /[^\P{Nd}0-9]/u.test(character) ? digitOf(character) : (LATIN_FOR.get(character) ?? character),
    )
    .join('');
