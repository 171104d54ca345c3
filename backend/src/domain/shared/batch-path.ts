/**
 * Canonical path of the page about a batch's certificate. `/coa/{batchId}` also leads there, but several brands can use the
 * same batch id; then it asks for the brand.
 */
export const batchPath = ({ brandName, batchId }: { readonly brandName: string; readonly batchId: string }): string =>
  `/brands/${encodeURIComponent(brandName)}/coa/${encodeURIComponent(batchId)}`;

/** Path of the page about all batches of a product. */
export const productPath = (product: { readonly brandName: string; readonly productName: string }): string =>
  `/brands/${encodeURIComponent(product.brandName)}/products/${encodeURIComponent(product.productName)}`;
