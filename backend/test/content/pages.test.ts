import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { batchPath } from '../../src/domain/shared/batch-path.js';
import { matchPage, parametersOf, parsePageTable, redirectOf } from '../../src/modules/site/page-table.js';
import { callsOf, readDocument } from '../api/document.js';

const root = join(import.meta.dirname, '../../..');
const source = () => JSON.parse(readFileSync(join(root, 'content/pages.json'), 'utf8'));
const table = parsePageTable(source());
const calls = callsOf(readDocument());

const preloads = table.pages.flatMap(({ id, preload, preloadIfMissing }) =>
  [...preload, ...preloadIfMissing].map(({ operation, url }) => ({ id, operation, url })),
);

describe('the page table', () => {
  it.each(preloads)('preloads a documented call for $id: $operation', ({ operation, url }) => {
    const [path = '', query = ''] = url.split('?');
    const documented = calls.find(({ operation: { operationId } }) => operationId === operation);
    expect(documented).toMatchObject({ method: 'GET', path: path.replace(/:(\w+)/g, '{$1}') });
    const parameters = documented?.operation.parameters?.map(({ name }) => name) ?? [];
    expect(parameters).toEqual(expect.arrayContaining([...new URLSearchParams(query).keys()]));
  });

  it('matches an example of every path to its page', () => {
    for (const { id, path } of table.pages) {
      const example = path.replace(/:\w+/g, 'key-missing').replace('/*', '/labs');
      expect([example, matchPage(table, example)?.page.id]).toEqual([example, id]);
    }
  });

  it('decodes path parameters', () => {
    expect(matchPage(table, '/brands/Ember%20%2F%20Rind/coa/%23C9030')).toMatchObject({
      page: { id: 'coa' },
      params: { brandName: 'Ember / Rind', batchId: '#C9030' },
    });
  });

  it.each([
    '/learn/',
    '/brands//coa/x',
    '/brands/x/coa',
    '/coa/%E0%A4%A',
    '/LEARN',
    '/administrator',
    '/labs/other',
    '/labs/guide',
    '/labs/guide/x',
  ])('has no page at %s', (pathname) => expect(matchPage(table, pathname)).toBeNull());

  it('redirects only to pages', () => {
    expect(table.redirects.length).toBeGreaterThan(0);
    for (const { to } of table.redirects) expect(matchPage(table, to.replace(/:\w+/g, 'x'))).not.toBeNull();
    expect(redirectOf(table, '/articles/a%2Fb')).toBe('/learn/a%2Fb');
    expect(redirectOf(table, '/learn')).toBeNull();
  });

  it('has no placeholders in the head of a page without data', () => {
    for (const { id, title, description, keywords, path, preload } of table.pages) {
      if (Object.keys(preload).length > 0 || parametersOf(path).length > 0) continue;
      expect([id, `${title}${description}${keywords}`]).toEqual([id, expect.not.stringContaining('{')]);
    }
  });

  it('agrees with the certificate path in emails', () => {
    const path = batchPath({ brandName: 'Juniper & Tide', batchId: '#C9030' });
    expect(matchPage(table, path)?.page.id).toBe('coa');
  });
});

describe('an invalid page table is rejected', () => {
  type Source = { pages: Record<string, Record<string, unknown>>; views: Record<string, unknown> };
  const withPage =
    (id: string, fields: object) =>
    ({ pages }: Source) =>
      Object.assign(pages[id] as object, fields);

  it.each<[string, RegExp, (table: Source) => void]>([
    ['an unknown field', /unrecognized/i, withPage('terms', { noIndex: true })],
    ['a page without a title', /invalid/i, ({ pages }) => delete pages.terms?.title],
    ['two pages with one path', /Two pages have path \/terms/, withPage('privacy', { path: '/terms' })],
    ['a path that is none', /invalid/i, withPage('terms', { path: 'terms' })],
    ['an alias of nothing', /batch: no page/, withPage('batch', { aliasOf: 'none' })],
    ['an alias of an alias', /batch: no page/, withPage('batch', { aliasOf: 'certificate' })],
    [
      'a language without a translation',
      /terms: lang and translationOf go together/,
      withPage('terms', { lang: 'es' }),
    ],
    ['a translation of nothing', /emergencyEs: nothing to be/, withPage('emergencyEs', { translationOf: 'none' })],
    ['a missing view', /article: no view/, ({ views }) => delete views.articleNotFound],
    ['a missing notFound', /notFound.{1,3} is missing/, ({ views }) => delete views.notFound],
    [
      'one name for two',
      /terms is the name of a page and of a view/,
      ({ views }) => Object.assign(views, { terms: views.notFound }),
    ],
    [
      'a call that the address cannot fill',
      /article: a preloaded call needs .{1,2}id/,
      withPage('article', { preload: { getArticle: '/api/articles/:id' } }),
    ],
  ])('with %s', (_, message, change) => {
    const changed = source();
    change(changed);
    expect(() => parsePageTable(changed)).toThrow(message);
  });
});
