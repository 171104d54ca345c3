import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Mentions, type PersonalWords } from '../../../domain/privacy/ports.js';
import { likeAnywhere } from '../../../platform/database/like.js';
import { managerOf } from '../../../platform/database/transaction.js';
import { DATA_INVENTORY } from '../data-inventory.js';

/** What stands in the place of an address or a name. */
export const REDACTED = '[removed]';

/** Whole tables are read in portions of 64 MB (8 kB a block), so that no statement runs into its time limit. */
const BLOCKS = 8_192;

const NAMES = `
  SELECT "contactName" AS name FROM coa_data WHERE lower("submittedBy") = lower($1)
  UNION SELECT "contactName" FROM brands WHERE lower("contactEmail") = lower($1)
  UNION SELECT "name" FROM contact_messages WHERE lower("email") = lower($1)`;

/** A first name and another one: fewer words are the names of many people. */
const FULL_NAME = /\S+\s+\S/u;

/**
 * Columns that erasing leaves on purpose: those listed for staff as staying, names of things, and names stored beside an
 * email address. Such a name belongs to the person with that address, and two people can share a name.
 */
const STAYS = new Set([
  ...DATA_INVENTORY.filter(({ erasure }) => erasure === 'stays').map(({ column }) => column),
  ...['coa_data.batchId', 'coa_data.batchKey', 'coa_data.labKey', 'coa_data.labReportId', 'coa_data.reference'],
  ...['brands.contactEmail', 'brands.contactName', 'coa_data.submittedBy', 'coa_data.contactName'],
  ...['contact_messages.email', 'contact_messages.name', 'email_subscriptions.email'],
]);

interface TextColumn {
  readonly table: string;
  readonly column: string;
  readonly type: 'text' | 'json' | 'jsonb';
  readonly hasVersion: boolean;
  /** Of the table. */
  readonly blocks: number;
}

/**
 * Looks into every column of every table that holds text, so that a new one is looked into as well. What is to stay is
 * named: `stays` in the list of personal data, keys, and the tables that PostgreSQL itself does not let change.
 */
@Injectable()
export class TypeOrmMentions extends Mentions {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  async namesOf(address: string): Promise<readonly string[]> {
    const rows = await this.manager.query<{ name: string | null }[]>(NAMES, [address]);
    return rows.flatMap(({ name }) => (name !== null && FULL_NAME.test(name.trim()) ? [name.trim()] : []));
  }

  async redact({ address, names }: PersonalWords): Promise<number> {
    // What contains another one goes first.
    const words = [address, ...names].toSorted((a, b) => b.length - a.length);
    const byTable = Map.groupBy(await this.textColumns(), ({ table }) => table);
    let changed = 0;
    for (const [table, columns] of byTable) {
      const blocks = columns[0]?.blocks ?? 0;
      for (let from = 0; from < blocks; from += BLOCKS) changed += await this.redactIn(table, columns, words, from);
    }
    return changed;
  }

  /** Rows are locked in one order before any is written, so that two erasures wait for one another. */
  private async redactIn(table: string, columns: readonly TextColumn[], words: readonly string[], from: number) {
    const patterns = words.map(patternOf);
    const found = columns.map(({ column }) => {
      const text = `"${column}"::text`;
      return `(lower(${text}) LIKE ANY ($1::text[]) AND ${text} ~* ANY ($2::text[]))`;
    });
    const cleaned = columns.map(({ column, type }) => `"${column}" = ${redacted(`"${column}"::text`, words)}::${type}`);
    if (columns.some(({ hasVersion }) => hasVersion)) cleaned.push('"version" = "version" + 1');
    const [, count] = await this.manager.query<[unknown, number]>(
      `WITH due AS MATERIALIZED (
         SELECT ctid FROM "${table}"
          WHERE ctid >= '(${from},0)'::tid AND ctid < '(${from + BLOCKS},0)'::tid AND (${found.join(' OR ')})
          ORDER BY ctid FOR UPDATE)
       UPDATE "${table}" SET ${cleaned.join(', ')} WHERE ctid IN (SELECT ctid FROM due)`,
      [words.map((word) => likeAnywhere(word.toLowerCase())), patterns, ...patterns],
    );
    return count;
  }

  private async textColumns(): Promise<TextColumn[]> {
    const columns = await this.manager.query<TextColumn[]>(`
      SELECT c.relname AS "table", a.attname AS "column", t.typname AS "type",
             EXISTS (SELECT 1 FROM pg_attribute v WHERE v.attrelid = c.oid AND v.attname = 'version') AS "hasVersion",
             (pg_relation_size(c.oid) / current_setting('block_size')::int)::int AS "blocks"
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN ('audit_log', 'migrations')
         AND has_table_privilege(c.oid, 'UPDATE') AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND t.typname IN ('text', 'varchar', 'json', 'jsonb')
         AND NOT EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND a.attnum = ANY (i.indkey))
       ORDER BY 1, 2`);
    return columns.filter(({ table, column }) => !STAYS.has(`${table}.${column}`));
  }

  private get manager(): EntityManager {
    return managerOf(this.database);
  }
}

/** Parameters from the third on are the patterns of the words, one by one. */
const redacted = (text: string, words: readonly string[]): string =>
  words.reduce((inner, _, index) => `regexp_replace(${inner}, $${index + 3}, '${REDACTED}', 'gi')`, text);

/**
 * A word, taken literally by PostgreSQL's regular expressions, and not as a part of a longer address or name. JSON writes a
 * line break before it as a letter.
 */
function patternOf(word: string): string {
  const literal = word.replace(/[^\p{L}\p{N}]/gu, (character) => (/\s/u.test(character) ? '\\s+' : `\\${character}`));
  return `(?<=^|[^\\w.+-]|\\\\[bfnrt])(?:${literal})(?!\\.?[\\w-])`;
}
