import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Tokens with which a sender may view a document that no published certificate refers to. Signed with HMAC-SHA-256
 * (RFC 2104): `<seconds until which it is valid>.<signature>`.
 */
export class DocumentAccess {
  constructor(private readonly secret: string) {}

  grant(sha256: string, expiresAt: Date): string {
    const expires = Math.floor(expiresAt.getTime() / 1000).toString(36);
    return `${expires}.${this.hmac(sha256, expires).toString('base64url')}`;
  }

  isGranted(token: string, sha256: string, now: Date): boolean {
    const [expires = '', signature = ''] = token.split('.');
    const given = Buffer.from(signature, 'base64url');
    const expected = this.hmac(sha256, expires);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
    return now.getTime() < Number.parseInt(expires, 36) * 1000;
  }

  /** The purpose is signed too (domain separation), so that other tokens with the same secret are not valid here. */
  private hmac(sha256: string, expires: string): Buffer {
    return createHmac('sha256', this.secret).update(`document-access:${sha256}:${expires}`).digest();
  }
}
