import { batchPath, productPath } from '../shared/batch-path.js';
import { searchWords } from '../shared/search-words.js';
import type { Analyte } from './analytes.js';
import { bestRank, nameRank, RANKS, type Rank } from './name-match.js';
import type {
  AnalyteEntry,
  ArticleEntry,
  BrandEntry,
  CertificateEntries,
  CertificateEntry,
  EndedCertificateEntry,
} from './ports.js';

/** What is searched, in the order of groups that match equally well. */
export const HIT_KINDS = ['batch', 'brand', 'product', 'analyte', 'article'] as const;
export type HitKind = (typeof HIT_KINDS)[number];

/** Why a certificate must not be taken for a current one that passed. */
export const HIT_WARNINGS = ['failed', 'pending', 'unclear', 'withdrawn', 'replaced'] as const;
export type HitWarning = (typeof HIT_WARNINGS)[number];

export interface SearchHit {
  readonly kind: HitKind;
  readonly title: string;
  /** One line about it. */
  readonly text: string;
  /** Its page on the site. */
  readonly path: string;
  readonly warning: HitWarning | null;
}

export interface RankedHit extends SearchHit {
  readonly rank: Rank;
}

/** Best first; hits that match equally well keep their order. */
const ranked = (hits: readonly RankedHit[]): readonly RankedHit[] => hits.toSorted((a, b) => a.rank - b.rank);

const ARTICLE_RANKS = {
  title: RANKS.words,
  excerpt: RANKS.part,
  heading: RANKS.part,
  body: RANKS.part,
} as const;

export const articleHits = (articles: readonly ArticleEntry[], text: string): readonly RankedHit[] =>
  ranked(
    articles.map(({ slug, title, place, text: snippet, anchor }) => ({
      kind: 'article',
      title,
      text: snippet,
      path: articlePath(slug, anchor),
      warning: null,
      rank: (place === 'title' && nameRank(title, text)) || ARTICLE_RANKS[place],
    })),
  );

export const articlePath = (slug: string, anchor: string | null): string =>
  `/learn/${encodeURIComponent(slug)}${anchor === null ? '' : `#${anchor}`}`;

export function brandHits(brands: readonly BrandEntry[], text: string): readonly RankedHit[] {
  return ranked(
    brands.flatMap(({ name, verified, coaCount }) => {
      const rank = nameRank(name, text);
      if (rank === null) return [];
      const reports = coaCount === 1 ? '1 lab report' : `${coaCount} lab reports`;
      return {
        kind: 'brand',
        title: name,
        text: verified ? `Verified brand, ${reports}` : `Brand, ${reports}`,
        path: `/brands/${encodeURIComponent(name)}`,
        warning: null,
        rank,
      };
    }),
  );
}

/** An analyte's name has few letters: shorter input finds whole names only. */
const ANALYTE_BEGINNING_MIN = 3;

/** How well names of an analyte match; null when they don't, or only by a few letters. */
function analyteRank(names: readonly string[], text: string): Rank | null {
  const rank = bestRank(names.map((name) => nameRank(name, text)));
  if (rank === RANKS.part) return null;
  return rank === RANKS.name || text.length >= ANALYTE_BEGINNING_MIN ? rank : null;
}

/**
 * Analytes that an article explains, then those that /analytes lists.
 * @param slugs of published articles: a withdrawn one explains nothing
 */
export function analyteHits(
  { explained, listed }: { explained: readonly Analyte[]; listed: readonly AnalyteEntry[] },
  slugs: readonly string[],
  text: string,
): readonly RankedHit[] {
  const inArticles = explainedHits(explained, slugs, text);
  const found = new Set(inArticles.map(({ title }) => title));
  return [...inArticles, ...listedHits(listed, text).filter(({ title }) => !found.has(title))];
}

const listedHits = (analytes: readonly AnalyteEntry[], text: string) =>
  ranked(
    analytes.flatMap(({ key, name, names, panel }) => {
      const rank = analyteRank([name, ...names], text);
      if (rank === null) return [];
      return {
        kind: 'analyte',
        title: name,
        text: `${panel}, in “What Labs Test For”`,
        path: `/analytes#${key}`,
        warning: null,
        rank,
      };
    }),
  );

const explainedHits = (analytes: readonly Analyte[], slugs: readonly string[], text: string) =>
  ranked(
    analytes.flatMap(({ name, aliases, panel, section }) => {
      const rank = analyteRank([name, ...aliases], text);
      if (rank === null || !slugs.includes(section.article)) return [];
      return {
        kind: 'analyte',
        title: name,
        text: panel === name ? `Explained in “${section.heading}”` : `${panel}, explained in “${section.heading}”`,
        path: articlePath(section.article, section.anchor),
        warning: null,
        rank,
      };
    }),
  );

type NamedCertificate = Pick<CertificateEntry, 'brandName' | 'productName' | 'batchId' | 'batchMatch'>;

const BATCH_RANKS = { whole: RANKS.batch, beginning: RANKS.beginning, part: RANKS.part } as const;

const batchRank = ({ batchMatch }: NamedCertificate): Rank | null => batchMatch && BATCH_RANKS[batchMatch];

/** A brand's name finds its products too, after those with the words in their own name. */
const productRank = ({ productName, brandName }: NamedCertificate, text: string): Rank | null =>
  bestRank([
    nameRank(productName, text),
    atBestWords(nameRank(`${brandName} ${productName}`, text)),
    atBestWords(nameRank(brandName, text)),
  ]);

