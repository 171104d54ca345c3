import { createHmac, timingSafeEqual } from 'node:crypto';
import { ClaimTokens, type LinkUse } from '../../domain/brands/claim-ports.js';

const USES: readonly LinkUse[] = ['prove', 'act'];

/** Signs with HMAC-SHA-256 (RFC 2104): `<id of the claim>.<signature>`. The use is signed and not written. */
export class HmacClaimTokens extends ClaimTokens {
  constructor(private readonly secret: string) {
    super();
  }

  sign(claimId: string, use: LinkUse): string {
    return `${claimId}.${this.hmac(claimId, use)}`;
  }

  /** Compares the encoded text, not the decoded bytes, because base64url can encode the same bytes in several ways. */
  verify(token: string): { claimId: string; use: LinkUse } | null {
    const [claimId = '', ...signature] = token.split('.');
    const given = Buffer.from(signature.join('.'));
    const use = USES.find((one) => {
      const expected = Buffer.from(this.hmac(claimId, one));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    return use ? { claimId, use } : null;
  }

  dnsCode(claimId: string): string {
    return this.hmac(claimId, 'dns').slice(0, 32);
  }

  /** The purpose is signed too, so that other tokens with the same secret are not valid here. */
  private hmac(claimId: string, purpose: LinkUse | 'dns'): string {
    return createHmac('sha256', this.secret).update(`brand-claim-${purpose}:${claimId}`).digest('base64url');
  }
}
