import { createHmac, hkdfSync } from 'node:crypto';
import { SecretEncryption } from '../../../domain/staff/ports.js';
import { AesGcmCipher } from '../../../platform/crypto/aes-gcm-cipher.js';

/** AES-GCM with a separate key per purpose, and pseudonyms by HMAC-SHA-256 with another separate key. */
export class AesSecretEncryption extends SecretEncryption {
  private readonly fingerprintKey: Uint8Array;

  constructor(private readonly secret: string) {
    super();
    this.fingerprintKey = new Uint8Array(hkdfSync('sha256', secret, '', 'staff fingerprints', 32));
  }

  encrypt(text: string, purpose: string): string {
    return this.boxFor(purpose).encrypt(text);
  }

  decrypt(sealed: string, purpose: string): string | null {
    try {
      return this.boxFor(purpose).decrypt(sealed);
    } catch {
      // The cipher throws if authentication fails.
      return null;
    }
  }

  pseudonym(text: string): string {
    return createHmac('sha256', this.fingerprintKey).update(text).digest('base64url');
  }

  private boxFor(purpose: string): AesGcmCipher {
    return new AesGcmCipher(this.secret, `staff ${purpose}`);
  }
}
