/** Every address of the site. Batch ids and brand names may hold slashes, hashes and any script: they are encoded here only. */
export const paths = {
  home: '/',
  /** The calculator on the home page, which moves the focus there. */
  homeCalculator: '/#dose-calculator',
  ageGate: '/age-gate',
  learn: '/learn',
  article: (slug: string) => `/learn/${encodeURIComponent(slug)}`,
  doseCalculator: '/dose-calculator',
  doseCalculatorFor: (thcMg: number) => `/dose-calculator?mg=${thcMg}`,
  responsibleUse: '/responsible-use',
  emergency: '/emergency',
  contact: '/contact',
  correctionOf: (batchId: string) => `/contact?topic=correction&about=${encodeURIComponent(batchId)}`,
  terms: '/terms',
  privacy: '/privacy',
  sitemap: '/sitemap',
  coas: '/coa',
  /** An older name of the database, which leads on to it. */
  coaDatabase: '/coa-database',
  coa: (batchId: string) => `/coa/${encodeURIComponent(batchId)}`,
  coasOfBrand: (brandName: string) => `/coa?brand=${encodeURIComponent(brandName)}`,
  brands: '/brands',
  brand: (brandName: string) => `/brands/${encodeURIComponent(brandName)}`,
  submitCoa: '/submit-coa',
  apiDocs: '/api/docs',
  articleFeed: '/feeds/articles.xml',
  coaFeed: '/feeds/certificates.xml',
  staff: {
    queue: '/admin',
    submission: (id: string) => `/admin/submissions/${id}`,
    brands: '/admin/brands',
  },
} as const;
