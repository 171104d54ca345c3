import { inflateSync } from 'node:zlib';
import type { TurnedDown } from './refusal.js';

/**
 * Names in a PDF that make a viewer run, open or send something. PDFium's own count misses most of them. A link may
 * open a web address (URI), and the document may open at a page (OpenAction with GoTo); no other action is allowed.
 */
const ACTIVE = [
  'JavaScript',
  'JS',
  'Launch',
  'XFA',
  'RichMedia',
  'SubmitForm',
  'ImportData',
  'GoToR',
  'GoToE',
  // An article thread, possibly in another file; streams whose data is in another file.
  'Thread',
  'FFilter',
  'FDecodeParms',
  'Rendition',
  'Movie',
  '3D',
  'GoTo3DView',
  'RichMediaExecute',
  'RichMediaContent',
];
/** Names of files inside the document. */
const EMBEDDED = ['EmbeddedFile', 'EmbeddedFiles', 'FileAttachment', 'Collection'];

/** In binary data, three characters after a slash can be a coincidence. */
const MIN_RAW_NAME = 5;

/** Checks a file that PDFium has rewritten. @returns null if nothing was found */
export function findActiveContent(file: Buffer): TurnedDown['reason'] | null {
  const parts = outsideStreams(file);
  return reasonFor(parts.flatMap((part) => [...namesIn(part)])) ?? (actsByItself(parts) ? 'active-content' : null);
}

/**
 * Checks the bytes as they were sent, because other viewers may parse a damaged file differently. Nothing is skipped,
 * so nothing can hide behind a stream or a comment; short names are left out instead. Objects of older revisions may be
 * compressed.
 */
export const findActiveContentInBytes = (file: Buffer): TurnedDown['reason'] | null =>
  reasonFor([...namesIn(file), ...objectStreams(file).flatMap((part) => [...namesIn(part)])].filter(isLong));

const isLong = (name: string) => name.length >= MIN_RAW_NAME;

function reasonFor(found: readonly string[]): TurnedDown['reason'] | null {
  if (ACTIVE.some((name) => found.includes(name))) return 'active-content';
  return EMBEDDED.some((name) => found.includes(name)) ? 'embedded-files' : null;
}

/**
 * PDFium begins a stream with these characters and escapes line breaks in strings and angle brackets in names, so
 * nothing else can look like one. If data contains "endstream", the rest of it is checked too, which is harmless.
 */
const STREAM = '>>stream\r\n';
const END_OF_STREAM = 'endstream';

function outsideStreams(file: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const begin = file.indexOf(STREAM, at, 'latin1');
    const end = begin < 0 ? -1 : file.indexOf(END_OF_STREAM, begin, 'latin1');
    if (end < 0) return [...parts, file.subarray(at)];
    parts.push(file.subarray(at, begin));
    at = end + END_OF_STREAM.length;
  }
}

/**
 * Whether a page or field has its own actions (AA), opening the document does more than show a page, or a stream takes its
 * data from another file.
 */
function actsByItself(parts: readonly Buffer[]): boolean {
  return parts.some((part) => {
    const text = part.toString('latin1');
    if (/\/AA\s*(?:<<|\d+\s+\d+\s+R)/.test(text)) return true;
    const isExternal = namesByDepth(`${text.slice(text.lastIndexOf('obj') + 3)}>>`).some(
      ({ name, depth }) => name === 'F' && depth === 1,
    );
    return isExternal || [...text.matchAll(OPEN_ACTION)].some((found) => !opensAtPage(found, text, parts));
  });
}

const OPEN_ACTION = /\/OpenAction\s*(?:(?<number>\d+)\s+\d+\s+R|(?=<<|\[))/g;

function opensAtPage(
  { index, 0: { length }, groups }: RegExpMatchArray,
  text: string,
  parts: readonly Buffer[],
): boolean {
  const target = groups?.number ? objectOf(groups.number, parts) : text.slice((index ?? 0) + length);
  if (/^\s*\[/.test(target)) return true;
  const names = namesByDepth(target).filter(({ depth }) => depth === 1);
  const kind = names[names.findIndex(({ name }) => name === 'S') + 1]?.name;
  return kind === 'GoTo' && !names.some(({ name }) => name === 'Next');
}

function objectOf(number: string, parts: readonly Buffer[]): string {
  const begin = new RegExp(`(?:^|[\\r\\n])${number} \\d+ obj`);
  for (const part of parts) {
    const text = part.toString('latin1');
    const found = begin.exec(text);
    if (found) return text.slice(found.index + found[0].length);
  }
  return '';
}

/** Maximum total size of a file's unpacked object streams. */
const OBJECTS_MAX_BYTES = 32 << 20;

/**
 * The content of compressed object streams, including those of older revisions. Ones that can't be inflated, such as
 * encrypted ones, are left out; what PDFium writes has the current revision in any case.
 */
function objectStreams(file: Buffer): Buffer[] {
  const found: Buffer[] = [];
  let left = OBJECTS_MAX_BYTES;
  for (let at = file.indexOf('/ObjStm'); at >= 0 && left > 0; at = file.indexOf('/ObjStm', at + 1)) {
    const begin = file.indexOf('stream', at);
    const data = begin < 0 ? null : inflated(file.subarray(afterLineBreak(file, begin + 'stream'.length)), left);
    if (!data) continue;
    found.push(data);
    left -= data.length;
  }
  return found;
}

const afterLineBreak = (file: Buffer, at: number) => at + (file[at] === 0x0d ? 1 : 0) + 1;

function inflated(data: Buffer, maxOutputLength: number): Buffer | null {
  try {
    return inflateSync(data, { maxOutputLength });
  } catch {
    return null;
  }
}

/** Characters that are checked together, and the overlap with the previous ones, which is longer than any name. */
const WINDOW = 1 << 16;
const OVERLAP = 256;

const WATCHED = new Set([...ACTIVE, ...EMBEDDED]);

/** The watched names in a file, with `#4a` decoded to the letter that it stands for. */
function namesIn(file: Buffer): Set<string> {
  const names = new Set<string>();
  for (let at = 0; at < file.length; at += WINDOW) {
    const text = file.toString('latin1', Math.max(0, at - OVERLAP), at + WINDOW);
    for (const [, name = ''] of text.matchAll(/\/([^\s()<>[\]{}/%\0]{2,120})/g)) {
      const decoded = name.includes('#') ? name.replace(/#([0-9a-fA-F]{2})/g, characterOf) : name;
      if (WATCHED.has(decoded)) names.add(decoded);
    }
  }
  return names;
}

const characterOf = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));

/**
 * Tokens of a file that PDFium wrote: the ends of dictionaries and arrays, names, and strings, which are skipped. PDFium
 * escapes the parentheses in a string, so none is nested.
 */
const TOKEN = /<<|>>|\[|\]|\/[^\s()<>[\]{}/%\0]*|\((?:\\[\s\S]|[^\\()])*\)|<[^<>]*>/g;

/** The names in the dictionary that a text begins with, each with its depth: 1 for the dictionary's own keys and values. */
function namesByDepth(text: string): readonly { readonly name: string; readonly depth: number }[] {
  if (!/^\s*<</.test(text)) return [];
  const found: { name: string; depth: number }[] = [];
  let depth = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '<<' || token === '[') depth += 1;
    else if (token === '>>' || token === ']') depth -= 1;
    else if (token.startsWith('/')) found.push({ name: token.slice(1), depth });
    if (depth === 0) break;
  }
  return found;
}
