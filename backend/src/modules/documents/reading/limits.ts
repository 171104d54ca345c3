/** Limits of reading a document. Measured on real certificates and on hostile files (decision 0046). */
export const READING_LIMITS = {
  /** A document with more pages is not read. */
  pages: 100,
  /** Pages that are read and shown. */
  pagesRead: 30,
  /** Characters on the pages that are read. */
  characters: 400_000,
  /** Points of a page's side that PDF allows (ISO 32000-1, annex C). */
  pageSideMin: 3,
  pageSide: 14_400,
  /** Words on them. The server validates each, so this bounds how long validation may block it. */
  words: 60_000,
  /** Pixels of one page picture. */
  pixels: 4_000_000,
  /** Bytes of all page pictures together. */
  pictureBytes: 32 * 1024 * 1024,
  /** Bytes of the process's whole output: the pictures and about as much text as `characters` allows. */
  outputBytes: 64 * 1024 * 1024,
  /** Time for one document. */
  milliseconds: 15_000,
  /** Heap for the JavaScript of the process. The memory of PDFium and the QR reader has its own limit. */
  heapMegabytes: 256,
  /** Pages of 64 KB that one WebAssembly memory may have: 224 MB. With Node itself, 350 MB for the process. */
  wasmPages: 3584,
} as const;
