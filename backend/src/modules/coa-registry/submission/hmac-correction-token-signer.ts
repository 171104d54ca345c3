import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type CorrectionToken, CorrectionTokenSigner } from '../../../domain/coa-registry/submission/submissions.js';

const Payload = z.object({ c: z.uuid(), a: z.number().int(), e: z.number().int() });

/** Signs with HMAC-SHA-256 (RFC 2104): `<payload, base64url>.<signature>`. */
export class HmacCorrectionTokenSigner extends CorrectionTokenSigner {
  constructor(private readonly secret: string) {
    super();
  }

  sign({ certificateId, askedAt }: CorrectionToken, expiresAt: Date): string {
    const content = JSON.stringify({ c: certificateId, a: askedAt.getTime(), e: expiresAt.getTime() });
    const payload = Buffer.from(content).toString('base64url');
    return `${payload}.${this.hmac(payload).toString('base64url')}`;
  }

  verify(token: string, now: Date): CorrectionToken | null {
    const [payload = '', signature = ''] = token.split('.');
    const given = Buffer.from(signature, 'base64url');
    const expected = this.hmac(payload);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const { c, a, e } = Payload.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    return now.getTime() < e ? { certificateId: c, askedAt: new Date(a) } : null;
  }

  /** The purpose is signed too (domain separation), so that other tokens with the same secret are not valid here. */
  private hmac(payload: string): Buffer {
    return createHmac('sha256', this.secret).update(`coa-correction:${payload}`).digest();
  }
}
