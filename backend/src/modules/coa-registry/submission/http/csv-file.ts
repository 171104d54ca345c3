import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { applyDecorators, UnsupportedMediaTypeException } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { CsvUnreadable } from '../../../../domain/coa-registry/labs/bulk-import.js';
import { ApiProblems } from '../../../../platform/http/api-problems.js';
import { CSV } from '../../../../platform/http/download.js';
import type { StreamedBody } from '../../../../platform/http/media-types.js';
import { CSV_COLUMNS, CsvReader, FORM_COLUMNS } from './certificate-csv.js';
import { decodeUtf8, LINES_PER_TURN, type ReadLine, readLine, splitLines } from './lines.js';

/** Limits of a file that is read whole. */
interface CsvLimits {
  readonly kilobytes: number;
  readonly rows: number;
}

/** For one person's form: reading such a file takes less than 20 ms of CPU, whatever is in it. */
export const FORM_CSV: CsvLimits = { kilobytes: 64, rows: 50 };

/** For a lab's spreadsheet. */
export const LAB_CSV: CsvLimits = { kilobytes: 1024, rows: 2_000 };

/** The template for labs has 27. */
const COLUMNS_MAX = 100;

/** Longer than the names of so many columns. */
const HEADER_MAX_BYTES = 8 * 1024;

/** Lines per row, because spreadsheets write blank lines for rows that were cleared. */
const LINES_PER_ROW = 20;

const BODY: StreamedBody = {
  types: [CSV],
  mayBeGzip: false,
  isSmall: true,
  explanation: 'Send the file itself as the body, with Content-Type: text/csv.',
};

/** Reads of one address to one route in a minute. */
const READS_PER_MINUTE = 20;

const count = (number: number) => number.toLocaleString('en-US');

/** A route whose body is a CSV file, read whole with {@link readCsvFile}. */
export const TakesCsv = ({ kilobytes, rows }: CsvLimits, example: string) =>
  applyDecorators(
    RouteConfig({ streamedBody: BODY, requestsPerMinute: READS_PER_MINUTE }),
    ApiConsumes(CSV),
    ApiBody({
      description: `CSV in UTF-8 whose first row names the columns, at most ${count(kilobytes)} kB and ${count(rows)} rows`,
      schema: { type: 'string', example },
    }),
    ApiProblems(415, 422),
  );

/** A CSV file that was read whole. */
export interface CsvFile {
  /** SHA-256 of its bytes. */
  readonly digest: string;
  /** Lines, with the header and blank ones. */
  readonly length: number;
  /** The names of its columns. */
  readonly names: readonly string[];
  readonly rows: readonly CsvRow[];
}

interface CsvRow {
  /** Number of the row in the file. The header is 1. */
  readonly line: number;
  readonly read: ReadLine;
}

/** Reads the body of a route marked {@link TakesCsv}. @throws CsvUnreadable */
export async function readCsvFile({ body }: FastifyRequest, limits: CsvLimits): Promise<CsvFile> {
  if (!(body instanceof Readable)) throw new UnsupportedMediaTypeException();
  const bytes = await readWhole(body, limits);
  assertText(bytes);
  const reader = new CsvReader();
  const hash = createHash('sha256');
  const rows: CsvRow[] = [];
  let length = 0;
  for await (const line of splitLines([bytes], hash, reader)) {
    length += 1;
    const isHeader = !reader.isReady;
    if (isHeader && line && line.length > HEADER_MAX_BYTES) throw tooManyColumns();
    const read = readLine(line, reader);
    if (isHeader && reader.isReady) assertHeader(reader, line?.toString() ?? '');
    else if (read) rows.push({ line: length, read });
    if (rows.length > limits.rows || length > limits.rows * LINES_PER_ROW) {
      throw new CsvUnreadable(`The file has more than ${count(limits.rows)} rows. Split it into smaller files.`);
    }
    if (length % LINES_PER_TURN === 0) await setImmediate();
  }
  if (rows.length === 0) {
    throw new CsvUnreadable('The file has no rows under the column names. Fill in a row, and choose the file again.');
  }
  return { digest: hash.digest('hex'), length, names: reader.names, rows };
}

async function readWhole(body: Readable, { kilobytes }: CsvLimits): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body.iterator({ destroyOnReturn: false })) {
    parts.push(part);
    bytes += part.length;
    if (bytes <= kilobytes * 1024) continue;
    // Most clients read the response only after they have sent everything.
    body.resume();
    throw new CsvUnreadable(`The file is larger than ${count(kilobytes)} kB. Split it into smaller files.`);
  }
  return Buffer.concat(parts);
}

const SAVE_AS = 'In your spreadsheet program, save it as "CSV UTF-8 (comma-delimited)".';

/** First bytes of old and new Excel files, and of PDFs. */
const OTHER_FILES = ['PK\x03\x04', '\xd0\xcf\x11\xe0', '%PDF-'];

function assertText(bytes: Buffer): void {
  const beginning = bytes.subarray(0, 8).toString('latin1');
  if (OTHER_FILES.some((signature) => beginning.startsWith(signature))) {
    throw new CsvUnreadable(`This is not a CSV file. ${SAVE_AS}`);
  }
  const text = decodeUtf8(bytes);
  if (text === null || text.includes('\0')) throw new CsvUnreadable(`The file is not in UTF-8. ${SAVE_AS}`);
  if (text.trim() === '')
    throw new CsvUnreadable('The file is empty. Fill in the template, and choose the file again.');
}

const KNOWN = new Set([...CSV_COLUMNS, ...FORM_COLUMNS]);

function assertHeader({ names, problem }: CsvReader, text: string): void {
  const isKnown = names.some((name) => KNOWN.has(name));
  if (!isKnown && /[;\t]/.test(text)) {
    throw new CsvUnreadable(`The columns are not separated by commas. ${SAVE_AS}`);
  }
  if (problem !== null) throw new CsvUnreadable(`${problem}. Copy the first row of the template into your file.`);
  if (!isKnown) {
    throw new CsvUnreadable(
      'The first row has none of the column names of the template. Copy the first row of the template into your file.',
    );
  }
  if (names.length > COLUMNS_MAX) throw tooManyColumns();
}

const tooManyColumns = () =>
  new CsvUnreadable(`The file has more than ${COLUMNS_MAX} columns. Use those of the template.`);
