import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Mentions, type PersonalWords } from '../../../domain/privacy/ports.js';
import { likeAnywhere } from '../../../platform/database/like.js';
import { managerOf } from '../../../platform/database/transaction.js';
import { DATA_INVENTORY } from '../data-inventory.js';

/** Replaces an address or name. */
export const REDACTED = '[removed]';

/** Blocks scanned per statement: 64 MB at 8 kB per block, so that no statement times out. */
const BLOCKS = 8_192;

/**
 * Columns to skip: those with `stays` in the data inventory, ids and names of things, and names stored with an email
 * address. Such a name belongs to the person with that address, and two people can share a name.
 */
const STAYS = new Set([
  ...DATA_INVENTORY.filter(({ erasure }) => erasure === 'stays').map(({ column }) => column),
  'coa_data.batchId',
  'coa_data.batchKey',
  'coa_data.labKey',
  'coa_data.labReportId',
  'coa_data.reference',
  'brands.contactEmail',
  'brands.contactName',
  'coa_data.submittedBy',
  'coa_data.contactName',
  'contact_messages.email',
  'contact_messages.name',
  'email_subscriptions.email',
]);

interface TextColumn {
  readonly table: string;
  readonly column: string;
  readonly type: 'text' | 'json' | 'jsonb';
  readonly hasVersion: boolean;
  /** Size of the table in blocks. */
  readonly blocks: number;
}

/**
 * Scans all text and JSON columns of all tables, so that new columns are covered automatically. Exceptions are explicit:
 * {@link STAYS}, columns in unique indexes, and tables we must not or may not update.
 */
@Injectable()
export class TypeOrmMentions extends Mentions {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  async redact({ address, names }: PersonalWords): Promise<number> {
    // Longest first, because a word may contain a shorter one.
    const words = [address, ...names].toSorted((a, b) => b.length - a.length);
    const byTable = Map.groupBy(await this.textColumns(), ({ table }) => table);
    let changed = 0;
    for (const [table, columns] of byTable) {
      const blocks = columns[0]?.blocks ?? 0;
      for (let from = 0; from < blocks; from += BLOCKS) changed += await this.redactIn(table, columns, words, from);
    }
    return changed;
  }

  /** Locks rows in a fixed order before updating, so that concurrent erasures don't deadlock. */
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

/** SQL expression with all words replaced; parameters $3 and up are the words' patterns. */
const redacted = (text: string, words: readonly string[]): string =>
  words.reduce((inner, _, index) => `regexp_replace(${inner}, $${index + 3}, '${REDACTED}', 'gi')`, text);

/**
 * A PostgreSQL regular expression that matches a word literally, but not within a longer address or name. In JSON, a
 * preceding line break is an escape like `\n`, which ends in a letter.
 */
function patternOf(word: string): string {
  const literal = word.replace(/[^\p{L}\p{N}]/gu, (character) => (/\s/u.test(character) ? '\\s+' : `\\${character}`));
  return `(?<=^|[^\\w.+-]|\\\\[bfnrt])(?:${literal})(?!\\.?[\\w-])`;
}
