import { TokenGenerator } from '../../src/domain/staff/ports.js';

/** Numbers tokens, passwords and codes together. */
export class NumberedTokenGenerator extends TokenGenerator {
  private count = 0;

  token(): string {
    return `token-${this.next()}`;
  }

  oneTimePassword(): string {
    return `one-time-password-${this.next()}`;
  }

  recoveryCode(): string {
    return `reco-very-code-${this.next()}`;
  }

  digest(token: string): string {
    return `digest of ${token}`;
  }

  private next(): number {
    this.count += 1;
    return this.count;
  }
}
