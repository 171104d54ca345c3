import 'reflect-metadata';
import { join } from 'node:path';
import { AnalyteVocabulary } from '../../../src/domain/analytes/analytes.js';
import { Brands } from '../../../src/domain/brands/brands.js';
import type { BrandRepository } from '../../../src/domain/brands/ports.js';
import type {
  CertificateRepository,
  LabIncidentRepository,
  NoticeRepository,
} from '../../../src/domain/coa-registry/certificate/ports.js';
import { CoaRegistry } from '../../../src/domain/coa-registry/coa-registry.js';
import type { PublishedCertificateReader } from '../../../src/domain/coa-registry/registry/published-certificate.js';
import { sectionsOf } from '../../../src/domain/education/article-search.js';
import { Education } from '../../../src/domain/education/education.js';
import { ANALYTES } from '../../../src/domain/search/analytes.js';
import { batchHits } from '../../../src/domain/search/hit.js';
import type { CertificateEntry } from '../../../src/domain/search/ports.js';
import { Search } from '../../../src/domain/search/search.js';
import { totalOf } from '../../../src/domain/shared/page.js';
import { searchWords } from '../../../src/domain/shared/search-words.js';
import { readVocabulary } from '../../../src/modules/analytes/vocabulary-file.js';
import { readArticles } from '../../../src/modules/education/article-files.js';
import { ContextSearchSources } from '../../../src/modules/search/context-search-sources.js';
import { readTopics } from '../../../src/modules/search/synonyms-file.js';
import { ACTOR } from '../../support/builders.js';
import { InMemoryArticleRepository } from '../../support/in-memory-article-repository.js';
import { StoppedClock } from '../../support/in-memory-clock-and-ids.js';
import { stub } from '../../support/stub.js';

const ARTICLES = await readArticles(join(import.meta.dirname, '../../../../content/articles'));

const VOCABULARY = new AnalyteVocabulary(readVocabulary('content'));

const TOPICS = readTopics('content');

/** The site with its articles and one brand, where no certificate matches anything. */
async function openSite() {
  const clock = new StoppedClock();
  const articles = new InMemoryArticleRepository();
  await articles.replaceAll(ARTICLES);
  const education = new Education(articles, clock);
  const names = async () => [{ name: 'Juniper & Tide', verified: false, coaCount: 1 }];
  const published = stub<PublishedCertificateReader>({
    publishedPage: async () => ({ items: [], next: null, total: totalOf(0) }),
    endedMatching: async () => [],
    wordsLike: async () => [],
  });
  const brands = new Brands(stub<BrandRepository>({ names }), clock);
  const registry = new CoaRegistry(
    stub<CertificateRepository>(),
    published,
    stub<LabIncidentRepository>(),
    stub<NoticeRepository>(),
    clock,
  );
  const search = new Search(new ContextSearchSources(education, brands, registry, VOCABULARY, TOPICS));
  const hits = async (input: string, kind: 'help' | 'analyte' | 'article') =>
    (await search.find(input)).groups.find((group) => group.kind === kind)?.hits ?? [];
  return { search, hits, education };
}

