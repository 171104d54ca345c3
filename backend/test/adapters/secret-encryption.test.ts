import fc from 'fast-check';
import type { SecretEncryption } from '../../src/domain/staff/ports.js';
import { AesSecretEncryption } from '../../src/modules/staff/crypto/aes-secret-encryption.js';
import { InMemoryVault } from '../support/in-memory-secret-encryption.js';

const SECRET = 'a secret for tests that is long enough';

describe.each<[string, () => SecretEncryption]>([
  ['in memory', () => new InMemoryVault()],
  ['with AES-GCM', () => new AesSecretEncryption(SECRET)],
])('a vault %s', (_kind, make) => {
  const vault = make();

  it.each(['a text', '', 'пятнадцать 🌊'])('gives %j back for the same purpose only', (text) => {
    const sealed = vault.encrypt(text, 'of robin');
    expect(vault.decrypt(sealed, 'of robin')).toBe(text);
    expect(vault.decrypt(sealed, 'of kim')).toBeNull();
    expect(vault.decrypt(sealed, '')).toBeNull();
  });

  it('has one fingerprint of each text', () => {
    expect(vault.pseudonym('a')).toBe(vault.pseudonym('a'));
    expect(vault.pseudonym('a')).not.toBe(vault.pseudonym('b'));
  });
});

describe('AES-GCM', () => {
  const vault = new AesSecretEncryption(SECRET);
  const sealed = vault.encrypt('a text', 'of robin');

  it('hides the text, another way each time', () => {
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('a text');
    expect(vault.encrypt('a text', 'of robin')).not.toBe(sealed);
  });

  it('opens nothing under another secret', () => {
    const other = new AesSecretEncryption('another secret that is long enough');
    expect(other.decrypt(sealed, 'of robin')).toBeNull();
    expect(other.pseudonym('a')).not.toBe(vault.pseudonym('a'));
  });

  it('opens nothing of which a single bit was changed', () => {
    const bytes = Buffer.from(sealed, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(vault.decrypt(changed.toString('base64url'), 'of robin')).toBeNull();
    }
  });

  it('opens nothing it did not seal, however short or long', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(vault.decrypt(text, 'of robin')).toBeNull()));
    for (let length = 0; length < 60; length += 1) expect(vault.decrypt('A'.repeat(length), 'of robin')).toBeNull();
  });
});
