import type { ComponentType } from 'react';
import { matchRoutes, Navigate, type RouteObject, useParams, useRoutes } from 'react-router';
import { Guarded, lazyRoute, loadRoutes, NOT_FOUND, type PageModule } from './components/lazy-page';
import { loadSpanishTexts } from './components/site-texts';
import { Component as Emergency } from './features/safety/emergency.page';
import { AgeGate } from './layouts/age-gate';
import { Crash, CrashWithoutFrame } from './layouts/crash.page';
import { SiteLayout } from './layouts/site-layout';
import { fillPath, PAGES, type PageName, pathOf, REDIRECTS } from './pages';

/** Pages of the texts for labs, by their names: the entry chunk is for all visitors, and a list would be longer. */
type ChapterName = Extract<PageName, `labs${string}`>;
const isChapter = (name: PageName): name is ChapterName => name.startsWith('labs');

/** The component of every other public page in content/pages.json. */
const COMPONENTS: Record<
  Exclude<PageName, 'staff' | 'ageGate' | 'ageGateEs' | ChapterName>,
  { readonly Component: ComponentType } | (() => Promise<PageModule>)
> = {
  home: () => import('./features/home/home.page'),
  learn: () => import('./features/education/learn.page'),
  responsibleUse: () => import('./features/safety/responsible-use.page'),
  doseCalculator: () => import('./features/dosing/dose-calculator.page'),
  doseCalculatorEs: () => import('./features/dosing/spanish-dose-calculator.page'),
  // Part of the entry chunk, so it opens even when nothing more can be fetched.
  emergency: { Component: Emergency },
  emergencyEs: () => import('./features/safety/spanish-emergency.page'),
  contact: () => import('./features/contact/contact.page'),
  coas: () => import('./features/coa-registry/certificate-list.page'),
  submitCoa: () => import('./features/coa-registry/submit-certificate.page'),
  brands: () => import('./features/brands/brand-directory.page'),
  analytes: () => import('./features/analytes/analytes.page'),
  rules: () => import('./features/rules/rules.page'),
  notices: () => import('./features/notices/notices.page'),
  check: () => import('./features/transparency/check.page'),
  log: () => import('./features/transparency/log.page'),
  notice: () => import('./features/notices/notice.page'),
  laboratory: () => import('./features/laboratories/laboratory.page'),
  rule: () => import('./features/rules/rule.page'),
  ruleEdition: () => import('./features/rules/rule.page'),
  law: () => import('./features/law/law.page'),
  stateLaw: () => import('./features/law/state-law.page'),
  december11: () => import('./features/law/december-11.page'),
  compare: () => import('./features/coa-registry/compare.page'),
  search: () => import('./features/search/search.page'),
  apiChanges: () => import('./features/labs/changes.page'),
  sandbox: () => import('./features/labs/sandbox.page'),
  problems: () => import('./features/labs/problems.page'),
  terms: () => import('./features/legal/terms.page'),
  privacy: () => import('./features/legal/privacy.page'),
  about: () => import('./features/legal/about.page'),
  sitemap: () => import('./features/legal/sitemap.page'),
  article: () => import('./features/education/article.page'),
  brand: () => import('./features/brands/brand.page'),
  product: () => import('./features/brands/product.page'),
  coa: () => import('./features/coa-registry/certificate.page'),
  brandClaim: () => import('./features/brands/brand-claim.page'),
  brandDesk: () => import('./features/brands/brand-desk.page'),
  batchHistory: () => import('./features/coa-registry/batch-history.page'),
  reportProblem: () => import('./features/coa-registry/report-problem.page'),
  problem: () => import('./features/labs/problem.page'),
  correction: () => import('./features/coa-registry/correction.page'),
  unsubscribe: () => import('./features/newsletter/unsubscribe.page'),
  follow: () => import('./features/newsletter/follow.page'),
  following: () => import('./features/newsletter/following.page'),
  confirmNewsletter: () => import('./features/newsletter/confirm.page'),
};

const publicPages = PAGES.flatMap(({ path, name }): RouteObject[] => {
  if (name === 'staff' || name === 'ageGate' || name === 'ageGateEs') return [];
  if (isChapter(name)) return [{ path, ...lazyRoute(() => import('./features/labs/chapter.page'), path) }];
  const component = COMPONENTS[name];
  return [typeof component === 'function' ? { path, ...lazyRoute(component) } : { path, ...component }];
});

const redirects = Object.entries(REDIRECTS).map(([path, to]) => ({ path, element: <Redirect to={to} /> }));

export const ROUTES: RouteObject[] = [
  {
    element: <Guarded Fallback={CrashWithoutFrame} />,
    children: [
      { path: pathOf('staff'), ...lazyRoute(() => import('./staff-routes')) },
      {
        element: <AgeGate />,
        children: [
          { path: pathOf('ageGate') },
          { path: pathOf('ageGateEs'), handle: { load: loadSpanishTexts } },
          {
            element: <SiteLayout />,
            // A page that fails leaves the site's frame around it.
            children: [{ element: <Guarded Fallback={Crash} />, children: [...publicPages, ...redirects, NOT_FOUND] }],
          },
        ],
      },
    ],
  },
];

/** The page of the current address. */
export const Pages = ({ routes = ROUTES }: { routes?: RouteObject[] }) => useRoutes(routes);

/**
 * Loads the components of an address, so that they render without waiting.
 * @returns only the routes that lead to it: matching all of them takes a tenth of the time of rendering a page
 */
export async function loadMatchedRoutes(location: { pathname: string }): Promise<RouteObject[]> {
  const routes = routesTo(location);
  await loadRoutes(routes);
  return routes.reduceRight<RouteObject[]>(
    (children, route) => [children.length > 0 ? { ...route, index: false, children } : route],
    [],
  );
}

const routesOfFixedPaths = new Map<string, RouteObject[]>();

/** The routes that lead to an address, the outermost first. */
function routesTo(location: { pathname: string }): RouteObject[] {
  const known = routesOfFixedPaths.get(location.pathname);
  if (known) return known;
  const routes = (matchRoutes(ROUTES, location) ?? []).map(({ route }) => route);
  if (routes.at(-1)?.path === location.pathname) routesOfFixedPaths.set(location.pathname, routes);
  return routes;
}

/** The server answers with a redirect; this one is for links within the site. */
function Redirect({ to }: { to: string }) {
  return <Navigate to={fillPath(to, useParams() as Record<string, string>)} replace />;
}
