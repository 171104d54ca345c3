import { useEffect } from 'react';
import { usePageContext } from '../api/page-context';
import { fillHead, type HeadName } from '../pages';
import { SITE } from '../site';

/**
 * Sets title, description, keywords, canonical link and social tags for the current page. The server has written the
 * same tags from the same table (content/pages.json); client-side navigation updates them.
 * @param values fill in the `{name}` and `:name` placeholders of the table
 * @returns the page's canonical URL
 */
export function usePageMeta(name: HeadName, values: Record<string, string> = {}): string {
  const head = fillHead(name, values);
  const url = usePageContext().origin + head.canonical;
  const meta = [head.title, head.previewTitle, head.description, head.keywords, url] as const;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the five strings matter, not the array that holds them
  useEffect(() => writeMeta(...meta), meta);
  return url;
}

function writeMeta(title: string, previewTitle: string, description: string, keywords: string, url: string): void {
  document.title = `${title} - ${SITE.name}`;
  setMeta('name', 'description', description);
  setMeta('name', 'keywords', keywords);
  setMeta('property', 'og:title', `${previewTitle} - ${SITE.name}`);
  setMeta('property', 'og:description', description);
  setMeta('property', 'og:url', url);
  setMeta('name', 'twitter:title', `${previewTitle} - ${SITE.name}`);
  setMeta('name', 'twitter:description', description);
  const found = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  const link = found ?? document.head.appendChild(document.createElement('link'));
  // Only the server knows the image of another page.
  if (link.href !== '' && link.href !== url) writeSiteImage(new URL(url).origin);
  link.rel = 'canonical';
  link.href = url;
}

function writeSiteImage(origin: string): void {
  for (const [attribute, prefix] of [
    ['property', 'og'],
    ['name', 'twitter'],
  ] as const) {
    setMeta(attribute, `${prefix}:image`, `${origin}/social/site.png`);
    setMeta(attribute, `${prefix}:image:alt`, `${SITE.name}: ${SITE.promise}`);
  }
}

function setMeta(attribute: 'name' | 'property', key: string, content: string): void {
  const found = document.head.querySelector<HTMLMetaElement>(`meta[${attribute}="${key}"]`);
  const meta = found ?? document.head.appendChild(document.createElement('meta'));
  meta.setAttribute(attribute, key);
  meta.content = content;
}
