import type { Page } from '../../shared/page.js';
import type { ProductCertificate } from './product-history.js';
import type {
  CertificateCursor,
  CertificateQuery,
  CertificateSummary,
  EndedCertificate,
  Publication,
  PublicCertificate,
  RegistryTotals,
  Withdrawal,
} from './published-certificate.js';

/** Public reading: certificates that are published, or were. */
export abstract class PublishedCertificateReader {
  /**
   * The certificate for a batch id: the current one with the newest test (see `byNewestTest`), or else the most
   * recently ended one.
   * @param batchKey see {@link BrandBatch}
   * @param brandKey {@link nameKey} of a present or former name of the brand; null for any brand
   */
  abstract publicByBatch(batchKey: string, brandKey: string | null): Promise<PublicCertificate | null>;

  /** A certificate that is or was published, by its reference. */
  abstract publicByReference(reference: string): Promise<PublicCertificate | null>;

  /** The SHA-256 of the document of a certificate that is or was published; null when there is no such certificate. */
  abstract publicDocumentOf(reference: string): Promise<{ readonly documentId: string | null } | null>;

  abstract publishedPage(query: CertificateQuery): Promise<Page<CertificateSummary, CertificateCursor>>;

  /** How many published certificates have no verdicts on this basis; counted up to a limit. */
  abstract uncompared(basis: string): Promise<number>;

  /**
   * Certificates of a brand's product that are or were published, by test date, the newest first.
   * @param brandKey {@link nameKey} of a present or former name of the brand
   * @param words see `productWords`: names that differ only in punctuation are found too
   */
  abstract ofProduct(brandKey: string, words: string, limit: number): Promise<readonly ProductCertificate[]>;

  /**
   * Words of published products and brands with a similar spelling, including exact matches, in no particular order. A
   * word may be missing when many others are more similar, and may come from a certificate that is no longer published.
   */
  abstract wordsLike(words: readonly string[]): Promise<readonly string[]>;

  /**
   * Withdrawn and replaced certificates that match any of these parts, the most recently ended first.
   * @param parts see {@link SearchTerm}
   */
  abstract endedMatching(parts: readonly string[], limit: number): Promise<readonly EndedCertificate[]>;

  /** The most recently published certificates, the newest first. */
  abstract latestPublished(limit: number): Promise<readonly Publication[]>;

  /** The most recently withdrawn certificates, the newest first. */
  abstract latestWithdrawn(limit: number): Promise<readonly Withdrawal[]>;

  abstract totals(): Promise<RegistryTotals>;
}
