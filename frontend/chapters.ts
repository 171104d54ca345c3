import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** One page of a text that is too long for one. */
export interface Chapter {
  readonly path: string;
  readonly title: string;
  /** The ID of its heading in links to `#id`. */
  readonly anchor?: string;
  readonly html: string;
}

const ID = / id="([^"]+)"/g;
const LINK_IN_TEXT = / href="#([^"]+)"/g;

/** The address of every heading, by its ID. Of an ID on several pages, the first page's. */
export function placesOf(chapters: readonly Chapter[]): Readonly<Record<string, string>> {
  const places = chapters.flatMap(({ path, anchor, html }) => [
    ...(anchor === undefined ? [] : [[anchor, path]]),
    ...[...html.matchAll(ID)].map(([, id = '']) => [id, `${path}#${id}`]),
  ]);
  return Object.fromEntries(places.reverse());
}

/** Leads links to `#id` to the page that has it. */
export function withLinks(chapters: readonly Chapter[]): Chapter[] {
  const places = placesOf(chapters);
  return chapters.map(({ html, ...chapter }) => ({
    ...chapter,
    html: html.replace(LINK_IN_TEXT, (link, id: string) => {
      if (html.includes(` id="${id}"`)) return link;
      if (!places[id]) throw new Error(`${chapter.path} links to #${id}, which no page has`);
      return ` href="${places[id]}"`;
    }),
  }));
}

/**
 * Imports `<file>?chapters` as Chapters (frontend/src/features/labs/chapters.ts). Each text is a separate module, so that a
 * visitor who comes from another page loads only the one to read.
 * @param toChapters makes HTML, so the browser needs neither the file nor a parser
 */
export function chapters(name: string, file: string, toChapters: (text: string) => readonly Chapter[]): Plugin {
  const source = join(import.meta.dirname, '..', file);
  const book = `\0${name}`;
  return {
    name,
    enforce: 'pre',
    resolveId: {
      filter: { id: [/\?chapters$/, new RegExp(`^${book}/`)] },
      handler: (id) => (id.endsWith(`${file}?chapters`) ? book : id.startsWith(book) ? id : null),
    },
    load: {
      filter: { id: new RegExp(`^${book}(/|$)`) },
      handler(id) {
        this.addWatchFile(source);
        const all = toChapters(readFileSync(source, 'utf8'));
        if (id === book) return bookModule(book, all);
        const part = id.slice(book.length + 1);
        const content = part === 'places' ? placesOf(all) : all.find(({ path }) => moduleOf(path) === part)?.html;
        return `export default ${JSON.stringify(content)}`;
      },
    },
  };
}

const moduleOf = (path: string) => path.slice(1).replaceAll('/', '-');

function bookModule(book: string, all: readonly Chapter[]): string {
  const load = (part: string) => `() => import(${JSON.stringify(`${book}/${part}`)})`;
  const list = all.map(
    ({ path, title }) =>
      `{ path: ${JSON.stringify(path)}, title: ${JSON.stringify(title)}, load: ${load(moduleOf(path))} }`,
  );
  return `export default { chapters: [${list}], places: ${load('places')} }`;
}
