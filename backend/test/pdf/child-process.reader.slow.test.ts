import { inflateSync } from 'node:zlib';
import QRCode from 'qrcode';
import type { PageWord } from '../../src/domain/shared/document-reading.js';
import { testDocumentReader } from '../support/document-reader.js';
import { pdf } from '../support/pdf.js';
import { HOSTILE_DOCUMENTS } from './hostile-documents/hostile-documents.mjs';

const reader = await testDocumentReader();

async function read(content: Uint8Array) {
  const result = await reader.read(content);
  if (result.outcome !== 'ready') throw new Error(`${result.outcome}: ${result.reason}`);
  return result;
}

const textOf = (words: readonly PageWord[] = []) => words.map(({ text }) => text).join(' ');

it('reads words with their places, page pictures and QR codes', async () => {
  const qr = await QRCode.toBuffer('https://lab.example/coa/AB-123', { width: 300 });
  const { reading, pages } = await read(
    await pdf((document) => {
      document.image(qr, 480, 40, { width: 72 });
      document.fontSize(10).text('Batch ID: AB-123', 50, 100, { lineBreak: false });
      document.fontSize(20).text('CERTIFICATE OF ANALYSIS', 50, 150, { characterSpacing: 6, lineBreak: false });
      document
        .fontSize(10)
        .text('10', 50, 200, { continued: true })
        .fontSize(6)
        .text('5', { rise: 4 } as object);
      document.fontSize(10).text('1  2  3  4  5  6  7', 50, 250, { lineBreak: false });
      document.addPage({ size: 'A4', layout: 'landscape' }).text('Second page');
    }),
  );

  expect(reading).toMatchObject({
    pageCount: 2,
    pages: [
      { number: 1, width: 612, height: 792 },
      { number: 2, width: expect.closeTo(841.89, 1), height: expect.closeTo(595.28, 1) },
    ],
    qrCodes: [{ text: 'https://lab.example/coa/AB-123', box: { page: 1 } }],
  });
  const [code] = reading.qrCodes;
  expect(code?.box.x).toBeGreaterThan(480);
  expect((code?.box.x ?? 0) + (code?.box.width ?? 0)).toBeLessThan(552);

  const [first, second] = pages;
  expect(textOf(first?.words)).toBe('Batch ID: AB-123 CERTIFICATE OF ANALYSIS 10 5 1 2 3 4 5 6 7');
  expect(first?.words[0]).toMatchObject({ x: 50, width: expect.closeTo(25.6, 0), fontSize: 10 });
  const [ten, five] = first?.words.slice(6, 8) ?? [];
  expect([ten, five]).toMatchObject([{ fontSize: 10 }, { text: '5', fontSize: 6 }]);
  expect(five?.x).toBeCloseTo((ten?.x ?? 0) + (ten?.width ?? 0), 0);
  expect(textOf(second?.words)).toBe('Second page');
  expect(pictureOf(first?.png)).toMatchObject({ width: 1224, height: 1584 });
});

it.each([90, 180, 270])('places words where a page turned by %i degrees shows them', async (angle) => {
  const content = await pdf((document) => {
    Object.assign(document.page.dictionary.data, { Rotate: angle });
    document.rect(97, 197, 40, 18).fill('#000');
    document.fillColor('#fff').fontSize(12).text('Batch', 100, 200, { lineBreak: false });
  });
  const { reading, pages } = await read(content);
  const [page] = pages;
  const [word] = page?.words ?? [];
  const { width, height, pixelAt } = pictureOf(page?.png);
  const [size] = reading.pages;
  expect([width, height]).toEqual([2 * (size?.width ?? 0), 2 * (size?.height ?? 0)]);
  const { x = 0, y = 0, width: wide = 0, height: high = 0 } = word ?? {};
  expect(word?.text).toBe('Batch');
  expect(angle === 180 ? wide > high : high > wide).toBe(true);
  // The word is white on a black bar that is a little larger: its corners are on the bar, and ten points away is paper.
  const corners = [
    [x, y],
    [x + wide, y],
    [x, y + high],
    [x + wide, y + high],
  ] as const;
  expect(corners.map(([left, top]) => pixelAt(2 * left, 2 * top))).toEqual([0, 0, 0, 0]);
  const away = [
    [x - 10, y - 10],
    [x + wide + 10, y - 10],
    [x - 10, y + high + 10],
    [x + wide + 10, y + high + 10],
  ] as const;
  expect(away.map(([left, top]) => pixelAt(2 * left, 2 * top))).toEqual([255, 255, 255, 255]);
});

it('compares documents by their words', async () => {
  const text = Array.from({ length: 60 }, (_, index) => `Analyte ${index} is below ${index * 7}`).join('. ');
  const drawn = (words: string, size: number) => pdf((document) => void document.fontSize(size).text(words));
  const [one, same, changed] = await Promise.all([
    drawn(text, 10),
    drawn(text, 10),
    drawn(text.replace('49', '94'), 10),
  ]);
  const [first, second, third] = [
    await read(one),
    await read(Buffer.concat([same, Buffer.from('\n')])),
    await read(changed),
  ];
  const prints = [first, second, third].map(({ reading }) => reading.fingerprint);
  expect(prints[1]).toEqual(prints[0]);
  expect(prints[2]?.wordsSha256).not.toBe(prints[0]?.wordsSha256);
  const equal = prints[2]?.minHash.filter((hash, index) => hash === prints[0]?.minHash[index]).length ?? 0;
  expect(equal).toBeGreaterThan(0.9 * 128);
});

describe('hostile documents', () => {
  const all = Object.values(HOSTILE_DOCUMENTS).flat();
  const NAMES = [
    'javascript, names written as numbers',
    'javascript, in an encrypted object stream',
    'embedded-file, in an object stream',
    'javascript, behind what looks like a stream',
    'HTML before the PDF',
    'a header and noise',
    'needs a password',
    'restricted by its owner',
    'no pages',
    'a page of a billion by one points',
    '101 pages',
    'half a million characters',
  ];

  it.each(NAMES)('%s', async (name) => {
    const document = all.find((candidate) => candidate.name === name);
    if (!document) throw new Error('There is no such document');
    const { outcome, reason } = document;
    expect(outcome).not.toBe('any');
    expect(await reader.read(await document.content())).toMatchObject(reason ? { outcome, reason } : { outcome });
  });
});

/** Size and pixels of a PNG that has a palette, as red from 0 to 255. */
function pictureOf(png: Uint8Array | undefined) {
  const bytes = Buffer.from(png ?? []);
  const chunk = (type: string) => {
    const at = bytes.indexOf(type);
    return bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4));
  };
  const [width, height, depth] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes.readUInt8(24)];
  const rows = inflateSync(chunk('IDAT'));
  const palette = chunk('PLTE');
  const rowBytes = Math.ceil((width * depth) / 8) + 1;
  const pixelAt = (left: number, top: number) => {
    const [x, y] = [Math.floor(left), Math.floor(top)];
    const byte = rows[y * rowBytes + 1 + Math.floor((x * depth) / 8)] ?? 0;
    const index = depth === 8 ? byte : x % 2 === 0 ? byte >> 4 : byte & 15;
    return palette[index * 3];
  };
  return { width, height, pixelAt };
}
