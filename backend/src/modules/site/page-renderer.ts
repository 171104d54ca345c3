import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Logger } from '@nestjs/common';
import type { ApiCall, PreloadedResponse } from './page-preload.js';
import type { PagePreload } from './page-template.js';

/** What frontend/src/entry-server.tsx exports. */
interface Renderer {
  readonly renderPage: (url: string, preload: PagePreload) => Promise<string>;
  /** Calls of a page beyond those in content/pages.json. */
  readonly callsOf: (url: string) => readonly ApiCall[];
  readonly formCallOf: FormCallOf;
  /** A QR code as an SVG file. */
  readonly qrCode: (text: string) => string;
}

/** What a form sent without scripts asks the API for, or why it can't. */
export type FormCall =
  | { readonly url: string; readonly payload: object }
  | { readonly errors: readonly { readonly field: string; readonly message: string }[] };

/**
 * @param url path and query of the page that the form is on
 * @param values the form's fields
 * @param responses the responses to the page's calls
 * @returns null when the page has no form
 */
type FormCallOf = (
  url: string,
  values: Readonly<Record<string, string>>,
  responses: readonly PreloadedResponse[],
) => FormCall | null;

/** Built by frontend/vite.server.config.ts. */
const RENDERER = '.server/entry-server.js';

/**
 * Renders pages to HTML with the same components as the browser. A page that can't be rendered is not an error: the
 * browser renders it from the same preload.
 */
export class PageRenderer {
  private readonly logger = new Logger('page renderer');

  private constructor(private readonly renderer: Renderer) {}

  /** @throws Error if the site was built without the renderer */
  static async load(webRoot: string): Promise<PageRenderer> {
    const file = join(webRoot, RENDERER);
    if (!existsSync(file)) throw new Error(`There is no ${RENDERER} in ${webRoot}. Run "npm run build".`);
    return new PageRenderer((await import(pathToFileURL(file).href)) as Renderer);
  }

  /** Calls of a page beyond those in content/pages.json. */
  callsOf(url: string): readonly ApiCall[] {
    return this.renderer.callsOf(url);
  }

  /** The call of a page's form, checked with the form's own rules. */
  formCallOf(...form: Parameters<FormCallOf>): FormCall | null {
    return this.renderer.formCallOf(...form);
  }

  /**
   * A QR code as an SVG file. The renderer draws it, because the encoder is one of the browser's packages.
   * @returns null when the text is too long for a QR code
   */
  qrCode(text: string): string | null {
    try {
      return this.renderer.qrCode(text);
    } catch {
      return null;
    }
  }

  /**
   * The content of the page's `#root`.
   * @returns null when a component failed
   */
  async render(pageId: string, url: string, preload: PagePreload): Promise<string | null> {
    try {
      return await this.renderer.renderPage(url, preload);
    } catch (error) {
      // Not the URL: it may hold a token.
      this.logger.error(`${pageId}: ${error instanceof Error ? error.stack : error}`);
      return null;
    }
  }
}
