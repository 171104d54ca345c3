import { escapeXml } from './head.js';

export interface FeedEntry {
  /** Absolute URL; also the entry's ID. */
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  readonly updatedAt: Date;
}

export interface Feed {
  readonly title: string;
  /** Absolute URL of the feed itself. */
  readonly self: string;
  /** Absolute URL of the page that the feed follows. */
  readonly page: string;
  readonly author: string;
  readonly entries: readonly FeedEntry[];
}

/** An Atom feed (RFC 4287). Keeps the order of the entries. */
export function renderAtom(feed: Feed): string {
  const newest = feed.entries.map(({ updatedAt }) => updatedAt.getTime()).reduce((a, b) => Math.max(a, b), 0);
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escapeXml(feed.self)}</id>
  <title>${escapeXml(feed.title)}</title>
  <updated>${new Date(newest).toISOString()}</updated>
  <link rel="self" href="${escapeXml(feed.self)}"/>
  <link rel="alternate" href="${escapeXml(feed.page)}"/>
  <author><name>${escapeXml(feed.author)}</name></author>
${feed.entries.map(atomEntry).join('\n')}
</feed>
`;
}

const atomEntry = ({ url, title, summary, updatedAt }: FeedEntry) => `  <entry>
    <id>${escapeXml(url)}</id>
    <title>${escapeXml(title)}</title>
    <updated>${updatedAt.toISOString()}</updated>
    <link href="${escapeXml(url)}"/>
    <summary>${escapeXml(summary)}</summary>
  </entry>`;

/** A sitemap (sitemaps.org protocol 0.9). */
export function renderSitemap(urls: readonly string[]): string {
  const rows = urls.map((url) => `  <url><loc>${escapeXml(url)}</loc></url>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${rows}
</urlset>
`;
}

/** Allows everything except the API, which would only duplicate the pages, and the staff console. */
export const renderRobotsTxt = (publicUrl: string) => `User-agent: *
Disallow: /api/
Disallow: /admin

Sitemap: ${publicUrl}/sitemap.xml
`;
