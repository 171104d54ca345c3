import { createHmac, timingSafeEqual } from 'node:crypto';
import { Seal } from '../../domain/age-verification/ports.js';

/** Seals a moment with HMAC-SHA-256 (RFC 2104): `<milliseconds in base 36>.<signature>`. */
export class HmacSeal extends Seal {
  constructor(private readonly secret: string) {
    super();
  }

  seal(at: Date): string {
    const moment = at.getTime().toString(36);
    return `${moment}.${this.sign(moment).toString('base64url')}`;
  }

  open(token: string): Date | null {
    const [moment = '', signature = ''] = token.split('.');
    const given = Buffer.from(signature, 'base64url');
    const expected = this.sign(moment);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    return new Date(Number.parseInt(moment, 36));
  }

  /** The purpose is part of what is signed, so that no other token made with the same secret passes for this one. */
  private sign(moment: string): Buffer {
    return createHmac('sha256', this.secret).update(`age-verification:${moment}`).digest();
  }
}
