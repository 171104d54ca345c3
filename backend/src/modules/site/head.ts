import { longDay } from '../../domain/shared/long-day.js';
import { fillUrl, translationsOf } from './page-table.js';
import type { SiteContent } from './site-content.js';
import { type CertificateCardInput, cardVersion, certificateCard, shortHeadline } from './social-card.js';

const SITE_IMAGE = '/social/site.png';

/** Metadata in a page's <head>. */
export interface Head {
  readonly lang: string;
  /** The page in each of its languages, itself included. */
  readonly alternates: readonly { readonly lang: string; readonly url: string }[];
  readonly title: string;
  /** The title in link previews. */
  readonly previewTitle: string;
  readonly description: string;
  readonly keywords: string;
  /** Absolute URL that search engines should keep. */
  readonly canonical: string;
  readonly type: 'website' | 'article';
  /** Absolute URL of the image in link previews. */
  readonly image: string;
  /** The text in that image. */
  readonly imageAlt: string;
  readonly jsonLd: readonly object[];
}

/**
 * The texts and the canonical address of a page or view.
 * @param values fill in `{name}` in texts and `:name` in the path
 */
export function fillHead(
  { pageTable, site }: SiteContent,
  name: string,
  values: Readonly<Record<string, string>>,
  publicUrl: string,
) {
  const page = pageTable.pages.find(({ id }) => id === name);
  const entry = page ?? pageTable.views[name];
  if (!entry) throw new Error(`content/pages.json has no page or view "${name}"`);
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
  const previewTitle = fill(entry.previewTitle ?? entry.title);
  const versions = page ? translationsOf(pageTable, page) : [];
  return {
    lang: page?.lang ?? 'en',
    alternates: versions.map(({ lang, path }) => ({ lang, url: publicUrl + path })),
    title: `${fill(entry.title)} - ${site.name}`,
    previewTitle: `${previewTitle} - ${site.name}`,
    description: fill(entry.description),
    keywords: fill(entry.keywords),
    canonical: publicUrl + fillUrl(entry.canonical ?? page?.path ?? '/', values),
    type: page?.ogType ?? 'website',
    image: publicUrl + fillUrl(entry.image ?? SITE_IMAGE, values),
    imageAlt: entry.image === undefined ? `${site.name}: ${site.promise}` : previewTitle,
  };
}

/**
 * Values for the head of a page: the texts and numbers of its first API response, and what a certificate's verdict adds.
 * frontend/src/features/coa-registry/certificate.page.tsx passes the same to its head.
 */
export function headValues(body: unknown): Record<string, string> {
  const values = Object.entries((body ?? {}) as Record<string, unknown>)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([key, value]) => [key, key === 'testDate' ? longDay(String(value)) : String(value)]);
  return { ...Object.fromEntries(values), ...(isCertificate(body) && verdictValues(body)) };
}

const isCertificate = (body: unknown): body is CertificateCardInput =>
  typeof body === 'object' && body !== null && 'verdict' in body;

function verdictValues(certificate: CertificateCardInput) {
  const { headline, details } = certificate.verdict;
  return {
    headline: shortHeadline(certificate.verdict),
    verdict: [headline, ...details].join(' '),
    recordKind: certificate.demonstration ? 'Demonstration record' : 'Certificate of analysis',
    imageVersion: cardVersion(certificateCard(certificate)),
  };
}

/** The tags in <head>. Every value is escaped here, because submitters write brand and product names. */
export function headTags(head: Head, siteName: string): string {
  const meta = (attribute: 'name' | 'property', key: string, content: string) =>
    `<meta ${attribute}="${key}" content="${escapeHtml(content)}">`;
  return [
    `<title>${escapeHtml(head.title)}</title>`,
    meta('name', 'description', head.description),
    meta('name', 'keywords', head.keywords),
    `<link rel="canonical" href="${escapeHtml(head.canonical)}">`,
    ...head.alternates.map(({ lang, url }) => `<link rel="alternate" hreflang="${lang}" href="${escapeHtml(url)}">`),
    meta('property', 'og:site_name', siteName),
    meta('property', 'og:type', head.type),
    meta('property', 'og:title', head.previewTitle),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', head.canonical),
    meta('property', 'og:image', head.image),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', head.imageAlt),
    // X falls back to the title, description and image of Open Graph.
    meta('name', 'twitter:card', 'summary_large_image'),
    ...head.jsonLd.map((data) => `<script type="application/ld+json">${scriptJson(data)}</script>`),
  ].join('');
}

/** JSON for a script element. Escaping `<` keeps any text in it from closing the element. */
export const scriptJson = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c');

export const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Characters that XML 1.0 forbids, escaped or not (section 2.2): most control characters, lone surrogates, U+FFFE and U+FFFF. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Replaces characters that XML forbids with U+FFFD, because one of them makes a parser reject the whole document. */
export const escapeXml = (text: string) => escapeHtml(text.replace(NOT_IN_XML, '\ufffd'));
