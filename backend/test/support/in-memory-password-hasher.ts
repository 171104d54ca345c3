import { PasswordHasher } from '../../src/domain/staff/ports.js';

/** Hashes that hide nothing, and so are fast. */
export class InMemoryPasswordHasher extends PasswordHasher {
  async hash(password: string): Promise<string> {
    return `hash of ${password}`;
  }

  async matches(hash: string | null, password: string): Promise<boolean> {
    return hash === `hash of ${password}`;
  }
}
