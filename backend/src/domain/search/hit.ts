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
export const HIT_KINDS = ['help', 'batch', 'brand', 'product', 'analyte', 'article'] as const;
export type HitKind = (typeof HIT_KINDS)[number];

/** Why a certificate must not be taken for a current one that passed, or for that of the can in hand. */
export const HIT_WARNINGS = [
  'failed',
  'notice',
  'lab_incident',
  'pending',
  'unclear',
  'withdrawn',
  'replaced',
  'similar',
] as const;
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

export const articleHits = (articles: readonly ArticleEntry[], text: string): readonly RankedHit[] =>
  ranked(
    articles.map(({ slug, title, place, text: snippet, anchor }) => ({
      kind: 'article',
      title,
      text: snippet,
      path: articlePath(slug, anchor),
      warning: null,
      rank: place === 'title' ? (nameRank(title, text) ?? RANKS.words) : RANKS.part,
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
  const inArticles = explained
    .filter(({ section }) => slugs.includes(section.article))
    .flatMap(({ name, aliases, panel, section }) => {
      const line = panel === name ? 'Explained' : `${panel}, explained`;
      return analyteHit(
        [name, ...aliases],
        text,
        `${line} in “${section.heading}”`,
        articlePath(section.article, section.anchor),
      );
    });
  const found = new Set(inArticles.map(({ title }) => title));
  const others = listed
    .filter(({ name }) => !found.has(name))
    .flatMap(({ key, name, names, panel }) =>
      analyteHit([name, ...names], text, `${panel}, in “What Labs Test For”`, `/analytes#${key}`),
    );
  return [...ranked(inArticles), ...ranked(others)];
}

function analyteHit(
  [name, ...others]: readonly [string, ...string[]],
  text: string,
  line: string,
  path: string,
): readonly RankedHit[] {
  const rank = analyteRank([name, ...others], text);
  return rank === null ? [] : [{ kind: 'analyte', title: name, text: line, path, warning: null, rank }];
}

type NamedCertificate = Pick<CertificateEntry, 'brandName' | 'productName' | 'batchId' | 'batchMatch'>;

const BATCH_RANKS = { whole: RANKS.batch, beginning: RANKS.beginning, part: RANKS.part } as const;

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
  const hit = (one: NamedCertificate, text: string, page: PageOfHit): RankedHit => ({
    kind: 'batch',
    title: `Batch ${one.batchId}`,
    text: `${one.productName} by ${one.brandName}${text}`,
    ...page,
    rank: one.batchMatch === null ? RANKS.part : BATCH_RANKS[one.batchMatch],
  });
  return ranked([
    ...current.map((one) => hit(one, `: ${measured(one)}`, { path: batchPath(one), warning: warningOf(one) })),
    ...oneEach(endedOnly, batchOf).map((one) => hit(one, `. ${endedText(one)}`, endedPage(one))),
  ]);
}

/** Lots with almost the batch id that was searched for. They are another lot's results. */
export const similarLotHits = (lots: readonly CertificateEntry[]): readonly RankedHit[] =>
  oneEach(lots, batchOf).map((one) => ({
    kind: 'batch',
    title: `Batch ${one.batchId}`,
    text: `Similar lot, check your can. ${one.productName} by ${one.brandName}: ${measured(one)}`,
    path: batchPath(one),
    warning: 'similar',
    rank: RANKS.part,
  }));

/** Products, each with its newest certificate. */
export function productHits({ published, ended, hasMore }: CertificateEntries, text: string): readonly RankedHit[] {
  const named = published.filter((one) => !isBatchHit(one, text) || productRank(one, text) !== null);
  const newestFirst = named.toSorted((a, b) => (a.testDate < b.testDate ? 1 : a.testDate > b.testDate ? -1 : 0));
  const currentProducts = new Set(published.map(productKey));
  // With more certificates than were read, a product may have a current one among them.
  const endedOnly = hasMore ? [] : ended.filter((one) => !currentProducts.has(productKey(one)));
  const namedEnded = endedOnly.filter((one) => productRank(one, text) !== null);
  const hit = (one: NamedCertificate, line: string, page: PageOfHit): RankedHit => ({
    kind: 'product',
    title: one.productName,
    text: `${one.brandName}${line}`,
    ...page,
    rank: productRank(one, text) ?? RANKS.part,
  });
  return ranked([
    ...oneEach(newestFirst, productKey).map((one) =>
      hit(one, `. Newest report, batch ${one.batchId}: ${measured(one)}`, {
        path: productPath(one),
        warning: warningOf(one),
      }),
    ),
    ...oneEach(namedEnded, productKey).map((one) =>
      hit(one, `, batch ${one.batchId}. ${endedText(one)}`, endedPage(one)),
    ),
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

const NOTICE = ' There is a notice about this batch.';
const DO_NOT_DRINK = ' Do not drink it.';
const LAB_INCIDENT = ' There is a notice about its laboratory.';
const UNCLEAR = '. Something on its certificate does not fit.';
const INCOMPLETE = '. Not every contaminant panel has a result.';

function measured(one: CertificateEntry): string {
  const measuredThc = `${one.thcContent} mg of THC measured`;
  const notice =
    (one.hasNotice ? NOTICE : '') +
    (one.isToldNotToDrink ? DO_NOT_DRINK : '') +
    (one.hasLabIncident ? LAB_INCIDENT : '');
  if (one.outcome === 'failed') return measuredThc + OUTCOME_TEXT.failed + notice;
  if (one.doNotDrink) return measuredThc + FAILED_ELSEWHERE + notice;
  if (notice !== '') return `${measuredThc}.${notice}`;
  if (one.outcome !== 'passed') return measuredThc + OUTCOME_TEXT[one.outcome];
  return measuredThc + (one.contradictory ? UNCLEAR : one.panelsComplete ? '' : INCOMPLETE);
}

type PageOfHit = Pick<SearchHit, 'path' | 'warning'>;

function warningOf(one: CertificateEntry): HitWarning | null {
  const { doNotDrink, outcome, hasNotice, hasLabIncident, contradictory, panelsComplete } = one;
  if (doNotDrink || outcome === 'failed') return 'failed';
  if (hasNotice) return 'notice';
  if (hasLabIncident) return 'lab_incident';
  if (outcome !== 'passed') return outcome;
  return contradictory || !panelsComplete ? 'unclear' : null;
}

const endedText = ({ isReplaced }: EndedCertificateEntry): string =>
  `${isReplaced ? 'Replaced by a corrected certificate' : 'Withdrawn'}. Do not rely on these results.`;

const endedPage = ({ reference, isReplaced }: EndedCertificateEntry): PageOfHit => ({
  path: `/certificates/${encodeURIComponent(reference)}`,
  warning: isReplaced ? 'replaced' : 'withdrawn',
});
