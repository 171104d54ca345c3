import { type CorrectionToken, CorrectionTokenSigner } from '../../src/domain/coa-registry/ports.js';

/** Knows the passes it made, and no others. */
export class InMemoryCorrectionTokenSigner extends CorrectionTokenSigner {
  private readonly made = new Map<string, { pass: CorrectionToken; expiresAt: Date }>();

  sign(pass: CorrectionToken, expiresAt: Date): string {
    const token = `${pass.certificateId} asked ${pass.askedAt.getTime()} until ${expiresAt.getTime()}`;
    this.made.set(token, { pass, expiresAt });
    return token;
  }

  verify(token: string, now: Date): CorrectionToken | null {
    const made = this.made.get(token);
    return made && now < made.expiresAt ? made.pass : null;
  }
}