const atBestWords = (rank: Rank | null): Rank | null => (rank === null ? null : (Math.max(rank, RANKS.words) as Rank));

/** A batch id that merely contains the input counts only if no name matches better. */
const isBatchHit = (certificate: NamedCertificate, text: string): boolean =>
  certificate.batchMatch !== null && (certificate.batchMatch !== 'part' || productRank(certificate, text) === null);

const productKey = ({ brandName, productName }: NamedCertificate) => searchWords(`${brandName}|${productName}`);
const batchOf = ({ brandName, batchId }: NamedCertificate) => `${searchWords(brandName)}|${searchWords(batchId)}`;

/** Batches by their ids. Ended certificates are left out if the batch has a current one. */
export function batchHits({ published, ended, hasMore }: CertificateEntries, text: string): readonly RankedHit[] {
  const current = published.filter((one) => isBatchHit(one, text));
  const currentBatches = new Set(published.map(batchOf));
  const endedOnly = ended
    .filter((one) => isBatchHit(one, text) && !currentBatches.has(batchOf(one)))
    // With more certificates than were read, only exactly named ones are known to have no current one.
    .filter(({ batchMatch }) => !hasMore || batchMatch === 'whole');
  const titled = <T extends NamedCertificate>(one: T) => ({
    kind: 'batch' as const,
    title: `Batch ${one.batchId}`,
    rank: batchRank(one) ?? RANKS.part,
  });
  return ranked([
    ...current.map((one) => ({
      ...titled(one),
      text: `${one.productName} by ${one.brandName}: ${measured(one)}`,
      ...publishedPage(one),
    })),
    ...oneEach(endedOnly, batchOf).map((one) => ({
      ...titled(one),
      text: `${one.productName} by ${one.brandName}. ${ENDED_TEXT[endedWarning(one)]}`,
      ...endedPage(one),
    })),
  ]);
}

/** Products, each with its newest certificate. */
export function productHits({ published, ended, hasMore }: CertificateEntries, text: string): readonly RankedHit[] {
  const named = published.filter((one) => !isBatchHit(one, text) || productRank(one, text) !== null);
  const newestFirst = named.toSorted((a, b) => (a.testDate < b.testDate ? 1 : a.testDate > b.testDate ? -1 : 0));
  const currentProducts = new Set(published.map(productKey));
  // With more certificates than were read, a product may have a current one among them.
  const endedOnly = hasMore ? [] : ended.filter((one) => !currentProducts.has(productKey(one)));
  const titled = <T extends NamedCertificate>(one: T) => ({
    kind: 'product' as const,
    title: one.productName,
    rank: productRank(one, text) ?? RANKS.part,
  });
  return ranked([
    ...oneEach(newestFirst, productKey).map((one) => ({
      ...titled(one),
      text: `${one.brandName}. Newest report, batch ${one.batchId}: ${measured(one)}`,
      ...publishedPage(one),
      path: productPath(one),
    })),
    ...oneEach(
      endedOnly.filter((one) => productRank(one, text) !== null),
      productKey,
    ).map((one) => ({
      ...titled(one),
      text: `${one.brandName}, batch ${one.batchId}. ${ENDED_TEXT[endedWarning(one)]}`,
      ...endedPage(one),
    })),
  ]);
}

/** The first of each key. */
function oneEach<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** In the words of verdicts (decision 0033). */
const OUTCOME_TEXT = {
  failed: '. Failed its lab test. Do not drink it.',
  pending: '. Not all results are in.',
} as const;

const FAILED_ELSEWHERE = '. A lab report of this batch shows a failure. Do not drink it.';

const UNCLEAR = '. Something on its certificate does not fit.';
const INCOMPLETE = '. Not every contaminant panel has a result.';

function measured(one: CertificateEntry): string {
  const measuredThc = `${one.thcContent} mg of THC measured`;
  if (one.doNotDrink && one.outcome !== 'failed') return measuredThc + FAILED_ELSEWHERE;
  if (one.outcome !== 'passed') return measuredThc + OUTCOME_TEXT[one.outcome];
  return measuredThc + (one.contradictory ? UNCLEAR : one.panelsComplete ? '' : INCOMPLETE);
}

type PageOfHit = Pick<SearchHit, 'path' | 'warning'>;

const publishedPage = (one: CertificateEntry): PageOfHit => ({
  path: batchPath(one),
  warning: warningOf(one),
});

function warningOf({ doNotDrink, outcome, contradictory, panelsComplete }: CertificateEntry): HitWarning | null {
  if (doNotDrink) return 'failed';
  if (outcome !== 'passed') return outcome;
  return contradictory || !panelsComplete ? 'unclear' : null;
}

const ENDED_TEXT = {
  withdrawn: 'Withdrawn. Do not rely on these results.',
  replaced: 'Replaced by a corrected certificate. Do not rely on these results.',
} as const;

const endedWarning = ({ isReplaced }: EndedCertificateEntry): keyof typeof ENDED_TEXT =>
  isReplaced ? 'replaced' : 'withdrawn';

const endedPage = (one: EndedCertificateEntry): PageOfHit => ({
  path: `/certificates/${encodeURIComponent(one.reference)}`,
  warning: endedWarning(one),
});
