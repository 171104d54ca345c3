import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  type AcceptedLine,
  BulkFileChanged,
  type BulkImport,
  type BulkJob,
  type BulkLine,
  type RefusedLine,
} from '../../../domain/coa-registry/bulk-import.js';
import { draftOf } from '../../../domain/coa-registry/lab-certificates.js';
import type { CallingLab } from '../../../domain/shared/calling-lab.js';
import { parseCertificate } from './certificate-line.js';
import { LINE_MAX_BYTES, linesOf } from './ndjson.js';

/** Enough that what is done once for a portion (counters, audit log, commit) hardly weighs on a row. */
const PORTION_LINES = 1_000;

/** Then whatever the database answered meanwhile has its turn. */
const LINES_IN_A_ROW = 25;

/** Characters of a report number; a longer one is refused, and its beginning is enough to find it. */
const LAB_REPORT_ID_MAX = 100;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Takes the lines of an upload that were not taken before. While one portion is stored, the next is read and checked;
 * nothing further is read meanwhile, so memory stays flat however long the file is.
 * @param callerNow asked before each portion, because an upload can outlast a key
 * @throws BulkFileChanged when it does not begin with the lines that were taken before, and whatever callerNow throws
 */
export async function receiveUpload(
  intake: BulkImport,
  callerNow: () => Promise<CallingLab>,
  found: BulkJob,
  stream: AsyncIterable<Buffer>,
): Promise<BulkJob> {
  const hash = createHash('sha256');
  const digest = () => hash.copy().digest('hex');
  const lines = linesOf(stream, hash);
  await skip(lines, found.lines);
  if (found.lines > 0 && digest() !== found.digest) throw new BulkFileChanged();

  let lab = await callerNow();
  let storing: Promise<BulkJob> = Promise.resolve(found);
  let number = found.lines;
  let batch = { length: 0, lines: [] as AcceptedLine[] };
  const store = async (isLast: boolean) => {
    const taken = { ...batch, digest: digest(), isLast };
    batch = { length: 0, lines: [] };
    const job = await storing;
    lab = await callerNow();
    storing = intake.store(job, taken, lab);
    // Awaited with the next portion; until then a failure must not count as unheard.
    storing.catch(() => {});
  };
  try {
    for await (const line of lines) {
      if (found.state === 'completed') throw new BulkFileChanged();
      number += 1;
      batch.length += 1;
      const read = understood(number, line, lab);
      if (read) batch.lines.push(intake.take(read, lab));
      if (batch.length === PORTION_LINES) await store(false);
      else if (batch.length % LINES_IN_A_ROW === 0) await setImmediate();
    }
  } catch (error) {
    // So that a sender who tries again at once finds all of it that was taken.
    await storing.catch(() => {});
    throw error;
  }
  if (found.state === 'completed') return found;
  await store(true);
  return storing;
}

async function skip(lines: AsyncGenerator<Buffer | null>, count: number): Promise<void> {
  for (let skipped = 0; skipped < count; skipped += 1) {
    if ((await lines.next()).done) throw new BulkFileChanged();
  }
}

/** @returns null for a blank line */
function understood(line: number, bytes: Buffer | null, lab: CallingLab): BulkLine | null {
  const refused = (code: RefusedLine['code'], message: string): BulkLine => ({
    ...{ line, labReportId: null, code, errors: [{ field: '', message }] },
  });
  if (bytes === null) return refused('line-too-long', `A line can be at most ${LINE_MAX_BYTES / 1024} kB`);
  const text = textOf(bytes);
  if (text?.trim() === '') return null;
  const sent = text === null ? null : parsed(text);
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    return refused('line-unreadable', 'This line is not a JSON object in UTF-8');
  }
  const content = parseCertificate(sent);
  if (Array.isArray(content))
    return { line, labReportId: reportNumberIn(sent), code: 'invalid-input', errors: content };
  return { line, draft: draftOf(content, lab) };
}

/** So that the sender finds the line in their own records. @returns null where nothing that can be stored is in its place */
function reportNumberIn(sent: { labReportId?: unknown }): string | null {
  const { labReportId } = sent;
  if (typeof labReportId !== 'string' || labReportId.includes('\0') || !labReportId.isWellFormed()) return null;
  return labReportId.trim().slice(0, LAB_REPORT_ID_MAX) || null;
}

/** @returns null for what is not UTF-8 */
function textOf(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** @returns null for what is no JSON */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
