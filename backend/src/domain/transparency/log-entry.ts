import { canonicalJson, type Json } from './canonical-json.js';
import type { Sha256 } from './merkle-tree.js';

/**
 * A decision that waits for its place in the log. Triggers write it in the transaction of the decision. It holds no names and
 * no words of people: these are in `content`, of which the entry has a salted hash.
 */
export interface LogRecord {
  readonly id: string;
  /** What it is about: the reference of a certificate, the number of a notice, the ID of an incident. */
  readonly ref: string;
  /** What the entry says, without what the log adds. */
  readonly leaf: { readonly [member: string]: Json };
  /** What was published; null where the entry needs nothing besides. */
  readonly content: Json;
  /** Null once it was erased: then the hash in the entry says nothing. */
  readonly salt: Uint8Array | null;
}

/** An entry in its place. */
export interface LogEntry {
  readonly position: number;
  readonly ref: string;
  /** Counts the entries about what `ref` names, from 1. */
  readonly seq: number;
  /** SHA-256 of the document in hexadecimal digits; null where there is none. */
  readonly file: string | null;
  /** What the log commits to, in canonical JSON. */
  readonly text: string;
}

/** What else is known of an entry: a proof carries it, so that people can open the hash in the entry. */
export type LoggedEntry = LogEntry & Pick<LogRecord, 'content' | 'salt'>;

/** Places records at the end of a log. @param counts the entries so far of each `ref` */
export function placed(
  sha256: Sha256,
  size: number,
  records: readonly LogRecord[],
  counts: ReadonlyMap<string, number>,
): readonly LogEntry[] {
  const seqs = new Map(counts);
  return records.map((record, index) => {
    const { ref, leaf } = record;
    const seq = (seqs.get(ref) ?? 0) + 1;
    seqs.set(ref, seq);
    const text = canonicalJson({ v: 1, ...leaf, ref, seq, ...commitmentOf(sha256, record) });
    return { position: size + index, ref, seq, file: typeof leaf.file === 'string' ? leaf.file : null, text };
  });
}

/** An entry from what the log committed to. */
export function entryOf(position: number, text: string): LogEntry {
  const { ref, seq, file = null } = JSON.parse(text) as Pick<LogEntry, 'ref' | 'seq'> & { readonly file?: string };
  return { position, ref, seq, file, text };
}

/** Whether an entry was made from this record. */
export const isMadeFrom = (sha256: Sha256, { position, ref, seq, text }: LogEntry, record: LogRecord): boolean =>
  ref === record.ref && placed(sha256, position, [record], new Map([[ref, seq - 1]]))[0]?.text === text;

/** Without a salt there is nothing to commit to: the content was erased before it was logged. */
const commitmentOf = (sha256: Sha256, { content, salt }: LogRecord): { readonly [member: string]: Json } =>
  content === null || salt === null ? {} : { record: hexOf(sha256(salt, canonicalJson(content))) };

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
