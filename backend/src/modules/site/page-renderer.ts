import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ApiCall, PreloadedResponse } from './page-preload.js';
import type { PagePreload } from './page-template.js';

/** Nest token of the page renderer. */
export const PAGE_RENDERER = Symbol('PageRenderer');

/** What frontend/src/entry-server.tsx exports: it renders pages with the same components as the browser. */
export interface PageRenderer {
  /** The content of the page's `#root`. @throws Error when a component fails */
  readonly renderPage: (url: string, preload: PagePreload) => Promise<string>;
  /** Calls of a page beyond those in content/pages.json. */
  readonly callsOf: (url: string) => readonly ApiCall[];
  /**
   * The call of a page's form, checked with the form's own rules.
   * @param url path and query of the page that the form is on
   * @param values the form's fields
   * @param responses the responses to the page's calls
   * @returns null when the page has no form
   */
  readonly formCallOf: (
    url: string,
    values: Readonly<Record<string, string>>,
    responses: readonly PreloadedResponse[],
  ) => FormCall | null;
  /** A QR code as an SVG file; the encoder is one of the browser's packages. @throws Error when the text is too long */
  readonly qrCode: (text: string) => string;
}

/** What a form sent without scripts asks the API for, or why it can't. */
export type FormCall =
  | { readonly url: string; readonly payload: object }
  | { readonly errors: readonly { readonly field: string; readonly message: string }[] };

/** Built by frontend/vite.server.config.ts. */
const RENDERER = '.server/entry-server.js';

/** @throws Error if the site was built without the renderer */
export async function loadRenderer(webRoot: string): Promise<PageRenderer> {
  const file = join(webRoot, RENDERER);
  if (!existsSync(file)) throw new Error(`There is no ${RENDERER} in ${webRoot}. Run "npm run build".`);
  return import(pathToFileURL(file).href) as Promise<PageRenderer>;
}
