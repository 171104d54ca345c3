import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** Emails written to files, in the order in which they were queued. */
export async function emailsIn(folder: string): Promise<Email[]> {
  const names = await readdir(folder).catch(() => []);
  const emails = names.filter((name) => name.endsWith('.eml')).toSorted(byNumber);
  return Promise.all(emails.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
}

/** `20261120T150405.12.eml` comes after `20261120T150405.9.eml`. */
const byNumber = (a: string, b: string) => numberOf(a) - numberOf(b);
const numberOf = (name: string) => Number(name.split('.')[1]);
