import { isExpectedHtml } from '../../ui/text/trusted-html';

/** A text that is a module of the site. The page that the server rendered holds it already, so it is read from there. */
export interface BundledText {
  /** As in `data-text`, which marks the text in the page. */
  readonly name: string;
  readonly load: () => Promise<void>;
  /** Empty until it is loaded. */
  readonly html: string;
}

export function bundledText(name: string, importText: () => Promise<{ default: string }>): BundledText {
  let html = '';
  return {
    name,
    load: async () => {
      html ||= renderedText(name) ?? (await importText()).default;
    },
    get html() {
      return html;
    },
  };
}

/** Something else, such as a translator, may have changed the page. Then the module has the text. */
function renderedText(name: string): string | undefined {
  // The server has no document.
  const html = globalThis.document?.querySelector(`[data-text="${name}"] .prose`)?.innerHTML;
  return html && isExpectedHtml(html) ? html : undefined;
}
