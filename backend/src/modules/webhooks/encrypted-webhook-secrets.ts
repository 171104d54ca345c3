import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { WebhookSecrets } from '../../domain/webhooks/ports.js';
import { AesGcmCipher } from '../../platform/crypto/aes-gcm-cipher.js';

/** Makes a secret recognizable, in a configuration file or to a scanner for leaked secrets. */
const PREFIX = 'whsec_';

/** Symmetric (`v1`) secrets and signatures of Standard Webhooks. Secrets are stored encrypted. */
export class EncryptedWebhookSecrets extends WebhookSecrets {
  private readonly cipher: AesGcmCipher;

  constructor(cookieSecret: string) {
    super();
    this.cipher = new AesGcmCipher(cookieSecret, 'webhook secrets');
  }

  create(): string {
    return `${PREFIX}${randomBytes(32).toString('base64')}`;
  }

  encrypt(secret: string): string {
    return this.cipher.encrypt(secret);
  }

  /**
   * The value of `webhook-signature`: one signature for each secret, so that receivers can rotate secrets.
   * @throws Error when COOKIE_SECRET has changed since a secret was encrypted
   */
  sign(encrypted: readonly string[], id: string, at: Date, body: string): string {
    return encrypted.map((secret) => new Webhook(this.cipher.decrypt(secret)).sign(id, at, body)).join(' ');
  }
}
