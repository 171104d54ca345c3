import { Secrets } from '../../src/domain/staff/ports.js';

/** Hashes that hide nothing, and so are fast. */
export class InMemorySecrets extends Secrets {
  private made = 0;

  async hashPassword(password: string): Promise<string> {
    return `hash of ${password}`;
  }

  async passwordMatches(hash: string | null, password: string): Promise<boolean> {
    return hash === `hash of ${password}`;
  }

  token(): string {
    this.made += 1;
    return `token-${this.made}`;
  }

  oneTimePassword(): string {
    this.made += 1;
    return `one-time-password-${this.made}`;
  }

  recoveryCode(): string {
    this.made += 1;
    return `reco-very-code-${this.made}`;
  }

  digest(token: string): string {
    return `digest of ${token}`;
  }
}
