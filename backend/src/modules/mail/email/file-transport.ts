import type { Dirent } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { SendResult } from '../../../domain/mail/queued-mail.js';
import type { Sender } from '../../../platform/config.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';
import { MailTransport } from './mail-transport.js';
import { mimeMessage, UnsendableMessage } from './mime-message.js';

/** Emails contain addresses and sign-in links, so only the server's user may read them. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** The sticky bit, set on shared folders such as /tmp. */
const STICKY = 0o1000;

/** Writes each email to an .eml file (RFC 5322). Sending the same email again overwrites its file. */
export class FileTransport extends MailTransport {
  private readonly transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  private isClosed = false;

  constructor(
    private readonly folder: string,
    private readonly from: Sender,
  ) {
    super();
  }

  async send(email: EmailMessage, messageId: string): Promise<SendResult> {
    try {
      const { message } = await this.transport.sendMail(mimeMessage(email, messageId, this.from));
      return await this.store(`${messageId.replace(/@.*|[^\w.-]/g, '')}.eml`, message as Buffer);
    } catch (error) {
      if (error instanceof UnsendableMessage) return { result: 'refused', error: error.reason };
      return { result: 'failed', error: 'unknown' };
    }
  }

  /** Writes under a temporary name and renames, so that no reader sees half an email. */
  private async store(name: string, message: Buffer): Promise<SendResult> {
    const file = join(this.folder, name);
    try {
      await mkdir(this.folder, { recursive: true, mode: FOLDER_MODE });
      await this.closeToOthers();
      // Never opens an existing file, which a killed server or another user may have left.
      await rm(`${file}.part`, { force: true });
      await writeFile(`${file}.part`, message, { mode: FILE_MODE, flag: 'wx' });
      await rename(`${file}.part`, file);
      return { result: 'sent' };
    } catch {
      // On a full disk, half an email would use up the remaining space.
      await rm(`${file}.part`, { force: true }).catch(() => {});
      return { result: 'failed', error: 'folder-unwritable' };
    }
  }

  /** Checks once that an existing folder belongs to this user and is not shared. */
  private async closeToOthers(): Promise<void> {
    if (this.isClosed) return;
    const { uid, mode } = await stat(this.folder);
    if ((mode & STICKY) === 0 && (process.getuid === undefined || uid === process.getuid())) {
      await chmod(this.folder, FOLDER_MODE);
      const names = (await readdir(this.folder, { withFileTypes: true })).filter(isLetter);
      for (const { name } of names) await chmod(join(this.folder, name), FILE_MODE).catch(() => {});
    }
    this.isClosed = true;
  }
}

const isLetter = (entry: Dirent) => entry.isFile() && /\.eml(\.part)?$/.test(entry.name);
