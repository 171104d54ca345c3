import { csvRow } from '../../../../platform/http/csv.js';
import type { LineReader } from './lines.js';

/** The fields of a certificate with a single value, with dots between the parts. Measured lines do not fit into a row. */
export const CSV_COLUMNS: readonly string[] = [
  'brandName',
  'website',
  'productName',
  'batchId',
  'thcContent',
  'cbdContent',
  'notes',
  'coaFileUrl',
  'sample.containerVolume.amount',
  'sample.containerVolume.unit',
  'sample.containerMass.amount',
  'sample.containerMass.unit',
  'sample.servingsPerContainer',
  'sample.densityGPerMl',
  'sample.collectedOn',
  'sample.receivedOn',
  'sample.testedOn',
  'sample.issuedOn',
  'sample.revision',
  'sample.sampledBy',
  'sample.boughtBy',
  'testDate',
  'labReportId',
  'status',
  'panels.pesticides',
  'panels.heavyMetals',
  'panels.microbials',
  'panels.residualSolvents',
  'documentSha256',
];

/** Columns whose cells are numbers. */
export const NUMBER_COLUMNS: readonly string[] = ['thcContent', 'cbdContent'];

interface Column {
  /** Where the value of a cell goes in the certificate. */
  readonly path: readonly string[];
  readonly isNumber: boolean;
}

/** The name of an unknown column is kept whole, so that its error names it as it was sent. */
const columnOf = (name: string): Column => ({
  path: CSV_COLUMNS.includes(name) ? name.split('.') : [name],
  isNumber: NUMBER_COLUMNS.includes(name),
});

/** A cell with the comma or the end after it. A quoted cell may have commas, line breaks and doubled quotation marks. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n?$)/y;

/** @returns the cells of a row (RFC 4180); null where its quotation marks do not pair */
export function readRow(text: string): string[] | null {
  const cells: string[] = [];
  CELL.lastIndex = 0;
  for (;;) {
    const [, quoted, plain = '', end] = CELL.exec(text) ?? [];
    if (end === undefined) return null;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ',') return cells;
  }
}

const PLAIN_NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** A cell that is not a number stays text, so that validation reports it. */
const cellValue = (cell: string, isNumber: boolean): string | number =>
  isNumber && PLAIN_NUMBER.test(cell) ? Number(cell) : cell;

/** Reads the rows of a file: the names of its columns first, then one certificate each. */
export class CsvReader implements LineReader {
  readonly quoted = true;
  /** Why no row of the file can be read. */
  problem: string | null = null;
  private columns: readonly Column[] | null = null;
  /** Cells of the header. Spreadsheets write empty ones at its end. */
  private width = 0;

  get isReady(): boolean {
    return this.columns !== null;
  }

  /** The names in the header. */
  get names(): readonly string[] {
    return (this.columns ?? []).map(({ path }) => path.join('.'));
  }

  /** @returns the body that the row stands for; null for the header and a blank row; a sentence where it can't be read */
  read(text: string): object | string | null {
    const cells = readRow(text)?.map((cell) => cell.trim());
    if (cells?.every((cell) => cell === '')) return null;
    if (this.columns === null) return this.readHeader(cells);
    if (this.problem !== null) return this.problem;
    if (!cells) return 'The quotation marks of this row do not pair';
    // For example, a decimal comma without quotation marks would shift all later cells into the wrong columns.
    if (cells.length > this.width) return 'This row has more cells than the header';
    return certificateOf(this.columns, cells);
  }

  private readHeader(cells: readonly string[] | undefined): string | null {
    const names = cells?.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
    this.width = cells?.length ?? 0;
    this.columns = (names ?? []).map(columnOf);
    if (!names) this.problem = 'The quotation marks of the header do not pair';
    else if (new Set(names).size < names.length) this.problem = 'The header names a column twice';
    return this.problem;
  }
}

/** Cells that are empty are left out. */
function certificateOf(columns: readonly Column[], cells: readonly string[]): object {
  const certificate = new Map<string, unknown>();
  for (const [index, { path, isNumber }] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (cell !== '') set(certificate, path, cellValue(cell, isNumber));
  }
  return toObject(certificate);
}

type Members = Map<string, unknown>;

function set(members: Members, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) members.set(name, value);
  else {
    const inner = members.get(name);
    const part: Members = inner instanceof Map ? inner : new Map();
    members.set(name, part);
    set(part, rest, value);
  }
}

/** `Object.fromEntries` defines members, so that no name is the prototype. */
const toObject = (members: Members): object =>
  Object.fromEntries([...members].map(([name, value]) => [name, value instanceof Map ? toObject(value) : value]));

const EXAMPLE: Readonly<Record<string, string | number>> = {
  labReportId: 'EA-2026-01187',
  contactName: 'Robin Vale',
  contactEmail: 'robin@juniper-tide.example',
  labName: 'Example Analytical',
  brandName: 'Juniper & Tide',
  productName: 'Yuzu Seltzer 5 mg',
  batchId: 'JT-26-1014',
  testDate: '2026-10-14',
  thcContent: 4.82,
  cbdContent: 0.4,
  status: 'passed',
  'panels.pesticides': 'passed',
  'panels.heavyMetals': 'passed',
  'panels.microbials': 'passed',
  'panels.residualSolvents': 'not_tested',
  'sample.containerVolume.amount': '355',
  'sample.containerVolume.unit': 'mL',
};

/** A template: the names of all columns, and an example row. */
const templateOf = (columns: readonly string[]) =>
  csvRow(columns) + csvRow(columns.map((name) => EXAMPLE[name] ?? null));

/** The template for labs. */
export const CSV_TEMPLATE = templateOf(CSV_COLUMNS);

/** The columns that the submission form has a field for, in its order. */
export const FORM_COLUMNS = [
  ...(['brandName', 'contactName', 'contactEmail', 'website', 'productName', 'batchId', 'thcContent'] as const),
  ...(['cbdContent', 'testDate', 'labName', 'labReportId', 'coaFileUrl', 'notes'] as const),
];

/** The template for the submission form. */
export const FORM_TEMPLATE = templateOf(FORM_COLUMNS);
