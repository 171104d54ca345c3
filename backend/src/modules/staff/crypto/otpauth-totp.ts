import { HOTP, Secret } from 'otpauth';
import { Totp } from '../../../domain/staff/ports.js';

/** 160 bits, as long as the hash: RFC 4226 section 4 recommends it. */
const SECRET_BYTES = 20;

/**
 * Codes as authenticator apps compute them: RFC 6238 with HMAC-SHA-1 and six digits. A TOTP code is the HOTP code of a
 * time step. The domain chooses the steps, so that it can refuse a code that was used before.
 */
export class OtpauthTotp extends Totp {
  newSecret(): string {
    return new Secret({ size: SECRET_BYTES }).base32;
  }

  matches(secret: string, step: number, code: string): boolean {
    // otpauth compares bytes in constant time and throws for a multi-byte character.
    if (!/^\d{6}$/.test(code)) return false;
    return HOTP.validate({ token: code, secret: Secret.fromBase32(secret), counter: step, window: 0 }) !== null;
  }
}
