import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MailFiles, type PersonalWords } from '../../domain/privacy/ports.js';

/** Files written by FileMailer, including partially written ones. */
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
      // The file may have been renamed or deleted in the meantime.
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

/** The raw message plus its decoded parts (RFC 2045 and 2047), in lowercase, with white space folded. */
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
