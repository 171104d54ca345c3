import {
  READ_DETAILS,
  type ReadDetailName,
  type ReadField,
  type ReadFieldName,
} from '../../shared/document-reading.js';
import { addressedNames } from './addressed-names.js';
import { type DateOrder, readDay } from './dates.js';
import { labName, looksLikeLab } from './lab-name.js';
import { type LabeledValue, labeledValues } from './label-values.js';
import { type LabeledField, OFFERED_RANK } from './labels.js';
import { namesAboveKind, productTitle } from './product-title.js';
import { boxOf, isIncomplete, type LinedPage } from './segments.js';
import { printedTexts } from './wrapped-values.js';

const LONGEST: Readonly<Record<LabeledField, number>> = {
  brandName: 120,
  productName: 200,
  batchId: 100,
  testDate: 40,
  labName: 120,
  labReportId: 100,
  sampleId: 100,
  dateCollected: 40,
  dateReceived: 40,
  dateIssued: 40,
  sampledBy: 120,
};
const DAYS: readonly LabeledField[] = ['testDate', 'dateCollected', 'dateReceived', 'dateIssued'];

interface Candidate extends LabeledValue {
  /** The value in the form's spelling. */
  readonly value: string;
}

/** What a header says: fields of the submission form, and details that the form doesn't ask for. */
export interface Header {
  readonly fields: readonly ReadField[];
  readonly details: readonly ReadField<ReadDetailName>[];
  /** Values of fields that are not read, of which a person chooses. */
  readonly candidates: readonly ReadField[];
}

/** Fields of which several values are offered. Several numbers for a batch are mostly those of analyses. */
const OFFERED: readonly LabeledField[] = ['brandName', 'productName', 'testDate'];
/** More than a person would compare. */
const MOST_OFFERED = 12;

/**
 * Finds the header fields. A field with two different values under labels of one rank is left out; a person can choose
 * of its values. So are names that only may be the brand's or the product's.
 */
export function headerFields(pages: readonly LinedPage[], order: DateOrder): Header {
  const printed = printedTexts(pages);
  const labeled = pages.flatMap((page) => labeledValues(page, printed)).flatMap((value) => candidateOf(value, order));
  const likely = labeled.filter(({ rank }) => rank < OFFERED_RANK);
  const read = (Object.keys(LONGEST) as LabeledField[]).flatMap((field) => {
    const [first, another] = differentValues(field, likely);
    return first && !another ? [first] : [];
  });
  const isNamed = (name: LabeledField) => likely.some(({ field }) => field === name);
  const found = read.filter((one): one is ReadField<FormLabel> => !isDetail(one));
  const foundValue = (name: LabeledField) => found.find(({ field }) => field === name)?.value ?? null;
  const hasLab = likely.some(({ field, rank }) => field === 'labName' && rank === 1);
  const lab = foundValue('labName') !== null || hasLab ? null : labName(pages, foundValue('brandName'));
  const companies = [foundValue('brandName'), foundValue('labName'), lab?.value ?? null];
  const above = namesAboveKind(pages, companies);
  const title = isNamed('productName')
    ? null
    : (productTitle(pages, companies) ?? (above.length === 1 ? above[0] : null));
  const fields = [...found, ...[lab, title].filter((one) => !!one)];
  const unlabeled = [...above, ...customers(pages, companies)];
  const isRead = (name: LabeledField) => fields.some(({ field }) => field === name);
  const candidates = OFFERED.filter((name) => !isRead(name)).flatMap((name) => {
    const names = isNamed(name) ? [] : unlabeled.filter(({ field }) => field === name);
    const all = [...names, ...(differentValues(name, labeled) as readonly ReadField[])];
    return withoutCopies(all).slice(0, MOST_OFFERED);
  });
  return { fields, details: read.filter(isDetail), candidates };
}

/** Names above an address in the header that are not the laboratory's: customers, whose brand it mostly is. */
function customers(pages: readonly LinedPage[], others: readonly (string | null)[]): readonly ReadField[] {
  const known = new Set(others.map((text) => text?.toLowerCase()));
  return addressedNames(pages)
    .filter(({ text, isInHeader }) => isInHeader && !looksLikeLab(text) && !known.has(text.toLowerCase()))
    .map(({ text, page, segment }) => ({
      field: 'brandName',
      value: text,
      printed: text,
      box: boxOf(page, [segment]),
      label: null,
    }));
}

/** Each value once, days in their order. */
function withoutCopies<Name extends LabeledField | ReadFieldName>(
  all: readonly ReadField<Name>[],
): readonly ReadField<Name>[] {
  const groups = Map.groupBy(all, ({ value }) => value.toLowerCase());
  const once = [...groups.values()].flatMap(([first]) => first ?? []);
  return once[0]?.field === 'testDate' ? once.toSorted((a, b) => a.value.localeCompare(b.value)) : once;
}

type FormLabel = Exclude<LabeledField, ReadDetailName>;

const isDetail = (one: ReadField<LabeledField>): one is ReadField<ReadDetailName> =>
  (READ_DETAILS as readonly string[]).includes(one.field);

function candidateOf(found: LabeledValue, order: DateOrder): readonly Candidate[] {
  // "Sample: 2606-0412" is a number, "Sample: Ginger Fizz" a name.
  const isNumber = found.field === 'productName' && found.isWeak && looksLikeCode(found.text.trim());
  const meant = isNumber ? ({ ...found, field: 'sampleId' } as const) : found;
  const value = formValue(meant, order);
  return value === null ? [] : [{ ...meant, value }];
}

/** The different values under labels of the best rank, each where it is printed first. */
function differentValues(field: LabeledField, all: readonly Candidate[]): readonly ReadField<LabeledField>[] {
  const candidates = all.filter((candidate) => candidate.field === field);
  const best = Math.min(...candidates.map(({ rank }) => rank));
  const top = candidates.filter(({ rank }) => rank === best);
  return withoutCopies(
    top.map(({ value, text, label, page, parts }) => ({ field, value, printed: text, box: boxOf(page, parts), label })),
  );
}

/** The value as the form takes it, or null if it doesn't look like one. */
function formValue({ field, text, isWeak }: LabeledValue, order: DateOrder): string | null {
  const printed = text
    .replace(/\s+/g, ' ')
    .replace(/ ?[;,]+$/, '')
    .trim();
  if (isIncomplete(printed)) return null;
  if (printed === '' || printed.length > LONGEST[field] || PLACEHOLDER.test(printed)) return null;
  if (DAYS.includes(field)) return readDay(printed, order);
  if (field === 'sampleId') return isSampleId(printed, isWeak) ? printed : null;
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

const isSampleId = (text: string, isWeak: boolean): boolean =>
  isReportId(text) && readDay(text, 'month-first') === null && (!isWeak || (looksLikeCode(text) && text.length >= 6));

/** A sample's number instead of its name. */
const looksLikeCode = (text: string): boolean =>
  !/\p{Ll}{3}/u.test(text) && /\d/.test(text) && text.split(' ').length <= 2;
