import { useEffect } from 'react';
import { SITE } from '../site';

export interface PageMeta {
  /** Without the site's name. */
  title: string;
  description: string;
  keywords: string;
  /** Path of the one address this page is to be known by; the current path when left out. */
  canonical?: string;
}

/** Title, description, keywords and social tags of the page in view. What the server wrote is updated, not doubled. */
export function usePageMeta({ title, description, keywords, canonical }: PageMeta): void {
  useEffect(() => {
    const url = new URL(canonical ?? window.location.pathname, window.location.origin).href;
    const fullTitle = `${title} - ${SITE.name}`;
    document.title = fullTitle;
    setMeta('name', 'description', description);
    setMeta('name', 'keywords', keywords);
    setMeta('property', 'og:site_name', SITE.name);
    setMeta('property', 'og:type', 'website');
    setMeta('property', 'og:title', fullTitle);
    setMeta('property', 'og:description', description);
    setMeta('property', 'og:url', url);
    setMeta('name', 'twitter:card', 'summary');
    setMeta('name', 'twitter:title', fullTitle);
    setMeta('name', 'twitter:description', description);
    setCanonical(url);
  }, [title, description, keywords, canonical]);
}

function setMeta(attribute: 'name' | 'property', key: string, content: string): void {
  const found = document.head.querySelector<HTMLMetaElement>(`meta[${attribute}="${key}"]`);
  const meta = found ?? document.head.appendChild(document.createElement('meta'));
  meta.setAttribute(attribute, key);
  meta.content = content;
}

function setCanonical(href: string): void {
  const found = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  const link = found ?? document.head.appendChild(document.createElement('link'));
  link.rel = 'canonical';
  link.href = href;
}
