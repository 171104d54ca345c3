/**
 * Where the site shows the certificate of a brand's batch. `/coa/{batchId}` leads there, too, and asks for the brand when
 * several use the id: only this address is exact.
 */
export const batchPath = ({ brandName, batchId }: { readonly brandName: string; readonly batchId: string }): string =>
  `/brands/${encodeURIComponent(brandName)}/coa/${encodeURIComponent(batchId)}`;
