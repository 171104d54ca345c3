import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const SOURCE = resolve(import.meta.dirname, '../../src');

const filesOf = (pattern: string) => globSync(pattern, { cwd: SOURCE }).sort();
const read = (file: string) => readFileSync(join(SOURCE, file), 'utf8');

/** `modules/brands`, `platform/email`: the folder that a file belongs to. */
const roomOf = (file: string) => file.split('/').slice(0, 2).join('/');

/** Tables without an EntitySchema: triggers fill them. */
const FILLED_BY_TRIGGERS = {
  registry_totals: 'modules/coa-registry',
  laboratory_counts: 'modules/coa-registry',
  search_words: 'modules/coa-registry',
};

/** Tables that platform writes for every context, and the context through which staff see them. */
const SEEN_THROUGH: Readonly<Record<string, string>> = { mail_outbox: 'modules/mail', audit_log: 'modules/audit' };

function ownersOfTables(): ReadonlyMap<string, readonly string[]> {
  const owners = new Map<string, string[]>(Object.entries(FILLED_BY_TRIGGERS).map(([table, room]) => [table, [room]]));
  for (const file of filesOf('{modules,platform}/**/*.ts')) {
    for (const [, table = ''] of read(file).matchAll(/tableName: '(\w+)'/g)) {
      owners.set(table, [roomOf(file), ...(SEEN_THROUGH[table] ? [SEEN_THROUGH[table]] : [])]);
    }
  }
  return owners;
}

/** Texts of a source file, with a mark where a template has a value. */
function textsOf(source: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node)) {
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ? '));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('file.ts', source, ts.ScriptTarget.ESNext));
  return texts;
}

/** Tables that the SQL of a file names, in FROM lists too: `FROM a, b`. */
function tablesIn(source: string, known: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const named = textsOf(source).flatMap((text) => [
    ...[...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|USING|ONLY|TABLE)\s+"?(\w+)/g)].map(([, table = '']) => table),
    ...[...text.matchAll(/\bFROM\s[^()]*?,\s*"?(\w+)/g)].map(([, table = '']) => table),
  ]);
  return new Set(named.filter((table) => known.has(table)));
}

function foreignTables(file: string, source: string, owners: ReadonlyMap<string, readonly string[]>): string[] {
  const room = roomOf(file);
  return [...tablesIn(source, owners)].filter((table) => !owners.get(table)?.includes(room));
}

describe('every table has one owner', () => {
  const owners = ownersOfTables();
  const files = filesOf('{modules,platform}/**/*.ts');

  it('and no other context names it in SQL', () => {
    const found = files.flatMap((file) => foreignTables(file, read(file), owners).map((table) => `${file}: ${table}`));
    expect(found).toEqual([]);
  });

  it('and most of them are seen in the SQL of their owner', () => {
    const seen = new Set(files.flatMap((file) => [...tablesIn(read(file), owners)]));
    expect(seen.size).toBeGreaterThan(20);
  });

  it.each([
    ['a query', 'const sql = `SELECT 1 FROM coa_data WHERE "id" = $1`;', 'coa_data'],
    ['a join', 'const sql = `SELECT 1 FROM brands b JOIN x ON true JOIN "coa_data" c ON true`;', 'coa_data'],
    [
      'a second table',
      "const sql = 'UPDATE brands SET a = 1 FROM brand_aliases m, email_subscriptions s';",
      'email_subscriptions',
    ],
    ['an insert', "const sql = 'INSERT INTO users (a) VALUES (1)';", 'users'],
    ['a deletion', "const sql = 'DELETE FROM mail_outbox o USING old';", 'mail_outbox'],
  ])('and is guarded against %s', (_, source, table) => {
    expect(foreignTables('modules/brands/some.repository.ts', source, owners)).toEqual([table]);
  });
});
