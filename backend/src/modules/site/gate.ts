import { findPage } from './page-table.js';
import type { SiteContent } from './site-content.js';

/**
 * Whether a page opens without the age gate. The frontend decides the same way, from the same table
 * (frontend/src/layouts/age-gate.tsx): both ignore case and a trailing slash.
 * @param url path and query
 */
export function opensWithoutGate({ pageTable, site }: SiteContent, url: string): boolean {
  const { pathname, search } = new URL(`http://localhost${url}`);
  if (search === `?${site.emailMark}`) return true;
  return findPage(pageTable, pathname.toLowerCase().replace(/\/+$/, ''))?.gated === false;
}
