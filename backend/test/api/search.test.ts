import { join } from 'node:path';
import pages from '../../../content/pages.json' with { type: 'json' };
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  amendCertificate,
  searchSite,
  submitCoa,
  withdrawCertificate,
} from '../../../frontend/src/api/generated/sdk.gen.js';
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

  it('finds the passage of an article', async () => {
    const [hit] = hitsIn(await find('warfarin'), 'article');
    expect(hit?.text).toMatch(/warfarin/i);
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

  it('says that a lab test failed', async () => {
    const [hit] = hitsIn(await find('night shot'), 'product');
    expect(hit).toMatchObject({ warning: 'failed', text: expect.stringContaining('Do not drink it.') });
  });

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

  it('shows a batch id with one other digit as a similar lot only', async () => {
    const similar = { warning: 'similar', text: expect.stringMatching(/^Similar lot, check your can\./) };
    expect(hitsIn(await find('#C9039'), 'batch')).toEqual([
      expect.objectContaining({ ...similar, title: 'Batch #C9030' }),
      expect.objectContaining({ ...similar, title: 'Batch #C9031' }),
    ]);
  });

  it('leads to help before anything else', async () => {
    const { groups } = await find('my kid drank a yuzu seltzer');
    expect(groups[0]).toMatchObject({ kind: 'help', hits: [expect.objectContaining({ path: '/emergency' })] });
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

  it('never shows a withdrawn or replaced certificate as current', async () => {
    const gone = await published(staff, visitor, { productName: 'Gone Tea', batchId: 'GT-1' });
    expect(hitsIn(await find('gt-1'), 'batch')[0]?.warning).toBeNull();
    const body = { reason: 'The lab voided the result.', version: gone.version };
    await withdrawCertificate({ client: staff, path: { id: gone.id }, body, throwOnError: true });
    const ended = { warning: 'withdrawn', path: `/certificates/${gone.reference}` };
    expect(hitsIn(await find('gt-1'), 'batch')).toEqual([expect.objectContaining(ended)]);
    expect(hitsIn(await find('gone tea'), 'product')).toEqual([expect.objectContaining(ended)]);

    const typo = await published(staff, visitor, { productName: 'Plum Tea', batchId: 'PLUN-1' });
    const { brandName, productName, thcContent, cbdContent, testDate, labName } = typo;
    const corrected = { brandName, productName, batchId: 'PLUM-1', thcContent, cbdContent, testDate, labName };
    const amendment = { ...corrected, ...PASSED, reason: 'The batch ID was mistyped.', version: typo.version };
    await amendCertificate({ client: staff, path: { id: typo.id }, body: amendment, throwOnError: true });
    expect(hitsIn(await find('plun-1'), 'batch')).toEqual([
      expect.objectContaining({ warning: 'replaced', path: `/certificates/${typo.reference}` }),
    ]);
    expect(hitsIn(await find('plum tea'), 'product')).toEqual([
      expect.objectContaining({ warning: null, text: expect.stringContaining('PLUM-1') }),
    ]);
  });
});
