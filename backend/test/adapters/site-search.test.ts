import 'reflect-metadata';
import { HITS_MAX } from '../../src/domain/search/search.js';
import { databaseOfThisFile } from './open-database.js';
import { ARTICLES, siteOn } from './open-site.js';

const emptyDatabase = databaseOfThisFile();

const openSite = (published: typeof ARTICLES = []) => siteOn(emptyDatabase, published);

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

  it.each(['C9039', 'juniper c-9039', 'c8030 yuzu seltzer by Juniper and Tide'])(
    'with one wrong digit is shown as a similar lot only: %s',
    async (input) => {
      const { publish, found } = await openSite();
      await publish({ batchId: 'C9030', productName: 'Yuzu Seltzer', thcContent: 4.82 });
      const similar = {
        kind: 'batch',
        title: 'Batch C9030',
        warning: 'similar',
        text: 'Similar lot, check your can. Yuzu Seltzer by Juniper & Tide: 4.82 mg of THC measured',
        path: '/brands/Juniper%20%26%20Tide/coa/C9030',
      };
      const { spelling, groups } = await found(input);
      expect({ spelling, groups }).toEqual({
        spelling: null,
        groups: [{ kind: 'batch', hits: [similar], morePath: null }],
      });
    },
  );

  it.each(['C9O30 waxwing', 'C90301', 'C903O 9', 'D9030', '9039', 'C9129', 'plum c9039', '5 mg'])(
    'is not guessed at: %s',
    async (input) => {
      const { publish, found } = await openSite();
      await publish({ batchId: 'C9030', productName: 'Yuzu Seltzer' });
      expect((await found(input)).groups).toEqual([]);
    },
  );

  it.each([
    ['velvet thistle vt 552', 'VT 552'],
    ['vt552 Velvet Thistle', 'VT 552'],
    ['bitter orange VT-552 velvet', 'VT 552'],
    ['velvet thistle lot vt 552', 'VT 552'],
    ['Ember and Rind E&R/2604', 'E&R/2604'],
    ['ember & rind er2604', 'E&R/2604'],
    ['E R 2604 blood orange', 'E&R/2604'],
    ['paper lantern pl 2609a', 'PL2609A'],
    ['halfmoon lot 24-117', 'LOT 24/117'],
    ['juniper C9O3O', '#C9030'],
    ['c 9030 yuzu', '#C9030'],
  ])('is found with its brand and product, in any mix and order: %s', async (input, batchId) => {
    const { publish, found } = await openSite();
    const cans = [
      ['Velvet Thistle', 'Hibiscus Mocktail', 'VT 551'],
      ['Velvet Thistle', 'Bitter Orange Mocktail 10 mg', 'VT 552'],
      ['Ember & Rind', 'Smoked Citrus 5 mg', 'E&R/2210'],
      ['Ember & Rind', 'Blood Orange 5 mg', 'E&R/2604'],
      ['Paper Lantern', 'Double Ginger', 'PL2609A'],
      ['Halfmoon Botanics', 'Blackberry Tonic 10 mg', 'LOT 24/117'],
      ['Juniper & Tide', 'Yuzu Seltzer 5 mg', '#C9030'],
    ] as const;
    for (const [brandName, productName, batchId] of cans) await publish({ brandName, productName, batchId });
    const { groups, spelling } = await found(input);
    expect(spelling).toBeNull();
    expect(groups[0]?.hits.map(({ title, warning }) => [title, warning])).toEqual([[`Batch ${batchId}`, null]]);
  });

  it('that has ended is found with its brand, and said to be withdrawn', async () => {
    const { withdraw, found } = await openSite();
    await withdraw({ batchId: 'W-7', brandName: 'Waxwing', productName: 'Plum Tea' });
    expect((await found('waxwing w-7 plum')).batch).toEqual([expect.objectContaining({ warning: 'withdrawn' })]);
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
  it.each(['ember and rind', 'Ember & Rind', 'EMBER  RIND'])('are the same with & and "and": %s', async (input) => {
    const { publish, titles } = await openSite();
    await publish({ brandName: 'Ember & Rind', productName: 'Cola' });
    await publish({ brandName: 'Ember and Ash', productName: 'Tea' });
    expect(await titles(input, 'brand')).toEqual(['Ember & Rind']);
    expect(await titles('ember & ash', 'brand')).toEqual(['Ember and Ash']);
    expect(await titles('ember & ash', 'product')).toEqual(['Tea']);
  });

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
    expect(groups.map(({ kind }) => kind)).toEqual(['help', 'article']);
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
