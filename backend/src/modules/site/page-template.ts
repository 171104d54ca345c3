import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml, type Head, headTags, scriptJson } from './head.js';

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
 * round trip, the chosen theme, and the gate as a plain form for browsers without JavaScript.
 */
export class PageTemplate {
  private readonly html: string;

  constructor(
    webRoot: string,
    private readonly siteName: string,
  ) {
    this.html = readIndex(webRoot);
  }

  render({ head, ageVerified, theme, url, answers }: PageView): string {
    const chosen = theme ? ` data-theme="${theme}"` : '';
    const firstView = scriptJson({ ageVerified, answers });
    return this.html
      .replace('<html lang="en"', () => `<html lang="en"${chosen}`)
      .replace(/<title>.*?<\/title>/, () => headTags(head, this.siteName))
      .replace('</body>', () => `<script id="first-view" type="application/json">${firstView}</script></body>`)
      .replace('</body>', () => `<noscript>${withoutScript(ageVerified, url)}</noscript></body>`);
  }
}

function readIndex(webRoot: string): string {
  try {
    return readFileSync(join(webRoot, 'index.html'), 'utf8');
  } catch {
    throw new Error(`There is no built site in ${webRoot}. Run "npm run build", or set WEB_ROOT to its folder.`);
  }
}

/** What a link in a letter is for is done without the gate: nobody has to say their age to be left alone. */
function withoutScript(ageVerified: boolean, url: string): string {
  const { pathname } = new URL(`http://localhost${url}`);
  const linked = LETTER_FORMS[pathname];
  if (linked) return letterForm(linked, url);
  return ageVerified ? NEEDS_SCRIPT : gateForm(url);
}

const LETTER_FORMS: Readonly<Record<string, { readonly title: string; readonly button: string }>> = {
  '/unsubscribe': { title: 'Unsubscribe from the newsletter', button: 'Unsubscribe' },
  '/newsletter/confirm': { title: 'Confirm your subscription', button: 'Confirm' },
};

const letterForm = ({ title, button }: { title: string; button: string }, url: string) =>
  `<div class="noscript"><h1>${title}</h1><form method="post" action="${escapeHtml(url)}">` +
  `<button type="submit">${button}</button></form></div>`;

const NEEDS_SCRIPT =
  '<div class="noscript"><h1>Please switch on JavaScript</h1>' +
  '<p>This page is put together in your browser. The certificates themselves can also be read at ' +
  '<a href="/api/coa">/api/coa</a>.</p></div>';

const gateForm = (url: string) =>
  '<div class="noscript"><h1>Age Verification Required</h1>' +
  '<p>You must be 21 or older to access educational content about hemp-derived Delta-9 THC products.</p>' +
  '<p>By entering, you confirm that you are 21+ years of age and agree to view educational content only.</p>' +
  `<form method="post" action="/age-gate"><input type="hidden" name="next" value="${escapeHtml(url)}">` +
  `<button type="submit">I'm 21+ - Enter Site</button></form></div>`;
