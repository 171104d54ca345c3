import { createHmac, hkdfSync } from 'node:crypto';
import { SecretEncryption } from '../../../domain/staff/ports.js';
import { AesGcmCipher } from '../../../platform/crypto/aes-gcm-cipher.js';

/** AES-GCM with a separate key per purpose, and pseudonyms by HMAC-SHA-256 with another separate key. */
export class AesSecretEncryption extends SecretEncryption {
  private readonly pseudonymKey: Uint8Array;

  constructor(private readonly secret: string) {
    super();
    this.pseudonymKey = new Uint8Array(hkdfSync('sha256', secret, '', 'staff fingerprints', 32));
  }

  encrypt(text: string, purpose: string): string {
    return this.cipherFor(purpose).encrypt(text);
  }

  decrypt(encrypted: string, purpose: string): string | null {
    try {
      return this.cipherFor(purpose).decrypt(encrypted);
    } catch {
      // The cipher throws if authentication fails.
      return null;
    }
  }

  pseudonym(text: string): string {
    return createHmac('sha256', this.pseudonymKey).update(text).digest('base64url');
  }

  private cipherFor(purpose: string): AesGcmCipher {
    return new AesGcmCipher(this.secret, `staff ${purpose}`);
  }
}
