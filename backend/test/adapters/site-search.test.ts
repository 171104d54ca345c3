import 'reflect-metadata';
import { join } from 'node:path';
import { AnalyteVocabulary } from '../../src/domain/analytes/analytes.js';
import { Brands } from '../../src/domain/brands/brands.js';
import type { CertificateDraft } from '../../src/domain/coa-registry/certificate/certificate.js';
import { CoaRegistry } from '../../src/domain/coa-registry/coa-registry.js';
import type { Approval } from '../../src/domain/coa-registry/review/review.js';
import { Education } from '../../src/domain/education/education.js';
import { HITS_MAX, Search } from '../../src/domain/search/search.js';
import { readVocabulary } from '../../src/modules/analytes/vocabulary-file.js';
import { TypeOrmBrandRepository } from '../../src/modules/brands/typeorm-brand.repository.js';
import { TypeOrmCertificateRepository } from '../../src/modules/coa-registry/certificate/database/typeorm-certificate.repository.js';
import { TypeOrmPublishedCertificateReader } from '../../src/modules/coa-registry/registry/database/typeorm-published-certificate.reader.js';
import { readArticles } from '../../src/modules/education/article-files.js';
import { TypeOrmArticleRepository } from '../../src/modules/education/database/typeorm-article.repository.js';
import { ContextSearchSources } from '../../src/modules/search/context-search-sources.js';
import { PublicReader } from '../../src/platform/database/public-reader.js';
import { approved } from '../support/builders.js';
import { StoppedClock } from '../support/in-memory-clock-and-ids.js';
import { stepsIn } from './certificate-steps.js';
import { databaseOfThisFile } from './open-database.js';

const ARTICLES = await readArticles(join(import.meta.dirname, '../../../content/articles'));

const VOCABULARY = new AnalyteVocabulary(readVocabulary('content'));

const emptyDatabase = databaseOfThisFile();

/** The site without a brand or certificate. */
async function openSite(published: typeof ARTICLES = []) {
  const clock = new StoppedClock();
  const database = await emptyDatabase();
  const reader = new PublicReader(database);
  const articles = new TypeOrmArticleRepository(database, reader);
  await articles.replaceAll(published);
  const coas = new TypeOrmCertificateRepository(database);
  const registry = new CoaRegistry(coas, new TypeOrmPublishedCertificateReader(reader), clock);
  const brands = new Brands(new TypeOrmBrandRepository(database, reader), clock);
  const search = new Search(new ContextSearchSources(new Education(articles, clock), brands, registry, VOCABULARY));
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
  const titles = async (input: string, kind: 'batch' | 'brand' | 'product' | 'analyte' | 'article') =>
    (await found(input))[kind]?.map(({ title }) => title) ?? [];
  return { publish, withdraw, replace, found, titles };
}

describe('products', () => {
  it('are found by name, each once, with the measured figure of the newest certificate', async () => {
    const { publish, found } = await openSite();
    const yuzu = { productName: 'Yuzu Seltzer 5 mg' };
    await publish({ ...yuzu, batchId: 'A-2', thcContent: 4.9, testDate: '2026-10-01' });
    await publish({ ...yuzu, batchId: 'A-1', thcContent: 4.1, testDate: '2026-08-01' });
    await publish({ ...yuzu, brandName: 'Waxwing', batchId: 'A-1', thcContent: 5.2, testDate: '2026-09-01' });
    expect((await found('yuzu')).product).toEqual([
      {
        kind: 'product',
        title: 'Yuzu Seltzer 5 mg',
        warning: null,
        text: 'Juniper & Tide. Newest report, batch A-2: 4.9 mg of THC measured',
        path: '/brands/Juniper%20%26%20Tide/products/Yuzu%20Seltzer%205%20mg',
      },
      expect.objectContaining({ text: 'Waxwing. Newest report, batch A-1: 5.2 mg of THC measured' }),
    ]);
  });

  it('are ranked: the whole name, its beginning, all words in any order, a part of a word', async () => {
    const { publish, titles } = await openSite();
    for (const productName of ['Uncola', 'Cherry Cola', 'Cola Light', 'Cola']) await publish({ productName });
    expect(await titles('cola', 'product')).toEqual(['Cola', 'Cola Light', 'Cherry Cola', 'Uncola']);
  });

  it.each([
    ['juniper yuzu', ['Yuzu Seltzer']],
    ['yuzu juniper tide', ['Yuzu Seltzer']],
    ['juniper & tide yuzu seltzer', ['Yuzu Seltzer']],
    ['waxwing yuzu', []],
    ['juniper', ['Plum Tonic', 'Yuzu Seltzer']],
  ])('are found together with their brand: %s', async (input, expected) => {
    const { publish, titles } = await openSite();
    await publish({ productName: 'Yuzu Seltzer' });
    await publish({ productName: 'Plum Tonic' });
    await publish({ productName: 'Night Shot', brandName: 'Waxwing' });
    expect((await titles(input, 'product')).toSorted()).toEqual(expected);
  });

  it('say so when the lab test failed or results are outstanding', async () => {
    const { publish, found } = await openSite();
    await publish({ productName: 'Night Shot', batchId: 'N-1' }, { status: 'failed' });
    await publish({ productName: 'Night Tea', batchId: 'N-2' }, { status: 'pending' });
    const hits = (await found('night')).product ?? [];
    expect(hits.map(({ title, warning }) => [title, warning]).toSorted()).toEqual([
      ['Night Shot', 'failed'],
      ['Night Tea', 'pending'],
    ]);
    expect(hits.find(({ warning }) => warning === 'failed')?.text).toContain('Do not drink it.');
  });

  it('are no more than five, with a link to all of them', async () => {
    const { publish, found } = await openSite();
    for (const n of [1, 2, 3, 4, 5, 6]) await publish({ productName: `Plum Tonic ${n}` });
    const { product, groups } = await found('plum & tonic');
    expect(product).toHaveLength(HITS_MAX);
    expect(groups.find(({ kind }) => kind === 'product')?.morePath).toBe('/coa?search=plum%20%26%20tonic');
  });

  it('find the exact name among more matches than are read', async () => {
    const { publish, titles, found } = await openSite();
    await publish({ productName: 'Cola', testDate: '2024-01-01' });
    for (let n = 0; n < 60; n += 1) await publish({ productName: 'Cola Light', testDate: '2026-10-01' });
    expect(await titles('cola', 'product')).toEqual(['Cola', 'Cola Light']);
    expect((await found('cola')).groups.find(({ kind }) => kind === 'product')?.morePath).toBe('/coa?search=cola');
  });
});

