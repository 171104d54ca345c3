import fc from 'fast-check';
import { arrayLiteral } from '../../src/platform/database/array-literal.js';
import { anyText } from '../support/any-text.js';
import { databaseOfThisFile } from './open-database.js';

const openDatabase = databaseOfThisFile();

/** What PostgreSQL makes of it, one value a row. */
async function read(type: string, values: readonly unknown[]): Promise<unknown[]> {
  const database = await openDatabase();
  const rows = await database.query<{ value: unknown }[]>(`SELECT value FROM unnest($1::${type}[]) AS value`, [
    arrayLiteral(values),
  ]);
  return rows.map(({ value }) => value);
}

describe('an array as text', () => {
  it('holds any text', async () => {
    const texts = [
      '',
      'NULL',
      'null',
      '"',
      '\\',
      '\\n',
      'a,b',
      '{}',
      '{"a"}',
      ' ',
      'two\nlines',
      '抹茶 🌊',
      "O'Neill",
      null,
    ];
    expect(await read('text', texts)).toEqual(texts);
  });

  it('holds any text that PostgreSQL can store', async () => {
    const database = await openDatabase();
    const text = anyText().filter((value) => !value.includes('\0') && value.isWellFormed());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(text)), async (texts) => {
        const sql = 'SELECT value FROM unnest($1::text[]) AS value';
        const rows = await database.query<{ value: string | null }[]>(sql, [arrayLiteral(texts)]);
        expect(rows.map(({ value }) => value)).toEqual(texts);
      }),
      { numRuns: 200 },
    );
  });

  it('holds numbers, booleans, moments and JSON', async () => {
    const at = new Date('2026-11-20T15:04:05.678Z');
    expect(await read('integer', [1, -2, null])).toEqual([1, -2, null]);
    expect(await read('numeric', [4.82, 0, 1000])).toEqual(['4.82', '0', '1000']);
    expect(await read('boolean', [true, false, null])).toEqual([true, false, null]);
    expect(await read('timestamptz', [at, null])).toEqual([at, null]);
    const results = { name: 'Δ9-"THC"\\', lines: ['a\nb', {}] };
    expect(await read('jsonb', [JSON.stringify(results)])).toEqual([results]);
  });
});
