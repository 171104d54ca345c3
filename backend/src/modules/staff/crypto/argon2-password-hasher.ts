import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { PasswordHasher } from '../../../domain/staff/ports.js';

/** `Algorithm.Argon2id` of the library, whose const enum can't be imported with `isolatedModules`. */
const ARGON2ID = 2;

/** OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB of memory, two passes, one lane. */
const ARGON2 = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export class Argon2PasswordHasher extends PasswordHasher {
  private decoy: Promise<string> | null = null;

  hash(password: string): Promise<string> {
    return hash(password, ARGON2);
  }

  async matches(stored: string | null, password: string): Promise<boolean> {
    this.decoy ??= this.hash(randomBytes(32).toString('base64url'));
    const matches = await verify(stored ?? (await this.decoy), password);
    return stored !== null && matches;
  }
}
