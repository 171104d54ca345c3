/** Every address of the site. Batch ids and brand names may hold slashes, hashes and any script: they are encoded here only. */
export const paths = {
  home: '/',
  ageGate: '/age-gate',
  coas: '/coa',
  coa: (batchId: string) => `/coa/${encodeURIComponent(batchId)}`,
  coasOfBrand: (brandName: string) => `/coa?brand=${encodeURIComponent(brandName)}`,
  brands: '/brands',
  brand: (brandName: string) => `/brands/${encodeURIComponent(brandName)}`,
  submitCoa: '/submit-coa',
  apiDocs: '/api/docs',
  staff: {
    queue: '/admin',
    submission: (id: string) => `/admin/submissions/${id}`,
    brands: '/admin/brands',
  },
} as const;
