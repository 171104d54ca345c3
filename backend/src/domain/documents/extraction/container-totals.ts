import type { ReadField, ReadTotal } from '../../shared/document-reading.js';
import { basisOf, readNumber, unitKey } from './amounts.js';
import type { ReadLine } from './result-rows.js';
import { boxOf, type LinedPage, overlapping, type Segment } from './segments.js';
import { TOTAL_NAME } from './totals.js';

type TotalField = 'thcContent' | 'cbdContent';

interface Candidate {
  readonly field: TotalField;
  readonly amount: number;
  readonly printed: string;
  readonly label: string;
  /** A "unit" can be a serving; a container, package, bottle or can can't. */
  readonly isUnit: boolean;
  readonly page: number;
  readonly parts: readonly Pick<Segment, 'x' | 'right' | 'top' | 'bottom'>[];
}

const CONTAINER = '(?:container|package|pkg\\.?|can|bottle|unit)';
const PER = `(?:per|\\/|in|in each)\\s*(?:\\d+(?:\\.\\d+)? ?(?:m?l|oz|fl\\.? ?oz)\\.? )?${CONTAINER}`;
const SUBJECT = '(thc|cbd|tetrahydrocannabinol|cannabidiol)(?: content| amount)?\\*?';
const LABEL = `(total )?(?:active )?${SUBJECT}(?:,? ?[([]?((?:mg )?${PER}|mg ?\\/ ?${CONTAINER})(?: ?\\([^()]{1,24}\\))?[)\\]]?)?(?: ?[(,]? ?mg\\)?)?`;
const AMOUNT = `([\\d.,]+) ?(?:mg|milligrams)?(?: ?(${PER})(?: ?\\([^()]{1,24}\\))?)?`;
const EXACT_LABEL = new RegExp(`^${LABEL} ?:?$`, 'i');
const EXACT_AMOUNT = new RegExp(`^${AMOUNT}$`, 'i');
const LABEL_FIRST = new RegExp(`^${LABEL}(?: ?[:=] ?| )${AMOUNT}$`, 'i');
const AMOUNT_FIRST = new RegExp(`^${AMOUNT} ${LABEL}$`, 'i');
const LARGEST_MG = 1000;

/**
 * Milligrams of total THC and CBD in one container, only where the document prints exactly that. Never computed from
 * mg/g, never taken from a serving. If the document prints different amounts, none is taken.
 */
export function containerTotals(
  pages: readonly LinedPage[],
  lines: readonly ReadLine[],
  totals: readonly ReadTotal[],
): readonly ReadField[] {
  const found = [...lines.flatMap(fromLine), ...pages.flatMap(fromPage), ...inUnits(pages, totals)];
  const all = found.filter(({ amount }) => amount <= LARGEST_MG);
  const unitIsServing = pages.some((page) =>
    page.lines.some((line) => line.segments.some(({ text }) => SERVING_UNIT.test(text))),
  );
  return (['thcContent', 'cbdContent'] as const).flatMap((field) => {
    const own = all.filter((candidate) => candidate.field === field);
    const containers = own.filter(({ isUnit }) => !isUnit);
    const counted = containers.length > 0 ? containers : unitIsServing ? [] : own;
    const [first] = [...counted].sort((a, b) => digitsOf(b) - digitsOf(a));
    if (!first || !counted.every((other) => agree(first, other))) return [];
    const value = String(Number(hundredths(first.amount)));
    return [{ field, value, printed: first.printed, box: boxOf(first.page, first.parts), label: first.label }];
  });
}

/** "Net Weight per Unit: 355.0 g". */
const NET_WEIGHT = /^(?:net )?(?:weight|mass) per (container|package|can|bottle|unit) ?: ([\d.,]+) ?(mg|g)$/i;

/** Totals in plain milligrams are those of a container if they are its net weight times the printed concentration. */
function inUnits(pages: readonly LinedPage[], totals: readonly ReadTotal[]): readonly Candidate[] {
  const texts = pages.flatMap(({ lines }) => lines.flatMap(({ segments }) => segments.map(({ text }) => text)));
  const weights = texts.flatMap((text) => {
    const [, basis = '', number = '', unit] = NET_WEIGHT.exec(text) ?? [];
    const weight = readNumber(number);
    return weight === null ? [] : [{ label: text, basis, grams: unit === 'g' ? weight : weight / 1000 }];
  });
  const isTotal =
    ({ total, value }: ReadTotal, grams: number) =>
    (one: ReadTotal) => {
      const perGram = { 'mg/g': 1, '%': 10 }[unitKey(one.unit ?? '')];
      if (one.total !== total || perGram === undefined || one.value === null || value === null) return false;
      const rounding = 0.5 * 10 ** -digitsOf({ printed: one.valueText });
      return Math.abs(one.value * perGram * grams - value) <= rounding * perGram * grams + 1e-9;
    };
  return weights.flatMap(({ label, basis, grams }) =>
    totals
      .filter((total) => unitKey(total.unit ?? '') === 'mg' && totals.some(isTotal(total, grams)))
      .map(({ total, value, valueText, box: { page, x, y, width, height } }) => ({
        field: total === 'thc' ? 'thcContent' : 'cbdContent',
        amount: value ?? 0,
        printed: `${valueText} mg`,
        label,
        isUnit: /unit/i.test(basis),
        page,
        parts: [{ x, right: x + width, top: y, bottom: y + height }],
      })),
  );
}

