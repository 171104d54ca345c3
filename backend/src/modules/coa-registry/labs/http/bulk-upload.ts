import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { BulkFileChanged, type BulkImport } from '../../../../domain/coa-registry/labs/bulk-import.js';
import type { BulkJob, BulkLine, PlannedLine } from '../../../../domain/coa-registry/labs/bulk-job.js';
import { draftOf } from '../../../../domain/coa-registry/labs/lab-certificates.js';
import type { CallingLab } from '../../../../domain/shared/calling-lab.js';
import {
  decodeUtf8,
  LINES_PER_TURN,
  type LineReader,
  NOT_JSON,
  type ReadLine,
  readLine,
  splitLines,
} from '../../submission/http/lines.js';
import { parseCertificate } from './partner-certificate.dto.js';

/** Large enough that the work per chunk (counters, audit log, commit) adds little to each line. */
const CHUNK_LINES = 1_000;

/** Characters of a report number; a longer one is refused, and its beginning is enough to find it. */
const LAB_REPORT_ID_MAX = 100;

/**
 * Imports the lines of an upload that are not stored yet. While one chunk is stored, the next is read and checked, but no
 * more than that, so memory stays flat however long the file is.
 * @param reauthenticate called before each chunk, because an upload can outlast a key
 * @throws BulkFileChanged if the file does not begin with the stored lines, and whatever reauthenticate throws
 */
export async function receiveUpload(
  bulkImport: BulkImport,
  reauthenticate: () => Promise<CallingLab>,
  found: BulkJob,
  stream: AsyncIterable<Buffer>,
  reader: LineReader,
): Promise<BulkJob> {
  const hash = createHash('sha256');
  const digest = () => hash.copy().digest('hex');
  const lines = splitLines(stream, hash, reader);
  await skip(lines, found.lines, reader);
  if (found.lines > 0 && digest() !== found.digest) throw new BulkFileChanged();

  let lab = await reauthenticate();
  let warned = await bulkImport.warnedOf(lab);
  let storing: Promise<BulkJob> = Promise.resolve(found);
  let number = found.lines;
  let chunk = { length: 0, lines: [] as PlannedLine[] };
  const store = async (isLast: boolean) => {
    const complete = { ...chunk, digest: digest(), isLast };
    chunk = { length: 0, lines: [] };
    const job = await storing;
    lab = await reauthenticate();
    warned = await bulkImport.warnedOf(lab);
    storing = bulkImport.store(job, complete, lab);
    // Awaited with the next chunk; until then a failure must not count as an unhandled rejection.
    storing.catch(() => {});
  };
  try {
    for await (const bytes of lines) {
      if (found.state === 'completed') throw new BulkFileChanged();
      number += 1;
      chunk.length += 1;
      const sent = readLine(bytes, reader);
      const line = sent && lineOf(number, sent, lab);
      if (line) chunk.lines.push(bulkImport.plan(line, lab, warned));
      if (chunk.length === CHUNK_LINES) await store(false);
      else if (chunk.length % LINES_PER_TURN === 0) await setImmediate();
    }
  } catch (error) {
    // A lab that retries immediately must find everything that was stored.
    await storing.catch(() => {});
    throw error;
  }
  if (found.state === 'completed') return found;
  await store(true);
  return storing;
}

async function skip(lines: AsyncGenerator<Buffer | null>, count: number, reader: LineReader): Promise<void> {
  for (let skipped = 0; skipped < count; skipped += 1) {
    const { done, value } = await lines.next();
    if (done) throw new BulkFileChanged();
    if (!reader.isReady && value) reader.read(decodeUtf8(value) ?? '');
  }
}

/** Reads lines of JSON. */
export const JSON_READER: LineReader = {
  quoted: false,
  isReady: true,
  read: (text) => {
    if (text.trim() === '') return null;
    const sent = parseJson(text);
    return typeof sent !== 'object' || sent === null || Array.isArray(sent) ? NOT_JSON : sent;
  },
};

/** Checks a certificate of a lab. */
export function lineOf(line: number, read: ReadLine, lab: Pick<CallingLab, 'name'>): BulkLine {
  if ('code' in read) return { line, labReportId: null, ...read };
  const { sent } = read;
  const content = parseCertificate(sent);
  if (Array.isArray(content)) return { line, labReportId: reportIdOf(sent), code: 'invalid-input', errors: content };
  return { line, draft: draftOf(content, lab), documentSha256: content.documentSha256 };
}

/** Reads the report number of an invalid line, so that the lab finds it in its records. @returns null if it can't be stored */
function reportIdOf(sent: { labReportId?: unknown }): string | null {
  const { labReportId } = sent;
  if (typeof labReportId !== 'string' || labReportId.includes('\0') || !labReportId.isWellFormed()) return null;
  return labReportId.trim().slice(0, LAB_REPORT_ID_MAX) || null;
}

/** @returns null for invalid JSON */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
