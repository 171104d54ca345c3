import guide from '../../../../docs/labs.md?chapters';
import reference from '../../../../openapi/openapi.json?chapters';
import type { BreadcrumbsProps } from '../../components/breadcrumbs';
import { PAGES, type PageName } from '../../pages';
import { paths } from '../../paths';
import { type BundledText, bundledText } from './bundled-text';
import type { Chapter, Chapters } from './chapters';

/** A text that is too long for one page. */
interface Book extends Chapters {
  /** The pages above it. */
  readonly above: BreadcrumbsProps['links'];
  /** What breadcrumbs call it. */
  readonly name: string;
  /** Of its first page. */
  readonly heading: string;
  /** What belongs to it, with its URL. */
  readonly links: readonly { readonly label: string; readonly to: string; readonly isFile?: true }[];
  readonly className?: string;
}

const home = { to: paths.home, label: 'Home' };

const BOOKS: readonly Book[] = [
  {
    ...guide,
    above: [home],
    name: 'For Labs',
    heading: 'For Labs',
    links: [
      { label: 'API reference', to: paths.apiReference },
      { label: 'Sandbox', to: paths.sandbox },
    ],
  },
  {
    ...reference,
    above: [home, { to: paths.labs, label: 'For Labs' }],
    name: 'API reference',
    heading: 'API Reference for Labs',
    links: [
      { label: 'OpenAPI document', to: paths.labsDocument, isFile: true },
      { label: 'Postman collection', to: paths.labsPostmanCollection, isFile: true },
    ],
    className: 'api-reference',
  },
];

interface Page {
  /** In content/pages.json. */
  readonly name: PageName;
  readonly book: Book;
  readonly chapter: Chapter;
  readonly text: BundledText;
  readonly before: Chapter | undefined;
  readonly after: Chapter | undefined;
}

const texts = new Map(
  BOOKS.flatMap(({ chapters }) => chapters.map(({ path, load }) => [path, bundledText(path, load)] as const)),
);

/** @throws Error when a page in content/pages.json has no text */
export function pageOf(path: string): Page {
  const name = PAGES.find((page) => page.path === path)?.name;
  const book = BOOKS.find(({ chapters }) => chapters.some((one) => one.path === path));
  const at = book?.chapters.findIndex((one) => one.path === path) ?? 0;
  const chapter = book?.chapters[at];
  const text = texts.get(path);
  if (!name || !book || !chapter || !text) throw new Error(`No text for labs has the page ${path}`);
  return { name, book, chapter, text, before: book.chapters[at - 1], after: book.chapters[at + 1] };
}
