import type { SiteContent } from './site-content.js';

/** Structured data (schema.org) for a page or view. It repeats only what the page itself shows. */
export function jsonLd(
  page: string,
  body: unknown,
  { title, description, canonical }: { title: string; description: string; canonical: string },
  content: SiteContent,
  publicUrl: string,
): object[] {
  const { name } = content.site;
  const organization = { '@type': 'Organization', name, url: `${publicUrl}/` };
  if (page === 'home') return [website(name, description, publicUrl), faqPage(content.faq)];
  if (page === 'coas') return [dataset(name, description, canonical, organization)];
  if (page === 'article') {
    const article = body as { title: string; publishedAt: string; updatedAt: string | null; excerpt: string };
    return [
      {
        '@context': 'https://schema.org',
        '@type': 'Article',
        headline: article.title,
        description: article.excerpt,
        datePublished: article.publishedAt,
        dateModified: article.updatedAt ?? article.publishedAt,
        mainEntityOfPage: canonical,
        author: organization,
        publisher: organization,
      },
      breadcrumbs(publicUrl, ['THC Education Center', '/learn'], [article.title, canonical]),
    ];
  }
  const self: [string, string] = [title.replace(` - ${name}`, ''), canonical];
  if (page === 'coa' || page === 'endedCoa') return [breadcrumbs(publicUrl, ['COA Database', '/coa'], self)];
  if (page === 'brand') return [breadcrumbs(publicUrl, ['Brands', '/brands'], self)];
  if (page === 'stateLaw' || page === 'december11')
    return [breadcrumbs(publicUrl, ['The Law in Your State', '/law'], self)];
  if (page === 'product') {
    const { brandName, productName } = body as { brandName: string; productName: string };
    const brand: [string, string] = [brandName, `/brands/${encodeURIComponent(brandName)}`];
    return [breadcrumbs(publicUrl, ['Brands', '/brands'], brand, [productName, canonical])];
  }
  return [];
}

const website = (name: string, description: string, publicUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name,
  description,
  url: `${publicUrl}/`,
  potentialAction: {
    '@type': 'SearchAction',
    target: `${publicUrl}/search?q={search_term_string}`,
    'query-input': 'required name=search_term_string',
  },
});

const faqPage = (faq: SiteContent['faq']) => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: faq.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
});

const dataset = (name: string, description: string, canonical: string, creator: object) => ({
  '@context': 'https://schema.org',
  '@type': 'Dataset',
  name: `${name} certificates of analysis`,
  description,
  url: canonical,
  creator,
  isAccessibleForFree: true,
  variableMeasured: ['THC per container (mg)', 'CBD per container (mg)', 'Contaminant panel verdicts'],
  distribution: {
    '@type': 'DataDownload',
    encodingFormat: 'application/json',
    contentUrl: canonical.replace(/\/coa$/, '/api/coa'),
  },
});

const breadcrumbs = (publicUrl: string, ...trail: [name: string, path: string][]) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [['Home', '/'] as [string, string], ...trail].map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: path.startsWith('http') ? path : publicUrl + path,
  })),
});
