import { useEffect } from 'react';
import pages from '../../../content/pages.json';
import { SITE } from '../site';

export type PageName = keyof typeof pages;

/**
 * Title, description, keywords, canonical address and social tags of the page in view. Their words come from
 * content/pages.json, from which the server writes the same tags into the page it serves; these are then updated.
 * @param values what the page's words leave open, by name
 */
export function usePageMeta(page: PageName, values: Record<string, string> = {}): void {
  const { path, title, description, keywords } = pages[page];
  const words = (text: string) => fill(text, values);
  const address = new URL(fill(path, values, encodeURIComponent), window.location.origin).href;
  const meta = [`${words(title)} - ${SITE.name}`, words(description), words(keywords), address] as const;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the four texts are what matters, not the array they are in
  useEffect(() => writeMeta(...meta), meta);
}

/** `{name}` becomes the value of that name. */
function fill(text: string, values: Record<string, string>, encode = (value: string) => value): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => encode(values[name] ?? ''));
}

function writeMeta(title: string, description: string, keywords: string, address: string): void {
  document.title = title;
  setMeta('name', 'description', description);
  setMeta('name', 'keywords', keywords);
  setMeta('property', 'og:title', title);
  setMeta('property', 'og:description', description);
  setMeta('property', 'og:url', address);
  setMeta('name', 'twitter:title', title);
  setMeta('name', 'twitter:description', description);
  const found = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  const link = found ?? document.head.appendChild(document.createElement('link'));
  link.rel = 'canonical';
  link.href = address;
}

function setMeta(attribute: 'name' | 'property', key: string, content: string): void {
  const found = document.head.querySelector<HTMLMetaElement>(`meta[${attribute}="${key}"]`);
  const meta = found ?? document.head.appendChild(document.createElement('meta'));
  meta.setAttribute(attribute, key);
  meta.content = content;
}
