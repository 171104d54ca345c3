import type { ReadRow } from '../../shared/document-reading.js';
import { basisOf, readNumber, unitKey } from './amounts.js';
import { inOrder, type LineResult } from './line-results.js';
import { isBlank, readResult } from './result-values.js';
import type { Segment } from './segments.js';
import type { Column } from './table-finder.js';
import { cellText, type TableLine } from './table-rows.js';

export type Limits = Pick<ReadRow, 'lod' | 'loq' | 'limit'>;

/** A printed limit with its unit; without one, it is that of the only concentration. */
interface PrintedLimit {
  readonly kind: keyof Limits;
  readonly value: number | null;
  readonly unit: string | null;
}

/** LOD, LOQ and limit of a result, those that are certainly in its unit; null if a cell contains something else. */
export function limitsOf(
  columns: readonly Column[],
  line: TableLine,
  results: readonly LineResult[],
): ((result: LineResult) => Limits) | null {
  const printed: PrintedLimit[] = [];
  for (const [index, column] of columns.entries()) {
    const cell = line.cells[index];
    if (!cell || isBlank(cellText(cell))) continue;
    const read = printedLimits(column, cell);
    if (!read) return null;
    printed.push(...read);
  }
  const concentrations = results.filter(({ unit }) => unit !== null && basisOf(unit) === 'concentration');
  const isOf = ({ unit }: PrintedLimit, result: LineResult) =>
    unit === null
      ? concentrations.length <= 1 && result === inOrder(results)[0]
      : result.unit === null || unitKey(unit) === unitKey(result.unit);
  return (result) => {
    const limits: Record<keyof Limits, number | null> = { lod: null, loq: null, limit: null };
    for (const limit of printed) if (isOf(limit, result)) limits[limit.kind] = limit.value;
    return limits;
  };
}

/** What a cell says about limits; null if it contains something else. */
function printedLimits({ kind, unit }: Column, cell: Segment): readonly PrintedLimit[] | null {
  if (kind === 'lod/loq' || kind === 'loq/lod') return limitPair(kind, unit, cellText(cell));
  if (kind !== 'lod' && kind !== 'loq' && kind !== 'limit') return [];
  const text = cellText(cell);
  const read = readResult(cell.words);
  if (!read) return isTextLimit(kind, text) ? [] : null;
  return [{ kind, value: read.value ?? boundOf(text), unit: read.unit ?? unit }];
}

/** "0.02 / 0.05" under "LOD/LOQ". */
function limitPair(kind: 'lod/loq' | 'loq/lod', unit: string | null, text: string): readonly PrintedLimit[] | null {
  const [first, second, ...more] = text.split('/').map((part) => readNumber(part));
  if (more.length > 0 || typeof first !== 'number' || typeof second !== 'number') return null;
  const [lod, loq] = kind === 'lod/loq' ? [first, second] : [second, first];
  return [
    { kind: 'lod', value: lod, unit },
    { kind: 'loq', value: loq, unit },
  ];
}

/** "<10", "≤ 0.5": the limit itself. */
const boundOf = (text: string): number | null => (/^[<≤]/.test(text) ? readNumber(text.slice(1)) : null);

/**
 * Limits in words, such as "Absent in 1 g" or "Detected in 1 g", can mean what passes or what fails; they are not
 * shown.
 */
const isTextLimit = (kind: string, text: string): boolean =>
  kind === 'limit' &&
  /^(?:≥ ?lod|nmt|not more than|absen(?:t|ce)|not detected|none detected|detect(?:ed|able|ion)?|presen(?:t|ce)|any amount|positive)\b[\w .,/()]{0,24}$/i.test(
    text,
  );
