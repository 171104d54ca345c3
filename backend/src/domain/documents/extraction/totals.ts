import type { ReadTotal } from '../../shared/document-reading.js';
import { isUnit, readNumber, unitKey } from './amounts.js';
import type { ReadLine } from './result-rows.js';
import { isTornOff, readResult } from './result-values.js';
import { boxOf, isIncomplete, type LinedPage, overlapping, type Segment } from './segments.js';

const KIND = '(?:(?:δ|Δ|∆|d|delta)[- ]?9[- ]?)?(thc|cbd|tetrahydrocannabinol|cannabidiol)(?: \\((?:thc|cbd)\\))?';
const BASIS = '(?:per|\\/) ?(container|package|pkg|can|bottle|unit|serving)';
const NAME = `(?:total|max(?:imum)?|sum of)(?: active| available| potential)? ${KIND}[*†‡]*`;
/** The name of a total in a table. */
export const TOTAL_NAME = new RegExp(`^${NAME}$`, 'i');
/** "Total THC", "Total CBD per Unit", "Total THC %". */
const LABEL = new RegExp(`^${NAME}(?: ?\\(?${BASIS}\\)?)?(?: ?\\(?(%|mg\\/g|mg)\\)?)? ?[:=]?$`, 'i');
/** "Total THC: 19.2%", "Total THC/Container : 113.14 mg". */
const WITH_AMOUNT = new RegExp(`^${NAME}(?: ?\\(?${BASIS}\\)?)?(?: ?\\(?(%|mg\\/g|mg)\\)?)? ?[:=] ?(.+)$`, 'i');

interface Found {
  readonly total: ReadTotal['total'];
  readonly valueText: string;
  readonly value: number | null;
  readonly unit: string | null;
  readonly page: number;
  readonly parts: readonly Pick<Segment, 'x' | 'right' | 'top' | 'bottom'>[];
}

/**
 * Totals of THC and CBD as the document prints them, in each unit: from tables, and from summaries with the amount beside,
 * below or above its label. Never computed. A total with two different amounts in one unit is left out.
 */
export function printedTotals(pages: readonly LinedPage[], lines: readonly ReadLine[]): readonly ReadTotal[] {
  const inTables = lines.flatMap(fromLine);
  const isInTable = (page: LinedPage, { line }: Segment) =>
    lines.some((one) => one.page === page.number && one.line.line === line && TOTAL_NAME.test(one.name));
  const inSummaries = pages.flatMap((page) =>
    page.lines.flatMap(({ segments }) =>
      segments.flatMap((segment) => (isInTable(page, segment) ? [] : fromSegment(page, segment))),
    ),
  );
  const found = [...inTables, ...inSummaries];
  const keys = new Set(found.map(keyOf));
  return [...keys].flatMap((key) => agreed(found.filter((one) => keyOf(one) === key)));
}

const keyOf = ({ total, unit }: Found): string => `${total} ${unitKey(unit ?? '')}`;

/** The most precise of several equal amounts. */
function agreed(found: readonly Found[]): readonly ReadTotal[] {
  const [first] = [...found].sort((a, b) => digitsOf(b) - digitsOf(a));
  const isSame = (other: Found) =>
    first !== undefined &&
    (first.value === null || other.value === null
      ? first.valueText.toLowerCase() === other.valueText.toLowerCase()
      : Math.abs(first.value - other.value) <= 0.5 * 10 ** -digitsOf(other) + 1e-9);
  if (!first || !found.every(isSame)) return [];
  const { page, parts, ...total } = first;
  return [{ ...total, box: boxOf(page, parts) }];
}

const digitsOf = ({ valueText }: Found): number => /\.(\d+)/.exec(valueText)?.[1]?.length ?? 0;

const totalOf = (name = ''): ReadTotal['total'] => (/^(?:thc|tetra)/i.test(name) ? 'thc' : 'cbd');

function fromLine({ name, results, page, line }: ReadLine): readonly Found[] {
  const named = TOTAL_NAME.exec(name.trim());
  if (!named) return [];
  const parts = line.cells.filter((cell) => cell !== null);
  return results.flatMap(({ text, value, unit }) =>
    unit === null ? [] : [{ total: totalOf(named[1]), valueText: text, value, unit, page, parts }],
  );
}

