import { type CorrectionToken, CorrectionTokenSigner } from '../../src/domain/coa-registry/submission/submissions.js';

/** Accepts only the tokens it signed. */
export class InMemoryCorrectionTokenSigner extends CorrectionTokenSigner {
  private readonly signed = new Map<string, { token: CorrectionToken; expiresAt: Date }>();

  sign(pass: CorrectionToken, expiresAt: Date): string {
    const token = `${pass.certificateId} asked ${pass.askedAt.getTime()} until ${expiresAt.getTime()}`;
    this.signed.set(token, { token: pass, expiresAt });
    return token;
  }

  verify(token: string, now: Date): CorrectionToken | null {
    const signed = this.signed.get(token);
    return signed && now < signed.expiresAt ? signed.token : null;
  }
}