describe('articles', () => {
  it('show the passage that matches and lead to its section', async () => {
    const { hits } = await openSite();
    const [hit] = await hits('warfarin', 'article');
    expect(hit?.text).toMatch(/warfarin/i);
    expect(hit?.path).toMatch(/^\/learn\/[a-z-]+(#[a-z-]+)?$/);
  });

  it('are not found once withdrawn, and analytes then lead to the list of analytes', async () => {
    const { hits, education } = await openSite();
    expect((await hits('cadmium', 'analyte')).map(({ path }) => path)).toEqual([expect.stringMatching(/^\/learn\//)]);
    const article = ARTICLES.find(({ slug }) => slug === 'reading-lab-results');
    await education.withdraw(article?.id ?? '', 'A figure is wrong.', ACTOR);
    expect((await hits('cadmium', 'analyte')).map(({ path }) => path)).toEqual(['/analytes#cadmium']);
  });
});

describe('help', () => {
  it.each([
    ['overdoze', 'overdose', '/emergency'],
    ['xanex', 'xanax', '/learn/medicines-and-thc'],
    ['minesota', 'minnesota', '/law/minnesota'],
  ])('is found by a misspelled word: %s', async (input, spelling, path) => {
    const { search, hits } = await openSite();
    expect((await search.find(input)).spelling).toBe(spelling);
    expect((await hits(input, 'help'))[0]?.path).toBe(path);
  });

  it.each(['virgin mojito', 'ember ash', 'green tea', 'texture'])('is not guessed for %s', async (input) => {
    const { hits } = await openSite();
    expect(await hits(input, 'help')).toEqual([]);
  });

  it('gives no link to an article that was withdrawn', async () => {
    const { hits, education } = await openSite();
    const article = ARTICLES.find(({ slug }) => slug === 'medicines-and-thc');
    await education.withdraw(article?.id ?? '', 'A figure is wrong.', ACTOR);
    expect(await hits('xanax', 'help')).toEqual([]);
  });
});

describe('analytes', () => {
  it.each([
    ['lead', 'Lead'],
    ['Pb', 'Lead'],
    ['delta-9', 'Δ9-THC'],
    ['Δ9-THC', 'Δ9-THC'],
    ['ecoli', 'E. coli'],
    ['e. coli', 'E. coli'],
    ['cannabidiol', 'CBD'],
    ['mould', 'Mold'],
    ['bifenthrin', 'Bifenthrin'],
    ['bifentrin', 'Bifenthrin'],
    ['delta 9 tetrahydrocannabinol', 'Δ9-THC'],
    ['xy', null],
  ])('%s is %s', async (input, name) => {
    const { hits } = await openSite();
    const [hit] = await hits(input, 'analyte');
    expect(hit?.title ?? null).toBe(name);
  });

  it.each(ANALYTES)('$name is named in the section it leads to', ({ name, aliases, section }) => {
    const article = ARTICLES.find(({ slug }) => slug === section.article);
    const found = sectionsOf(article?.content ?? '').find(({ anchor }) => anchor === section.anchor);
    expect(found?.heading).toBe(section.heading);
    const words = ` ${searchWords(`${found?.heading} ${found?.text}`)} `;
    expect([name, ...aliases].some((one) => words.includes(` ${searchWords(one)} `))).toBe(true);
  });
});

it.each(['', '   ', '%', '_', '!?', '()[]*\\', "'"])('%j finds nothing', async (input) => {
  const { search } = await openSite();
  expect(await search.find(input)).toEqual({ groups: [], spelling: null });
});

describe('a certificate', () => {
  const passed: CertificateEntry = {
    brandName: 'Waxwing',
    productName: 'Yuzu Seltzer',
    batchId: '#C9030',
    batchMatch: 'whole',
    thcContent: 4.82,
    testDate: '2026-10-14',
    outcome: 'passed',
    doNotDrink: false,
    hasNotice: false,
    isToldNotToDrink: false,
    hasLabIncident: false,
    contradictory: false,
    panelsComplete: true,
  };
  const failure = 'Failed its lab test. Do not drink it.';
  const elsewhere = 'A lab report of this batch shows a failure. Do not drink it.';
  const notice = 'There is a notice about its laboratory.';
  const ofBatch = 'There is a notice about this batch.';

  it.each<[Partial<CertificateEntry>, string | null, string]>([
    [{}, null, ''],
    [{ hasLabIncident: true }, 'lab_incident', `. ${notice}`],
    [{ hasNotice: true }, 'notice', `. ${ofBatch}`],
    [{ hasNotice: true, isToldNotToDrink: true }, 'notice', `. ${ofBatch} Do not drink it.`],
    [{ hasNotice: true, hasLabIncident: true }, 'notice', `. ${ofBatch} ${notice}`],
    [{ hasNotice: true, outcome: 'failed', doNotDrink: true }, 'failed', `. ${failure} ${ofBatch}`],
    [{ hasLabIncident: true, outcome: 'pending' }, 'lab_incident', `. ${notice}`],
    [{ hasLabIncident: true, outcome: 'failed', doNotDrink: true }, 'failed', `. ${failure} ${notice}`],
    [{ hasLabIncident: true, doNotDrink: true }, 'failed', `. ${elsewhere} ${notice}`],
    [{ outcome: 'failed' }, 'failed', `. ${failure}`],
  ])('with %j says what is wrong, and a notice too', (differing, warning, said) => {
    const published = [{ ...passed, ...differing }];
    const [hit] = batchHits({ published, ended: [], hasMore: false, spelling: null, similarLots: [] }, '#C9030');
    expect(hit).toMatchObject({ warning, text: `Yuzu Seltzer by Waxwing: 4.82 mg of THC measured${said}` });
  });
});
