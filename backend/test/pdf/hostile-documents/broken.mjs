// Files that are no PDF, damaged ones, and ones that state nonsense.
import PDFDocument from 'pdfkit';
import { flate, onePage, pdfOf, stream } from './raw-pdf.mjs';

const HTML = '<!doctype html><script>alert(1)</script>';
const REFUSED_DAMAGED = { outcome: 'refused', reason: 'damaged' };
const NOT_A_PDF = { outcome: 'refused', reason: 'not-a-pdf' };
const READY = { outcome: 'ready' };

const plain = () => pdfOf(onePage());
const withBox = (mediaBox) => () => pdfOf(onePage({ mediaBox }));

/** Bytes without order, the same each time. */
export function noise(length, seed = 1) {
  let state = seed;
  return Buffer.alloc(length).map(() => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

function encrypted(options) {
  const document = new PDFDocument({ size: 'LETTER', info: { CreationDate: new Date(0) }, ...options });
  const chunks = [];
  document.on('data', (chunk) => chunks.push(chunk));
  document.text('Batch ID: AB-123');
  return new Promise((resolve) => {
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.end();
  });
}

/** Two cross-reference tables that name each other as the previous one. */
function xrefLoop() {
  const file = plain();
  const at = file.lastIndexOf('xref\n0');
  return Buffer.from(file.toString('latin1').replace('/Root 1 0 R', `/Root 1 0 R /Prev ${at}`), 'latin1');
}

export const BROKEN = [
  { name: 'empty', content: () => Buffer.alloc(0), ...NOT_A_PDF },
  { name: 'a page of HTML', content: () => Buffer.from(HTML), ...NOT_A_PDF },
  { name: 'HTML before the PDF', content: () => Buffer.concat([Buffer.from(HTML), plain()]), ...NOT_A_PDF },
  { name: 'a ZIP before the PDF', content: () => Buffer.concat([Buffer.from('PK\x03\x04'), plain()]), ...NOT_A_PDF },
  { name: 'white space before the header', content: () => pdfOf(onePage(), { header: '\n%PDF-1.7\n' }), ...NOT_A_PDF },
  // Served as an attachment and never as HTML: as a PDF, it is harmless.
  { name: 'HTML after the PDF', content: () => Buffer.concat([plain(), Buffer.from(HTML)]), ...READY },
  { name: 'HTML in a comment', content: () => pdfOf(onePage(), { header: `%PDF-1.7 ${HTML}\n` }), ...READY },
  { name: 'a header alone', content: () => Buffer.from('%PDF-1.7\n'), ...REFUSED_DAMAGED },
  {
    name: 'a header and noise',
    content: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(200_000)]),
    ...REFUSED_DAMAGED,
  },
  {
    name: 'a header and 9 MB of zeros',
    content: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9e6)]),
    ...REFUSED_DAMAGED,
  },
  {
    name: 'a header and 9 MB of brackets',
    content: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9e6, '[')]),
    outcome: 'refused',
  },
  { name: 'version 9.9', content: () => pdfOf(onePage(), { header: '%PDF-9.9\n' }), ...READY },
  { name: 'cut in half', content: () => plain().subarray(0, 250), outcome: 'refused' },
  { name: 'without cross-reference table', content: () => pdfOf(onePage(), { xref: false }), ...READY },
  { name: 'a cross-reference table at -1', content: () => pdfOf(onePage(), { startxref: -1 }), outcome: 'any' },
  {
    name: 'a cross-reference table beyond the end',
    content: () => pdfOf(onePage(), { startxref: 99_999_999_999 }),
    ...READY,
  },
  { name: 'a cross-reference table that names itself', content: xrefLoop, outcome: 'any' },
  {
    name: 'noise in the middle',
    content: () => Buffer.concat([plain().subarray(0, 300), noise(5_000), plain().subarray(300)]),
    outcome: 'any',
  },
  {
    name: 'no pages',
    content: () => pdfOf({ 1: '<< /Type /Catalog /Pages 2 0 R >>', 2: '<< /Type /Pages /Kids [] /Count 0 >>' }),
    outcome: 'unreadable',
    reason: 'damaged',
  },
  {
    name: 'no page tree',
    content: () => pdfOf({ 1: '<< /Type /Catalog >>' }),
    outcome: 'unreadable',
    reason: 'damaged',
  },
  { name: 'a catalog that is a number', content: () => pdfOf({ 1: '42' }), ...REFUSED_DAMAGED },
  {
    name: 'a page tree that contains itself',
    content: () =>
      pdfOf({ 1: '<< /Type /Catalog /Pages 2 0 R >>', 2: '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>' }),
    outcome: 'unreadable',
    reason: 'damaged',
  },
  { name: 'a page box with NaN', content: withBox('[0 0 NaN NaN]'), outcome: 'any' },
  { name: 'a page box from right to left', content: withBox('[612 792 0 0]'), ...READY },
  { name: 'a page box of nothing', content: withBox('[0 0 0 0]'), outcome: 'any' },
  { name: 'a page box far away', content: withBox('[-99999 -99999 -99387 -99207]'), ...READY },
  {
    name: 'a page of a billion points',
    content: withBox('[0 0 1000000000 1000000000]'),
    outcome: 'unreadable',
    reason: 'damaged',
  },
  {
    name: 'a page of a billion by one points',
    content: withBox('[0 0 1000000000 1]'),
    outcome: 'unreadable',
    reason: 'damaged',
  },
  {
    name: 'a page of a hundredth of a point',
    content: withBox('[0 0 0.01 0.01]'),
    outcome: 'unreadable',
    reason: 'damaged',
  },
  {
    name: 'a page box that refers to itself',
    content: () => pdfOf({ ...onePage({ mediaBox: '6 0 R' }), 6: '6 0 R' }),
    outcome: 'any',
  },
  { name: 'a page turned by 45 degrees', content: () => pdfOf(onePage({ page: '/Rotate 45' })), ...READY },
  {
    name: 'a stream with a negative length',
    content: () => pdfOf({ ...onePage(), 4: stream('/Length -1', 'BT ET') }),
    outcome: 'any',
  },
  {
    name: 'a stream longer than the file',
    content: () => pdfOf({ ...onePage(), 4: stream('/Length 99999999', 'BT ET') }),
    outcome: 'any',
  },
  {
    name: 'a length that refers to itself',
    content: () => pdfOf({ ...onePage(), 4: stream('/Length 4 0 R', 'BT ET') }),
    outcome: 'any',
  },
  {
    name: 'a damaged compressed stream',
    content: () => pdfOf({ ...onePage(), 4: stream('/Filter /FlateDecode', noise(900)) }),
    ...READY,
  },
  {
    name: 'an unknown filter',
    content: () => pdfOf({ ...onePage(), 4: stream('/Filter /Nothing', 'BT ET') }),
    ...READY,
  },
  {
    name: 'control characters as text',
    content: () => pdfOf(onePage({ content: 'BT /F1 12 Tf 72 700 Td (A\\000\\001\\033\\037B) Tj ET' })),
    ...READY,
  },
  {
    name: 'a font file of noise',
    content: () =>
      pdfOf({
        ...onePage(),
        5: '<< /Type /Font /Subtype /TrueType /BaseFont /Noise /FontDescriptor 6 0 R /FirstChar 0 /LastChar 255 >>',
        6: '<< /Type /FontDescriptor /FontName /Noise /Flags 4 /FontFile2 7 0 R >>',
        7: flate('/Length1 3000000', noise(3_000_000)),
      }),
    ...READY,
  },
  {
    name: 'needs a password',
    content: () => encrypted({ userPassword: 'secret', ownerPassword: 'other', pdfVersion: '1.7' }),
    outcome: 'refused',
    reason: 'password-protected',
  },
  {
    name: 'restricted by its owner',
    content: () => encrypted({ ownerPassword: 'other', permissions: {}, pdfVersion: '1.7' }),
    ...READY,
  },
  {
    name: 'unknown encryption',
    content: () => pdfOf(onePage(), { trailer: '/Encrypt << /Filter /Unknown /V 99 >> /ID [<00> <00>]' }),
    outcome: 'refused',
  },
];
