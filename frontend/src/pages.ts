import table from '../../content/pages.json' with { type: 'json' };

/** The fields of content/pages.json that are in the entry chunk (vite.config.ts). Texts are in hooks/page-head.ts, all fields in backend/src/modules/site/page-table.ts. */
interface PageEntry {
  readonly path: string;
  /** The address search engines should keep; by default the path. */
  readonly canonical?: string;
  /** False for a page that opens without the age gate. */
  readonly gated?: boolean;
  /** By default English. */
  readonly lang?: string;
  /** The page that has the same content in English. */
  readonly translationOf?: string;
}

type Pages = typeof table.pages;

/** Every address that shows a page. */
type PageId = keyof Pages;

/** Pages by their own names: without further addresses of the same page. */
export type PageName = { [Id in PageId]: Pages[Id] extends { title: string } ? Id : never }[PageId];

/** What has a title: pages, and views that a page shows in place of its usual content. */
export type HeadName = PageName | keyof typeof table.views;

interface SitePage extends PageEntry {
  /** The page that the address shows. */
  readonly name: PageName;
}

/** The table of pages, in its order. */
export const PAGES: readonly SitePage[] = (Object.keys(table.pages) as PageId[]).map((id) => {
  const entry = table.pages[id];
  if (!('aliasOf' in entry)) return { ...entry, name: id as PageName };
  const name = entry.aliasOf as PageName;
  return { ...table.pages[name], ...entry, name };
});

export type Language = 'en' | 'es';

const pageAt = (pathname: string) => {
  const path = pathname.toLowerCase().replace(/\/+$/, '');
  return PAGES.find((page) => page.path === path);
};

/** The language of the page at an address. */
export const languageAt = (pathname: string): Language => (pageAt(pathname)?.lang === 'es' ? 'es' : 'en');

/** Where the page at an address is in the other language; null for a page in one language. */
export function translationAt(pathname: string): string | null {
  const page = pageAt(pathname);
  const other = PAGES.find(({ name, translationOf }) => name === page?.translationOf || translationOf === page?.name);
  return page && other ? other.path : null;
}

export const REDIRECTS: Readonly<Record<string, string>> = table.redirects;

export const pathOf = (id: PageId): string => table.pages[id].path;

/** Fills `:name` in a path. Batch IDs and brand names may contain slashes, hashes and any script; only this encodes them. */
export const fillPath = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));

const ADDRESSES: Readonly<Record<HeadName, { readonly path?: string; readonly canonical?: string }>> = {
  ...table.pages,
  ...table.views,
};

/** The path that search engines should keep for a page or view, with `:name` filled in. */
export function canonicalPath(name: HeadName, values: Readonly<Record<string, string>>): string {
  const { path, canonical } = ADDRESSES[name];
  return fillPath(canonical ?? path ?? '/', values);
}