const SERVING_UNIT =
  /\b1? ?unit ?(?:=|is|:) ?(?:1|one) (?:serving|dose|piece|gummy)|\b1? ?serving ?(?:=|is) ?(?:1|one) unit/i;

/** The form takes two decimals. A tiny addition keeps 4.885 from becoming 4.88 because of its binary form. */
const hundredths = (amount: number): string => (Math.round((amount + 1e-9) * 100) / 100).toFixed(2);

const digitsOf = ({ printed }: Pick<Candidate, 'printed'>): number => /\.(\d+)/.exec(printed)?.[1]?.length ?? 0;

/** Whether an amount with fewer digits is the same, rounded. */
const agree = (precise: Candidate, other: Candidate): boolean =>
  Math.abs(precise.amount - other.amount) <= 0.5 * 10 ** -digitsOf(other) + 1e-9;

/** A line such as "Total THC" in a table that has a column of milligrams per container. */
function fromLine({ name, results, line, page }: ReadLine): readonly Candidate[] {
  const field = fieldOf(name);
  if (!field) return [];
  return results.flatMap(({ unit, value, text }) => {
    if (unit === null || value === null || basisOf(unit) !== 'container' || !/^mg/i.test(unit)) return [];
    const isUnit = /\/(?:unit|each)$/.test(unitKey(unit));
    return [
      {
        field,
        amount: value,
        printed: `${text} ${unit}`,
        label: name,
        isUnit,
        page,
        parts: line.cells.filter((cell) => cell !== null),
      },
    ];
  });
}

function fieldOf(name: string): TotalField | null {
  const found = TOTAL_NAME.exec(name.trim());
  return found ? fieldNamed(found[1]) : null;
}

const fieldNamed = (name = ''): TotalField => (/^(?:thc|tetra)/i.test(name) ? 'thcContent' : 'cbdContent');

function fromPage(page: LinedPage): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const { segments } of page.lines)
    for (const segment of segments)
      if (/thc|cbd|tetrahydro|cannabidiol/i.test(segment.text)) found.push(...fromSegment(page, segment));
  return found;
}

function fromSegment(page: LinedPage, segment: Segment): readonly Candidate[] {
  const { text } = segment;
  if (text.length > 120) return [];
  const inside = LABEL_FIRST.exec(text);
  if (inside) return candidate(page, inside.slice(1, 4), inside.slice(4), [segment], text);
  const reversed = AMOUNT_FIRST.exec(text);
  if (reversed) return candidate(page, reversed.slice(3), reversed.slice(1, 3), [segment], text);
  const label = EXACT_LABEL.exec(text);
  if (!label) return [];
  const amounts = amountsNear(page, segment).flatMap((near) => {
    const amount = EXACT_AMOUNT.exec(near.text);
    return amount ? candidate(page, label.slice(1), amount.slice(1), [segment, near], near.text) : [];
  });
  return amounts.length === 1 ? amounts : [];
}

function candidate(
  page: LinedPage,
  [total, subject, labelBasis]: readonly (string | undefined)[],
  [number, amountBasis]: readonly (string | undefined)[],
  parts: readonly Segment[],
  printed: string,
): readonly Candidate[] {
  const basis = amountBasis ?? labelBasis;
  const amount = readNumber(number ?? '');
  if (!basis || amount === null || (!total && !labelBasis)) return [];
  const isUnit = /unit$/i.test(basis.trim());
  return [
    { field: fieldNamed(subject), amount, printed, label: parts[0]?.text ?? '', isUnit, page: page.number, parts },
  ];
}

/** The text right beside, below, and above a label. Above only if nothing else is there: cards put the amount first. */
function amountsNear(page: LinedPage, label: Segment): readonly Segment[] {
  const beside = page.lines[label.line]?.segments[label.index + 1];
  if (beside && beside.x - label.right < 0.36 * page.width && EXACT_AMOUNT.test(beside.text)) return [beside];
  const below = vertical(page, label, 1);
  // "Total THC" above "25.1%" doesn't belong to the amount above it, which is the end of something else.
  const isOpen = below !== null || !hasFigureBelow(page, label);
  const above = isOpen ? vertical(page, label, -1) : null;
  if (below && above) return Math.abs(below.mid - label.mid) < 0.75 * Math.abs(above.mid - label.mid) ? [below] : [];
  return below ? [below] : above ? [above] : [];
}

function hasFigureBelow(page: LinedPage, label: Segment): boolean {
  const next = page.lines.slice(label.line + 1, label.line + 5).find((line) => overlapping(line, label).length > 0);
  if (!next || next.mid - label.mid > 2.6 * Math.max(label.size, next.size)) return false;
  return overlapping(next, label).some(({ text }) => /^[<\d]/.test(text));
}

function vertical(page: LinedPage, label: Segment, step: 1 | -1): Segment | null {
  for (let index = label.line + step, looked = 0; looked < 4; index += step, looked += 1) {
    const line = page.lines[index];
    if (!line || Math.abs(line.mid - label.mid) > 2.6 * Math.max(label.size, line.size)) return null;
    const [first, second] = overlapping(line, label);
    if (!first) continue;
    return !second && EXACT_AMOUNT.test(first.text) ? first : null;
  }
  return null;
}
