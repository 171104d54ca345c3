// Small files that ask for more time or memory than there is.
import { deflateSync } from 'node:zlib';
import { flate, onePage, pages, pdfOf, stream } from './raw-pdf.mjs';

const withContent = (content) => () => pdfOf({ ...onePage(), 4: flate('', content()) });
const withObjects = (objects, options) => () => pdfOf({ ...onePage(options), ...objects() });
const ANY = { outcome: 'any' };

/** Zeros, compressed again and again: the whole of them never exists here. */
function nestedFlate(levels) {
  let data = Buffer.alloc(200_000_000);
  for (let level = 0; level < levels; level += 1) data = deflateSync(data, { level: 9 });
  const filters = Array.from({ length: levels }, () => '/FlateDecode').join(' ');
  return { data, filters: `/Filter [${filters}]` };
}

/** Each form draws the next one ten times. */
function nestedForms(levels) {
  const form = (number, content) =>
    stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /X ${number + 1} 0 R >> >>`,
      content,
    );
  const numbers = Array.from({ length: levels }, (_, level) => 6 + level);
  return Object.fromEntries(
    numbers.map((number, level) => [number, form(number, level === levels - 1 ? '0 0 9 9 re f' : '/X Do '.repeat(10))]),
  );
}

export const BOMBS = [
  { name: '101 pages', content: () => pdfOf(pages(101)), outcome: 'unreadable', reason: 'too-many-pages' },
  { name: '100 pages', content: () => pdfOf(pages(100)), outcome: 'ready' },
  { name: '60,000 pages', content: () => pdfOf(pages(60_000)), outcome: 'unreadable', reason: 'too-many-pages' },
  {
    name: 'two billion pages, as it says',
    content: withObjects(() => ({ 2: '<< /Type /Pages /Kids [3 0 R] /Count 2147483647 >>' })),
    ...ANY,
  },
  {
    name: 'one page a million times',
    content: withObjects(() => ({ 2: `<< /Type /Pages /Kids [${'3 0 R '.repeat(1_000_000)}] /Count 1000000 >>` })),
    outcome: 'unreadable',
    reason: 'too-many-pages',
  },
  {
    name: 'page contents of 1 GB',
    content: () =>
      pdfOf({
        ...onePage(),
        4: stream('/Filter [/FlateDecode /FlateDecode]', deflateSync(deflateSync(Buffer.alloc(1_000_000_000, 'q ')))),
      }),
    ...ANY,
  },
  {
    name: 'contents compressed three times',
    content: () => {
      const { data, filters } = nestedFlate(3);
      return pdfOf({ ...onePage(), 4: stream(filters, data) });
    },
    ...ANY,
  },
  {
    name: 'contents in LZW, ASCII and runs',
    content: withObjects(() => ({
      4: stream(
        '/Filter [/ASCIIHexDecode /RunLengthDecode /RunLengthDecode /RunLengthDecode]',
        '8181'.repeat(2_000_000),
      ),
    })),
    ...ANY,
  },
  {
    name: 'forms in forms: ten billion',
    content: withObjects(() => nestedForms(11), { content: '/X Do', resources: '/XObject << /X 6 0 R >>' }),
    ...ANY,
  },
  {
    name: 'a form that draws itself',
    content: withObjects(
      () => ({
        6: stream(
          '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /X 6 0 R >> >>',
          '/X Do /X Do',
        ),
      }),
      { content: '/X Do', resources: '/XObject << /X 6 0 R >>' },
    ),
    ...ANY,
  },
  {
    name: 'a font that draws itself',
    content: withObjects(
      () => ({
        5: '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 6 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [9] /Resources << /Font << /F1 5 0 R >> >> >>',
        6: stream('', 'BT /F1 12 Tf (aaaaaaaaaa) Tj ET'),
      }),
      { content: 'BT /F1 12 Tf (aaaaaaaaaa) Tj ET' },
    ),
    ...ANY,
  },
  {
    name: 'half a million characters',
    content: withContent(() => `BT /F1 1 Tf 1 0 0 1 1 1 Tm ${'(abcdefghi ) Tj '.repeat(50_000)} ET`),
    outcome: 'unreadable',
    reason: 'too-complex',
  },
  {
    name: 'two million words',
    content: withContent(() => `BT /F1 1 Tf 1 0 0 1 1 1 Tm ${'(a b c d e f g h i j ) Tj '.repeat(200_000)} ET`),
    outcome: 'unreadable',
    reason: 'too-complex',
  },
  {
    name: 'ten million line segments',
    content: withContent(() => `0 0 m ${'600 700 l 1 2 l '.repeat(5_000_000)} S`),
    ...ANY,
  },
  {
    name: 'a billion dashes',
    content: withContent(() => '[0.000001 0.000001] 0 d 1 w 0 0 m 600 700 l S '.repeat(500)),
    ...ANY,
  },
  {
    name: 'a million curves with wide lines',
    content: withContent(() => `90 w ${'0 0 m 9 700 600 1 300 300 c S '.repeat(300_000)}`),
    ...ANY,
  },
  {
    name: 'a pattern of tiny tiles',
    content: withObjects(
      () => ({
        6: stream(
          '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.0001 /YStep 0.0001 /Resources << >>',
          '0 0 1 1 re f',
        ),
      }),
      { content: '/Pattern cs /P scn 0 0 612 792 re f', resources: '/Pattern << /P 6 0 R >>' },
    ),
    ...ANY,
  },
  {
    name: 'a shading with a function that never ends',
    content: withObjects(
      () => ({
        6: '<< /ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 612 0 792] /Function 7 0 R >>',
        7: flate(
          '/FunctionType 4 /Domain [0 612 0 792] /Range [0 1 0 1 0 1]',
          `{ ${'dup mul sin '.repeat(20_000)} 0 0 }`,
        ),
      }),
      { content: '/S sh '.repeat(100), resources: '/Shading << /S 6 0 R >>' },
    ),
    ...ANY,
  },
  {
    name: 'a thousand layers of transparency',
    content: withObjects(
      () => ({
        6: stream(
          '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Group << /S /Transparency /I true /K true >>',
          '0 0 612 792 re f',
        ),
        7: '<< /ca 0.5 /BM /Multiply /SMask << /S /Luminosity /G 6 0 R >> >>',
      }),
      { content: '/G gs /X Do '.repeat(5_000), resources: '/XObject << /X 6 0 R >> /ExtGState << /G 7 0 R >>' },
    ),
    ...ANY,
  },
  {
    name: 'five hundred thousand annotations',
    content: withObjects(() => ({
      3: onePage()[3].replace(/>>\s*$/, `/Annots [${'6 0 R '.repeat(500_000)}] >>`),
      6: '<< /Type /Annot /Subtype /Square /Rect [0 0 600 700] >>',
    })),
    ...ANY,
  },
  {
    name: 'arrays in arrays: a million',
    content: withObjects(() => ({ 6: '['.repeat(1_000_000) + ']'.repeat(1_000_000) }), { catalog: '/X 6 0 R' }),
    ...ANY,
  },
  {
    name: 'dictionaries in dictionaries: a million',
    content: withObjects(() => ({ 6: '<< /A '.repeat(1_000_000) + '>>'.repeat(1_000_000) }), { catalog: '/X 6 0 R' }),
    ...ANY,
  },
  { name: 'saved states: two million', content: withContent(() => 'q '.repeat(2_000_000)), ...ANY },
  {
    name: 'an object stream with a million objects, as it says',
    content: withObjects(() => ({ 6: flate('/Type /ObjStm /N 1000000 /First 10', '7 0 8 0 '.repeat(500_000)) })),
    ...ANY,
  },
  {
    name: 'two hundred thousand objects',
    content: () =>
      pdfOf({
        ...onePage(),
        ...Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [index + 10, '<< /A 1 >>'])),
      }),
    ...ANY,
  },
  {
    name: 'a character map of everything',
    content: withObjects(() => ({
      5: '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>] /ToUnicode 6 0 R >>',
      6: flate('', `begincmap ${'1 beginbfrange <00000000> <ffffffff> <0041> endbfrange '.repeat(50_000)} endcmap`),
    })),
    ...ANY,
  },
];
