import { extractContent } from '../../../domain/documents/extraction/extract-content.js';
import type { DocumentReading, PageText, QrCode } from '../../../domain/shared/document-reading.js';
import { findActiveContent, findActiveContentInBytes } from './active-content.js';
import { fingerprintOf } from './fingerprint.js';
import { READING_LIMITS } from './limits.js';
import { charactersOf } from './page-characters.js';
import { geometryOf } from './page-geometry.js';
import { renderPage } from './page-picture.js';
import { wordsOf } from './page-words.js';
import { reduceColors } from './palette.js';
import { openDocument, type Pdfium, rewritten } from './pdfium.js';
import { encodePng } from './png.js';
import { qrCodesOn } from './qr-codes.js';
import { refused, unreadable } from './refusal.js';

/** The results of the reading process, in the order in which they become known. */
export interface ReadingProgress {
  /** The document has no active content. */
  checked(): void;
  /** The picture of the next page. */
  picture(png: Uint8Array): void;
}

export interface ReadDocument {
  readonly reading: DocumentReading;
  readonly pages: readonly Pick<PageText, 'number' | 'words'>[];
}

/** Reads a document. @throws ReadingRefused, and whatever PDFium throws */
export async function readDocument(pdfium: Pdfium, content: Buffer, progress: ReadingProgress): Promise<ReadDocument> {
  const document = openChecked(pdfium, content);
  progress.checked();
  const pageCount = pdfium.FPDF_GetPageCount(document);
  if (pageCount > READING_LIMITS.pages) throw unreadable('too-many-pages');
  if (pageCount === 0) throw unreadable('damaged');
  const pages: PageText[] = [];
  const qrCodes: QrCode[] = [];
  let [characters, words, pictureBytes] = [0, 0, 0];
  for (let number = 1; number <= Math.min(pageCount, READING_LIMITS.pagesRead); number += 1) {
    const page = await readPage(pdfium, document, number, READING_LIMITS.characters - characters);
    pages.push(page.text);
    qrCodes.push(...page.qrCodes);
    characters += page.characters;
    words += page.text.words.length;
    pictureBytes += page.png.length;
    if (words > READING_LIMITS.words || pictureBytes > READING_LIMITS.pictureBytes) throw unreadable('too-complex');
    progress.picture(page.png);
  }
  const sizes = pages.map(({ number, width, height }) => ({ number, width, height }));
  const found = { ...extractContent(pages), fingerprint: fingerprintOf(pages) };
  return {
    reading: { ...found, pageCount, pages: sizes, qrCodes },
    pages: pages.map(({ number, words }) => ({ number, words })),
  };
}

const HEADER = '%PDF-';

function openChecked(pdfium: Pdfium, content: Buffer): number {
  if (content.toString('latin1', 0, HEADER.length) !== HEADER) throw refused('not-a-pdf');
  const inBytes = findActiveContentInBytes(content);
  if (inBytes) throw refused(inBytes);
  const document = openDocument(pdfium, content);
  const inDocument = rewritten(pdfium, document, findActiveContent);
  if (inDocument) throw refused(inDocument);
  return document;
}

async function readPage(pdfium: Pdfium, document: number, number: number, characterLimit: number) {
  const page = pdfium.FPDF_LoadPage(document, number - 1);
  if (!page) throw unreadable('damaged');
  const geometry = geometryOf(pdfium, page);
  if (!geometry) throw unreadable('damaged');
  const characters = charactersOf(pdfium, page, geometry, characterLimit);
  const bitmap = renderPage(pdfium, page, geometry);
  pdfium.FPDF_ClosePage(page);
  const { width, height } = geometry;
  return {
    text: { number, width, height, words: wordsOf(characters, geometry) },
    qrCodes: await qrCodesOn(number, bitmap, bitmap.width / width),
    characters: characters.length,
    png: encodePng(reduceColors(bitmap)),
  };
}
