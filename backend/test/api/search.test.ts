import { join } from 'node:path';
import pages from '../../../content/pages.json' with { type: 'json' };
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import { searchSite, submitCoa } from '../../../frontend/src/api/generated/sdk.gen.js';
import type { SearchGroupDto, SearchHitDto } from '../../../frontend/src/api/generated/types.gen.js';
import { zSearchResultsDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { readArticles } from '../../src/modules/education/article-files.js';
import { TypeOrmArticleRepository } from '../../src/modules/education/database/typeorm-article.repository.js';
import { matchPage, parsePageTable } from '../../src/modules/site/page-table.js';
import { PublicReader } from '../../src/platform/database/public-reader.js';
import { openDataSource } from '../support/test-database.js';
import { serverOfThisFile } from '../support/test-server.js';
import { aSubmission, PASSED, published, signInAsStaff } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const server = serverOfThisFile();
let visitor: Client;
let staff: Client;

beforeAll(async () => {
  visitor = server.client();
  staff = await signInAsStaff(server, 'robin');
  const source = await openDataSource(server.database.url);
  const articles = await readArticles(join(import.meta.dirname, '../../../content/articles'));
  await new TypeOrmArticleRepository(source, new PublicReader(source)).replaceAll(articles);
  await source.destroy();
  await published(staff, visitor, { batchId: '#C9030', productName: 'Yuzu Seltzer 5 mg', testDate: '2026-10-14' });
  await published(staff, visitor, { batchId: '#C9031', productName: 'Yuzu Seltzer 5 mg', testDate: '2026-10-01' });
  await published(
    staff,
    visitor,
    { batchId: 'WX50-0002', productName: 'Night Shot 50 mg', brandName: 'Waxwing', thcContent: 47.85 },
    { status: 'failed', panels: { ...PASSED.panels, pesticides: 'failed' } },
  );
});

async function find(q: string) {
  const { data, response } = await searchSite({ client: visitor, query: { q }, throwOnError: true });
  expect(zSearchResultsDto.parse(data)).toEqual(data);
  return { ...data, response };
}

const hitsIn = ({ groups }: { groups: SearchGroupDto[] }, kind: SearchHitDto['kind']) =>
  groups.find((group) => group.kind === kind)?.hits ?? [];

describe('GET /api/search', () => {
  it.each<[SearchHitDto['kind'], string, string, string]>([
    ['product', 'yuzu', 'Yuzu Seltzer 5 mg', 'Juniper & Tide. Newest report, batch #C9030: 4.82 mg of THC measured'],
    ['brand', 'juniper', 'Juniper & Tide', 'Brand, 2 lab reports'],
    ['batch', 'c 9O3O', 'Batch #C9030', 'Yuzu Seltzer 5 mg by Juniper & Tide: 4.82 mg of THC measured'],
    ['analyte', 'cadmium', 'Cadmium', 'Heavy metals, explained in “Metals: check whose limit”'],
  ])('finds a %s: %s', async (kind, q, title, text) => {
    const [hit] = hitsIn(await find(q), kind);
    expect(hit).toMatchObject({ kind, title, text, warning: null });
  });

  it.each(['yuzu', 'juniper', 'c9030', 'cadmium', 'warfarin', 'night shot', 'xanax texas panic driving'])(
    'leads to pages that there are: %s',
    async (q) => {
      const table = parsePageTable(pages);
      const { groups } = await find(q);
      expect(groups.length).toBeGreaterThan(0);
      for (const { path } of groups.flatMap(({ hits }) => hits)) {
        expect([path, matchPage(table, new URL(path, server.url).pathname)?.page.id]).toEqual([
          path,
          expect.stringMatching(/^(article|brand|coa|certificate|product|emergency|stateLaw)$/),
        ]);
      }
    },
  );

  it.each([
    ['yuzzu', 'yuzu', 'product'],
    ['waxwimg', 'waxwing', 'brand'],
    ['tolerence', 'tolerance', 'article'],
  ] as const)('shows results like a misspelled %s', async (q, spelling, kind) => {
    const found = await find(q);
    expect(found.spelling).toBe(spelling);
    expect(hitsIn(found, kind).length).toBeGreaterThan(0);
  });

  it.each(['zzzzzz', 'c9130 zzzzzz'])('finds nothing for %s', async (q) => {
    expect(await find(q)).toMatchObject({ groups: [], spelling: null });
  });

  it('takes any text as text', async () => {
    const signs = ["' OR 1=1 --", '%', '_', '\\', '"', '<script>alert(1)</script>', '%zz', '💧', '../../etc'];
    for (const q of [...signs, 'a'.repeat(100)]) {
      const found = await find(q);
      expect([q, hitsIn(found, 'batch'), hitsIn(found, 'brand')]).toEqual([q, [], []]);
    }
  });

  it.each<[string, string, string]>([
    ['nothing', '', 'send one text to search for in q'],
    ['an empty text', '?q=', 'send one text to search for in q'],
    ['spaces', '?q=%20%20', 'send one text to search for in q'],
    ['101 characters', `?q=${'a'.repeat(101)}`, 'q can be at most 100 characters'],
    ['two texts', '?q=a&q=b', 'send one text to search for in q'],
  ])('rejects %s', async (_, query, message) => {
    expectProblem(await visitor.get({ url: `/api/search${query}` }), 400, wrong('q', message));
  });

  it('is cached until something is published, and shows that at once', async () => {
    const first = await find('pear tea');
    expect(first.groups).toEqual([]);
    expect(first.response.headers.get('cdn-cache-control')).toContain('public');
    await published(staff, visitor, { productName: 'Pear Tea', batchId: 'PT-1' });
    expect(hitsIn(await find('pear tea'), 'product').map(({ title }) => title)).toEqual(['Pear Tea']);
  });

  it('shows no certificate that waits for review', async () => {
    await submitCoa({ client: visitor, body: aSubmission({ productName: 'Secret Plum' }), throwOnError: true });
    expect((await find('secret plum')).groups).toEqual([]);
  });
});
