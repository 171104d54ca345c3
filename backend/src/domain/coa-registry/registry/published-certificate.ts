import type { Page } from '../../shared/page.js';
import type { PublicProblem } from '../../shared/public-problem.js';
import type { Certificate } from '../certificate/certificate.js';
import type { CertificateDocument } from '../certificate/certificate-document.js';
import type { SampledBy } from '../certificate/printed-sample.js';
import type { SearchTerm } from '../certificate/search-text.js';
import type { CertificateStatus, PanelVerdict } from '../certificate/test-results.js';
import type { Warning } from '../certificate/warning.js';
import type { RegistryContext } from '../checks/automated-checks.js';
import type { BatchTest } from '../checks/batch-tests.js';
import type { CheckedDocument } from '../checks/document-checks.js';
import type { ReportPlaces } from '../checks/qr-host.js';
import type { VerdictText } from '../checks/verdict-changes.js';
import type { LaboratoryFigures } from './laboratory.js';
import type { LaboratoryCount } from './laboratory-comparison.js';
import type { ListedBatch } from './nearest-batches.js';

/** Sort orders of the public list: by test date or by measured THC. */
export const CERTIFICATE_SORTS = ['newest', 'oldest', 'strongest', 'mildest'] as const;
export type CertificateSort = (typeof CERTIFICATE_SORTS)[number];

/** Keyset cursor: the last row of a page. */
export interface CertificateCursor {
  /** The row's test date (`YYYY-MM-DD`) or THC content, whichever the list is sorted by. */
  readonly value: string | number;
  readonly id: string;
}

export interface CertificateQuery {
  readonly search: SearchTerm | null;
  /** {@link nameKey} of a brand's name. */
  readonly brandKey: string | null;
  /** Only certificates that are shown with this mark; see `statusDisplay`. */
  readonly outcome: CertificateStatus | null;
  /** Only certificates tested on this day or later, `YYYY-MM-DD`. */
  readonly testedFrom: string | null;
  /** Only certificates that report all four contaminant panels; see `reportsAllPanels`. */
  readonly panelsComplete: boolean;
  /** Only certificates whose can was picked by these. */
  readonly sampledBy: SampledBy | null;
  /** Only certificates with this comparison to a rule. */
  readonly verdict: VerdictText | null;
  readonly sort: CertificateSort;
  /** Rows of one page, 1 to 200. */
  readonly limit: number;
  readonly after: CertificateCursor | null;
}

/** A published certificate as a list shows it. */
export type CertificateSummary = Pick<
  Certificate,
  | 'id'
  | 'reference'
  | 'brandName'
  | 'productName'
  | 'batchId'
  | 'thcContent'
  | 'cbdContent'
  | 'labName'
  | 'testDate'
  | 'outcome'
  | 'underDosed'
  | 'demonstration'
  | 'source'
> & {
  readonly pesticideStatus: PanelVerdict;
  /** Who picked the can. */
  readonly sampledBy: SampledBy;
  /** The organization that bought it in a store; null otherwise. */
  readonly boughtBy: string | null;
  /** Whether all four contaminant panels are reported; see `reportsAllPanels`. */
  readonly panelsComplete: boolean;
  /**
   * Whether a contaminant failed or is above its limit, here, or in another current certificate of its batch whose
   * failure was not dismissed.
   */
  readonly doNotDrink: boolean;
  /** Whether the checks find a contradiction on it, or found one when a reviewer published it. */
  readonly contradictory: boolean;
  /** Notices about its batch, and incidents of its laboratory, the newest first. */
  readonly warnings: readonly Warning[];
};

/** The newest certificate that another brand has, or had, under the same batch id. */
export type OtherBrandCertificate = Pick<
  Certificate,
  'reference' | 'brandName' | 'productName' | 'batchId' | 'lifecycle'
>;

/** A link to another certificate. */
export type CertificateLink = Pick<Certificate, 'reference' | 'batchId' | 'productName'>;

/** Every public field of a certificate that is or was published. Nothing in it is personal. */
export type PublishedCertificate = CertificateSummary &
  Pick<
    Certificate,
    | 'lifecycle'
    | 'labKey'
    | 'labReportId'
    | 'testResults'
    | 'sample'
    | 'coaFileUrl'
    | 'reviewedAt'
    | 'endedAt'
    | 'withdrawalReason'
    | 'amendmentReason'
    | 'overrideReason'
    | 'failureDismissal'
    | 'documentAbsence'
    | 'provenance'
  > & {
    /** The laboratory's PDF. */
    readonly document: CertificateDocument | null;
    /** The certificate that replaced this one, and why; null while this one is current or was withdrawn. */
    readonly replacedBy: (CertificateLink & { readonly reason: string }) | null;
    /**
     * The current certificate instead of one that has ended: the last of its replacements, or else the one published
     * for the same batch. Null while this one is current, and when there is none.
     */
    readonly current: CertificateLink | null;
    /** The certificate that this one replaced. */
    readonly replaces: CertificateLink | null;
    /** Other current certificates of its batch (retests), while this one is current; at most {@link OTHER_TESTS_MAX}. */
    readonly otherTests: readonly BatchTest[];
    /** How many certificates of its batch are current, including this one; 0 when this one has ended. */
    readonly currentTests: number;
    /** What came of problems that were reported with it, the newest first. */
    readonly reportedProblems: readonly PublicProblem[];
    /** What its brand says about it, published by staff and checked by no one. */
    readonly brandReply: BrandReply | null;
    /** One certificate each of other brands that use the same batch id, by brand name; at most {@link OTHER_BRANDS_MAX}. */
    readonly otherBrands: readonly OtherBrandCertificate[];
  };

