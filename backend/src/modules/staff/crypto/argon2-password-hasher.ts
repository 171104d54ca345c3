import { createHash, randomBytes, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Secrets } from '../../../domain/staff/ports.js';

/** `Algorithm.Argon2id` of the library, whose const enum can't be imported with `isolatedModules`. */
const ARGON2ID = 2;

/** OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB of memory, two passes, one lane. */
const ARGON2 = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Lowercase letters and digits without look-alikes, for copying by hand. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

export class Argon2PasswordHasher extends Secrets {
  private decoy: Promise<string> | null = null;

  hashPassword(password: string): Promise<string> {
    return hash(password, ARGON2);
  }

  async passwordMatches(stored: string | null, password: string): Promise<boolean> {
    this.decoy ??= this.hashPassword(this.token());
    const matches = await verify(stored ?? (await this.decoy), password);
    return stored !== null && matches;
  }

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
