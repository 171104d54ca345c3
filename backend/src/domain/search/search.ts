import { searchedWords } from '../shared/search-words.js';
import { correctedWord, respell, wordsToCheck } from '../shared/spelling.js';
import { ANALYTES } from './analytes.js';
import {
  analyteHits,
  articleHits,
  batchHits,
  brandHits,
  HIT_KINDS,
  type HitKind,
  productHits,
  type RankedHit,
  type SearchHit,
  similarLotHits,
} from './hit.js';
import { foldedName, withoutAnd } from './name-match.js';
import { type BrandEntry, type CertificateEntries, SearchSources } from './ports.js';
import { topicHits, wordsOfTopics } from './topics.js';

/** Hits of one kind, best first. */
export interface SearchGroup {
  readonly kind: HitKind;
  readonly hits: readonly SearchHit[];
  /** The page with all hits of this kind; null when these are all, or when there is no such page. */
  readonly morePath: string | null;
}

export interface SearchResults {
  /** Groups with hits, the one with the best hit first. */
  readonly groups: readonly SearchGroup[];
  /** The corrected spelling that these match; null when they match the input as typed. */
  readonly spelling: string | null;
}

/** Most hits of one kind. */
export const HITS_MAX = 5;

/** Certificates that products are gathered from. */
const CERTIFICATES_READ = 50;

interface FoundGroup {
  readonly hits: readonly RankedHit[];
  readonly morePath: string | null;
  /** Whether there are more than these hits. */
  readonly hasMore?: boolean;
}

type FoundGroups = Partial<Record<HitKind, FoundGroup>>;

/** One search over topics, articles, brands, products, batches and analytes. It reads through the contexts that own them. */
export class Search {
  constructor(private readonly sources: SearchSources) {}

  /** What matches the input; only when nothing does, what matches another spelling. */
  async find(input: string): Promise<SearchResults> {
    const text = withoutAnd(searchedWords(input));
    if (text === '') return { groups: [], spelling: null };
    const [brands, certificates, articles, slugs] = await Promise.all([
      this.sources.brands(),
      this.sources.certificates(input, CERTIFICATES_READ),
      this.sources.articles(input),
      this.sources.articleSlugs(),
    ]);
    const isTyped = certificates.spelling === null;
    const named: FoundGroups = {
      ...(isTyped && certificateGroups(certificates, text, coaPath(input))),
      brand: brandGroup(brands, text, input),
    };
    const found: FoundGroups = {
      help: this.helpGroup(slugs, text),
      ...named,
      analyte: this.analyteGroup(slugs, text),
      article: { hits: articleHits(articles, text), morePath: articlesPath(input) },
    };
    const groups = groupsOf(found);
    if (groups.length === 0) return this.similar(input, text, brands, certificates, slugs);
    const isNamed = Object.values(named).some(({ hits }) => hits.length > 0);
    return { groups: isNamed ? groups : groupsOf(this.withUrgent(found, slugs, text)), spelling: null };
  }

  private async similar(
    input: string,
    text: string,
    brands: readonly BrandEntry[],
    certificates: CertificateEntries,
    slugs: readonly string[],
  ): Promise<SearchResults> {
    const articles = await this.sources.similarArticles(input);
    const brandWords = brands.flatMap(({ name }) => foldedName(name).split(' '));
    const [brandSpelling = null] = respelled(text, brandWords).filter((one) => brandHits(brands, one).length > 0);
    const analyteNames = [
      ...ANALYTES.flatMap(({ name, aliases }) => [name, ...aliases]),
      ...this.sources.analytes().map(({ name }) => name),
    ];
    const analyteWords = analyteNames.flatMap((name) => foldedName(name).split(' '));
    const [analyteSpelling = null] = respelled(text, analyteWords).filter(
      (one) => this.analyteGroup(slugs, one).hits.length > 0,
    );
    const [topicSpelling = null] = [this.topicSpelling(text)].filter(
      (one) => one !== text && this.helpGroup(slugs, one).hits.length > 0,
    );
    const groups = groupsOf({
      ...(topicSpelling !== null && { help: this.helpGroup(slugs, topicSpelling) }),
      ...(certificates.similarLots.length > 0 && {
        batch: { hits: similarLotHits(certificates.similarLots), morePath: null },
      }),
      ...(certificates.spelling !== null &&
        certificateGroups(certificates, certificates.spelling, coaPath(certificates.spelling))),
      ...(brandSpelling !== null && { brand: brandGroup(brands, brandSpelling, brandSpelling) }),
      ...(analyteSpelling !== null && { analyte: this.analyteGroup(slugs, analyteSpelling) }),
      ...(articles !== null && {
        article: { hits: articleHits(articles.found, articles.spelling), morePath: articlesPath(articles.spelling) },
      }),
    });
    const spelling =
      topicSpelling ?? certificates.spelling ?? brandSpelling ?? analyteSpelling ?? articles?.spelling ?? null;
    return { groups, spelling: groups.length === 0 ? null : spelling };
  }

