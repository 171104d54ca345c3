import { createHmac, randomBytes } from 'node:crypto';
import { WebhookSecrets } from '../../domain/webhooks/ports.js';
import { AesGcmCipher } from '../../platform/crypto/aes-gcm-cipher.js';

/** By which a secret is known for what it is, in a configuration or where it should not be. */
const PREFIX = 'whsec_';

/** Secrets and signatures as Standard Webhooks has them (symmetric, `v1`). */
export class EncryptedWebhookSecrets extends WebhookSecrets {
  private readonly cipher: AesGcmCipher;

  constructor(cookieSecret: string) {
    super();
    this.cipher = new AesGcmCipher(cookieSecret, 'webhook secrets');
  }

  create(): string {
    return `${PREFIX}${randomBytes(32).toString('base64')}`;
  }

  seal(secret: string): string {
    return this.cipher.encrypt(secret);
  }

  /**
   * The value of `webhook-signature`: one signature for each secret.
   * @throws Error when a secret cannot be read, because the process has another secret of its own than before
   */
  sign(sealed: readonly string[], id: string, timestamp: number, body: string): string {
    return sealed
      .map((secret) => Buffer.from(this.cipher.decrypt(secret).slice(PREFIX.length), 'base64'))
      .map((key) => createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64'))
      .map((signature) => `v1,${signature}`)
      .join(' ');
  }
}
