import type { Gate } from './site-content.js';

/**
 * Whether a page opens without the age gate. The site asks the same of the same list in
 * frontend/src/layouts/age-gate.tsx.
 * @param url path and query
 */
export function opensWithoutGate({ open, emailMark }: Gate, url: string): boolean {
  const { pathname, search } = new URL(`http://localhost${url}`);
  if (search === `?${emailMark}`) return true;
  const path = pathname.toLowerCase().replace(/\/+$/, '');
  return open.some((page) => path === page || (page.endsWith('/*') && isRightBelow(page.slice(0, -1), path)));
}

/** @param folder ends with a slash */
const isRightBelow = (folder: string, path: string) =>
  path.startsWith(folder) && path.length > folder.length && !path.slice(folder.length).includes('/');
