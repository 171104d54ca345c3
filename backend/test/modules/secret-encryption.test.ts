import fc from 'fast-check';
import type { SecretEncryption } from '../../src/domain/staff/ports.js';
import { AesSecretEncryption } from '../../src/modules/staff/crypto/aes-secret-encryption.js';
import { InMemorySecretEncryption } from '../support/in-memory-secret-encryption.js';

const SECRET = 'a secret for tests that is long enough';

describe.each<[string, () => SecretEncryption]>([
  ['in memory', () => new InMemorySecretEncryption()],
  ['with AES-GCM', () => new AesSecretEncryption(SECRET)],
])('a vault %s', (_kind, make) => {
  const encryption = make();

  it.each(['a text', '', 'пятнадцать 🌊'])('gives %j back for the same purpose only', (text) => {
    const sealed = encryption.encrypt(text, 'of robin');
    expect(encryption.decrypt(sealed, 'of robin')).toBe(text);
    expect(encryption.decrypt(sealed, 'of kim')).toBeNull();
    expect(encryption.decrypt(sealed, '')).toBeNull();
  });

  it('has one fingerprint of each text', () => {
    expect(encryption.pseudonym('a')).toBe(encryption.pseudonym('a'));
    expect(encryption.pseudonym('a')).not.toBe(encryption.pseudonym('b'));
  });
});

describe('AES-GCM', () => {
  const encryption = new AesSecretEncryption(SECRET);
  const sealed = encryption.encrypt('a text', 'of robin');

  it('opens nothing under another secret', () => {
    const other = new AesSecretEncryption('another secret that is long enough');
    expect(other.decrypt(sealed, 'of robin')).toBeNull();
    expect(other.pseudonym('a')).not.toBe(encryption.pseudonym('a'));
  });

  it('opens nothing it did not seal, however short or long', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => encryption.decrypt(text, 'of robin') === null));
    for (let length = 0; length < 60; length += 1)
      expect(encryption.decrypt('A'.repeat(length), 'of robin')).toBeNull();
  });
});
