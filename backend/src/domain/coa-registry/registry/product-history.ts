import { DomainError } from '../../shared/domain-error.js';
import { nameKey } from '../../shared/name-key.js';
import type { ProductCertificate } from './published-certificate.js';

/** The certificates of all batches of a product, withdrawn and replaced ones included. */
export interface ProductHistory {
  /** The brand's present name. */
  readonly brandName: string;
  /** As the newest certificate has it. */
  readonly productName: string;
  /** By test date, the newest first; on ties, current ones first. At most {@link PRODUCT_CERTIFICATES_MAX}. */
  readonly certificates: readonly ProductCertificate[];
  /** Whether there are older ones that are not in the list. */
  readonly hasMore: boolean;
  /** The day on which its brand said that it no longer makes it, `YYYY-MM-DD`; it says nothing of cans in stores. */
  readonly discontinuedOn: string | null;
}

/** How many certificates of a product are shown. */
export const PRODUCT_CERTIFICATES_MAX = 200;

export class ProductNotFound extends DomainError {
  constructor(name: string) {
    super('not-found', 'product-not-found', `We couldn't find a product with the name "${name}".`);
  }
}

const isEnded = ({ lifecycle }: ProductCertificate) => lifecycle !== 'approved';

/**
 * @param found certificates whose product names have the same words, the newest first, and one more than are shown. Words
 * leave out punctuation, which tells ".5 mg" from "5 mg".
 * @throws ProductNotFound
 */
export function productHistory(
  productName: string,
  found: readonly ProductCertificate[],
  discontinuedOn: string | null = null,
): ProductHistory {
  const key = nameKey(productName);
  const certificates = found
    .slice(0, PRODUCT_CERTIFICATES_MAX)
    .filter((certificate) => nameKey(certificate.productName) === key)
    .toSorted((one, other) => (one.testDate === other.testDate ? Number(isEnded(one)) - Number(isEnded(other)) : 0));
  const [newest] = certificates;
  if (!newest) throw new ProductNotFound(productName);
  return {
    brandName: newest.brandName,
    productName: newest.productName,
    certificates,
    hasMore: found.length > PRODUCT_CERTIFICATES_MAX,
    discontinuedOn,
  };
}
