import { createHmac, timingSafeEqual } from 'node:crypto';
import { TokenSigner } from '../../domain/age-verification/age-verification.js';

/** Signs a time with HMAC-SHA-256 (RFC 2104): `<milliseconds in base 36>.<signature>`. */
export class HmacTokenSigner extends TokenSigner {
  constructor(private readonly secret: string) {
    super();
  }

  sign(at: Date): string {
    const moment = at.getTime().toString(36);
    return `${moment}.${this.hmac(moment).toString('base64url')}`;
  }

  verify(token: string): Date | null {
    const [moment = '', signature = ''] = token.split('.');
    const actual = Buffer.from(signature, 'base64url');
    const expected = this.hmac(moment);
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
    return new Date(Number.parseInt(moment, 36));
  }

  /** Includes the purpose in the signed text, so that a token signed with this secret for another purpose is rejected. */
  private hmac(moment: string): Buffer {
    return createHmac('sha256', this.secret).update(`age-verification:${moment}`).digest();
  }
}
