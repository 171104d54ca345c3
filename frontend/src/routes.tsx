import type { ComponentType } from 'react';
import { matchRoutes, Navigate, Outlet, type RouteObject, useLocation, useParams, useRoutes } from 'react-router';
import { lazyPage, PageBoundary, type PageModule } from './components/lazy-page';
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
  emergencyEs: { Component: Emergency },
  contact: () => import('./features/contact/contact.page'),
  coas: () => import('./features/coa-registry/certificate-list.page'),
  submitCoa: () => import('./features/coa-registry/submit-certificate.page'),
  brands: () => import('./features/brands/brand-directory.page'),
  analytes: () => import('./features/analytes/analytes.page'),
  rules: () => import('./features/rules/rules.page'),
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
  problem: () => import('./features/labs/problem.page'),
  correction: () => import('./features/coa-registry/correction.page'),
  unsubscribe: () => import('./features/newsletter/unsubscribe.page'),
  confirmNewsletter: () => import('./features/newsletter/confirm.page'),
};

const publicPages = PAGES.flatMap(({ path, name }): RouteObject[] => {
  if (name === 'staff' || name === 'ageGate' || name === 'ageGateEs') return [];
  if (isChapter(name)) return [{ path, ...lazy(() => import('./features/labs/chapter.page'), path) }];
  const component = COMPONENTS[name];
  return [typeof component === 'function' ? { path, ...lazy(component) } : { path, ...component }];
});

const redirects = Object.entries(REDIRECTS).map(([path, to]) => ({ path, element: <Redirect to={to} /> }));

const notFound: RouteObject = {
  path: '*',
  ...lazy(async () => ({ Component: (await import('./components/not-found')).NotFound })),
};

export const ROUTES: RouteObject[] = [
  {
    element: <Guarded Fallback={CrashWithoutFrame} />,
    children: [
      {
        path: pathOf('staff').replace('/*', ''),
        ...lazy(() => import('./layouts/staff-layout')),
        children: [
          {
            element: <Guarded Fallback={Crash} />,
            children: [
              {
                ...lazy(() => import('./features/admin/review/decision/undo-notices')),
                children: [
                  { index: true, ...lazy(() => import('./features/admin/review/queue/queue.page')) },
                  {
                    path: 'submissions/:id',
                    ...lazy(() => import('./features/admin/review/submission/submission.page')),
                  },
                  {
                    path: 'submissions/:id/amendment',
                    ...lazy(() => import('./features/admin/review/submission/amendment.page')),
                  },
                  { path: 'brands', ...lazy(() => import('./features/admin/brands/brands.page')) },
                  { path: 'names', ...lazy(() => import('./features/admin/reference/names.page')) },
                  { path: 'rules', ...lazy(() => import('./features/admin/reference/rules.page')) },
                  { path: 'rules/new', ...lazy(() => import('./features/admin/reference/new-rule.page')) },
                  { path: 'rules/:id', ...lazy(() => import('./features/admin/reference/rule.page')) },
                  { path: 'changes', ...lazy(() => import('./features/admin/reference/changes.page')) },
                  { path: 'changes/:id', ...lazy(() => import('./features/admin/reference/change.page')) },
                  { path: 'articles', ...lazy(() => import('./features/admin/articles/articles.page')) },
                  { path: 'articles/:id', ...lazy(() => import('./features/education/article-preview.page')) },
                  { path: 'subscribers', ...lazy(() => import('./features/admin/newsletter/subscribers.page')) },
                  { path: 'newsletter', ...lazy(() => import('./features/admin/newsletter/newsletter.page')) },
                  {
                    path: 'newsletter/:id',
                    ...lazy(() => import('./features/admin/newsletter/newsletter-issue.page')),
                  },
                  { path: 'messages', ...lazy(() => import('./features/admin/messages/messages.page')) },
                  { path: 'messages/:id', ...lazy(() => import('./features/admin/messages/message.page')) },
                  { path: 'mail', ...lazy(() => import('./features/admin/mail/mail.page')) },
                  { path: 'mail/templates', ...lazy(() => import('./features/admin/mail/mail-templates.page')) },
                  { path: 'mail/templates/:kind', ...lazy(() => import('./features/admin/mail/mail-template.page')) },
                  { path: 'labs', ...lazy(() => import('./features/admin/labs/labs.page')) },
                  { path: 'labs/:id', ...lazy(() => import('./features/admin/labs/lab.page')) },
                  { path: 'privacy', ...lazy(() => import('./features/admin/privacy/privacy-requests.page')) },
                  { path: 'audit-log', ...lazy(() => import('./features/admin/audit/audit-log.page')) },
                  { path: 'accounts', ...lazy(() => import('./features/admin/accounts/accounts.page')) },
                  { path: 'account', ...lazy(() => import('./features/admin/accounts/account.page')) },
                  notFound,
                ],
              },
            ],
          },
        ],
      },
      {
        element: <AgeGate />,
        children: [
          { path: pathOf('ageGate') },
          { path: pathOf('ageGateEs') },
          {
            element: <SiteLayout />,
            // A page that fails leaves the site's frame around it.
            children: [{ element: <Guarded Fallback={Crash} />, children: [...publicPages, ...redirects, notFound] }],
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
  await Promise.all(routes.map(({ handle }) => handle?.load()));
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

function lazy(importPage: () => Promise<PageModule>, path?: string) {
  const { Component, load } = lazyPage(importPage, path);
  return { Component, handle: { load } };
}

/** Shows the error of a page below it. */
function Guarded({ Fallback }: { Fallback: ComponentType<{ error: unknown }> }) {
  const { pathname } = useLocation();
  return (
    <PageBoundary pathname={pathname} fallback={(error) => <Fallback error={error} />}>
      <Outlet />
    </PageBoundary>
  );
}

/** The server answers with a redirect; this one is for links within the site. */
function Redirect({ to }: { to: string }) {
  return <Navigate to={fillPath(to, useParams() as Record<string, string>)} replace />;
}
