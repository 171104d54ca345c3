import { createHmac, hkdfSync } from 'node:crypto';
import { Pseudonymizer } from '../../domain/privacy/ports.js';

/** HMAC-SHA-256 (RFC 2104) with a separate key. A plain digest could be reversed by trying all likely addresses. */
export class HmacPseudonymizer extends Pseudonymizer {
  private readonly key: Uint8Array;

  constructor(secret: string) {
    super();
    this.key = new Uint8Array(hkdfSync('sha256', secret, '', 'privacy fingerprint', 32));
  }

  pseudonymize(address: string): string {
    return createHmac('sha256', this.key).update(address.toLowerCase()).digest('base64url');
  }
}
