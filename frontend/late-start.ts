import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

interface Font {
  readonly family: string;
  readonly weight: string;
  readonly unicodeRange: string;
  /** The font's file in node_modules. */
  readonly file: string;
  /** Only pages that show codes use it: the browser loads it when text needs it. */
  readonly forCodes?: true;
}

const LATIN =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, ' +
  'U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD';

const FONTS: readonly Font[] = [
  {
    family: 'Inter',
    weight: '100 900',
    unicodeRange: LATIN,
    file: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  },
  {
    family: 'Source Serif 4',
    weight: '200 900',
    unicodeRange: LATIN,
    file: '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
  },
  {
    family: 'JetBrains Mono',
    weight: '100 800',
    unicodeRange: LATIN,
    file: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    forCodes: true,
  },
];

/** The file name of the built start.js. */
export const START_SCRIPT = /^assets\/start-[\w-]+\.js$/;

/** The tags that Vite writes for the entry. */
const ENTRY_TAGS = /\s*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g;
const ENTRY_SRC = /<script type="module"[^>]* src="([^"]*)"/;
const CHUNK_HREF = /<link rel="modulepreload"[^>]* href="([^"]*)"/g;

/** Lets start.js request the entry and the fonts, in place of the page's own tags. */
export function lateStart(): Plugin {
  const references = new Map<Font, string>();
  return {
    name: 'late-start',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      for (const font of FONTS) {
        const name = font.file.replace(/^.*\//, '');
        const source = readFileSync(join(import.meta.dirname, '../node_modules', font.file));
        references.set(
          font,
          this.emitFile({ type: 'asset', name, originalFileName: `../node_modules/${font.file}`, source }),
        );
      }
    },
    generateBundle(_, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('The build has no index.html');
      const html = String(page.source);
      const [, entry] = ENTRY_SRC.exec(html) ?? [];
      if (entry === undefined) throw new Error('index.html has no entry script');
      const chunks = [...html.matchAll(CHUNK_HREF)].map(([, href]) => href);
      const fonts = FONTS.map((font) => {
        const { file: _file, ...descriptors } = font;
        return { ...descriptors, url: `/${this.getFileName(references.get(font) ?? '')}` };
      });
      const source = readFileSync(join(import.meta.dirname, 'start.js'), 'utf8')
        .replace('__ENTRY__', () => entry)
        .replace('__CHUNKS__', () => JSON.stringify(chunks))
        .replace('__FONTS__', () => JSON.stringify(fonts))
        .replace(/^\s*(\/\/|\/\*\*).*\n/gm, '');
      const fileName = `assets/start-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName, source });
      page.source = html
        .replace(ENTRY_TAGS, '')
        .replace('</head>', () => `  <script defer src="/${fileName}"></script>\n  </head>`);
    },
  };
}
