import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Logger } from '@nestjs/common';
import type { ApiCall } from './page-preload.js';
import type { PagePreload } from './page-template.js';

/** What frontend/src/entry-server.tsx exports. */
interface Renderer {
  readonly renderPage: (url: string, preload: PagePreload) => Promise<string>;
  /** Calls of a page beyond those in content/pages.json. */
  readonly callsOf: (url: string) => readonly ApiCall[];
  /** A QR code as an SVG file. */
  readonly qrCode: (text: string) => string;
}

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
