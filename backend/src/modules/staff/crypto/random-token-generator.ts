import { createHash, randomBytes, randomInt } from 'node:crypto';
import { TokenGenerator } from '../../../domain/staff/ports.js';

/** Lowercase letters and digits without look-alikes, for copying by hand. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

export class RandomTokenGenerator extends TokenGenerator {
  token(): string {
    return randomBytes(32).toString('base64url');
  }

  oneTimePassword(): string {
    return groups(4, 5);
  }

  recoveryCode(): string {
    return groups(4, 4);
  }

  digest(token: string): string {
    return createHash('sha256').update(token).digest('base64url');
  }
}

function groups(count: number, length: number): string {
  const group = () => Array.from({ length }, () => READABLE[randomInt(READABLE.length)]).join('');
  return Array.from({ length: count }, group).join('-');
}
