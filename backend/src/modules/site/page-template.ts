import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Head, headTags, scriptJson } from './head.js';
import { noscriptHtml } from './noscript.js';
import type { ApiResponse, PreloadedResponse } from './page-preload.js';
import type { SiteContent } from './site-content.js';

export type Theme = 'light' | 'dark';

/** @returns undefined for any other cookie value */
export const parseTheme = (cookie: string | undefined): Theme | undefined =>
  cookie === 'light' || cookie === 'dark' ? cookie : undefined;

/** What the renderer and the browser render a page from, the same as in frontend/src/api/api.ts. */
export interface PagePreload {
  readonly ageVerified: boolean;
  /** From the cookie that the theme toggle sets. */
  readonly theme?: Theme;
  /** The site's public origin. */
  readonly origin: string;
  /** The current UTC day, `YYYY-MM-DD`. */
  readonly today: string;
  /** Preloaded API responses, errors included. */
  readonly responses: readonly PreloadedResponse[];
  /** The result of the page's form, if it was sent without scripts. */
  readonly form?: SubmittedForm;
}

/** A form that was sent without scripts. */
export interface SubmittedForm {
  readonly values: Readonly<Record<string, string>>;
  /** The API's response to what was entered. */
  readonly response: ApiResponse;
}

export interface PageHtmlInput {
  readonly head: Head;
  /** Requested path and query. */
  readonly url: string;
  readonly preload: PagePreload;
  /** The content of `#root`; null leaves rendering to the browser. */
  readonly rendered: string | null;
}

const EMPTY_ROOT = '<div id="root"></div>';

/**
 * Fills the built index.html for one visitor: tags in <head>, the theme, the rendered page, and the data that it was
 * rendered from. A page that was not rendered gets the <noscript> version.
 */
export class PageTemplate {
  private readonly html: string;

  constructor(
    webRoot: string,
    private readonly content: SiteContent,
  ) {
    this.html = readIndex(webRoot);
  }

  fill({ head, url, preload, rendered }: PageHtmlInput): string {
    const chosen = preload.theme ? ` data-theme="${preload.theme}"` : '';
    const data = `<script id="page-preload" type="application/json">${scriptJson(rendered === null ? preload : withoutArticleText(preload))}</script>`;
    const noscript =
      rendered === null ? `<noscript>${noscriptHtml(this.content, preload.ageVerified, url)}</noscript>` : '';
    return this.html
      .replace('<html lang="en"', () => `<html lang="${head.lang}"${chosen}`)
      .replace(/<title>.*?<\/title>/, () => headTags(head, this.content.site.name))
      .replace(EMPTY_ROOT, () => `<div id="root">${rendered ?? ''}</div>${data}${noscript}`);
  }
}

/**
 * The rendered page already contains an article's text, and the browser reads it from there
 * (frontend/src/read-preload.ts).
 */
function withoutArticleText(preload: PagePreload): PagePreload {
  const responses = preload.responses.map((response) =>
    response.operation === 'getArticle' && response.status === 200
      ? { ...response, body: { ...(response.body as object), content: null } }
      : response,
  );
  return { ...preload, responses };
}

function readIndex(webRoot: string): string {
  let html: string;
  try {
    html = readFileSync(join(webRoot, 'index.html'), 'utf8');
  } catch {
    throw new Error(`There is no built site in ${webRoot}. Run "npm run build", or set WEB_ROOT to its folder.`);
  }
  if (!html.includes(EMPTY_ROOT)) throw new Error(`index.html in ${webRoot} has no ${EMPTY_ROOT}`);
  // Its indentation would be sent with every page.
  return html.replace(/\n */g, '');
}