it('a product shows its newest certificate, also when an older one has the batch id searched for', async () => {
  const { publish, found } = await openSite();
  await publish({ productName: '118 Lemon', batchId: '118', testDate: '2024-01-01' });
  for (let n = 0; n < 60; n += 1)
    await publish({ productName: '118 Lemon', batchId: `N-${n}`, testDate: '2026-10-01' });
  const { product, batch } = await found('118');
  expect(batch?.map(({ title }) => title)).toEqual(['Batch 118']);
  expect(product?.map(({ text }) => text)).toEqual([expect.stringMatching(/Newest report, batch N-/)]);
});

describe('a batch', () => {
  it.each(['#C9030', 'c9030', 'C 9030', 'c9O3O', ' #c9030 '])('is found as typed: %j', async (input) => {
    const { publish, found } = await openSite();
    await publish({ batchId: '#C9030', productName: 'Yuzu Seltzer', thcContent: 4.82 });
    await publish({ batchId: '#C9031' });
    const { groups } = await found(input);
    expect(groups[0]).toEqual({
      kind: 'batch',
      morePath: null,
      hits: [
        {
          kind: 'batch',
          title: 'Batch #C9030',
          warning: null,
          text: 'Yuzu Seltzer by Juniper & Tide: 4.82 mg of THC measured',
          path: '/brands/Juniper%20%26%20Tide/coa/%23C9030',
        },
      ],
    });
  });

  it('comes first, then those that begin and those that contain the input', async () => {
    const { publish, titles } = await openSite();
    for (const batchId of ['X-LT24', 'LT24-B', 'LT24']) await publish({ batchId });
    expect(await titles('lt24', 'batch')).toEqual(['Batch LT24', 'Batch LT24-B', 'Batch X-LT24']);
  });

  it('that only contains the input is left to the name that explains it', async () => {
    const { publish, found } = await openSite();
    await publish({ productName: 'Cola 10 mg', batchId: 'LT-10-A' });
    const { batch, product } = await found('10');
    expect(batch).toBeUndefined();
    expect(product?.map(({ title }) => title)).toEqual(['Cola 10 mg']);
  });

  it('is never guessed at', async () => {
    const { publish, found } = await openSite();
    await publish({ batchId: 'C9030' });
    expect((await found('C9039')).groups).toEqual([]);
  });

  it('of two brands is found for both', async () => {
    const { publish, found } = await openSite();
    await publish({ batchId: 'A-1' });
    await publish({ batchId: 'A-1', brandName: 'Waxwing' });
    expect((await found('a-1')).batch?.map(({ path }) => path).toSorted()).toEqual([
      '/brands/Juniper%20%26%20Tide/coa/A-1',
      '/brands/Waxwing/coa/A-1',
    ]);
  });
});

