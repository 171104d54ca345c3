import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import pagesJson from '../../../../content/pages.json?raw';
import { listArticlesOptions } from '../../api/generated/@tanstack/react-query.gen';
import { StandaloneLink } from '../../components/links';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { cx } from '../../ui/cx';
import { Section, type SectionProps } from '../../ui/section';

/** In this order. [source:sitemap-page] The title is the fallback for when the list of articles does not load. */
const ARTICLES = [
  { slug: 'understanding-thc-beverages', title: 'Understanding THC Beverages' },
  { slug: 'dosing-guide', title: 'Dosing Guide' },
  { slug: 'onset-duration', title: 'Onset and Duration' },
  { slug: 'safety-guidelines', title: 'Safety Guidelines' },
  { slug: 'how-beverages-work', title: 'How Beverages Work' },
  { slug: 'choosing-right-product', title: 'Choosing the Right Product' },
  { slug: 'legal-considerations', title: 'Legal Considerations' },
  { slug: 'thc-vs-cbd-drinks', title: 'THC vs. CBD Drinks' },
  { slug: 'common-mistakes', title: 'Common Mistakes' },
  { slug: 'tolerance-breaks', title: 'Tolerance Breaks' },
  { slug: 'nano-emulsification', title: 'Nano-Emulsification' },
  { slug: 'reading-lab-results', title: 'Reading Lab Results' },
];

export function Component() {
  usePageMeta('sitemap');
  const { data: published = [] } = useQuery(listArticlesOptions());
  const furtherArticles = published.filter(({ slug }) => !ARTICLES.some((article) => article.slug === slug));
  const titles = new Map(published.map(({ slug, title }) => [slug, title]));

  return (
    <div className="stack gap-10">
      <header className="stack gap-3">
        <h1>Sitemap</h1>
        <p className="text-lg text-ink-soft">Every page on the site.</p>
      </header>
      <div className="grid gap-x-12 gap-y-10 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:grid-rows-[auto_1fr]">
        <div className="stack content-start gap-10">
          <PageGroup id="main-pages" title="Main" group="main" />
          <PageGroup id="coa-resources" title="COA Resources" group="coas" />
          <PageGroup id="for-laboratories" title="For Labs" group="labs" />
        </div>
        <Group id="articles" title="Educational Articles" className="md:row-span-2">
          {ARTICLES.map(({ slug, title }) => (
            <Entry key={slug} to={paths.article(slug)}>
              {titles.get(slug) ?? title}
            </Entry>
          ))}
          {furtherArticles.map(({ slug, title }) => (
            <Entry key={slug} to={paths.article(slug)}>
              {title}
            </Entry>
          ))}
        </Group>
        <PageGroup id="legal" title="Legal" group="legal" />
      </div>
      <p className="border-t border-rule pt-6 text-sm text-ink-soft">
        For adults 21 and over. Educational only, not medical advice.
      </p>
    </div>
  );
}

interface ListedPage {
  readonly path: string;
  readonly sitemap?: true | { readonly group: string; readonly label: string };
}

/** The full table: the entry chunk's copy has no `sitemap` fields. */
const PAGES = Object.values<ListedPage>(JSON.parse(pagesJson).pages);

/** The pages that content/pages.json lists in a group. */
function PageGroup({ id, title, group }: { id: string; title: string; group: string }) {
  return (
    <Group id={id} title={title}>
      {PAGES.map(
        ({ path, sitemap }) =>
          typeof sitemap === 'object' &&
          sitemap.group === group && (
            <Entry key={path} to={path}>
              {sitemap.label}
            </Entry>
          ),
      )}
    </Group>
  );
}

function Group({ children, className, ...section }: SectionProps) {
  return (
    <Section
      {...section}
      className={cx('stack content-start gap-2', className)}
      headingClassName="border-b border-rule pb-2 text-xl"
    >
      <ul>{children}</ul>
    </Section>
  );
}

function Entry({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <StandaloneLink to={to} className="py-1.5 leading-snug">
        {children}
      </StandaloneLink>
    </li>
  );
}
