import { createBrowserRouter, Navigate, useParams } from 'react-router';
import { Component as Emergency } from './features/safety/emergency.page';
import { AgeGate } from './layouts/age-gate';
import { Crash, CrashWithoutFrame } from './layouts/crash.page';
import { SiteLayout } from './layouts/site-layout';
import { paths } from './paths';
import { Spinner } from './ui/spinner';

export const createRouter = () =>
  createBrowserRouter([
    {
      errorElement: <CrashWithoutFrame />,
      hydrateFallbackElement: <Spinner label="Loading the site" className="m-8 size-8" />,
      children: [
        {
          path: '/admin',
          lazy: () => import('./layouts/staff-layout'),
          children: [
            {
              errorElement: <Crash />,
              lazy: () => import('./features/admin/review/undo-notices'),
              children: [
                { index: true, lazy: () => import('./features/admin/review/queue.page') },
                { path: 'submissions/:id', lazy: () => import('./features/admin/review/submission.page') },
                { path: 'submissions/:id/amendment', lazy: () => import('./features/admin/review/amendment.page') },
                { path: 'brands', lazy: () => import('./features/admin/brands/brands.page') },
                { path: 'articles', lazy: () => import('./features/admin/articles/articles.page') },
                { path: 'articles/:id', lazy: () => import('./features/education/article-preview.page') },
                { path: 'subscribers', lazy: () => import('./features/admin/newsletter/subscribers.page') },
                { path: 'newsletter', lazy: () => import('./features/admin/newsletter/newsletter.page') },
                { path: 'newsletter/:id', lazy: () => import('./features/admin/newsletter/newsletter-issue.page') },
                { path: 'messages', lazy: () => import('./features/admin/messages/messages.page') },
                { path: 'messages/:id', lazy: () => import('./features/admin/messages/message.page') },
                { path: 'mail', lazy: () => import('./features/admin/mail/mail.page') },
                { path: 'mail/templates', lazy: () => import('./features/admin/mail/mail-templates.page') },
                { path: 'mail/templates/:kind', lazy: () => import('./features/admin/mail/mail-template.page') },
                { path: 'labs', lazy: () => import('./features/admin/labs/labs.page') },
                { path: 'labs/:id', lazy: () => import('./features/admin/labs/lab.page') },
                { path: 'privacy', lazy: () => import('./features/admin/privacy/privacy-requests.page') },
                { path: 'audit-log', lazy: () => import('./features/admin/audit/audit-log.page') },
                { path: 'accounts', lazy: () => import('./features/admin/accounts/accounts.page') },
                { path: 'account', lazy: () => import('./features/admin/accounts/account.page') },
                { path: '*', lazy: () => import('./layouts/not-found.page') },
              ],
            },
          ],
        },
        {
          element: <AgeGate />,
          children: [
            { path: '/age-gate' },
            {
              element: <SiteLayout />,
              children: [
                {
                  // A page that fails leaves the site's frame around it.
                  errorElement: <Crash />,
                  children: [
                    { path: '/', lazy: () => import('./features/home/home.page') },
                    { path: '/learn', lazy: () => import('./features/education/learn.page') },
                    { path: '/learn/:slug', lazy: () => import('./features/education/article.page') },
                    { path: '/dose-calculator', lazy: () => import('./features/dosing/dose-calculator.page') },
                    { path: '/coa', lazy: () => import('./features/coa-registry/certificate-list.page') },
                    { path: '/coa/:batchId', lazy: () => import('./features/coa-registry/certificate.page') },
                    {
                      path: '/brands/:brandName/coa/:batchId',
                      lazy: () => import('./features/coa-registry/certificate.page'),
                    },
                    {
                      path: '/certificates/:reference',
                      lazy: () => import('./features/coa-registry/certificate.page'),
                    },
                    { path: '/brands', lazy: () => import('./features/brands/brand-directory.page') },
                    { path: '/brands/:brandName', lazy: () => import('./features/brands/brand.page') },
                    { path: '/responsible-use', lazy: () => import('./features/safety/responsible-use.page') },
                    // Part of the first file: it opens even when nothing more can be fetched.
                    { path: '/emergency', Component: Emergency },
                    { path: '/contact', lazy: () => import('./features/contact/contact.page') },
                    { path: '/labs', lazy: () => import('./features/labs/guide.page') },
                    { path: '/labs/api', lazy: () => import('./features/labs/api-reference.page') },
                    { path: '/problems', lazy: () => import('./features/labs/problems.page') },
                    { path: '/problems/:code', lazy: () => import('./features/labs/problem.page') },
                    { path: '/terms', lazy: () => import('./features/legal/terms.page') },
                    { path: '/privacy', lazy: () => import('./features/legal/privacy.page') },
                    { path: '/sitemap', lazy: () => import('./features/legal/sitemap.page') },
                    { path: '/unsubscribe', lazy: () => import('./features/newsletter/unsubscribe.page') },
                    { path: '/newsletter/confirm', lazy: () => import('./features/newsletter/confirm.page') },
                    { path: '/coa-database', element: <Navigate to={paths.coas} replace /> },
                    { path: '/articles/:slug', element: <MovedArticle /> },
                    { path: '/submit-coa', lazy: () => import('./features/coa-registry/submit-certificate.page') },
                    { path: '/corrections/:token', lazy: () => import('./features/coa-registry/correction.page') },
                    { path: '*', lazy: () => import('./layouts/not-found.page') },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ]);

function MovedArticle() {
  const { slug = '' } = useParams();
  return <Navigate to={paths.article(slug)} replace />;
}
