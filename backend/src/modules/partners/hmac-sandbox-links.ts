import { createHmac, timingSafeEqual } from 'node:crypto';
import { type SandboxLink, SandboxLinks } from '../../domain/partners/ports.js';

/** Signs with HMAC-SHA-256 (RFC 2104): `<id of the sandbox>.<seconds until which it is valid>.<signature>`. */
export class HmacSandboxLinks extends SandboxLinks {
  constructor(private readonly secret: string) {
    super();
  }

  sign({ sandboxId, expiresAt }: SandboxLink): string {
    const expires = Math.floor(expiresAt.getTime() / 1000).toString(36);
    return `${sandboxId}.${expires}.${this.hmac(sandboxId, expires)}`;
  }

  /** Compares the encoded text, not the decoded bytes, because base64url can encode the same bytes in several ways. */
  verify(token: string, now: Date): string | null {
    const [sandboxId = '', expires = '', ...signature] = token.split('.');
    const given = Buffer.from(signature.join('.'));
    const expected = Buffer.from(this.hmac(sandboxId, expires));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    return now.getTime() < Number.parseInt(expires, 36) * 1000 ? sandboxId : null;
  }

  /** The purpose is signed too, so that other tokens with the same secret are not valid here. */
  private hmac(sandboxId: string, expires: string): string {
    return createHmac('sha256', this.secret).update(`sandbox:${sandboxId}:${expires}`).digest('base64url');
  }
}
