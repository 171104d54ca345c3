import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { refused } from './refusal.js';

export type Pdfium = WrappedPdfiumModule;

/** Pointers into PDFium's memory. */
type Pointer = number;

/** Values of FPDF_GetLastError. */
const NEEDS_PASSWORD = 4;
const UNKNOWN_SECURITY = 5;

/** Options of FPDF_SaveAsCopy: a new file instead of an appended one, with its strings decrypted. */
const REMOVE_SECURITY = 3;

export async function loadPdfium(): Promise<Pdfium> {
  const file = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const silent = () => {};
  const pdfium = await init({ wasmBinary: asArrayBuffer(file), print: silent, printErr: silent });
  pdfium.PDFiumExt_Init();
  return pdfium;
}

export function asArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.length);
  new Uint8Array(copy).set(bytes);
  return copy;
}

/** @throws ReadingRefused */
export function openDocument(pdfium: Pdfium, content: Uint8Array): Pointer {
  const at = allocate(pdfium, content.length);
  memory(pdfium).set(content, at);
  const document = pdfium.FPDF_LoadMemDocument(at, content.length, '');
  if (document) return document;
  const error = pdfium.FPDF_GetLastError();
  throw refused(error === NEEDS_PASSWORD || error === UNKNOWN_SECURITY ? 'password-protected' : 'damaged');
}

/**
 * The document as PDFium parses and rewrites it: object streams unpacked, strings decrypted.
 * @param look reads the copy, which is in PDFium's memory and freed afterwards
 */
export function rewritten<T>(pdfium: Pdfium, document: Pointer, look: (copy: Buffer) => T): T {
  const writer = pdfium.PDFiumExt_OpenFileWriter();
  if (!pdfium.FPDF_SaveAsCopy(document, writer, REMOVE_SECURITY)) throw refused('damaged');
  const size = pdfium.PDFiumExt_GetFileWriterSize(writer);
  const at = allocate(pdfium, size);
  pdfium.PDFiumExt_GetFileWriterData(writer, at, size);
  pdfium.PDFiumExt_CloseFileWriter(writer);
  const found = look(Buffer.from(memory(pdfium).buffer, at, size));
  free(pdfium, at);
  return found;
}

/** PDFium's memory. Not to be kept: growing replaces it. */
export const memory = (pdfium: Pdfium): Uint8Array => pdfium.pdfium.HEAPU8;

export function allocate(pdfium: Pdfium, bytes: number): Pointer {
  const at = pdfium.pdfium.wasmExports.malloc(bytes);
  if (!at) throw new Error('PDFium has no memory left');
  return at;
}

export const free = (pdfium: Pdfium, at: Pointer): void => pdfium.pdfium.wasmExports.free(at);
