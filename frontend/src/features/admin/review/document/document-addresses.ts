/** Addresses that elements load by themselves, so no generated operation calls them. */
const address = (sha256: string) => `/api/staff/documents/${sha256}`;

export const pictureOf = (sha256: string, page: number) => `${address(sha256)}/pages/${page}.png`;

/** The original PDF, which browsers save. */
export const originalOf = (sha256: string) => `${address(sha256)}/file`;
