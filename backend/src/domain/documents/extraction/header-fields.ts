import type { ReadField } from '../../shared/document-reading.js';
import { type DateOrder, readDay } from './dates.js';
import { type LabeledValue, labeledValues } from './label-values.js';
import { isLabel, type LabeledField, splitAtColon } from './labels.js';
import { isSectionTitle } from './panel-names.js';
import { boxOf, isIncomplete, type LinedPage, type Segment } from './segments.js';

const LONGEST: Readonly<Record<LabeledField, number>> = {
  brandName: 120,
  productName: 200,
  batchId: 100,
  testDate: 40,
  labName: 120,
  labReportId: 100,
};

interface Candidate extends LabeledValue {
  /** The value in the form's spelling. */
  readonly value: string;
}

/** Finds the header fields. A field with two different values under labels of one rank is left out. */
export function headerFields(pages: readonly LinedPage[], order: DateOrder): readonly ReadField[] {
  const candidates = pages.flatMap((page) => labeledValues(page)).flatMap((value) => candidateOf(value, order));
  const fields = (Object.keys(LONGEST) as LabeledField[]).flatMap((field) => chosen(field, candidates));
  if (fields.some(({ field }) => field === 'labName')) return fields;
  const brand = fields.find(({ field }) => field === 'brandName')?.value ?? null;
  const lab = candidates.some(({ field, rank }) => field === 'labName' && rank === 1) ? null : labName(pages, brand);
  return lab ? [...fields, lab] : fields;
}

function candidateOf(found: LabeledValue, order: DateOrder): readonly Candidate[] {
  const value = formValue(found, order);
  return value === null ? [] : [{ ...found, value }];
}

function chosen(field: LabeledField, all: readonly Candidate[]): readonly ReadField[] {
  const candidates = all.filter((candidate) => candidate.field === field);
  const best = Math.min(...candidates.map(({ rank }) => rank));
  const top = candidates.filter(({ rank }) => rank === best);
  const [first] = top;
  if (!first || new Set(top.map(({ value }) => value.toLowerCase())).size > 1) return [];
  const { value, text, label, page, parts } = first;
  return [{ field, value, printed: text, box: boxOf(page, parts), label }];
}

/** The value as the form takes it, or null if it doesn't look like one. */
function formValue({ field, text, isWeak }: LabeledValue, order: DateOrder): string | null {
  const printed = text.replace(/\s+/g, ' ').trim();
  if (isIncomplete(printed)) return null;
  if (printed === '' || printed.length > LONGEST[field] || PLACEHOLDER.test(printed)) return null;
  if (field === 'testDate') return readDay(printed, order);
  if (field === 'batchId') return isIdentifier(printed) && readDay(printed, 'month-first') === null ? printed : null;
  if (field === 'labReportId') return isReportId(printed) ? printed : null;
  if (!/\p{L}{2}/u.test(printed) || readDay(printed, 'month-first') !== null) return null;
  if (field === 'labName') return !isWeak || looksLikeLab(printed) ? printed : null;
  if (field === 'productName' && isWeak && looksLikeCode(printed)) return null;
  return /^(?:https?:|www\.)|@/.test(printed) ? null : printed;
}

const PLACEHOLDER =
  /^(?:n\/?a|none|not (?:provided|applicable|available|specified|reported|given)|unknown|tbd|pending|-+|–|—|\.+|_+|see .*)\.?$/i;

/** Batch ids have no fixed form, but have a digit or are a single word. */
const isIdentifier = (text: string): boolean =>
  text.split(' ').length <= 6 &&
  (/\d/.test(text) || /^[\p{Lu}\d][\p{L}\d/_.#-]+$/u.test(text)) &&
  !/\d (?:g|kg|lbs?|units?|ml|oz|mg|cans|bottles)$/i.test(text);

const isReportId = (text: string): boolean =>
  /\d/.test(text) &&
  !/\s/.test(text.replace(/ ?[-–/] ?/g, '-').replace(/(?:,? (?:rev|v|version)\.? ?\d+| \(.{1,14}\))$/i, '')) &&
  text.length <= 40;

/** A sample's number instead of its name. */
const looksLikeCode = (text: string): boolean =>
  !/\p{Ll}{3}/u.test(text) && /\d/.test(text) && text.split(' ').length <= 2;

const LAB_WORD =
  /\b(?:labs?|laborator(?:y|ies)|analytics?|analytical|testing|scientific|sciences?|research|diagnostics|assays?|test (?:house|lab))\b/i;

/** Whether a name has a word that is typical of laboratories. */
const looksLikeLab = (text: string): boolean => LAB_WORD.test(text);

/** Titles and sentences with such a word that are not the name of a laboratory. */
const NOT_A_NAME =
  /\b(?:certificate|report|results?|analysis|accredited|iso|tested|sample (?:id|name|type|info\w*|details?|results?|matrix)|page|date|method|hplc|test(?:s|ing)? (?:results?|summary|performed|requested)|director|manager|license|this|the|for|by|was|is|of the|not|please|regulatory|compliance|compounds?|panel|limit)\b|[:;?!]|\.\s|\d{3}|@|www|http/i;

/**
 * The laboratory's name without a label: in the top fifth of the first page, with a word such as "Labs" or "Analytical".
 * Left out if there are two such names, or it is the brand's.
 */
function labName(pages: readonly LinedPage[], brand: string | null): ReadField | null {
  const [first] = pages;
  if (!first) return null;
  const candidates: Segment[] = [];
  for (const { segments, mid } of first.lines) {
    if (mid > first.height * 0.22) break;
    for (const segment of segments) if (isName(segment) && !isUnderLabel(first, segment)) candidates.push(segment);
  }
  const names = new Set(candidates.map(({ text }) => text.toLowerCase()));
  const [found] = candidates;
  if (!found || names.size !== 1 || found.text.toLowerCase() === brand?.toLowerCase()) return null;
  return { field: 'labName', value: found.text, printed: found.text, box: boxOf(first.number, [found]), label: null };
}

const isName = ({ text, words }: Segment): boolean =>
  !isIncomplete(text) &&
  words.length <= 7 &&
  text.length <= 80 &&
  looksLikeLab(text) &&
  !NOT_A_NAME.test(text) &&
  /^[\p{Lu}\d]/u.test(text) &&
  words.length + (/\p{L}{6}/u.test(text) ? 1 : 0) >= 2 &&
  !isLabel(text) &&
  // A slogan has ordinary words in lower case.
  words.every((word) => !/^\p{Ll}{4}/u.test(word.text)) &&
  !isSectionTitle(text) &&
  splitAtColon(text) === null;

/** Text beside or directly below a label is that label's value: a client can be called "… Labs", too. */
function isUnderLabel(page: LinedPage, segment: Segment): boolean {
  const line = page.lines[segment.line];
  const before = line?.segments[segment.index - 1];
  if (before && isLabel(before.text)) return true;
  for (const step of [1, 2]) {
    const above = page.lines[segment.line - step];
    if (!above || segment.mid - above.mid > 2.6 * segment.size) return false;
    if (above.segments.some(({ x, text }) => Math.abs(x - segment.x) < 4 && isLabel(text))) return true;
  }
  return false;
}
