import {
  openCheckpoint,
  parseStoredKey,
  signCheckpoint,
  signNote,
} from '../../src/modules/transparency/signed-note.js';

/** The example of Go's package golang.org/x/mod/sumdb/note. */
const STORED = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz';
const KEY = parseStoredKey(STORED);

it('signs as other programs do', () => {
  const text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
  expect(signNote(text, KEY)).toBe(
    `${text}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`,
  );
  expect(KEY.verifierKey).toBe('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW');
});

const HEAD = { size: 3, root: Buffer.alloc(32, 9) };
const signed = signCheckpoint(HEAD, KEY);

it('opens a checkpoint that it signed, also beside signatures of others', () => {
  expect(openCheckpoint(signed.note, KEY)).toEqual(signed);
  const cosigned = `${signed.note}— witness.example AAAAAAAA\n`;
  expect(openCheckpoint(cosigned, KEY)).toEqual({ ...signed, note: cosigned });
});

it.each([
  ['another size', signed.note.replace('\n3\n', '\n4\n')],
  ['another origin', signed.note.replace('PeterNeumann\n', 'Other\n')],
  ['no signature', signed.note.slice(0, signed.note.indexOf('—'))],
  ['the ID of another key', signed.note.replace('x08g', 'AAAA')],
  ['a text that is no note', 'hello'],
])('refuses %s', (_, note) => {
  expect(() => openCheckpoint(note, KEY)).toThrow('not of the key');
});

it.each([
  '',
  'PRIVATE+KEY+a+00000000+AQ==',
  STORED.replace('c74f20a3', 'c74f20a4'),
  STORED.replace('PeterN', 'peterN'),
])('refuses a key that is damaged: %s', (text) => {
  expect(() => parseStoredKey(text)).toThrow();
});
