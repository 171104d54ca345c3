import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Totp } from '../../../domain/staff/ports.js';

/** RFC 4648, section 6. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const DIGITS = 6;

/** The length of the hash, as recommended by RFC 4226 section 4; a multiple of five needs no padding in base32. */
const SECRET_BYTES = 20;

/** TOTP as used by authenticator apps: RFC 6238 with HMAC-SHA-1 and six digits. */
export class HmacTotp extends Totp {
  newSecret(): string {
    const bits = [...randomBytes(SECRET_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
    return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('');
  }

  matches(secret: string, step: number, code: string): boolean {
    const expected = Buffer.from(totpCode(secret, step));
    const actual = Buffer.from(code);
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  }
}

/** RFC 4226, section 5.3: dynamic truncation of the hash. */
export function totpCode(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((character) => BASE32.indexOf(character).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
