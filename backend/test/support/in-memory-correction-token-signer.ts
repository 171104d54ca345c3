import { type CorrectionPass, CorrectionPasses } from '../../src/domain/coa-registry/ports.js';

/** Knows the passes it made, and no others. */
export class InMemoryCorrectionPasses extends CorrectionPasses {
  private readonly made = new Map<string, { pass: CorrectionPass; expiresAt: Date }>();

  seal(pass: CorrectionPass, expiresAt: Date): string {
    const token = `${pass.certificateId} asked ${pass.askedAt.getTime()} until ${expiresAt.getTime()}`;
    this.made.set(token, { pass, expiresAt });
    return token;
  }

  open(token: string, now: Date): CorrectionPass | null {
    const made = this.made.get(token);
    return made && now < made.expiresAt ? made.pass : null;
  }
}
