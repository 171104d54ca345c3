import { createHmac, timingSafeEqual } from 'node:crypto';
import { SubscriptionTokens } from '../../domain/newsletter/ports.js';
import type { LinkPurpose } from '../../domain/newsletter/subscription.js';

/** Signs with HMAC-SHA-256 (RFC 2104): `<number of the subscription in base 36>.<signature>`. */
export class HmacSubscriptionTokens extends SubscriptionTokens {
  constructor(private readonly secret: string) {
    super();
  }

  sign(subscriptionId: number, purpose: LinkPurpose): string {
    const number = subscriptionId.toString(36);
    return `${number}.${this.hmac(number, purpose)}`;
  }

  /** Compares the encoded text, not the decoded bytes, because base64url can encode the same bytes in several ways. */
  verify(token: string, purpose: LinkPurpose): number | null {
    const [number = '', ...signature] = token.split('.');
    const actual = Buffer.from(signature.join('.'));
    const expected = Buffer.from(this.hmac(number, purpose));
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
    return Number.parseInt(number, 36);
  }

  /** Includes the purpose in the signed text, so that a token signed with this secret for another purpose is rejected. */
  private hmac(number: string, purpose: LinkPurpose): string {
    return createHmac('sha256', this.secret).update(`newsletter-${purpose}:${number}`).digest('base64url');
  }
}