export interface BrandReply {
  /** The brand's name when it wrote. */
  readonly brandName: string;
  readonly text: string;
  /** Day in Eastern time, `YYYY-MM-DD`. */
  readonly publishedOn: string;
}

/** How many other brands are listed with a certificate. */
export const OTHER_BRANDS_MAX = 20;

/** A published certificate and its check context, read in one statement. */
export type PublicCertificate = PublishedCertificate & {
  readonly context: RegistryContext;
  /** What the checks of its document need; null unless software has read the document. */
  readonly documentContext: (Pick<CheckedDocument, 'reading' | 'uses'> & { readonly lab: ReportPlaces | null }) | null;
};

/** Events of a brand by a present or former name, of one of its products, or by ids. */
export type EventScope =
  | { readonly brand: string; readonly productName: string | null }
  | {
      readonly certificates: readonly string[];
      readonly incidents: readonly string[];
      readonly notices: readonly string[];
    };

/** A published certificate with the time of its publication. */
export type Publication = CertificateSummary & { readonly publishedAt: Date };

/** A certificate that was withdrawn, with the reason given to the public. */
export type Withdrawal = Pick<
  Certificate,
  'reference' | 'brandName' | 'productName' | 'batchId' | 'thcContent' | 'labName' | 'testDate'
> & { readonly withdrawnAt: Date; readonly reason: string };

/** A certificate that was published, and has been withdrawn or replaced since. */
export type EndedCertificate = Pick<Certificate, 'reference' | 'brandName' | 'productName' | 'batchId' | 'lifecycle'>;

export interface RegistryTotals {
  /** Published certificates. */
  readonly coas: number;
  /** Brands with a page. */
  readonly brands: number;
  /** Published certificates that are under-dosed. */
  readonly underDosed: number;
  /** Published certificates that report all four contaminant panels; see `reportsAllPanels`. */
  readonly allPanels: number;
}

/** A certificate of a product that is or was published. */
export type ProductCertificate = CertificateSummary & Pick<Certificate, 'lifecycle'>;

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

  /** The day on which a brand said that it no longer makes a product; null if it did not. */
  abstract discontinuedOn(brandKey: string, productKey: string): Promise<string | null>;

  /**
   * Batches of a brand by the current certificates that they have, the newest test first; one with retests several times.
   * @param brandKey {@link nameKey} of a present or former name of the brand
   */
  abstract batchesOf(brandKey: string, limit: number): Promise<readonly ListedBatch[]>;

  /**
   * Words of published products and brands with a similar spelling, including exact matches, in no particular order. A
   * word may be missing when many others are more similar, and may come from a certificate that is no longer published.
   */
  abstract wordsLike(words: readonly string[]): Promise<readonly string[]>;

  /**
   * Withdrawn and replaced certificates that match any of these parts and one of each of the others, the most recently
   * ended first.
   * @param parts see {@link SearchTerm}
   */
  abstract endedMatching(
    parts: readonly string[],
    others: readonly (readonly string[])[],
    limit: number,
  ): Promise<readonly EndedCertificate[]>;

  /** The most recently published certificates, the newest first; of a product, those whose names have its words. */
  abstract latestPublished(limit: number, scope?: EventScope): Promise<readonly Publication[]>;

  /** The same of the most recently withdrawn certificates. */
  abstract latestWithdrawn(limit: number, scope?: EventScope): Promise<readonly Withdrawal[]>;

  abstract totals(): Promise<RegistryTotals>;

  /** What the registry knows of a laboratory. @param labKey {@link nameKey} of its name */
  abstract laboratory(labKey: string): Promise<LaboratoryFigures>;

  /**
   * What is compared of a laboratory, in the order of {@link LABORATORY_FIGURES}. A figure without results is left out.
   * @param labKey {@link nameKey} of its name
   * @param limitsMg of which `withinLimit` is counted
   */
  abstract laboratoryCounts(labKey: string, limitsMg: readonly number[]): Promise<readonly LaboratoryCount[]>;
}
