import { createHash, randomBytes } from 'node:crypto';
import { KeySecrets } from '../../domain/partners/ports.js';

export class RandomKeySecrets extends KeySecrets {
  random(): string {
    return randomBytes(32).toString('base64url');
  }

  digest(text: string): string {
    return createHash('sha256').update(text).digest('base64url');
  }
}
