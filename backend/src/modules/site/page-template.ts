import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Editorial } from './site-content.js';
import { type Head, headTags, scriptJson } from './head.js';
import { withoutScript } from './noscript.js';

export type Theme = 'light' | 'dark';

/** The theme that a cookie names; anything else is none. */
export const chosenTheme = (cookie: string | undefined): Theme | undefined =>
  cookie === 'light' || cookie === 'dark' ? cookie : undefined;

export interface PageView {
  readonly head: Head;
  readonly ageVerified: boolean;
  /** The visitor's choice of theme, from a cookie that scripts set. */
  readonly theme: Theme | undefined;
  /** Path and query that were asked for. */
  readonly url: string;
  /** Answers of the API that the page opens with. */
  readonly answers: readonly unknown[];
}

/**
 * The built index.html, with what this visitor's first view needs: the head's tags for search engines and link previews,
 * the age state and the page's data, so that nothing flashes up before something else and the first screen needs no
 * round trip, the chosen theme, and what a browser without JavaScript shows.
 */
export class PageTemplate {
  private readonly html: string;

  constructor(
    webRoot: string,
    private readonly editorial: Editorial,
  ) {
    this.html = readIndex(webRoot);
  }

  render({ head, ageVerified, theme, url, answers }: PageView): string {
    const chosen = theme ? ` data-theme="${theme}"` : '';
    const firstView = scriptJson({ ageVerified, answers });
    return this.html
      .replace('<html lang="en"', () => `<html lang="en"${chosen}`)
      .replace(/<title>.*?<\/title>/, () => headTags(head, this.editorial.site.name))
      .replace('</body>', () => `<script id="first-view" type="application/json">${firstView}</script></body>`)
      .replace('</body>', () => `<noscript>${withoutScript(this.editorial, ageVerified, url)}</noscript></body>`);
  }
}

function readIndex(webRoot: string): string {
  try {
    return readFileSync(join(webRoot, 'index.html'), 'utf8');
  } catch {
    throw new Error(`There is no built site in ${webRoot}. Run "npm run build", or set WEB_ROOT to its folder.`);
  }
}
