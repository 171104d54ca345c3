import 'reflect-metadata';
import { join } from 'node:path';
import { AnalyteVocabulary } from '../../src/domain/analytes/analytes.js';
import { Brands } from '../../src/domain/brands/brands.js';
import type { CertificateDraft } from '../../src/domain/coa-registry/certificate/certificate.js';
import { CoaRegistry } from '../../src/domain/coa-registry/coa-registry.js';
import type { Approval } from '../../src/domain/coa-registry/review/review.js';
import { Education } from '../../src/domain/education/education.js';
import { Search } from '../../src/domain/search/search.js';
import { readVocabulary } from '../../src/modules/analytes/vocabulary-file.js';
import { TypeOrmBrandRepository } from '../../src/modules/brands/typeorm-brand.repository.js';
import { TypeOrmCertificateRepository } from '../../src/modules/coa-registry/certificate/database/typeorm-certificate.repository.js';
import { TypeOrmLabIncidentRepository } from '../../src/modules/coa-registry/certificate/database/typeorm-lab-incident.repository.js';
import { TypeOrmNoticeRepository } from '../../src/modules/coa-registry/certificate/database/typeorm-notice.repository.js';
import { TypeOrmPublishedCertificateReader } from '../../src/modules/coa-registry/registry/database/typeorm-published-certificate.reader.js';
import { readArticles } from '../../src/modules/education/article-files.js';
import { TypeOrmArticleRepository } from '../../src/modules/education/database/typeorm-article.repository.js';
import { ContextSearchSources } from '../../src/modules/search/context-search-sources.js';
import { readTopics } from '../../src/modules/search/synonyms-file.js';
import { PublicReader } from '../../src/platform/database/public-reader.js';
import { approved } from '../support/builders.js';
import { StoppedClock } from '../support/in-memory-clock-and-ids.js';
import { stepsIn } from './certificate-steps.js';
import type { databaseOfThisFile } from './open-database.js';

export const ARTICLES = await readArticles(join(import.meta.dirname, '../../../content/articles'));

const VOCABULARY = new AnalyteVocabulary(readVocabulary('content'));

const TOPICS = readTopics('content');

type Kind = 'help' | 'batch' | 'brand' | 'product' | 'analyte' | 'article';

/** The site without a brand or certificate. */
export async function siteOn(emptyDatabase: ReturnType<typeof databaseOfThisFile>, published: typeof ARTICLES = []) {
  const clock = new StoppedClock();
  const database = await emptyDatabase();
  const reader = new PublicReader(database);
  const articles = new TypeOrmArticleRepository(database, reader);
  await articles.replaceAll(published);
  const coas = new TypeOrmCertificateRepository(database);
  const registry = new CoaRegistry(
    coas,
    new TypeOrmPublishedCertificateReader(reader),
    new TypeOrmLabIncidentRepository(database),
    new TypeOrmNoticeRepository(database),
    clock,
  );
  const brands = new Brands(new TypeOrmBrandRepository(database, reader), clock);
  const search = new Search(
    new ContextSearchSources(new Education(articles, clock), brands, registry, VOCABULARY, TOPICS),
  );
  const steps = stepsIn(() => ({ coas }));
  const publish = async (draft: Partial<CertificateDraft>, approval?: Partial<Approval>) => {
    const waiting = await steps.added(draft);
    return steps.change(waiting, approved(waiting, approval), 'submission.approved');
  };
  const withdraw = async (draft: Partial<CertificateDraft>) => steps.withdraw(await publish(draft));
  const replace = async (draft: Partial<CertificateDraft>, corrected: Partial<CertificateDraft>) => {
    const original = await publish(draft);
    await steps.replace(original, await steps.amendmentOf(original, { ...draft, ...corrected }));
    return original;
  };
  const found = async (input: string) => {
    const { groups, spelling } = await search.find(input);
    return { spelling, groups, ...Object.fromEntries(groups.map(({ kind, hits }) => [kind, hits])) } as {
      spelling: string | null;
      groups: typeof groups;
    } & Partial<Record<(typeof groups)[number]['kind'], (typeof groups)[number]['hits']>>;
  };
  const titles = async (input: string, kind: Kind) => (await found(input))[kind]?.map(({ title }) => title) ?? [];
  return { publish, withdraw, replace, found, titles };
}