  /**
   * Nobody spells well in fear: "overdoze xanax" is an emergency, though "xanax" is found as typed. Not where the words name a
   * can, because "fizzy" is near "dizzy".
   */
  private withUrgent(found: FoundGroups, slugs: readonly string[], text: string): FoundGroups {
    const urgent = this.sources.topics().filter(({ isUrgent }) => isUrgent);
    if (topicHits(urgent, slugs, text).length > 0) return found;
    const corrected = topicHits(urgent, slugs, this.topicSpelling(text));
    return { ...found, help: { hits: [...corrected, ...(found.help?.hits ?? [])], morePath: null } };
  }

  private helpGroup(slugs: readonly string[], text: string): FoundGroup {
    return { hits: topicHits(this.sources.topics(), slugs, text), morePath: null };
  }

  /** The text with each misspelled word of a topic corrected. Words that no topic has are left as they are. */
  private topicSpelling(text: string): string {
    const known = wordsOfTopics(this.sources.topics());
    const checked = wordsToCheck(text);
    const corrected = (word: string) => (checked.includes(word) ? correctedWord(word, known) : word);
    return text.split(' ').map(corrected).join(' ');
  }

  private analyteGroup(slugs: readonly string[], text: string): FoundGroup {
    const listed = this.sources.analytes();
    return { hits: analyteHits({ explained: ANALYTES, listed }, slugs, text), morePath: '/analytes' };
  }
}

const respelled = (text: string, known: readonly string[]) =>
  wordsToCheck(text).length === 0 ? [] : respell(text, [...new Set(known)]);

/** The groups with hits, each cut to its limit, the one with the best hit first. */
function groupsOf(found: FoundGroups): readonly SearchGroup[] {
  const rankOf = ({ kind }: { kind: HitKind }) => found[kind]?.hits[0]?.rank ?? Number.POSITIVE_INFINITY;
  return HIT_KINDS.flatMap((kind) => {
    const { hits = [], morePath = null, hasMore = false } = found[kind] ?? {};
    if (hits.length === 0) return [];
    const shown = hits.slice(0, HITS_MAX).map(({ rank: _, ...hit }) => hit);
    return { kind, hits: shown, morePath: hasMore || hits.length > HITS_MAX ? morePath : null };
  }).toSorted((a, b) => rankOf(a) - rankOf(b));
}

function certificateGroups(found: CertificateEntries, text: string, morePath: string): FoundGroups {
  return {
    batch: { hits: batchHits(found, text), morePath },
    product: { hits: productHits(found, text), morePath, hasMore: found.hasMore },
  };
}

const brandGroup = (brands: readonly BrandEntry[], text: string, search: string): FoundGroup => ({
  hits: brandHits(brands, text),
  morePath: `/brands?search=${encodeURIComponent(search)}`,
});

const articlesPath = (search: string) => `/learn?search=${encodeURIComponent(search)}`;

const coaPath = (search: string) => `/coa?search=${encodeURIComponent(search)}`;
