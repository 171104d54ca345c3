import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { PostOutcome } from '../../domain/mail/queued-mail.js';
import type { Sender } from '../../platform/config.js';
import type { Letter } from '../../platform/mail/letter.js';
import { Mailer } from './mailer.js';
import { mimeMessage, UnusableLetter } from './mime-message.js';

/** Mail as files that any mail program opens (RFC 5322). The same letter becomes the same file, however often it is sent. */
export class FileMailer extends Mailer {
  private readonly transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  constructor(
    private readonly folder: string,
    private readonly from: Sender,
  ) {
    super();
  }

  async send(letter: Letter, messageId: string): Promise<PostOutcome> {
    try {
      const { message } = await this.transport.sendMail(mimeMessage(letter, messageId, this.from));
      return await this.store(`${messageId.replace(/@.*|[^\w.-]/g, '')}.eml`, message as Buffer);
    } catch (error) {
      if (error instanceof UnusableLetter) return { result: 'refused', error: error.reason };
      return { result: 'failed', error: 'unknown' };
    }
  }

  abandon(): void {}

  close(): void {}

  /** Under another name first, so that nobody reads half a letter. */
  private async store(name: string, message: Buffer): Promise<PostOutcome> {
    const file = join(this.folder, name);
    try {
      await mkdir(this.folder, { recursive: true });
      await writeFile(`${file}.part`, message);
      await rename(`${file}.part`, file);
      return { result: 'sent' };
    } catch {
      // On a full disk half a letter would take up what little room there is.
      await rm(`${file}.part`, { force: true }).catch(() => {});
      return { result: 'failed', error: 'folder-unwritable' };
    }
  }
}
