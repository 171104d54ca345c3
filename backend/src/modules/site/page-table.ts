import { z } from 'zod';

/** `:name` in a path stands for one segment; `/*` at its end for any address below it. */
const Path = z.string().regex(/^\/(?:[\w:-]+\/)*(?:[\w:-]+|\*)?$/);

/** What search engines and link previews read. `{name}` is filled in with a value of the page's data. */
const texts = {
  title: z.string(),
  /** The title of link previews, where it is another. */
  previewTitle: z.string().optional(),
  description: z.string(),
  keywords: z.string(),
  /** The link preview's image; by default the site's. */
  image: z.string().optional(),
};

/**
 * API calls a page opens with: operationId to URL. In a URL, `:name` is a path parameter or a query parameter of the page. A
 * call that `needs` a query parameter is made only when the address has it. Other values of a URL stay as they are. One with `each` is made for each value of a
 * parameter that may be repeated, or hold several with commas; none is made for more than `max` values. With `count`, the page gets only how many items
 * the list has, under the call's name.
 */
const Preload = z
  .record(
    z.string(),
    z.union([
      z.string(),
      z.strictObject({
        operation: z.string(),
        url: z.string(),
        needs: z.string().optional(),
        /** The parameter of the page, the parameter of the URL that takes one of its values, and how many there may be. */
        each: z.strictObject({ parameter: z.string(), as: z.string(), max: z.int() }).optional(),
        count: z.literal(true).optional(),
      }),
    ]),
  )
  .transform((calls) =>
    Object.entries(calls).map(([name, call]) =>
      typeof call === 'string'
        ? { operation: name, url: call, needs: undefined, each: undefined, countAs: undefined }
        : {
            operation: call.operation,
            url: call.url,
            needs: call.needs,
            each: call.each,
            countAs: call.count && name,
          },
    ),
  );

const Page = z.strictObject({
  path: Path,
  ...texts,
  lang: z.enum(['en', 'es']).default('en'),
  /** The page that has the same content in English. */
  translationOf: z.string().optional(),
  /** The address search engines should keep; by default the page's own path. */
  canonical: Path.optional(),
  ogType: z.enum(['website', 'article']).default('website'),
  preload: Preload.default([]),
  /** Further calls when the first one finds nothing: what the view in place of the page needs. */
  preloadIfMissing: Preload.default([]),
  /** Query parameters that change the page: a name, or `name=one|two` where only these values do. */
  query: z
    .array(
      z.string().transform((text) => {
        const [name = '', values] = text.split('=');
        return { name, values: values?.split('|') };
      }),
    )
    .default([]),
  /** The view shown, with status 404, when the first preloaded call finds nothing. */
  notFound: z.string().optional(),
  /** Listed in sitemap.xml; with a group and a label also on /sitemap. */
  sitemap: z
    .union([z.literal(true), z.strictObject({ group: z.enum(['main', 'coas', 'labs', 'legal']), label: z.string() })])
    .optional(),
  /** The Atom feed that follows this page. */
  feed: z.strictObject({ path: z.string().regex(/^\/feeds\/[\w-]+\.xml$/), title: z.string() }).optional(),
  /** Whether visitors must pass the age gate first. Pages that safety, the law or an email needs must not be gated. */
  gated: z.boolean().default(true),
  /** Whether the server may cache the rendered page. */
  cacheable: z.boolean().default(true),
  /** Keeps the page out of search engines. */
  noindex: z.boolean().default(false),
  /** For addresses that hold a token: keeps them out of `Referer`. Forms sent from such a page have the origin `null`. */
  noReferrer: z.boolean().default(false),
});

const namesIn = ({ url, each }: z.infer<typeof Preload>[number]) => parametersOf(url).map((name) => ({ name, each }));

/** Another address of a page: everything but the calls comes from that page. */
const Alias = z.strictObject({
  path: Path,
  aliasOf: z.string(),
  preload: Preload,
  preloadIfMissing: Preload.default([]),
});

/** Replaces a page's usual content at the same address, with another head. */
const View = z.strictObject({ canonical: Path, ...texts });

const Source = z
  .strictObject({
    pages: z.record(z.string(), z.union([Page, Alias])),
    views: z.record(z.string(), View),
    /** Permanent redirects: old path to new path. */
    redirects: z.record(Path, Path),
  })
  .superRefine(({ pages, views }, context) => {
    const fail = (message: string) => context.addIssue({ code: 'custom', message });
    const paths = Object.values(pages).map(({ path }) => path);
    for (const path of paths.filter((one, index) => paths.indexOf(one) !== index)) fail(`Two pages have path ${path}`);
    for (const name of ['home', 'notFound']) if (!(name in pages) && !(name in views)) fail(`"${name}" is missing`);
    for (const [id, entry] of Object.entries(pages)) {
      const page = 'aliasOf' in entry ? pages[entry.aliasOf] : entry;
      if (!page || 'aliasOf' in page) {
        fail(`${id}: no page to be an alias of`);
        continue;
      }
      if (id in views) fail(`${id} is the name of a page and of a view`);
      if ((page.translationOf === undefined) !== (page.lang === 'en'))
        fail(`${id}: lang and translationOf go together`);
      if (page.translationOf !== undefined && !(page.translationOf in pages))
        fail(`${id}: nothing to be a translation of`);
      if (page.notFound !== undefined && !(page.notFound in views)) fail(`${id}: no view "${page.notFound}"`);
      const known = [...parametersOf(entry.path), ...page.query.map(({ name }) => name)];
      for (const { name, each } of [...entry.preload, ...entry.preloadIfMissing].flatMap(namesIn)) {
        if (!known.includes(name) && !(name === each?.as && known.includes(each.parameter)))
          fail(`${id}: a preloaded call needs "${name}", which the address does not hold`);
      }
    }
  });