function fromSegment(page: LinedPage, segment: Segment): readonly Found[] {
  if (segment.text.length > 80 || isIncomplete(segment.text)) return [];
  const whole = WITH_AMOUNT.exec(segment.text);
  if (whole) {
    const amount = amountIn(segment.words.slice(-3));
    const isAll = amount !== null && whole[4]?.replace(/\s/g, '').startsWith(amount.valueText.replace(/\s/g, ''));
    return isAll ? made(page, whole, amount, [segment]) : [];
  }
  const label = LABEL.exec(segment.text);
  return label
    ? amountsNear(page, segment).flatMap(({ amount, part }) => made(page, label, amount, [segment, part]))
    : [];
}

interface Amount {
  readonly valueText: string;
  readonly value: number | null;
  readonly unit: string | null;
}

/** A number with its unit, or "ND"; null for anything else. */
function amountOf(segment: Segment): Amount | null {
  return amountIn(segment.words);
}

function amountIn(words: Segment['words']): Amount | null {
  const text = words.map((word) => word.text).join(' ');
  const perContainer = /^([\d.,]+) ?mg ?\/ ?(container|package|can|bottle|unit|serving)$/i.exec(text);
  if (perContainer) return numbered(perContainer[1] ?? '', `mg/${perContainer[2]?.toLowerCase()}`);
  for (let from = 0; from < words.length; from += 1) {
    const result = readResult(words.slice(from));
    if (result && (from === 0 || !words.slice(0, from).some((word) => isTornOff(word.text))))
      return from === 0 || words.length <= 3
        ? { valueText: result.text, value: result.value, unit: result.unit }
        : null;
  }
  return null;
}

function numbered(text: string, unit: string): Amount | null {
  const value = readNumber(text);
  return value === null ? null : { valueText: text, value, unit };
}

/** The amounts beside a label; else those below it; else, on a card without any, the one above it. */
function amountsNear(page: LinedPage, label: Segment): readonly { amount: Amount; part: Segment }[] {
  const beside = page.lines[label.line]?.segments[label.index + 1];
  const right = beside && beside.x - label.right < 0.36 * page.width ? amountOf(beside) : null;
  if (beside && right)
    return right.unit === null && !LABEL_UNIT.test(label.text) ? [] : [{ amount: right, part: beside }];
  const below = stack(page, label, 1);
  if (below === 'other') return [];
  if (below.length > 0) return below;
  const above = stack(page, label, -1);
  const [first] = above === 'other' ? [] : above;
  return first && !isBelowLabel(page, first.part) ? [first] : [];
}

const LABEL_UNIT = /%|mg/i;

/** Amounts directly below or above a label; `other` if other text that could be about it stands there. */
function stack(page: LinedPage, label: Segment, step: 1 | -1): readonly { amount: Amount; part: Segment }[] | 'other' {
  const found: { amount: Amount; part: Segment }[] = [];
  let last: Pick<Segment, 'mid' | 'size'> = label;
  for (let at = label.line + step; found.length < 3; at += step) {
    const line = page.lines[at];
    if (!line || Math.abs(line.mid - last.mid) > 2.2 * Math.max(last.size, line.size)) break;
    const parts = overlapping(line, label);
    const [part] = parts;
    if (!part) continue;
    const amounts = parts.flatMap((one) => {
      const amount = amountOf(one);
      // Beside another amount, "ND" can be that of the next label.
      const isOwn = amount && (parts.length === 1 || (amount.value !== null && amount.unit !== null));
      return isOwn ? [{ amount, part: one }] : [];
    });
    if (amounts.length < parts.length) return found.length > 0 ? found : /\d/.test(part.text) ? 'other' : [];
    found.push(...amounts);
    last = part;
  }
  return found;
}

/** Whether an amount stands below the label of another total. */
function isBelowLabel(page: LinedPage, amount: Segment): boolean {
  for (let at = amount.line - 1; at >= 0; at -= 1) {
    const line = page.lines[at];
    if (!line || amount.mid - line.mid > 4.4 * Math.max(amount.size, line.size)) return false;
    const [above] = overlapping(line, amount);
    if (above && /\btotal\b/i.test(above.text)) return true;
  }
  return false;
}

function made(
  page: LinedPage,
  [, kind, basis, labelUnit]: RegExpExecArray,
  { valueText, value, unit }: Amount,
  parts: readonly Segment[],
): readonly Found[] {
  const own = unit ?? labelUnit ?? null;
  const stated = basis && (own === null || unitKey(own) === 'mg') ? `mg/${basis.toLowerCase()}` : own;
  if (value !== null && (stated === null || !isUnit(stated))) return [];
  if (/^[a-z]/i.test(valueText) && basis && own === null) return [];
  return [{ total: totalOf(kind), valueText, value, unit: stated, page: page.number, parts }];
}
