import type { Editorial } from './site-content.js';

/** Everything the head of a page says about it. */
export interface Head {
  readonly title: string;
  readonly description: string;
  readonly keywords: string;
  /** Absolute address by which this page is to be known. */
  readonly canonical: string;
  readonly type: 'website' | 'article';
  /** Absolute address of the picture for link previews. */
  readonly image: string;
  readonly jsonLd: readonly object[];
}

/** The words of a page, with `{name}` replaced by the value of that name. */
export function words(editorial: Editorial, page: string, values: Readonly<Record<string, string>>, publicUrl: string) {
  const found = editorial.pages[page];
  if (!found) throw new Error(`content/pages.json has no page "${page}"`);
  const fill = (text: string, encode = (value: string) => value) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => encode(values[name] ?? ''));
  return {
    title: `${fill(found.title)} - ${editorial.site.name}`,
    description: fill(found.description),
    keywords: fill(found.keywords),
    canonical: publicUrl + fill(found.path, encodeURIComponent),
  };
}

/** The head's tags. Everything in them is escaped here: brand and product names come from submitters. */
export function headTags(head: Head, siteName: string): string {
  const meta = (attribute: 'name' | 'property', key: string, content: string) =>
    `<meta ${attribute}="${key}" content="${escapeHtml(content)}">`;
  return [
    `<title>${escapeHtml(head.title)}</title>`,
    meta('name', 'description', head.description),
    meta('name', 'keywords', head.keywords),
    `<link rel="canonical" href="${escapeHtml(head.canonical)}">`,
    meta('property', 'og:site_name', siteName),
    meta('property', 'og:type', head.type),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', head.canonical),
    meta('property', 'og:image', head.image),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', head.title),
    meta('name', 'twitter:description', head.description),
    meta('name', 'twitter:image', head.image),
    ...head.jsonLd.map((data) => `<script type="application/ld+json">${scriptJson(data)}</script>`),
  ].join('\n    ');
}

/** JSON for a script element: no text in it can end the element. */
export const scriptJson = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c');

export const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** What XML 1.0 cannot hold in any spelling (section 2.2): control characters but three, halves of pairs, two code points. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** For XML, which is read by parsers that give up: what it cannot hold is shown as a character that is missing. */
export const escapeXml = (text: string) => escapeHtml(text.replace(NOT_IN_XML, '\ufffd'));
