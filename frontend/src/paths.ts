import { fillPath, type Language, pathOf } from './pages';

/** Every address the site links to. Paths of public pages come from content/pages.json. */
export const paths = {
  home: pathOf('home'),
  /** The calculator on the home page; following it moves the focus there. */
  homeCalculator: `${pathOf('home')}#dose-calculator`,
  ageGate: pathOf('ageGate'),
  /** The gate in Spanish, in front of a page that is in English only. */
  spanishAgeGate: (next: string) => `${pathOf('ageGateEs')}?next=${encodeURIComponent(next)}`,
  learn: pathOf('learn'),
  article: (slug: string) => fillPath(pathOf('article'), { slug }),
  doseCalculator: pathOf('doseCalculator'),
  doseCalculatorIn: (language: Language) => pathOf(language === 'es' ? 'doseCalculatorEs' : 'doseCalculator'),
  /** With the measured THC of a certificate's can filled in, and half and a quarter of it to choose from. */
  doseCalculatorFor: (reference: string) => `${pathOf('doseCalculator')}?certificate=${encodeURIComponent(reference)}`,
  responsibleUse: pathOf('responsibleUse'),
  emergency: pathOf('emergency'),
  emergencyIn: (language: Language) => pathOf(language === 'es' ? 'emergencyEs' : 'emergency'),
  /** The form to follow a batch, product or brand, or without any, everything that went wrong. */
  follow: (what: { brandName?: string | undefined; productName?: string; batchId?: string } = {}) => {
    const named = { brand: what.brandName, product: what.productName, batch: what.batchId };
    const query = new URLSearchParams(Object.entries(named).flatMap(([name, value]) => (value ? [[name, value]] : [])));
    return pathOf('follow') + (query.size > 0 ? `?${query}` : '');
  },
  contact: pathOf('contact'),
  correction: `${pathOf('contact')}?topic=correction`,
  terms: pathOf('terms'),
  privacy: pathOf('privacy'),
  about: pathOf('about'),
  sitemap: pathOf('sitemap'),
  coas: pathOf('coas'),
  /** The registry's old address, which redirects to it. */
  coaDatabase: '/coa-database',
  /** The current certificate of one brand's batch. Several brands may use the same batch ID. */
  coa: ({ brandName, batchId }: { brandName: string; batchId: string }) =>
    fillPath(pathOf('coa'), { brandName, batchId }),
  /** The same by batch ID alone; asks for the brand when several use the ID. */
  batch: (batchId: string) => fillPath(pathOf('batch'), { batchId }),
  /** Redirects to the page of a batch. The parameters are those of the form in components/coa-registry/find-batch.tsx. */
  findBatch: '/find-batch',
  /** What we decided about the lab reports of a batch. */
  batchHistory: (batchId: string) => fillPath(pathOf('batchHistory'), { batchId }),
  coasWith: (search: string) => `${pathOf('coas')}?search=${encodeURIComponent(search)}`,
  /** Permanent address of one certificate, even after it was replaced or withdrawn. */
  certificate: (reference: string) => fillPath(pathOf('certificate'), { reference }),
  reportProblem: (reference: string) => fillPath(pathOf('reportProblem'), { reference }),
  /** The QR code of a certificate's page, as an image. */
  qrCode: (page: string) => `${page}/qr.svg`,
  search: pathOf('search'),
  searchFor: (q: string) => `${pathOf('search')}?q=${encodeURIComponent(q)}`,
  brands: pathOf('brands'),
  brand: (brandName: string) => fillPath(pathOf('brand'), { brandName }),
  brandClaim: (brandName: string) => fillPath(pathOf('brandClaim'), { brandName }),
  /** All batches of a product. */
  product: ({ brandName, productName }: { brandName: string; productName: string }) =>
    fillPath(pathOf('product'), { brandName, productName }),
  /** Certificates side by side, by their references. */
  compare: (references: readonly string[]) =>
    `${pathOf('compare')}?${references.map((one) => `c=${encodeURIComponent(one)}`).join('&')}`,
  comparison: pathOf('compare'),
  submitCoa: pathOf('submitCoa'),
  analytes: pathOf('analytes'),
  /** A laboratory by its name, as certificates have it. */
  notices: pathOf('notices'),
  check: pathOf('check'),
  log: pathOf('log'),
  notice: (number: string) => fillPath(pathOf('notice'), { number }),
  laboratory: (labName: string) => fillPath(pathOf('laboratory'), { labName }),
  rules: pathOf('rules'),
  rule: (id: string) => fillPath(pathOf('rule'), { id }),
  ruleEdition: (id: string, edition: number) => fillPath(pathOf('ruleEdition'), { id, edition: String(edition) }),
  law: pathOf('law'),
  /** What we know about the law of one state, by its slug in content/states.json. */
  stateLaw: (slug: string) => fillPath(pathOf('stateLaw'), { state: slug }),
  december11: pathOf('december11'),
  labs: pathOf('labs'),
  sandbox: pathOf('sandbox'),
  problems: pathOf('problems'),
  /** The page that the `type` of an API error leads to. */
  problem: (code: string) => fillPath(pathOf('problem'), { code }),
  apiReference: pathOf('labs/api'),
  labsDocument: '/api/docs/labs.json',
  labsPostmanCollection: '/api/docs/labs.postman.json',
  articleFeed: '/feeds/articles.xml',
  coaFeed: '/feeds/certificates.xml',
  noticeFeed: '/feeds/notices.xml',
  feedOf: (brand: string, product?: string) =>
    `/feeds/certificates.xml?${new URLSearchParams({ brand, ...(product !== undefined && { product }) })}`,
  staff: {
    queue: '/admin',
    submission: (id: string) => `/admin/submissions/${id}`,
    amendment: (id: string) => `/admin/submissions/${id}/amendment`,
    brands: '/admin/brands',
    names: '/admin/names',
    rules: '/admin/rules',
    newRule: '/admin/rules/new',
    rule: (id: string) => `/admin/rules/${encodeURIComponent(id)}`,
    changes: '/admin/changes',
    change: (id: string) => `/admin/changes/${id}`,
    articlePreview: (id: string) => `/admin/articles/${encodeURIComponent(id)}`,
    message: (id: string) => `/admin/messages/${id}`,
    articles: '/admin/articles',
    subscribers: '/admin/subscribers',
    newsletter: '/admin/newsletter',
    newIssue: '/admin/newsletter/new',
    issue: (id: string) => `/admin/newsletter/${id}`,
    messages: '/admin/messages',
    mail: '/admin/mail',
    mailTemplates: '/admin/mail/templates',
    mailTemplate: (kind: string) => `/admin/mail/templates/${encodeURIComponent(kind)}`,
    labs: '/admin/labs',
    labIncidents: '/admin/lab-incidents',
    notices: '/admin/notices',
    problemReports: '/admin/problem-reports',
    brandRequests: '/admin/brand-requests',
    lab: (id: string) => `/admin/labs/${id}`,
    privacy: '/admin/privacy',
    auditLog: '/admin/audit-log',
    accounts: '/admin/accounts',
    account: '/admin/account',
  },
} as const;
