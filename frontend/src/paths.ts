/** Every address of the site. Batch ids and brand names may hold slashes, hashes and any script: they are encoded here only. */
export const paths = {
  home: '/',
  /** The calculator on the home page, which moves the focus there. */
  homeCalculator: '/#dose-calculator',
  ageGate: '/age-gate',
  learn: '/learn',
  article: (slug: string) => `/learn/${encodeURIComponent(slug)}`,
  doseCalculator: '/dose-calculator',
  /** With the THC of a whole can filled in, and half and a quarter of it to choose. */
  doseCalculatorFor: (thcMg: number) => `/dose-calculator?mg=${thcMg}&can=${thcMg}`,
  responsibleUse: '/responsible-use',
  emergency: '/emergency',
  contact: '/contact',
  correctionOf: (reference: string) => `/contact?topic=correction&about=${encodeURIComponent(reference)}`,
  terms: '/terms',
  privacy: '/privacy',
  sitemap: '/sitemap',
  coas: '/coa',
  /** An older name of the database, which leads on to it. */
  coaDatabase: '/coa-database',
  /** The certificate of a brand's batch: the exact address, because several brands may use one batch id. */
  coa: ({ brandName, batchId }: { brandName: string; batchId: string }) =>
    `/brands/${encodeURIComponent(brandName)}/coa/${encodeURIComponent(batchId)}`,
  /** Leads to the certificate, too, or asks which brand is meant. */
  batch: (batchId: string) => `/coa/${encodeURIComponent(batchId)}`,
  coasWith: (search: string) => `/coa?search=${encodeURIComponent(search)}`,
  /** One certificate for ever, also after it was replaced or withdrawn. */
  certificate: (reference: string) => `/certificates/${encodeURIComponent(reference)}`,
  coasOfBrand: (brandName: string) => `/coa?brand=${encodeURIComponent(brandName)}`,
  brands: '/brands',
  brand: (brandName: string) => `/brands/${encodeURIComponent(brandName)}`,
  submitCoa: '/submit-coa',
  labs: '/labs',
  problems: '/problems',
  /** Where the `type` of an error leads. */
  problem: (code: string) => `/problems/${code}`,
  apiDocs: '/api/docs',
  articleFeed: '/feeds/articles.xml',
  coaFeed: '/feeds/certificates.xml',
  staff: {
    queue: '/admin',
    submission: (id: string) => `/admin/submissions/${id}`,
    amendment: (id: string) => `/admin/submissions/${id}/amendment`,
    brands: '/admin/brands',
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
    lab: (id: string) => `/admin/labs/${id}`,
    privacy: '/admin/privacy',
    auditLog: '/admin/audit-log',
    accounts: '/admin/accounts',
    account: '/admin/account',
  },
} as const;
