import { searchedWords } from '../shared/search-words.js';
import { respell, wordsToCheck } from '../shared/spelling.js';
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
} from './hit.js';
import { foldedName } from './name-match.js';
import { type BrandEntry, type CertificateEntries, SearchSources } from './ports.js';

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

/** Brands that are tried when words may name a brand and one of its products. */
const BRANDS_TRIED = 2;

interface FoundGroup {
  readonly hits: readonly RankedHit[];
  readonly morePath: string | null;
  /** Whether there are more than these hits. */
  readonly hasMore?: boolean;
}

type FoundGroups = Partial<Record<HitKind, FoundGroup>>;

/** One search over articles, brands, products, batches and analytes. It reads through the contexts that own them. */
export class Search {
  constructor(private readonly sources: SearchSources) {}

  /** What matches the input; only when nothing does, what matches another spelling. */
  async find(input: string): Promise<SearchResults> {
    const text = searchedWords(input);
    if (text === '') return { groups: [], spelling: null };
    const [brands, certificates, articles, slugs] = await Promise.all([
      this.sources.brands(),
      this.sources.certificates(input, CERTIFICATES_READ),
      this.sources.articles(input),
      this.sources.articleSlugs(),
    ]);
    const isTyped = certificates.spelling === null;
    const asTyped = groupsOf({
      ...(isTyped && certificateGroups(certificates, text, coaPath({ search: input }))),
      brand: brandGroup(brands, text, input),
      analyte: this.analyteGroup(slugs, text),
      article: { hits: articleHits(articles, text), morePath: articlesPath(input) },
    });
    const ofBrand = asTyped.some(({ kind }) => kind === 'product') ? [] : await this.productsOfBrand(text, brands);
    const groups = [...ofBrand, ...asTyped];
    return groups.length > 0 ? { groups, spelling: null } : this.similar(input, text, brands, certificates, slugs);
  }

  /** "juniper yuzu": a product that is searched for together with its brand. Their names are stored apart. */
  private async productsOfBrand(text: string, brands: readonly BrandEntry[]): Promise<readonly SearchGroup[]> {
    for (const { brand, rest } of brandAndRest(text, brands).slice(0, BRANDS_TRIED)) {
      const found = await this.sources.certificates(rest, CERTIFICATES_READ, brand);
      if (found.spelling !== null) continue;
      const groups = groupsOf(certificateGroups(found, rest, coaPath({ brand, search: rest })));
      if (groups.length > 0) return groups;
    }
    return [];
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
    const groups = groupsOf({
      ...(certificates.spelling !== null &&
        certificateGroups(certificates, certificates.spelling, coaPath({ search: certificates.spelling }))),
      ...(brandSpelling !== null && { brand: brandGroup(brands, brandSpelling, brandSpelling) }),
      ...(analyteSpelling !== null && { analyte: this.analyteGroup(slugs, analyteSpelling) }),
      ...(articles !== null && {
        article: { hits: articleHits(articles.found, articles.spelling), morePath: articlesPath(articles.spelling) },
      }),
    });
    const spelling = certificates.spelling ?? brandSpelling ?? analyteSpelling ?? articles?.spelling ?? null;
    return { groups, spelling: groups.length === 0 ? null : spelling };
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

const coaPath = ({ search, brand }: { search: string; brand?: string }) =>
  `/coa?search=${encodeURIComponent(search)}${brand === undefined ? '' : `&brand=${encodeURIComponent(brand)}`}`;

/**
 * Brands that the first or last words may name, with the other words; the brand with most words first. Every word must
 * begin a word of the brand's name.
 */
function brandAndRest(text: string, brands: readonly BrandEntry[]): readonly { brand: string; rest: string }[] {
  const words = text.split(' ');
  const splits = brands.flatMap(({ name }) => {
    const named = foldedName(name).split(' ');
    const isNamed = (word: string) => named.some((one) => one.startsWith(word));
    const fromStart = words.findIndex((word) => !isNamed(word));
    const fromEnd = words.length - 1 - words.findLastIndex((word) => !isNamed(word));
    const count = Math.max(fromStart, fromEnd);
    if (count < 1 || count >= words.length) return [];
    const rest = fromStart >= fromEnd ? words.slice(count) : words.slice(0, -count);
    return { brand: name, rest: rest.join(' '), count };
  });
  return splits.toSorted((a, b) => b.count - a.count);
}