export interface SitePage extends z.infer<typeof Page> {
  /** The entry's name in the table. */
  readonly id: string;
  /** The page it shows: its own id, or the page it is an alias of. */
  readonly name: string;
  readonly pattern: RegExp;
}

/** Headers for search engines, and for a page whose address holds a token. */
export const headersOf = ({ noindex, noReferrer }: SitePage): Record<string, string> => ({
  ...(noindex && { 'x-robots-tag': 'noindex' }),
  ...(noReferrer && { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' }),
});

/** Every page of the site, from content/pages.json. */
export interface PageTable {
  readonly pages: readonly SitePage[];
  readonly views: Readonly<Record<string, z.infer<typeof View>>>;
  readonly redirects: readonly { readonly pattern: RegExp; readonly names: readonly string[]; readonly to: string }[];
}

/** @throws ZodError that names what is wrong */
export function parsePageTable(json: unknown): PageTable {
  const { pages, views, redirects } = Source.parse(json);
  return {
    pages: Object.entries(pages).map(([id, entry]) => {
      const [name, page] = 'aliasOf' in entry ? [entry.aliasOf, pages[entry.aliasOf]] : [id, entry];
      return { ...(page as z.infer<typeof Page>), ...entry, id, name, pattern: patternOf(entry.path) };
    }),
    views,
    redirects: Object.entries(redirects).map(([from, to]) => ({
      pattern: patternOf(from),
      names: parametersOf(from),
      to,
    })),
  };
}

/** The page at an address, with the parameters in its path. */
export interface PageMatch {
  readonly page: SitePage;
  readonly params: Readonly<Record<string, string>>;
}

/** A page in every language that it has, itself included; empty for a page in one language. */
export function translationsOf({ pages }: PageTable, page: SitePage): readonly SitePage[] {
  const original = page.translationOf ?? page.id;
  const versions = pages.filter(({ id, translationOf }) => id === original || translationOf === original);
  return versions.length > 1 ? versions : [];
}

export const findPage = ({ pages }: PageTable, pathname: string): SitePage | undefined =>
  pages.find(({ pattern }) => pattern.test(pathname));

/** @returns null when no page has this path, or when its parameters are not valid percent-encoding */
export function matchPage(table: PageTable, pathname: string): PageMatch | null {
  const page = findPage(table, pathname);
  const params = page && decodeParams(page.pattern, parametersOf(page.path), pathname);
  return params ? { page, params } : null;
}

/** The path that an old path redirects to, or null. */
export function redirectOf({ redirects }: PageTable, pathname: string): string | null {
  const redirect = redirects.find(({ pattern }) => pattern.test(pathname));
  const params = redirect && decodeParams(redirect.pattern, redirect.names, pathname);
  return params ? fillUrl(redirect.to, params) : null;
}

/**
 * Fills in a URL template. Query parameters without a value are left out, and fixed ones stay.
 * @param template e.g. `/api/coa/:batchId?brand=:brandName&limit=1`
 */
export function fillUrl(template: string, values: Readonly<Record<string, string>>): string {
  const [path = '', query = ''] = template.split('?');
  const filled = path.replace(PARAMETER, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const given = Object.entries(queryOf(query, values));
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given)}`;
}

/** The query parameters of a filled URL template, by name. */
export function fillQuery(template: string, values: Readonly<Record<string, string>>): Record<string, string> {
  return queryOf(template.split('?')[1] ?? '', values);
}

/** Names of a template's parameters, in order. */
export const parametersOf = (template: string): string[] =>
  [...template.matchAll(PARAMETER)].map(([, name = '']) => name);

const PARAMETER = /:(\w+)/g;

const queryOf = (query: string, values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    [...new URLSearchParams(query)].flatMap(([name, parameter]) => {
      const value = parameter.startsWith(':') ? values[parameter.slice(1)] : parameter;
      return value ? [[name, value]] : [];
    }),
  );

const patternOf = (path: string) => new RegExp(`^${path.replace(/\/\*$/, '(?:/.*)?').replace(PARAMETER, '([^/]+)')}$`);

function decodeParams(pattern: RegExp, names: readonly string[], pathname: string): Record<string, string> | null {
  const values = pattern.exec(pathname)?.slice(1) ?? [];
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]));
  } catch {
    return null;
  }
}
