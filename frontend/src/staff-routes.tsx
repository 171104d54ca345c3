import { matchRoutes, type RouteObject, useRoutes } from 'react-router';
import { Guarded, lazyRoute, loadRoutes, NOT_FOUND } from './components/lazy-page';
import { Crash } from './layouts/crash.page';
import { Component as StaffLayout } from './layouts/staff-layout';
import { pathOf } from './pages';

const ROUTES: RouteObject[] = [
  {
    Component: StaffLayout,
    children: [
      {
        element: <Guarded Fallback={Crash} />,
        children: [
          {
            ...lazyRoute(() => import('./features/admin/review/decision/undo-notices')),
            children: [
              { index: true, ...lazyRoute(() => import('./features/admin/review/queue/queue.page')) },
              {
                path: 'submissions/:id',
                ...lazyRoute(() => import('./features/admin/review/submission/submission.page')),
              },
              {
                path: 'submissions/:id/amendment',
                ...lazyRoute(() => import('./features/admin/review/submission/amendment.page')),
              },
              { path: 'brands', ...lazyRoute(() => import('./features/admin/brands/brands.page')) },
              { path: 'names', ...lazyRoute(() => import('./features/admin/reference/names.page')) },
              { path: 'rules', ...lazyRoute(() => import('./features/admin/reference/rules.page')) },
              { path: 'rules/new', ...lazyRoute(() => import('./features/admin/reference/new-rule.page')) },
              { path: 'rules/:id', ...lazyRoute(() => import('./features/admin/reference/rule.page')) },
              { path: 'changes', ...lazyRoute(() => import('./features/admin/reference/changes.page')) },
              { path: 'changes/:id', ...lazyRoute(() => import('./features/admin/reference/change.page')) },
              { path: 'articles', ...lazyRoute(() => import('./features/admin/articles/articles.page')) },
              { path: 'articles/:id', ...lazyRoute(() => import('./features/education/article-preview.page')) },
              { path: 'subscribers', ...lazyRoute(() => import('./features/admin/newsletter/subscribers.page')) },
              { path: 'newsletter', ...lazyRoute(() => import('./features/admin/newsletter/newsletter.page')) },
              {
                path: 'newsletter/:id',
                ...lazyRoute(() => import('./features/admin/newsletter/newsletter-issue.page')),
              },
              { path: 'messages', ...lazyRoute(() => import('./features/admin/messages/messages.page')) },
              { path: 'messages/:id', ...lazyRoute(() => import('./features/admin/messages/message.page')) },
              { path: 'mail', ...lazyRoute(() => import('./features/admin/mail/mail.page')) },
              { path: 'mail/templates', ...lazyRoute(() => import('./features/admin/mail/mail-templates.page')) },
              { path: 'mail/templates/:kind', ...lazyRoute(() => import('./features/admin/mail/mail-template.page')) },
              { path: 'labs', ...lazyRoute(() => import('./features/admin/labs/labs.page')) },
              { path: 'labs/:id', ...lazyRoute(() => import('./features/admin/labs/lab.page')) },
              { path: 'lab-incidents', ...lazyRoute(() => import('./features/admin/labs/lab-incidents.page')) },
              { path: 'notices', ...lazyRoute(() => import('./features/admin/notices/staff-notices.page')) },
              { path: 'brand-requests', ...lazyRoute(() => import('./features/admin/brands/brand-requests.page')) },
              { path: 'problem-reports', ...lazyRoute(() => import('./features/admin/hearing/problem-reports.page')) },
              { path: 'privacy', ...lazyRoute(() => import('./features/admin/privacy/privacy-requests.page')) },
              { path: 'audit-log', ...lazyRoute(() => import('./features/admin/audit/audit-log.page')) },
              { path: 'accounts', ...lazyRoute(() => import('./features/admin/accounts/accounts.page')) },
              { path: 'account', ...lazyRoute(() => import('./features/admin/accounts/account.page')) },
              NOT_FOUND,
            ],
          },
        ],
      },
    ],
  },
];

/** The staff console's pages. The entry chunk is for all visitors, and would name the file of each. */
export const Component = () => useRoutes(ROUTES);

/** With the page of the address, so that both are loaded before the first rendering. */
export async function load(): Promise<void> {
  const matches = matchRoutes(ROUTES, window.location, pathOf('staff').replace('/*', '')) ?? [];
  await loadRoutes(matches.map(({ route }) => route));
}
