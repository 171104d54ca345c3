/** A page that leads further than a list of matches, and the words people use for its subject. */
export interface Topic {
  readonly title: string;
  /** One line about it. */
  readonly text: string;
  /** Its page on the site. */
  readonly path: string;
  /** Whether people who search for it may need help now: then it comes before everything else. */
  readonly isUrgent: boolean;
  /** Each as normalized words. A search with all words of one, in any order, is about the topic. */
  readonly phrases: readonly (readonly string[])[];
}

/** A published article that matches, with the text around the best match. */
export interface ArticleEntry {
  readonly slug: string;
  readonly title: string;
  readonly place: 'title' | 'excerpt' | 'heading' | 'body';
  /** Plain text that holds the match, or the excerpt where the title matches. */
  readonly text: string;
  /** Id of the heading above the match; null when there is none. */
  readonly anchor: string | null;
}

export interface BrandEntry {
  readonly name: string;
  readonly verified: boolean;
  /** Number of published certificates. */
  readonly coaCount: number;
}

interface BatchEntry {
  readonly brandName: string;
  readonly productName: string;
  readonly batchId: string;
  /** How much of the batch id matches; null for none of it. */
  readonly batchMatch: 'whole' | 'beginning' | 'part' | null;
}

/** A published certificate. */
export interface CertificateEntry extends BatchEntry {
  /** Measured THC per container in mg. */
  readonly thcContent: number;
  /** `YYYY-MM-DD` */
  readonly testDate: string;
  readonly outcome: 'passed' | 'failed' | 'pending';
  /** Whether a contaminant failed or is above its limit, here or in another current certificate of the batch. */
  readonly doNotDrink: boolean;
  /** Whether a current notice is about its batch. */
  readonly hasNotice: boolean;
  /** Whether such a notice says not to drink it. */
  readonly isToldNotToDrink: boolean;
  /** Whether an open incident of its laboratory covers it. */
  readonly hasLabIncident: boolean;
  /** Whether it has a contradiction. */
  readonly contradictory: boolean;
  /** Whether all four contaminant panels have a result. */
  readonly panelsComplete: boolean;
}

/** A certificate that was withdrawn or replaced. */
export interface EndedCertificateEntry extends BatchEntry {
  readonly reference: string;
  readonly isReplaced: boolean;
}

export interface CertificateEntries {
  /** Exactly named ones first, then by test date, newest first. */
  readonly published: readonly CertificateEntry[];
  readonly ended: readonly EndedCertificateEntry[];
  /** Whether further published ones match. */
  readonly hasMore: boolean;
  /** The corrected spelling that these match; null when they match the input. */
  readonly spelling: string | null;
  /** Where nothing matches: published ones whose batch id differs from the one in the input by one digit. */
  readonly similarLots: readonly CertificateEntry[];
}

/** An analyte of the vocabulary. */
export interface AnalyteEntry {
  readonly key: string;
  readonly name: string;
  /** Other names that reports print. */
  readonly names: readonly string[];
  /** The group it is tested with, as a title. */
  readonly panel: string;
}

/** What the site search looks through. Each source knows how its own content is searched. */
export abstract class SearchSources {
  /** Articles that match, best first. */
  abstract articles(text: string): Promise<readonly ArticleEntry[]>;

  /** Articles that match with the spelling corrected; null when no likely spelling matches any. */
  abstract similarArticles(text: string): Promise<{ spelling: string; found: readonly ArticleEntry[] } | null>;

  /** Slugs of all published articles. */
  abstract articleSlugs(): Promise<readonly string[]>;

  /** Every analyte that /analytes lists. */
  abstract analytes(): readonly AnalyteEntry[];

  /** Pages that searches lead to by words that people use for their subjects. */
  abstract topics(): readonly Topic[];

  /** All brands, verified ones first, then by name. */
  abstract brands(): Promise<readonly BrandEntry[]>;

  /** @param limit most certificates of each kind, besides those named exactly */
  abstract certificates(text: string, limit: number): Promise<CertificateEntries>;
}