describe('a certificate that has ended', () => {
  it('is found by its batch, and said to be withdrawn', async () => {
    const { withdraw, found } = await openSite();
    const { reference } = await withdraw({ batchId: 'W-7', productName: 'Yuzu Seltzer' });
    expect((await found('w7')).batch).toEqual([
      {
        kind: 'batch',
        title: 'Batch W-7',
        warning: 'withdrawn',
        path: `/certificates/${reference}`,
        text: 'Yuzu Seltzer by Juniper & Tide. Withdrawn. Do not rely on these results.',
      },
    ]);
  });

  it('is found by its product when that has no current one', async () => {
    const { withdraw, publish, found } = await openSite();
    await withdraw({ batchId: 'W-7', productName: 'Yuzu Seltzer' });
    expect((await found('yuzu')).product).toEqual([
      expect.objectContaining({ title: 'Yuzu Seltzer', warning: 'withdrawn' }),
    ]);
    await publish({ batchId: 'W-8', productName: 'Yuzu Seltzer' });
    expect((await found('yuzu')).product).toEqual([expect.objectContaining({ warning: null })]);
  });

  it('is left out where a corrected one has the same batch, and otherwise said to be replaced', async () => {
    const { replace, found } = await openSite();
    await replace({ batchId: 'R-1', productName: 'Pear Tea' }, { thcContent: 5 });
    expect((await found('r-1')).batch).toEqual([expect.objectContaining({ warning: null })]);
    const { reference } = await replace({ batchId: 'TYPO-1', productName: 'Plum Tea' }, { batchId: 'RIGHT-1' });
    expect((await found('typo 1')).batch).toEqual([
      expect.objectContaining({ warning: 'replaced', path: `/certificates/${reference}` }),
    ]);
  });

  it('is found by nothing but its whole batch id among more certificates than are read', async () => {
    const { withdraw, publish, titles } = await openSite();
    await withdraw({ batchId: 'LT-OLD', productName: 'Plum Tea' });
    for (let n = 0; n < 60; n += 1) await publish({ batchId: `LT-${n}`, productName: 'Plum Tea' });
    expect(await titles('lt', 'batch')).not.toContain('Batch LT-OLD');
    expect(await titles('lt-old', 'batch')).toEqual(['Batch LT-OLD']);
  });

  it('as typed comes instead of a current one in another spelling', async () => {
    const { withdraw, publish, found } = await openSite();
    await withdraw({ productName: 'Sarsaparila' });
    await publish({ productName: 'Sarsaparilla' });
    const { spelling, product } = await found('sarsaparila');
    expect(spelling).toBeNull();
    expect(product?.map(({ warning }) => warning)).toEqual(['withdrawn']);
  });
});

describe('brands', () => {
  it('are found by words of their name, the whole name first', async () => {
    const { publish, found, titles } = await openSite();
    for (const brandName of ['Tide Water', 'Juniper & Tide', 'Nordlicht Getränke', 'Tide'])
      await publish({ brandName, productName: 'Cola' });
    expect(await titles('tide', 'brand')).toEqual(['Tide', 'Tide Water', 'Juniper & Tide']);
    expect((await found('getranke')).brand).toEqual([
      {
        kind: 'brand',
        title: 'Nordlicht Getränke',
        text: 'Brand, 1 lab report',
        warning: null,
        path: '/brands/Nordlicht%20Getr%C3%A4nke',
      },
    ]);
  });
});

describe('a misspelled search', () => {
  it.each<[string, string, 'product' | 'brand' | 'article' | 'analyte', string]>([
    ['yuzzu seltzer', 'yuzu seltzer', 'product', 'Yuzu Seltzer'],
    ['waxwimg', 'waxwing', 'brand', 'Waxwing'],
    ['tolerence', 'tolerance', 'article', 'Tolerance breaks: what studies show, and how to come back'],
    ['cadmum', 'cadmium', 'analyte', 'Cadmium'],
  ])('for %s shows results like %s', async (input, spelling, kind, title) => {
    const { publish, found, titles } = await openSite(ARTICLES);
    await publish({ productName: 'Yuzu Seltzer', brandName: 'Waxwing' });
    expect((await found(input)).spelling).toBe(spelling);
    expect((await titles(input, kind))[0]).toBe(title);
  });

  it('shows nothing similar beside what matches as typed', async () => {
    const { publish, found } = await openSite(ARTICLES);
    await publish({ productName: 'Warfarim Tea' });
    const { spelling, groups } = await found('warfarin');
    expect(spelling).toBeNull();
    expect(groups.map(({ kind }) => kind)).toEqual(['article']);
  });
});

describe('groups', () => {
  it('come in the order of their best hits', async () => {
    const { publish, found } = await openSite(ARTICLES);
    await publish({ productName: 'Lead Foot', brandName: 'Leadbelly', batchId: 'LEAD' });
    expect((await found('lead')).groups.map(({ kind }) => kind)).toEqual([
      'batch',
      'analyte',
      'brand',
      'product',
      'article',
    ]);
  });
});
