// Writes PDFs object by object, also wrong ones.
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

const bytes = (content) => (Buffer.isBuffer(content) ? content : Buffer.from(content, 'latin1'));

/** A stream object. @param {string} entries of its dictionary @param {Buffer | string} data */
export const stream = (entries, data) => ({ entries, data: bytes(data) });

/** A compressed stream object. */
export const flate = (entries, data) => stream(`/Filter /FlateDecode ${entries}`, deflateSync(bytes(data)));

/** Objects of a document with one page; the page has number 3. */
export const onePage = ({
  catalog = '',
  page = '',
  mediaBox = '[0 0 612 792]',
  content = '',
  resources = '',
} = {}) => ({
  1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
  2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  3: `<< /Type /Page /Parent 2 0 R /MediaBox ${mediaBox} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> ${page} >>`,
  4: stream('', content || 'BT /F1 12 Tf 72 700 Td (Batch ID: AB-123) Tj ET'),
  5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
});

/** Objects of a document with many pages, which are all the same. */
export function pages(count, options) {
  const objects = onePage(options);
  const kids = Array.from({ length: count }, (_, index) => 10 + index);
  objects[2] = `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${count} >>`;
  return { ...objects, ...Object.fromEntries(kids.map((kid) => [kid, objects[3]])) };
}

/**
 * @param {Record<number, string | { entries: string, data: Buffer }>} objects
 * @param {{ header?: string, trailer?: string, startxref?: number, xref?: boolean }} [options]
 */
export function pdfOf(objects, { header = '%PDF-1.7\n', trailer = '', startxref, xref = true } = {}) {
  const parts = [bytes(header)];
  let at = parts[0].length;
  const offsets = new Map();
  for (const [number, object] of Object.entries(objects)) {
    offsets.set(Number(number), at);
    const part = indirect(number, object);
    parts.push(part);
    at += part.length;
  }
  const size = [...offsets.keys()].reduce((most, number) => Math.max(most, number)) + 1;
  if (xref) parts.push(bytes(table(offsets, size)));
  parts.push(bytes(`trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${startxref ?? at}\n%%EOF\n`));
  return Buffer.concat(parts);
}

function indirect(number, object) {
  if (typeof object === 'string') return bytes(`${number} 0 obj\n${object}\nendobj\n`);
  const length = object.entries.includes('/Length') ? '' : `/Length ${object.data.length}`;
  const head = `${number} 0 obj\n<< ${length} ${object.entries} >>\nstream\n`;
  return Buffer.concat([bytes(head), object.data, bytes('\nendstream\nendobj\n')]);
}

function table(offsets, size) {
  const rows = Array.from({ length: size }, (_, number) => {
    const at = offsets.get(number);
    return at === undefined ? '0000000000 65535 f \n' : `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  return `xref\n0 ${size}\n${rows.join('')}`;
}

/**
 * Puts objects into a compressed object stream, so that none of their names is visible in the file.
 * @param {Record<number, string>} hidden
 * @param {Record<number, string | { entries: string, data: Buffer }>} visible
 * @param {{ encrypt?: boolean }} [options] with encryption, for which no password is needed to open the file
 */
export function withObjectStream(hidden, visible, { encrypt = false } = {}) {
  const numbers = Object.keys(hidden).map(Number);
  const holder = Math.max(...numbers, ...Object.keys(visible).map(Number)) + 1;
  const texts = numbers.map((number) => hidden[number]);
  let offset = 0;
  const pairs = texts.map((text, index) => {
    const pair = `${numbers[index]} ${offset}`;
    offset += text.length + 1;
    return pair;
  });
  const index = `${pairs.join(' ')} `;
  const container = flate(`/Type /ObjStm /N ${numbers.length} /First ${index.length}`, index + texts.join(' '));
  return xrefStreamFile({ ...visible, [holder]: container }, { holder, numbers, encrypt });
}

function xrefStreamFile(objects, { holder, numbers, encrypt }) {
  const encryption = encrypt ? openEncryption() : null;
  const parts = [bytes('%PDF-1.7\n')];
  let at = parts[0].length;
  const entries = new Map();
  for (const [number, object] of Object.entries(objects)) {
    entries.set(Number(number), [1, at, 0]);
    const part = indirect(number, encryption ? encryption.object(Number(number), object) : object);
    parts.push(part);
    at += part.length;
  }
  for (const [index, number] of numbers.entries()) entries.set(number, [2, holder, index]);
  const self = holder + 1;
  entries.set(self, [1, at, 0]);
  const rows = Array.from({ length: self + 1 }, (_, number) => {
    const [type, second, third] = entries.get(number) ?? [0, 0, 0];
    const row = Buffer.alloc(7);
    row.writeUInt8(type);
    row.writeUInt32BE(second, 1);
    row.writeUInt16BE(third, 5);
    return row;
  });
  const extra = encryption ? `/Encrypt ${encryption.dictionary} /ID [${encryption.id} ${encryption.id}]` : '';
  const dictionary = `/Type /XRef /Size ${self + 1} /W [1 4 2] /Root 1 0 R ${extra}`;
  parts.push(indirect(self, flate(dictionary, Buffer.concat(rows))), bytes(`startxref\n${at}\n%%EOF\n`));
  return Buffer.concat(parts);
}

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const md5 = (...parts) => createHash('md5').update(Buffer.concat(parts)).digest();
const hex = (buffer) => `<${buffer.toString('hex')}>`;

/** The 40-bit encryption of PDF 1.4 with an empty user password: an owner's restrictions, not a secret. */
function openEncryption() {
  const id = md5(Buffer.from('hostile'));
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(-64);
  const owner = rc4(md5(md5(Buffer.from('owner'))).subarray(0, 5), PADDING);
  const key = md5(PADDING, owner, permissions, id).subarray(0, 5);
  const user = rc4(key, PADDING);
  const keyOf = (number) =>
    md5(key, Buffer.from([number & 255, (number >> 8) & 255, number >> 16, 0, 0])).subarray(0, 10);
  return {
    id: hex(id),
    dictionary: `<< /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(user)} /P -64 >>`,
    object: (number, object) =>
      typeof object === 'string' ? object : stream(object.entries, rc4(keyOf(number), object.data)),
  };
}

function rc4(key, data) {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + state[i] + key[i % key.length]) & 255;
    [state[i], state[j]] = [state[j], state[i]];
  }
  let [i, j] = [0, 0];
  return Buffer.from(data).map((byte) => {
    i = (i + 1) & 255;
    j = (j + state[i]) & 255;
    [state[i], state[j]] = [state[j], state[i]];
    return byte ^ state[(state[i] + state[j]) & 255];
  });
}
