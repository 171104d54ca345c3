/**
 * The page of a batch's certificate. Unlike `/coa/{batchId}`, which asks for the brand when several brands use the ID, this
 * path is unambiguous.
 */
export const batchPath = ({ brandName, batchId }: { readonly brandName: string; readonly batchId: string }): string =>
  `/brands/${encodeURIComponent(brandName)}/coa/${encodeURIComponent(batchId)}`;
