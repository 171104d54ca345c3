import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Head, headTags, scriptJson } from './head.js';
import { noscriptHtml } from './noscript.js';
import type { SiteContent } from './site-content.js';

export type Theme = 'light' | 'dark';

/** @returns undefined for any other cookie value */
export const parseTheme = (cookie: string | undefined): Theme | undefined =>
  cookie === 'light' || cookie === 'dark' ? cookie : undefined;

export interface PageRenderInput {
  readonly head: Head;
  readonly ageVerified: boolean;
  /** From the cookie that the theme toggle sets. */
  readonly theme: Theme | undefined;
  /** Requested path and query. */
  readonly url: string;
  /** Preloaded API responses. */
  readonly responses: readonly unknown[];
}

/**
 * Fills the built index.html for one visitor: tags in <head>, the theme, the preloaded API responses and the age state
 * (so the first screen needs no round trip and does not flash the gate), and the <noscript> version.
 */
export class PageTemplate {
  private readonly html: string;

  constructor(
    webRoot: string,
    private readonly content: SiteContent,
  ) {
    this.html = readIndex(webRoot);
  }

  render({ head, ageVerified, theme, url, responses }: PageRenderInput): string {
    const chosen = theme ? ` data-theme="${theme}"` : '';
    const preload = scriptJson({ ageVerified, responses });
    return this.html
      .replace('<html lang="en"', () => `<html lang="en"${chosen}`)
      .replace(/<title>.*?<\/title>/, () => headTags(head, this.content.site.name))
      .replace('</body>', () => `<script id="page-preload" type="application/json">${preload}</script></body>`)
      .replace('</body>', () => `<noscript>${noscriptHtml(this.content, ageVerified, url)}</noscript></body>`);
  }
}

function readIndex(webRoot: string): string {
  try {
    return readFileSync(join(webRoot, 'index.html'), 'utf8');
  } catch {
    throw new Error(`There is no built site in ${webRoot}. Run "npm run build", or set WEB_ROOT to its folder.`);
  }
}
