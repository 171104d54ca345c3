import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts texts that we must read again, so that a copy of the database alone does not reveal them. */
export class AesGcmCipher {
  private readonly key: Uint8Array;

  /**
   * @param secret of the process, which is not in the database
   * @param purpose derives a separate key: a text encrypted for one purpose cannot be decrypted for another
   */
  constructor(secret: string, purpose: string) {
    this.key = new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
  }

  encrypt(text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** @throws Error when the text was encrypted with another secret or purpose, or was changed */
  decrypt(sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    const content = NONCE_BYTES + TAG_BYTES;
    const decipher = createDecipheriv(ALGORITHM, this.key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, content));
    return Buffer.concat([decipher.update(bytes.subarray(content)), decipher.final()]).toString('utf8');
  }
}
