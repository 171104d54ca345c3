import pagesJson from '../../../content/pages.json?raw';
import type { HeadName } from '../pages';
import { SITE } from '../site';

interface Texts {
  readonly title: string;
  /** The title of link previews, where it is another. */
  readonly previewTitle?: string;
  readonly description: string;
  readonly keywords: string;
  readonly path?: string;
  readonly lang?: string;
  readonly translationOf?: string;
}

// The whole table, which only client-side navigation needs: the entry chunk has paths only (vite.config.ts).
const { pages, views } = JSON.parse(pagesJson) as Record<'pages' | 'views', Record<string, Texts>>;

/**
 * Writes title, description, keywords, canonical link and social tags of a page, as the server does.
 * @param values fill in the `{name}` placeholders of the table
 */
export function writeHead(name: HeadName, values: Readonly<Record<string, string>>, url: string): void {
  const texts = pages[name] ?? views[name];
  if (!texts) return;
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
  const title = `${fill(texts.title)} - ${SITE.name}`;
  const previewTitle = `${fill(texts.previewTitle ?? texts.title)} - ${SITE.name}`;
  const description = fill(texts.description);
  document.title = title;
  setMeta('name', 'description', description);
  setMeta('name', 'keywords', fill(texts.keywords));
  setMeta('property', 'og:title', previewTitle);
  setMeta('property', 'og:description', description);
  setMeta('property', 'og:url', url);
  const found = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  const link = found ?? document.head.appendChild(document.createElement('link'));
  // Only the server knows the image of another page.
  if (link.href !== '' && link.href !== url) writeSiteImage(new URL(url).origin);
  link.rel = 'canonical';
  link.href = url;
  writeAlternates(name, new URL(url).origin);
}

/** Each language of the page, as the server writes it (backend/src/modules/site/head.ts). */
function writeAlternates(name: HeadName, origin: string): void {
  for (const link of document.head.querySelectorAll('link[hreflang]')) link.remove();
  const original = pages[name]?.translationOf ?? name;
  const versions = Object.entries(pages).filter(
    ([id, { translationOf }]) => id === original || translationOf === original,
  );
  if (versions.length < 2) return;
  for (const [, { path, lang = 'en' }] of versions) {
    const link = Object.assign(document.createElement('link'), {
      rel: 'alternate',
      hreflang: lang,
      href: origin + path,
    });
    document.head.append(link);
  }
}

function writeSiteImage(origin: string): void {
  setMeta('property', 'og:image', `${origin}/social/site.png`);
  setMeta('property', 'og:image:alt', `${SITE.name}: ${SITE.promise}`);
}

function setMeta(attribute: 'name' | 'property', key: string, content: string): void {
  const found = document.head.querySelector<HTMLMetaElement>(`meta[${attribute}="${key}"]`);
  const meta = found ?? document.head.appendChild(document.createElement('meta'));
  meta.setAttribute(attribute, key);
  meta.content = content;
}
