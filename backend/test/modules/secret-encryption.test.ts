import fc from 'fast-check';
import { AesSecretEncryption } from '../../src/modules/staff/crypto/aes-secret-encryption.js';
import { anyText } from '../support/any-text.js';

const SECRET = 'a secret for tests that is long enough';

describe('AES-GCM', () => {
  const encryption = new AesSecretEncryption(SECRET);
  const sealed = encryption.encrypt('a text', 'of robin');

  it.each(['a text', '', 'пятнадцать 🌊'])('gives %j back for the same purpose only', (text) => {
    const encrypted = encryption.encrypt(text, 'of robin');
    expect(encryption.decrypt(encrypted, 'of robin')).toBe(text);
    expect(encryption.decrypt(encrypted, 'of kim')).toBeNull();
    expect(encryption.decrypt(encrypted, '')).toBeNull();
  });

  it('has one fingerprint of each text', () => {
    expect(encryption.pseudonym('a')).toBe(encryption.pseudonym('a'));
    expect(encryption.pseudonym('a')).not.toBe(encryption.pseudonym('b'));
  });

  it('opens nothing under another secret', () => {
    const other = new AesSecretEncryption('another secret that is long enough');
    expect(other.decrypt(sealed, 'of robin')).toBeNull();
    expect(other.pseudonym('a')).not.toBe(encryption.pseudonym('a'));
  });

  it('opens nothing it did not seal, however short or long', () => {
    fc.assert(fc.property(anyText(), (text) => encryption.decrypt(text, 'of robin') === null));
    for (let length = 0; length < 60; length += 1)
      expect(encryption.decrypt('A'.repeat(length), 'of robin')).toBeNull();
  });
});
