import { createHmac, hkdfSync } from 'node:crypto';
import { Pseudonymizer } from '../../domain/privacy/ports.js';

/** HMAC-SHA-256 (RFC 2104) with a key of its own, because addresses are few enough to try them all on a plain digest. */
export class HmacPseudonymizer extends Pseudonymizer {
  private readonly key: Uint8Array;

  constructor(secret: string) {
    super();
    this.key = new Uint8Array(hkdfSync('sha256', secret, '', 'privacy fingerprint', 32));
  }

  of(address: string): string {
    return createHmac('sha256', this.key).update(address.toLowerCase()).digest('base64url');
  }
}
