import { Inject, Injectable } from '@nestjs/common';
import { AnalyteVocabulary } from '../../domain/analytes/analytes.js';
import { Brands } from '../../domain/brands/brands.js';
import {
  CoaRegistry,
  isIncident,
  isNotice,
  sayNotToDrink,
  type Warning,
} from '../../domain/coa-registry/coa-registry.js';
import { Education } from '../../domain/education/education.js';
import {
  type AnalyteEntry,
  type ArticleEntry,
  type BrandEntry,
  type CertificateEntries,
  SearchSources,
  type Topic,
} from '../../domain/search/ports.js';
import { SEARCH_TOPICS } from './synonyms-file.js';

type FoundArticle = Awaited<ReturnType<Education['search']>>[number];

/** Searches through the use cases of the contexts that own the content. */
@Injectable()
export class ContextSearchSources extends SearchSources {
  constructor(
    private readonly education: Education,
    private readonly directory: Brands,
    private readonly registry: CoaRegistry,
    private readonly vocabulary: AnalyteVocabulary,
    @Inject(SEARCH_TOPICS) private readonly synonyms: readonly Topic[],
  ) {
    super();
  }

  async articles(text: string): Promise<readonly ArticleEntry[]> {
    return (await this.education.search(text)).map(articleEntry);
  }

  async similarArticles(text: string) {
    const similar = await this.education.similar(text);
    return similar && { spelling: similar.spelling, found: similar.found.map(articleEntry) };
  }

  async articleSlugs(): Promise<readonly string[]> {
    return (await this.education.all()).map(({ slug }) => slug);
  }

  analytes(): readonly AnalyteEntry[] {
    const { analytes, panels } = this.vocabulary.data;
    const titles = new Map(panels.map(({ key, label }) => [key, label]));
    return analytes.map(({ key, name, names, panel }) => ({ key, name, names, panel: titles.get(panel) ?? panel }));
  }

  topics(): readonly Topic[] {
    return this.synonyms;
  }

  brands(): Promise<readonly BrandEntry[]> {
    return this.directory.names();
  }

  async certificates(text: string, limit: number): Promise<CertificateEntries> {
    const found = await this.registry.search(text, limit);
    const ended = found.ended.map(({ lifecycle, ...one }) => ({ ...one, isReplaced: lifecycle === 'superseded' }));
    return { ...found, ended, published: found.published.map(entryOf), similarLots: found.similarLots.map(entryOf) };
  }
}

const entryOf = <Found extends { readonly warnings: readonly Warning[] }>(one: Found) => ({
  ...one,
  hasNotice: one.warnings.some(isNotice),
  isToldNotToDrink: sayNotToDrink(one.warnings),
  hasLabIncident: one.warnings.some(isIncident),
});

function articleEntry({ article: { slug, title, excerpt }, match }: FoundArticle): ArticleEntry {
  const { place, snippet, heading, anchor } = match;
  const matched = snippet.map(({ text }) => text).join('');
  const inBody = heading === null ? matched : `${heading}: ${matched}`;
  const text = { title: excerpt, excerpt: matched, heading: `In “${matched}”. ${excerpt}`, body: inBody }[place];
  return { slug, title, place, text, anchor };
}
