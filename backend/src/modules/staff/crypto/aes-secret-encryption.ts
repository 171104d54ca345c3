import { createHmac, hkdfSync } from 'node:crypto';
import { Vault } from '../../../domain/staff/ports.js';
import { SealedBox } from '../../../platform/crypto/aes-gcm-cipher.js';

/** A box for each purpose, and fingerprints (HMAC-SHA-256) under a key that is used for nothing else. */
export class SealedVault extends Vault {
  private readonly fingerprintKey: Uint8Array;

  constructor(private readonly secret: string) {
    super();
    this.fingerprintKey = new Uint8Array(hkdfSync('sha256', secret, '', 'staff fingerprints', 32));
  }

  seal(text: string, purpose: string): string {
    return this.boxFor(purpose).seal(text);
  }

  open(sealed: string, purpose: string): string | null {
    try {
      return this.boxFor(purpose).open(sealed);
    } catch {
      // A box says only by an exception that it did not seal this.
      return null;
    }
  }

  fingerprint(text: string): string {
    return createHmac('sha256', this.fingerprintKey).update(text).digest('base64url');
  }

  private boxFor(purpose: string): SealedBox {
    return new SealedBox(this.secret, `staff ${purpose}`);
  }
}
