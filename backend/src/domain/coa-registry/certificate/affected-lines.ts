import type { FieldError } from '../../shared/domain-error.js';
import { foldSpaces, nameKey } from '../../shared/name-key.js';
import { type BrandBatch, batchKey } from './batch-key.js';

/** A line of a list of batches: one of our references, or a brand with a batch and perhaps a product. */
export type AffectedLine = { readonly reference: string } | NamedBatch;

export type NamedBatch = BrandBatch & {
  readonly brandName: string;
  readonly batchId: string;
  readonly productName: string | null;
};

/** Byte order mark of files. */
const MARK = /^\uFEFF/;

const REFERENCE = /^CB-[0-9A-Z]{4}-[0-9A-Z]{4}$/i;

/** A cell of CSV (RFC 4180) in one line, with its separator. Spreadsheets paste tabs. */
const CELL = /(?:"((?:[^"]|"")*)"|([^,\t]*))(?:[,\t]|$)/y;

/** As long as names on certificates. */
const NAME_MAX = 200;
const LINE_MAX = 1_000;

/** Characters that can't be seen, and noncharacters, which can't be part of a name. Tabs separate cells. */
const UNSEEN = /(?!\t)[\p{Cc}\p{Cf}\p{Noncharacter_Code_Point}]/u;

/**
 * Reads a list of batches, which is also CSV: in each line a reference such as `CB-7K3M-9QXD`, or brand and batch, and after
 * them a product if the list has it. A first line of column names is left out, and so is a batch that was already named.
 */
export function affectedLines(text: string): {
  readonly lines: readonly AffectedLine[];
  readonly errors: readonly FieldError[];
} {
  const lines = new Map<string, AffectedLine>();
  const errors: FieldError[] = [];
  for (const [index, line] of text.replace(MARK, '').split('\n').entries()) {
    const read = line.length > LINE_MAX ? 'it is too long' : lineOf(cellsOf(line.trim()), index === 0);
    if (read === null) continue;
    if (typeof read === 'string') errors.push({ field: 'batches', message: `Line ${index + 1}: ${read}` });
    else lines.set('reference' in read ? read.reference : `${read.brandKey}\n${read.batchKey}`, read);
    if (errors.length === ERRORS_MAX) break;
  }
  return { lines: [...lines.values()], errors };
}

/** More help nobody. */
const ERRORS_MAX = 5;

/** Null for a line without a batch, a text for what is wrong with it. */
function lineOf(cells: readonly string[], isFirst: boolean): AffectedLine | string | null {
  const [first = '', second = '', third = ''] = cells;
  if (cells.every((cell) => cell === '')) return null;
  if (REFERENCE.test(first)) return { reference: first.toUpperCase() };
  if (isFirst && /^(brand|reference)/i.test(first) && (second === '' || /^(batch|lot)/i.test(second))) return null;
  if (second === '') return 'write a reference, or the brand, a comma, and the batch';
  if ([first, second, third].some((cell) => UNSEEN.test(cell))) return "it has a character that can't be seen";
  if ([first, second, third].some((cell) => cell.length > NAME_MAX))
    return `a name can have ${NAME_MAX} characters at most`;
  const named = { brandKey: nameKey(first), batchKey: batchKey(second) };
  if (named.brandKey === '' || named.batchKey === '') return 'brand and batch need a letter or a digit';
  return {
    ...named,
    brandName: foldSpaces(first),
    batchId: foldSpaces(second),
    productName: foldSpaces(third) || null,
  };
}

/** Batches as a list that {@link affectedLines} reads. */
export const listOf = (batches: readonly Pick<NamedBatch, 'brandName' | 'batchId' | 'productName'>[]): string =>
  batches
    .map(({ brandName, batchId, productName }) => [brandName, batchId, productName ?? ''].map(quoted).join(','))
    .join('\n');

const quoted = (cell: string) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

function cellsOf(line: string): readonly string[] {
  const cells: string[] = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < line.length) {
    const found = CELL.exec(line);
    if (!found) break;
    cells.push((found[1]?.replaceAll('""', '"') ?? found[2] ?? '').trim());
  }
  return cells;
}
