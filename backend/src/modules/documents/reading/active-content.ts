import type { TurnedDown } from './refusal.js';

/**
 * Names in a PDF that make a viewer run, open or send something. PDFium's own count misses most of them. An action that
 * opens a page (OpenAction with GoTo) or a web address (URI) is allowed.
 */
const ACTIVE = [
  ...['JavaScript', 'JS', 'Launch', 'XFA', 'RichMedia', 'SubmitForm', 'ImportData', 'GoToR', 'GoToE'],
  ...['Rendition', 'Movie', '3D', 'GoTo3DView', 'RichMediaExecute', 'RichMediaContent'],
];
/** Names of files inside the document. */
const EMBEDDED = ['EmbeddedFile', 'EmbeddedFiles', 'FileAttachment', 'Collection'];

/** In binary data, three characters after a slash can be an accident. */
const MIN_RAW_NAME = 5;

/** Looks at a file that PDFium has rewritten. @returns null if nothing was found */
export const findActiveContent = (file: Buffer): TurnedDown['reason'] | null =>
  reasonFor(outsideStreams(file).flatMap((part) => [...namesIn(part)]));

/**
 * Looks at the bytes as they were sent: other viewers may understand a damaged file differently. Nothing is skipped, so
 * nothing can hide behind a stream or a comment; short names are left out instead.
 */
export const findActiveContentInBytes = (file: Buffer): TurnedDown['reason'] | null =>
  reasonFor([...namesIn(file)].filter((name) => name.length >= MIN_RAW_NAME));

function reasonFor(found: readonly string[]): TurnedDown['reason'] | null {
  if (ACTIVE.some((name) => found.includes(name))) return 'active-content';
  return EMBEDDED.some((name) => found.includes(name)) ? 'embedded-files' : null;
}

/**
 * PDFium begins a stream with these characters and escapes line breaks in strings and angle brackets in names, so nothing
 * else can look like one. Data that contains "endstream" is looked at, which does no harm.
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

/** Characters that are looked at together, and how far the next ones reach back: a name is shorter. */
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
