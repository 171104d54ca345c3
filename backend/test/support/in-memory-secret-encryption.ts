import { SecretEncryption, Totp } from '../../src/domain/staff/ports.js';

/** Encryption that hides nothing, and so is fast. */
export class InMemorySecretEncryption extends SecretEncryption {
  encrypt(text: string, purpose: string): string {
    return `${text} encrypted for ${purpose}`;
  }

  decrypt(encrypted: string, purpose: string): string | null {
    const suffix = ` encrypted for ${purpose}`;
    return encrypted.endsWith(suffix) ? encrypted.slice(0, -suffix.length) : null;
  }

  pseudonym(text: string): string {
    return `fingerprint of ${text}`;
  }
}

/** Codes that are the number of their time step. */
export class NumberedCodes extends Totp {
  private made = 0;

  newSecret(): string {
    this.made += 1;
    return `SECRET${this.made}`;
  }

  matches(_secret: string, step: number, code: string): boolean {
    return code === numberedCode(step);
  }
}

export const numberedCode = (step: number): string => String(step % 1_000_000).padStart(6, '0');
