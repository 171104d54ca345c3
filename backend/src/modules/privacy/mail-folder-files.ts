import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MailFiles, type PersonalWords } from '../../domain/privacy/ports.js';

/** Files that FileMailer wrote, half-written ones included. */
export class MailFolderFiles extends MailFiles {
  constructor(private readonly folder: string) {
    super();
  }

  async remove({ address, names }: PersonalWords): Promise<number> {
    const words = [address, ...names].map((word) => word.toLowerCase());
    const files = await readdir(this.folder).catch(() => []);
    let removed = 0;
    for (const name of files.filter((file) => /\.eml(\.part)?$/.test(file))) {
      const file = join(this.folder, name);
      // One that is gone meanwhile has become another name, or was removed.
      const message = await readFile(file).catch(() => null);
      if (message === null || !isAbout(message, words)) continue;
      await rm(file, { force: true });
      removed += 1;
    }
    return removed;
  }
}

const isAbout = (message: Buffer, words: readonly string[]): boolean => {
  const text = readable(message.toString('utf8'));
  return words.some((word) => text.includes(word));
};

/** The message as written and with its encoded parts decoded (RFC 2045 and 2047), white space folded, in small letters. */
function readable(raw: string): string {
  const unfolded = raw.replace(/=\r?\n/g, '');
  const printable = Buffer.from(
    unfolded.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
  const blocks = raw.match(/(?:^[A-Za-z0-9+/]{40,}={0,2}\r?\n?)+[A-Za-z0-9+/]*={0,2}/gm) ?? [];
  const words = [...raw.matchAll(/=\?utf-8\?b\?([^?]*)\?=/gi)].map(([, encoded = '']) => encoded);
  const decoded = [...blocks, ...words].map((part) => Buffer.from(part, 'base64').toString('utf8'));
  return [unfolded, printable.replaceAll('_', ' '), ...decoded].join('\n').toLowerCase().replace(/\s+/g, ' ');
}
