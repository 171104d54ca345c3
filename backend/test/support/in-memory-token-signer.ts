import { TokenSigner } from '../../src/domain/age-verification/age-verification.js';

/** Accepts only the tokens it signed. */
export class InMemoryTokenSigner extends TokenSigner {
  private readonly made = new Map<string, Date>();

  sign(at: Date): string {
    const token = `issued at ${at.getTime()}`;
    this.made.set(token, at);
    return token;
  }

  verify(token: string): Date | null {
    return this.made.get(token) ?? null;
  }
}
