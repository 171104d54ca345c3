import type { ReadFieldDto } from '../../api/generated/types.gen';

/** Fields of the form that software looks for in a document, in the form's order. */
export const PREFILLED_FIELDS = [
  'brandName',
  'productName',
  'batchId',
  'thcContent',
  'cbdContent',
  'testDate',
  'labName',
  'labReportId',
] as const;
export type PrefilledField = (typeof PREFILLED_FIELDS)[number];

/** A value that software found in the document. It may be of a field that the form does not have. */
export interface FoundValue extends Pick<ReadFieldDto, 'value' | 'printed' | 'box'> {
  readonly field: string;
}

export type FormValues = Readonly<Record<PrefilledField, string | number>>;

/** The fields whose value came from the document and was not changed since. Every other value is a person's. */
export type Origins = Readonly<Partial<Record<PrefilledField, 'read' | 'confirmed'>>>;

/** How a field compares with the document. */
export type Comparison =
  /** Filled in from the document, but not confirmed by a person yet. */
  | 'unconfirmed'
  | 'confirmed'
  /** A person entered the document's value. */
  | 'same'
  /** A person entered another value. */
  | 'differs'
  /** A person emptied the field. */
  | 'empty'
  | 'not-found';

export const isPrefilled = (name: string): name is PrefilledField => PREFILLED_FIELDS.includes(name as PrefilledField);

const isMilligrams = (field: PrefilledField) => field === 'thcContent' || field === 'cbdContent';

/** As the form takes it: it allows two decimals. */
export const formValueOf = (field: PrefilledField, { value }: FoundValue): string | number =>
  isMilligrams(field) ? Math.round(Number(`${value}e2`)) / 100 : value;

/** @param typed fields that a person has entered, where an amount of 0 is a result and no empty field */
export function isEmpty(field: PrefilledField, value: string | number, typed: ReadonlySet<string>): boolean {
  return isMilligrams(field) ? Number(value) === 0 && !typed.has(field) : String(value).trim() === '';
}

/**
 * Whether two values are the same, as the registry compares them: capitals, spaces and the punctuation of names don't
 * matter.
 */
export function isSameValue(field: PrefilledField, a: string | number, b: string | number): boolean {
  return comparableOf(field, a) === comparableOf(field, b);
}

function comparableOf(field: PrefilledField, value: string | number): string | number {
  if (isMilligrams(field)) return Number(value);
  const text = String(value).normalize('NFKC').toUpperCase().toLowerCase();
  const separators = field === 'batchId' || field === 'testDate' ? /\s+/gu : /[^\p{L}\p{M}\p{N}]+/gu;
  return text.replace(separators, ' ').trim();
}

export const foundFor = (found: readonly FoundValue[], field: PrefilledField) =>
  found.find((value) => value.field === field);

export interface Prefill {
  /** Values to put into the form. */
  readonly values: Partial<Record<PrefilledField, string | number>>;
  readonly origins: Origins;
}

interface Current {
  readonly values: FormValues;
  readonly origins: Origins;
  readonly typed: ReadonlySet<string>;
}

/**
 * Fills empty fields. What a person entered or confirmed stays as it is, even if it was confirmed from an earlier
 * document; if this one has the same value, it has to be confirmed again.
 */
export function prefill(found: readonly FoundValue[], { values, origins, typed }: Current): Prefill {
  const filled: Prefill['values'] = {};
  const newOrigins: Partial<Record<PrefilledField, 'read'>> = {};
  for (const field of PREFILLED_FIELDS) {
    const match = foundFor(found, field);
    if (!match) continue;
    const value = formValueOf(field, match);
    const isFree = isEmpty(field, values[field], typed) && origins[field] !== 'confirmed';
    if (isFree) filled[field] = value;
    const isOfEarlierDocument = origins[field] === 'confirmed' && isSameValue(field, values[field], value);
    if (isFree || isOfEarlierDocument) newOrigins[field] = 'read';
  }
  return { values: filled, origins: newOrigins };
}

/** The values to clear when a document is removed: its unconfirmed ones. */
export function withoutDocument(origins: Origins): Prefill {
  const unchecked = unconfirmedIn(origins);
  return {
    values: Object.fromEntries(unchecked.map((field) => [field, isMilligrams(field) ? 0 : ''])),
    origins: Object.fromEntries(Object.entries(origins).filter(([, origin]) => origin === 'confirmed')) as Origins,
  };
}

export function comparisonOf(
  field: PrefilledField,
  found: FoundValue | undefined,
  { values, origins, typed }: Current,
): Comparison {
  if (!found) return 'not-found';
  if (origins[field]) return origins[field] === 'read' ? 'unconfirmed' : 'confirmed';
  if (isEmpty(field, values[field], typed)) return 'empty';
  return isSameValue(field, values[field], formValueOf(field, found)) ? 'same' : 'differs';
}

/** The fields that a person must confirm before the form is sent, in the form's order. */
export const unconfirmedIn = (origins: Origins) => PREFILLED_FIELDS.filter((field) => origins[field] === 'read');

/** The field to confirm after another one: the next in the form, starting over after the last. */
export function nextUnconfirmed(origins: Origins, confirmed: PrefilledField): PrefilledField | undefined {
  const place = PREFILLED_FIELDS.indexOf(confirmed);
  const left = unconfirmedIn(origins).filter((field) => field !== confirmed);
  return left.find((field) => PREFILLED_FIELDS.indexOf(field) > place) ?? left[0];
}

/** The fields to send as read from the document. */
export const readFieldsOf = (origins: Origins, found: readonly FoundValue[]) =>
  PREFILLED_FIELDS.flatMap((field) => {
    const match = foundFor(found, field);
    return match && origins[field] === 'confirmed' ? [{ field, page: match.box.page }] : [];
  });
