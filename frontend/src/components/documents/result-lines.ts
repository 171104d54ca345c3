import type { ReadRowDto } from '../../api/generated/types.gen';

/** A line of the document's tables, as software read it or as a person corrected it. */
export interface OfferedLine extends ReadRowDto {
  /** Only confirmed lines are sent. */
  readonly isConfirmed: boolean;
  readonly isCorrected: boolean;
}

/** A result line as the form sends it. */
export type ResultLine = Omit<ReadRowDto, 'box'>;

/** The most lines, and the longest text, that the API takes as lines. */
const MAX_LINES = 500;
export const MAX_TEXT = 200;

const isSendable = ({ name, valueText, unit, method, value, lod, loq, limit }: ReadRowDto) =>
  [name, valueText, unit ?? '-', method ?? '-'].every((text) => text.trim() !== '' && text.length <= MAX_TEXT) &&
  [value, lod, loq, limit].every((amount) => amount === null || amount >= 0);

/** The lines to offer. None is confirmed yet. Lines that the API would refuse are left out. */
export const offeredLines = (rows: readonly ReadRowDto[]): readonly OfferedLine[] =>
  rows
    .filter(isSendable)
    .slice(0, MAX_LINES)
    .map((row) => ({ ...row, isConfirmed: false, isCorrected: false }));

/** The confirmed lines, as the form sends them. */
export const confirmedLines = (lines: readonly OfferedLine[]): ResultLine[] =>
  lines
    .filter(({ isConfirmed }) => isConfirmed)
    .map(({ panel, name, valueText, value, unit, lod, loq, limit, method }) => ({
      panel,
      name,
      valueText,
      value,
      unit,
      lod,
      loq,
      limit,
      method,
    }));

/** What a person can correct in a line, as text. */
export const CORRECTABLE = ['name', 'valueText', 'unit', 'lod', 'loq', 'limit', 'method'] as const;
export type Correctable = (typeof CORRECTABLE)[number];
export type LineTexts = Readonly<Record<Correctable, string>>;

const AMOUNTS: readonly Correctable[] = ['lod', 'loq', 'limit'];

export const textsOf = (line: ReadRowDto): LineTexts =>
  Object.fromEntries(CORRECTABLE.map((field) => [field, String(line[field] ?? '')])) as LineTexts;

/** Why the texts are no result line, by field. */
export function problemsIn(texts: LineTexts): Partial<Record<Correctable, string>> {
  const problems: Partial<Record<Correctable, string>> = {};
  if (texts.name.trim() === '') problems.name = 'Enter the analyte as it is printed';
  if (texts.valueText.trim() === '') problems.valueText = 'Enter the result as it is printed, such as ND';
  for (const field of AMOUNTS) {
    if (texts[field].trim() !== '' && numberIn(texts[field]) === null)
      problems[field] = 'Enter a number such as 0.05, or leave it empty';
  }
  return problems;
}

/** A plain decimal number. A comma could be a decimal point, so a text with one is not read as a number. */
const numberIn = (text: string): number | null => (/^\d*\.?\d+$/.test(text.trim()) ? Number(text) : null);

/** The line with a person's texts, which confirms it. */
export function corrected(line: OfferedLine, texts: LineTexts, panel: ReadRowDto['panel']): OfferedLine {
  const valueText = texts.valueText.trim();
  return {
    ...line,
    panel,
    name: texts.name.trim(),
    valueText,
    value: valueText === line.valueText ? line.value : numberIn(valueText),
    unit: texts.unit.trim() || null,
    lod: numberIn(texts.lod),
    loq: numberIn(texts.loq),
    limit: numberIn(texts.limit),
    method: texts.method.trim() || null,
    isConfirmed: true,
    isCorrected: true,
  };
}

/** "Lead 0.021 µg/g". A text without a number, such as "ND", has no unit. */
export const lineLabel = ({ name, valueText, unit }: ReadRowDto): string =>
  [name, valueText, unit && /\d/.test(valueText) ? unit : ''].filter(Boolean).join(' ');
