import { AesGcmCipher } from '../../src/platform/crypto/aes-gcm-cipher.js';

const SECRET = 'a secret for tests that is long enough';
const cipher = new AesGcmCipher(SECRET, 'webhook secrets');

it.each(['', 'a', 'whsec_MDEyMzQ1', 'Ä 北京 🥤', 'x'.repeat(10_000)])('decrypts what it encrypted (%#)', (text) => {
  const encrypted = cipher.encrypt(text);
  expect(cipher.decrypt(encrypted)).toBe(text);
  if (text.length > 4) expect(Buffer.from(encrypted, 'base64url').toString()).not.toContain(text.slice(0, 5));
});

it('encrypts the same text differently each time', () => {
  expect(cipher.encrypt('text')).not.toBe(cipher.encrypt('text'));
});

it.each([
  ['another secret', new AesGcmCipher('another secret that is long enough', 'webhook secrets')],
  ['another purpose', new AesGcmCipher(SECRET, 'something else')],
])('cannot decrypt with %s', (_, other) => {
  expect(() => other.decrypt(cipher.encrypt('text'))).toThrow();
});

it('rejects modified ciphertext', () => {
  const bytes = Buffer.from(cipher.encrypt('text'), 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(() => cipher.decrypt(changed.toString('base64url'))).toThrow();
  }
  for (const length of [0, 11, 27, bytes.length - 1]) {
    expect(() => cipher.decrypt(bytes.subarray(0, length).toString('base64url'))).toThrow();
  }
});
