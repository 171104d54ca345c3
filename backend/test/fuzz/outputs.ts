import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { MARK } from './corpora.js';
import { csvViolations, htmlViolations, responseViolations, type Violations, xmlViolations } from './oracles.js';
import type { Run } from './run.js';
import type { WireRequest, WireResponse } from './wire.js';

/** What the token of a link is for, by the link's page; all other pages are the newsletter's. */
const TOKEN_KINDS: Record<string, string> = { following: 'follows/{token}', 'brand-desk': 'brand-desk/{token}' };

/** Checks everything that renders submitted text: pages, images, feeds, tables and emails. */
export async function inspectOutputs(run: Run, most: number): Promise<number> {
  const ids = (kind: string) =>
    run.model
      .known(kind)
      .map(({ id }) => id)
      .slice(-most);
  const pages = [
    '/',
    '/coa',
    '/brands',
    '/coa?search=%3Cxinj%3E&brand=%22%20xinj%3D',
    '/age-gate?next=%22%3E%3Cxinj%3E',
    ...ids('coa/{batchId}').map((id) => `/coa/${encodeURIComponent(id)}`),
    ...ids('brands/{brandName}').map((id) => `/brands/${encodeURIComponent(id)}`),
    ...ids('certificates/{reference}').map((id) => `/certificates/${encodeURIComponent(id)}`),
    `/compare?${new URLSearchParams([
      ...ids('certificates/{reference}')
        .slice(-4)
        .map((id) => ['c', id]),
      ['q', '"<xinj>'],
    ])}`,
    ...run.model
      .known('products/{productName}')
      .slice(-most)
      .map(({ id, owner = '' }) => `/brands/${encodeURIComponent(owner)}/products/${encodeURIComponent(id)}`),
  ];
  for (const page of pages) await look(run, page, [200, 404], ({ body }) => htmlViolations(body.toString('utf8')));
  for (const feed of ['/feeds/certificates.xml', '/feeds/articles.xml', '/sitemap.xml']) {
    await look(run, feed, [200], ({ body }) => xmlViolations(body.toString('utf8')));
  }
  const pictures = ids('coa/{batchId}')
    .slice(-30)
    .map((id) => `/social/coa/${encodeURIComponent(id)}.png`);
  for (const picture of pictures) await look(run, picture, [200, 404], () => []);
  return pages.length;
}

async function look(
  run: Run,
  target: string,
  allowed: readonly number[],
  violationsOf: (response: WireResponse) => Violations,
) {
  const sent: WireRequest = { method: 'GET', target, headers: [], body: null };
  const response = await run.wire.send(sent);
  const isProblem = /problem\+json/.test(response.headers['content-type'] ?? '');
  const violations = [
    ...(allowed.includes(response.status) ? [] : [`status ${response.status}`]),
    ...(response.status >= 400 && isProblem ? responseViolations(response) : []),
    ...(response.status === 200 ? violationsOf(response) : []),
  ];
  if (violations.length > 0) run.fail(null, target, violations, sent, response);
}

/** Checks response bodies other than JSON. */
export function contentViolations({ status, headers, body }: WireResponse): Violations {
  if (status !== 200) return [];
  const type = headers['content-type'] ?? '';
  if (type.startsWith('text/csv')) return csvViolations(body.toString('utf8'));
  if (type.startsWith('text/html')) return htmlViolations(body.toString('utf8'));
  if (!type.startsWith('application/x-ndjson')) return [];
  const lines = body.toString('utf8').split('\n');
  return lines.filter((line) => line !== '' && !isJson(line)).map(() => 'a line that is no JSON');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Reads the email files written since the last call. */
export class SentEmails {
  private readonly seen = new Set<string>();

  constructor(readonly folder: string) {}

  get count(): number {
    return this.seen.size;
  }

  /** Collects the tokens in their links and checks each email. */
  async read(run: Run): Promise<void> {
    const names = (await readdir(this.folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
    const fresh = names.filter((name) => !this.seen.has(name)).toSorted();
    const read = await Promise.all(fresh.map((name) => this.parsed(name)));
    // Several are sent at the same time.
    for (const { name, email } of read.toSorted((one, other) => one.key.localeCompare(other.key))) {
      this.seen.add(name);
      for (const [, page = '', token = ''] of (email.text ?? '').matchAll(/([\w-]+)\?token=([\w.~%-]+)/g)) {
        run.model.add(TOKEN_KINDS[page] ?? 'newsletter/{token}', { id: decodeURIComponent(token) });
      }
      const violations = emailViolations(email);
      if (violations.length > 0) run.fail(null, `the email ${name}`, violations, null, null);
    }
  }

  private async parsed(name: string) {
    const email = await PostalMime.parse(await readFile(join(this.folder, name)));
    return { name, email, key: `${email.to?.[0]?.address} ${email.subject} ${name}` };
  }
}

type Parsed = Awaited<ReturnType<typeof PostalMime.parse>>;

/** An email to one recipient, without injected headers or elements. */
export function emailViolations({ headers, to, cc, bcc, subject, html, attachments }: Parsed): Violations {
  return [
    ...headers.filter(({ key }) => key.toLowerCase().includes(MARK)).map(({ key }) => `an injected header: ${key}`),
    ...(to?.length === 1 && !cc && !bcc ? [] : ['an email to more than one recipient']),
    ...(/[\r\n]/.test(subject ?? '') ? ['a subject of several lines'] : []),
    ...(attachments.some(({ mimeType }) => !mimeType.startsWith('image/')) ? ['something is attached'] : []),
    ...htmlViolations(html ?? ''),
  ];
}
