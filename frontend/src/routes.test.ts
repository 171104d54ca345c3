import { matchRoutes, type RouteObject } from 'react-router';
import table from '../../content/pages.json' with { type: 'json' };
import { fillPath, PAGES, REDIRECTS } from './pages';
import { paths } from './paths';
import { loadMatchedRoutes, ROUTES } from './routes';

/** Routes without children, with their full path. */
const leaves = (list: readonly RouteObject[], parent = ''): { path: string; route: RouteObject }[] =>
  list.flatMap((route) => {
    const path = route.path?.startsWith('/') ? route.path : [parent, route.path].filter(Boolean).join('/');
    return route.children ? leaves(route.children, path) : [{ path, route }];
  });

const publicLeaves = leaves(ROUTES).filter(({ path }) => path !== '*' && !path.startsWith('/admin'));

describe('routes', () => {
  it('are the public pages and redirects of content/pages.json', () => {
    const expected = [
      ...PAGES.map(({ path }) => path).filter((path) => path !== '/admin/*'),
      ...Object.keys(REDIRECTS),
    ];
    expect(publicLeaves.map(({ path }) => path).sort()).toEqual(expected.sort());
  });

  it('each have a component, except the age gate, which its layout renders', () => {
    const without = publicLeaves.filter(({ route }) => !route.Component && !route.element);
    expect(without.map(({ path }) => path)).toEqual(['/age-gate', '/es/age-gate']);
  });

  it.each(PAGES.map(({ path }) => [path] as const))('match an example of %s', (path) => {
    const address = fillPath(path, {
      batchId: '#1/2',
      brandName: 'coa',
      productName: 'a/b 5 mg',
      slug: 'a b',
      reference: 'CB-1',
      code: 'x',
      id: 'x',
      number: 'x',
      edition: '1',
      labName: 'coa',
      token: 't',
      state: 'texas',
    });
    const matched = matchRoutes(ROUTES, address.replace('/*', ''))
      ?.map(({ route }) => route.path)
      .filter(Boolean);
    expect(matched).toContain(path);
    expect(matched).not.toContain('*');
  });
});

// Twice: a fixed path is remembered.
it.each(['/', '/coa', '/COA', '/coa/', '/brands/coa', '/coa/%23C9030', '/no-such-page', '/', '/coa', '/no-such-page'])(
  'the routes that lead to %s match it as all of them do',
  async (pathname) => {
    const shown = (routes: RouteObject[]) =>
      matchRoutes(routes, { pathname })?.map(({ params, pathname, pathnameBase, route }) => ({
        params,
        pathname,
        pathnameBase,
        path: route.path,
        element: route.element,
        Component: route.Component,
      }));
    const only = await loadMatchedRoutes({ pathname });
    expect(shown(only)).toEqual(shown(ROUTES));
    expect(leaves(only)).toHaveLength(1);
  },
);

it('the feeds in the footer are those of content/pages.json', () => {
  expect([paths.articleFeed, paths.coaFeed]).toEqual([table.pages.learn.feed.path, table.pages.coas.feed.path]);
});
