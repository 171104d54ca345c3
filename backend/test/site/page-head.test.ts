import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  amendCertificate,
  createNotice,
  getCorrectionLink,
  publishNotice,
  requestChanges,
  withdrawCertificate,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { CoaDto, SubmissionDto } from '../../../frontend/src/api/generated/types.gen.js';
import { batchKey } from '../../src/domain/coa-registry/certificate/batch-key.js';
import { readArticles } from '../../src/modules/education/article-files.js';
import { TypeOrmArticleRepository } from '../../src/modules/education/database/typeorm-article.repository.js';
import { fillUrl, matchPage, parsePageTable } from '../../src/modules/site/page-table.js';
import { ResponseCache } from '../../src/platform/cache/response-cache.js';
import { PublicReader } from '../../src/platform/database/public-reader.js';
import { PASSED, published, signInAsStaff, sql, submitted } from '../api/api-helpers.js';
import { BUILT_SITE } from '../support/server-process.js';
import { openDataSource } from '../support/test-database.js';
import { serverOfThisFile } from '../support/test-server.js';

const HOSTILE = '</title><script>alert(1)</script>"\'& 5 mg';

const server = serverOfThisFile({ PUBLIC_URL: 'https://clearbatch.example', WEB_ROOT: BUILT_SITE });
let staff: Client;
let noticeNumber: string;
beforeAll(async () => {
  const database = await openDataSource(server.database.url);
  const articles = await readArticles(join(import.meta.dirname, '../../../content/articles'));
  await new TypeOrmArticleRepository(database, new PublicReader(database)).replaceAll(articles);
  await database.destroy();
  staff = await signInAsStaff(server, 'head');
  await published(staff, server.client(), { batchId: '#C9030', productName: 'Yuzu Seltzer 5 mg' });
  await published(staff, server.client(), {
    batchId: 'E&R/22 <b>',
    productName: HOSTILE,
    brandName: 'Ember </script>',
  });
  noticeNumber = await publishedNotice();
});

/** Of a batch that no test looks at. */
async function publishedNotice(): Promise<string> {
  const { data: draft } = await createNotice({
    client: staff,
    body: {
      kind: 'voluntary_recall',
      sourceName: 'Example Drinks',
      summary: 'Take it back to the store',
      references: [{ url: 'https://brand.example/recall', date: '2026-11-03' }],
      batches: 'Example Drinks,RECALLED-1',
    },
    throwOnError: true,
  });
  const { data } = await publishNotice({
    client: await signInAsStaff(server, 'second'),
    path: { id: draft.id },
    body: { version: draft.version, batches: 1 },
    throwOnError: true,
  });
  return data.number ?? '';
}

const page = async (path: string) => {
  const response = await fetch(server.url + path, { redirect: 'manual' });
  return { response, html: await response.text() };
};

const tag = (html: string, pattern: RegExp) => pattern.exec(html)?.[1];
const jsonLdOf = (html: string): { '@type': string }[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json = '']) => JSON.parse(json));

interface PagePreload {
  responses: { operation: string; path?: object; query?: object; body: unknown; headers: Record<string, string> }[];
}
const preloadOf = (html: string): PagePreload =>
  JSON.parse(tag(html, /<script id="page-preload" type="application\/json">(.*?)<\/script>/) ?? 'null');

describe('the head of a page', () => {
  it.each([
    ['/', 'Know what is in the can - ClearBatch', 'https://clearbatch.example/', ['WebSite', 'FAQPage']],
    ['/coa', 'COA Database - ClearBatch', 'https://clearbatch.example/coa', ['Dataset']],
    ['/coa?search=x', 'COA Database - ClearBatch', 'https://clearbatch.example/coa', ['Dataset']],
    [
      '/coa/%23c9030',
      'Yuzu Seltzer 5 mg, batch #C9030 - ClearBatch',
      'https://clearbatch.example/brands/Juniper%20%26%20Tide/coa/%23C9030',
      ['BreadcrumbList'],
    ],
    ['/brands', 'Verified Brands - ClearBatch', 'https://clearbatch.example/brands', []],
    [
      '/brands/juniper%20%26%20tide',
      'Juniper & Tide - ClearBatch',
      'https://clearbatch.example/brands/Juniper%20%26%20Tide',
      ['BreadcrumbList'],
    ],
    [
      '/brands/juniper%20%26%20tide/products/YUZU%20seltzer%205%20mg',
      'Yuzu Seltzer 5 mg by Juniper & Tide - ClearBatch',
      'https://clearbatch.example/brands/Juniper%20%26%20Tide/products/Yuzu%20Seltzer%205%20mg',
      ['BreadcrumbList'],
    ],
    ['/learn', 'THC Education Center - ClearBatch', 'https://clearbatch.example/learn', []],
    [
      '/learn/onset-duration',
      expect.stringMatching(/ - ClearBatch$/),
      'https://clearbatch.example/learn/onset-duration',
      ['Article', 'BreadcrumbList'],
    ],
    ['/labs', 'For Labs - ClearBatch', 'https://clearbatch.example/labs', []],
    [
      '/labs/guide/webhooks',
      'Webhooks: Guide for Labs - ClearBatch',
      'https://clearbatch.example/labs/guide/webhooks',
      [],
    ],
    [
      '/labs/api/webhooks',
      'Webhooks: API Reference for Labs - ClearBatch',
      'https://clearbatch.example/labs/api/webhooks',
      [],
    ],
    ['/problems', 'What Errors Mean - ClearBatch', 'https://clearbatch.example/problems', []],
    [
      '/problems/key-missing',
      'No key was sent (key-missing) - ClearBatch',
      'https://clearbatch.example/problems/key-missing',
      [],
    ],
    ['/about', 'About This Site - ClearBatch', 'https://clearbatch.example/about', []],
    ['/law', 'The Law in Your State - ClearBatch', 'https://clearbatch.example/law', []],
    [
      '/law/new-york',
      'New York: Hemp THC Drinks and the Law - ClearBatch',
      'https://clearbatch.example/law/new-york',
      ['BreadcrumbList'],
    ],
    [
      '/law/december-11',
      'What Changes on December 11, 2026 - ClearBatch',
      'https://clearbatch.example/law/december-11',
      ['BreadcrumbList'],
    ],
    ['/terms', 'Terms of Use - ClearBatch', 'https://clearbatch.example/terms', []],
  ])('%s', async (path, title, canonical, types) => {
    const { response, html } = await page(path);
    expect(response.status).toBe(200);
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(tag(html, /<title>(.*?)<\/title>/)?.replaceAll('&amp;', '&')).toEqual(title);
    expect(tag(html, /<link rel="canonical" href="(.*?)">/)).toBe(canonical);
    expect(tag(html, /<meta property="og:url" content="(.*?)">/)).toBe(canonical);
    expect(tag(html, /<meta name="description" content="(.*?)">/)?.length).toBeGreaterThan(10);
    expect(tag(html, /<meta name="keywords" content="(.*?)">/)?.length).toBeGreaterThan(3);
    expect(tag(html, /<meta property="og:image" content="(.*?)">/)).toMatch(/^https:\/\/clearbatch\.example\/social\//);
    expect(jsonLdOf(html).map((data) => data['@type'])).toEqual(types);
  });

  it('describes an article by its category and title', async () => {
    const { html } = await page('/learn/onset-duration');
    const keywords = tag(html, /<meta name="keywords" content="(.*?)">/);
    expect(keywords).toContain('THC safety');
    expect(keywords).toContain('how long do THC drinks last');
  });

  it('escapes everything a submitter wrote', async () => {
    const { html } = await page(`/coa/${encodeURIComponent('E&R/22 <b>')}`);
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(preloadOf(html).responses[0]?.body).toMatchObject({ productName: HOSTILE, brandName: 'Ember </script>' });
    expect(jsonLdOf(html)).toHaveLength(1);
  });
});

const meta = (html: string, key: string) =>
  tag(html, new RegExp(`<meta (?:name|property)="${key}" content="(.*?)">`))?.replaceAll('&amp;', '&');

/** What messengers and search engines show of a certificate, with the verdict of its page. */
async function previewOf(path: string) {
  const { html } = await page(path);
  const { verdict } = (preloadOf(html).responses[0] as { body: CoaDto }).body;
  return {
    title: meta(html, 'og:title'),
    descriptions: [meta(html, 'description'), meta(html, 'og:description')],
    image: meta(html, 'og:image'),
    alt: meta(html, 'og:image:alt'),
    verdict,
  };
}

async function bytes(address: string, headers: Record<string, string> = {}) {
  const response = await fetch(address.replace('https://clearbatch.example', server.url), { headers });
  return { response, hash: Buffer.from(await response.arrayBuffer()).toString('base64') };
}

/** Canonical URL, title and preview of a certificate in each lifecycle. */
describe('a published certificate', () => {
  const addresses = async (path: string) => {
    const { response, html } = await page(path);
    return {
      status: response.status,
      title: tag(html, /<title>(.*?)<\/title>/),
      canonical: tag(html, /<link rel="canonical" href="(.*?)">/),
      first: preloadOf(html).responses.map(({ operation }) => operation),
    };
  };
  const ended = ({ reference, batchId }: SubmissionDto) => ({
    status: 200,
    title: `No longer current: Quince Tonic 5 mg, batch ${batchId} - ClearBatch`,
    canonical: `https://clearbatch.example/certificates/${reference}`,
  });

  it('has its batch page as the canonical URL while it is current, also at the address of its reference', async () => {
    const coa = await published(staff, server.client(), { batchId: 'QT-1', productName: 'Quince Tonic 5 mg' });
    const current = {
      status: 200,
      title: 'Quince Tonic 5 mg, batch QT-1 - ClearBatch',
      canonical: 'https://clearbatch.example/brands/Juniper%20%26%20Tide/coa/QT-1',
    };
    expect(await addresses('/coa/QT-1')).toMatchObject({ ...current, first: ['getCoa'] });
    expect(await addresses(`/certificates/${coa.reference}`)).toMatchObject({ ...current, first: ['getCertificate'] });
    expect(await addresses(`/certificates/${coa.reference.toLowerCase()}`)).toMatchObject(current);
  });

  it('has its reference as the canonical URL once it is replaced, says so first, and the batch page belongs to the replacement', async () => {
    const coa = await published(staff, server.client(), { batchId: 'QT-2', productName: 'Quince Tonic 5 mg' });
    const { brandName, productName, batchId, cbdContent, testDate, labName, version } = coa;
    const content = { brandName, productName, batchId, cbdContent, testDate, labName };
    const body = { ...content, ...PASSED, thcContent: 3.1, version, reason: 'A slip of the pen.' };
    const { data: amended } = await amendCertificate({ client: staff, path: { id: coa.id }, body, throwOnError: true });
    expect(await addresses(`/certificates/${coa.reference}`)).toMatchObject(ended(coa));
    for (const path of ['/coa/QT-2', '/brands/juniper%20%26%20tide/coa/qt-2', `/certificates/${amended.reference}`]) {
      expect(await addresses(path)).toMatchObject({
        canonical: 'https://clearbatch.example/brands/Juniper%20%26%20Tide/coa/QT-2',
      });
    }
    const replaced = await previewOf(`/certificates/${coa.reference}`);
    for (const text of [replaced.title, ...replaced.descriptions])
      expect(text).toMatch(/^Replaced by a corrected certificate\. Do not rely on these results\. /);
    const current = await previewOf('/coa/QT-2');
    expect(current.descriptions[0]).toContain('Weaker than its label: 3.1 mg measured, 5 mg stated.');
    expect(current.image).not.toBe(replaced.image);
  });

  it('is called withdrawn at every address, first of all, and no image shows its figures', async () => {
    const coa = await published(staff, server.client(), { batchId: 'QT-3', productName: 'Quince Tonic 5 mg' });
    const before = await previewOf('/coa/QT-3');
    const picture = await bytes(before.image ?? '');
    const oldPicture = await bytes('https://clearbatch.example/social/coa/QT-3.png');
    const body = { version: coa.version, reason: 'The laboratory declared it void.' };
    await withdrawCertificate({ client: staff, path: { id: coa.id }, body, throwOnError: true });
    for (const path of ['/coa/QT-3', `/certificates/${coa.reference}`]) {
      expect(await addresses(path)).toMatchObject(ended(coa));
    }
    expect((await bytes('https://clearbatch.example/social/coa/QT-3.png')).hash).not.toBe(oldPicture.hash);
    const after = await previewOf('/coa/QT-3');
    expect(after.image).toContain(`https://clearbatch.example/social/certificates/${coa.reference}.png?v=`);
    for (const text of [after.title, ...after.descriptions, after.alt])
      expect(text).toMatch(/^Withdrawn\. Do not rely on these results\. /);
    expect(after.descriptions.join()).not.toMatch(/\d mg measured/);
    expect(after.image).not.toBe(before.image);
    expect((await bytes(after.image ?? '')).hash).not.toBe(picture.hash);
  });
});

describe('the preview of a certificate', () => {
  const product = { brandName: 'Larch & Co', productName: 'Larch Soda 5 mg' };
  const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);

  it.each([
    ['LS-1', { thcContent: 4.82 }, 'Close to its label: 4.82 mg measured, 5 mg stated.'],
    ['LS-2', { thcContent: 7 }, 'Stronger than its label: 7 mg measured, 5 mg stated. Strong for a beginner.'],
    ['LS-3', { thcContent: 3 }, 'Weaker than its label: 3 mg measured, 5 mg stated.'],
    ['LS-4', { thcContent: 5, testDate: days(500) }, /^Tested 1\d months ago: it may not match your can\.$/],
    [
      'LS-5',
      { thcContent: 5, productName: 'Larch Soda' },
      '5 mg of THC measured; the product name states no dose to compare it with.',
    ],
  ] as const)('%s starts with the verdict of its page', async (batchId, content, headline) => {
    const certificate = { ...product, testDate: days(10), ...content, batchId };
    await published(staff, server.client(), certificate);
    const { title: shown, descriptions, alt, verdict } = await previewOf(`/coa/${batchId}`);
    expect(verdict.headline).toEqual(typeof headline === 'string' ? headline : expect.stringMatching(headline));
    const title = `${verdict.headline} ${certificate.productName}, batch ${batchId}`;
    expect(shown).toBe(`${title} - ClearBatch`);
    expect(alt).toBe(title);
    const said = [verdict.headline, ...verdict.details].join(' ');
    for (const description of descriptions) {
      expect(description).toContain(`${said} Certificate of analysis for ${certificate.productName} by Larch & Co`);
      expect(description).toMatch(/ measured/);
    }
  });

  it('has an image that caches must check, and that is not sent again while nothing changed', async () => {
    await published(staff, server.client(), { ...product, batchId: 'LS-8' });
    const address = (await previewOf('/coa/LS-8')).image ?? '';
    const { response, hash } = await bytes(address);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toBe('public, no-cache');
    const etag = response.headers.get('etag') ?? '';
    expect((await bytes(address, { 'if-none-match': etag })).response.status).toBe(304);
    // Previews shared earlier have this address.
    expect((await bytes('https://clearbatch.example/social/coa/LS-8.png')).hash).toBe(hash);
  });
});

describe('the preview of other pages', () => {
  it('describes the image of the site', async () => {
    const { html } = await page('/labs');
    expect(tag(html, /<meta property="og:image:alt" content="(.*?)">/)).toMatch(/^ClearBatch: /);
  });

  it('says how many lab reports a brand has', async () => {
    await published(staff, server.client(), { brandName: 'Rowan', batchId: 'R-1', productName: 'Rowan Tea 5 mg' });
    const { html } = await page('/brands/Rowan');
    expect(tag(html, /<meta name="description" content="(.*?)">/)).toContain('lab reports for Rowan, 1 so far');
  });
});

describe('the QR code of a certificate', () => {
  it.each(['/brands/Juniper%20%26%20Tide/coa/%23C9030', '/certificates/CB-0000-0000'])('%s', async (path) => {
    const response = await fetch(`${server.url}${path}/qr.svg`);
    const svg = await response.text();
    expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(svg).toMatch(
      /^<svg [^>]*viewBox="-4 -4 (\d+) \1"[^>]*><path fill="#fff" d="[^"]+"\/><path d="[^"]+"\/><\/svg>$/,
    );
    const { create } = await import('qrcode');
    const { modules } = create(`https://clearbatch.example${path}`, { errorCorrectionLevel: 'M' });
    expect(darkModules(svg)).toEqual(
      [...modules.data].flatMap((dark, at) => (dark ? [`${Math.floor(at / modules.size)},${at % modules.size}`] : [])),
    );
  });

  it('is missing for an address that does not fit into one', async () => {
    expect((await fetch(`${server.url}/brands/${'x'.repeat(2400)}/coa/1/qr.svg`)).status).toBe(404);
  });

  /** Row and column of each dark module. */
  const darkModules = (svg: string) =>
    [...svg.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g)].flatMap(([, column, row, length]) =>
      Array.from({ length: Number(length) }, (_, step) => `${row},${Number(column) + step}`),
    );
});

describe('a batch id of two brands', () => {
  const asters = { batchId: '00&/1', brandName: 'Aster & Co', productName: 'Quince Tonic 5 mg' };
  const birch = { batchId: '00&/1', brandName: 'Birch', productName: 'Plum Tonic 10 mg' };
  beforeAll(async () => {
    await published(staff, server.client(), asters);
    await published(staff, server.client(), birch);
  });

  it('has a page that asks for the brand, and shows figures of neither', async () => {
    const { response, html } = await page('/coa/00%26%2F1');
    expect(response.status).toBe(200);
    expect(tag(html, /<title>(.*?)<\/title>/)).toBe('Which brand is batch 00&amp;/1? - ClearBatch');
    expect(tag(html, /<link rel="canonical" href="(.*?)">/)).toBe('https://clearbatch.example/coa/00%26%2F1');
    expect(tag(html, /<meta property="og:image" content="(.*?)">/)).toBe('https://clearbatch.example/social/site.png');
    expect(tag(html, /<meta name="description" content="(.*?)">/)).not.toMatch(/mg/);
  });

  it('has a page for each brand, with its own image', async () => {
    const picture = async (address: string) => {
      const response = await fetch(address.replaceAll('&amp;', '&').replace('https://clearbatch.example', server.url));
      expect(response.status).toBe(200);
      return Buffer.from(await response.arrayBuffer()).toString('base64');
    };
    const pictures = [];
    for (const [brand, title] of [
      ['aster%20%26%20co', 'Quince Tonic 5 mg, batch 00&amp;/1 - ClearBatch'],
      ['Birch', 'Plum Tonic 10 mg, batch 00&amp;/1 - ClearBatch'],
    ]) {
      const { response, html } = await page(`/brands/${brand}/coa/00%26%2F1`);
      expect({ status: response.status, title: tag(html, /<title>(.*?)<\/title>/) }).toEqual({ status: 200, title });
      pictures.push(await picture(tag(html, /<meta property="og:image" content="(.*?)">/) ?? ''));
    }
    expect(new Set(pictures).size).toBe(2);
  });

  it.each([['/brands/Cedar/coa/00%26%2F1'], ['/brands/Birch/coa/none'], ['/brands/Birch/coa']])(
    'has no page at %s',
    async (path) => {
      expect((await page(path)).response.status).toBe(404);
    },
  );
});

describe('the page of a correction link', () => {
  it('exists, and its head reveals neither the submitter nor the link', async () => {
    const submission = await submitted(staff, server.client(), { contactEmail: 'quillon@private.example' });
    const comments = [{ code: 'other' as const, weight: 'major' as const, text: 'Which can?' }];
    const path = { id: submission.id };
    await requestChanges({ client: staff, path, body: { version: submission.version, comments }, throwOnError: true });
    const { data: link } = await getCorrectionLink({ client: staff, path, throwOnError: true });
    const { response, html } = await page(link.path);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(tag(html, /<title>(.*?)<\/title>/)).toBe('Send a correction - ClearBatch');
    const token = link.path.split('/').at(-1) ?? '';
    expect(tag(html, /<head>([\s\S]*)<\/head>/)).not.toContain(token);
    expect(tag(html, /<head>([\s\S]*)<\/head>/)).not.toContain('quillon');
    // The body shows what was sent, to whoever has the link.
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('exists for any other link too: only the API says whether it is valid', async () => {
    expect((await page('/corrections/made-up')).response.status).toBe(200);
    expect((await page('/corrections/a/b')).response.status).toBe(404);
  });

  it('is noindex, unlike all other pages', async () => {
    const { response } = await page('/submit-coa');
    expect(response.headers.has('x-robots-tag')).toBe(false);
    expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  });
});

it('results of a search are noindex, and the forms on their page keep their origin', async () => {
  const { response } = await page('/search?q=yuzu');
  expect(response.headers.get('x-robots-tag')).toBe('noindex');
  expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
});

it('the `type` URL of a problem resolves to a page that explains it', async () => {
  const { type } = await (await fetch(`${server.url}/api/partner/lab`)).json();
  const { response, html } = await page(type);
  expect(response.status).toBe(200);
  expect(tag(html, /<meta name="description" content="(.*?)">/)).toContain('came without a key');
});

describe('a missing page', () => {
  it.each([
    ['/no/such/page', '404 - Page Not Found'],
    ['/coa/none', 'COA Not Found'],
    ['/certificates/CB-0000-0000', 'COA Not Found'],
    ['/certificates/a/b', '404 - Page Not Found'],
    ['/brands/none', 'Brand Not Found'],
    ['/learn/none', 'Article Not Found'],
    ['/rules/none', 'Rule Not Found'],
    ['/coa/a/b', '404 - Page Not Found'],
    ['/law/none', '404 - Page Not Found'],
    ['/law/TX', '404 - Page Not Found'],
    ['/problems/none', '404 - Page Not Found'],
    ['/problems/constructor', '404 - Page Not Found'],
    ['/problems/key-missing/b', '404 - Page Not Found'],
  ])('%s returns a 404 page', async (path, title) => {
    const { response, html } = await page(path);
    expect(response.status).toBe(404);
    expect(html).toContain(`<title>${title} - ClearBatch</title>`);
  });
});

describe('a moved page', () => {
  it.each([
    ['/coa-database', '/coa'],
    ['/articles/onset-duration', '/learn/onset-duration'],
    ['/articles/%2F%2Fevil.example', '/learn/%2F%2Fevil.example'],
  ])('%s redirects permanently to %s', async (path, target) => {
    const { response } = await page(path);
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe(target);
  });
});

describe('the page preload', () => {
  it.each([
    ['/', ['countArticles', 'getCoaStatistics']],
    ['/coa?search=yuzu&sort=oldest&other=1', ['listCoas', 'getCoaStatistics', 'listBrands']],
    ['/coa/%23C9030', ['getCoa']],
    ['/brands/Juniper%20%26%20Tide', ['getBrand', 'getReportRequests', 'listBrandCoas']],
    ['/learn/dosing-guide', ['getArticle']],
    ['/terms', []],
    ['/coa?sort=nonsense', ['listCoas', 'getCoaStatistics', 'listBrands']],
    ['/learn?search=driving', ['listArticles', 'listArticles']],
    ['/learn?search=+', ['listArticles']],
    ['/law/texas', ['listRules']],
    ['/law/december-11', ['listRules', 'getCoaStatistics', 'countCertificates']],
    ['/coa/none', ['getCoa', 'listBrands']],
    [
      '/brands/Juniper%20%26%20Tide/coa/none',
      ['getCoa', 'getBrand', 'getReportRequests', 'listNearestBatches', 'getCoa', 'listBrands'],
    ],
  ])('%s carries what its page would ask for', async (path, operations) => {
    expect(preloadOf((await page(path)).html).responses.map(({ operation }) => operation)).toEqual(operations);
  });

  it('has the count of all matching certificates, not of one page', async () => {
    const { html } = await page('/law/december-11');
    const counted = preloadOf(html).responses.find(({ operation }) => operation === 'countCertificates');
    const query = { rule: 'us-2026-12-11', verdict: 'above' };
    const api = await fetch(`${server.url}/api/coa?${new URLSearchParams(query)}`);
    const above = (await api.json()).length;
    expect(above).toBeGreaterThan(1);
    expect(counted).toMatchObject({ query, body: above });
    expect(html.replaceAll('<!-- -->', '')).toContain(`<strong>${above} of `);
  });

  it('is the very answer of the API', async () => {
    const [response] = preloadOf((await page('/coa?search=yuzu')).html).responses;
    const api = await fetch(`${server.url}/api/coa?search=yuzu`);
    expect(response).toMatchObject({ query: { search: 'yuzu' }, body: await api.json() });
    expect(response?.headers['x-total-count']).toBe(api.headers.get('x-total-count'));
  });
});

/** content/pages.json drives all of these; this finds a page that one of them treats differently. */
describe('every page in the page table', () => {
  const table = parsePageTable(
    JSON.parse(readFileSync(join(import.meta.dirname, '../../../content/pages.json'), 'utf8')),
  );
  const examples = {
    slug: 'onset-duration',
    brandName: 'Juniper & Tide',
    productName: 'Yuzu Seltzer 5 mg',
    batchId: '#C9030',
    code: 'key-missing',
    id: 'us-2026-12-11',
    edition: '1',
    labName: 'Example Analytical',
    token: 'x',
    state: 'texas',
  };
  const pathOf = async (template: string) => {
    const [row] = await sql<{ reference: string }>(server, `SELECT reference FROM coa_data WHERE "batchId" = '#C9030'`);
    return fillUrl(template.replace('/*', ''), { ...examples, reference: row?.reference ?? '', number: noticeNumber });
  };

  it.each(table.pages)('$id is served with its head, calls, gate and cache policy', async (entry) => {
    const path = await pathOf(entry.path);
    const { response, html } = await page(path);
    expect(response.status).toBe(200);
    const calls = entry.preload.filter(({ needs }) => needs === undefined);
    expect(calls.map(({ operation, countAs }) => countAs ?? operation)).toEqual(
      preloadOf(html).responses.map(({ operation }) => operation),
    );
    for (const part of entry.title.split(/\{\w+\}/)) expect(tag(html, /<title>(.*?)<\/title>/)).toContain(part);
    expect(tag(html, /<meta property="og:type" content="(.*?)">/)).toBe(entry.ogType);
    expect(html.includes('action="/age-gate"')).toBe(entry.gated);
    expect(response.headers.get('x-robots-tag')).toBe(entry.noindex ? 'noindex' : null);
    const { entries } = server.app.get(ResponseCache).counters;
    await page(`${path}?from=email`);
    expect(server.app.get(ResponseCache).counters.entries - entries).toBe(entry.cacheable ? 1 : 0);
  });

  it.each(table.pages.filter(({ feed }) => feed))('$id has a feed that follows it', async ({ path, feed }) => {
    const { response, html } = await page(feed?.path ?? '');
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(html).toContain(`<link rel="alternate" href="https://clearbatch.example${path}"/>`);
  });

  it('is in the sitemap if and only if the table says so', async () => {
    const { html } = await page('/sitemap.xml');
    const listed = [...html.matchAll(/<loc>https:\/\/clearbatch\.example(.*?)<\/loc>/g)].map(([, path = '']) => path);
    const ids = listed.map((path) => matchPage(table, path)?.page.id);
    const expected = table.pages.filter(({ id, name, sitemap }) => sitemap && id === name).map(({ id }) => id);
    expect([...new Set(ids)]).toEqual(expected);
  });
});

describe('feeds and machine-readable files', () => {
  it('replace characters that XML does not allow', async () => {
    const batchId = 'bell \u0007 and \uffff';
    const { id } = await published(staff, server.client());
    // From before such characters were rejected.
    const before = [batchId, 'Tab\u000bSeltzer 5 mg', batchKey(batchId), id];
    await sql(server, 'UPDATE coa_data SET "batchId" = $1, "productName" = $2, "batchKey" = $3 WHERE id = $4', before);
    const { html } = await page('/feeds/certificates.xml');
    expect(html).toContain('<title>Tab\ufffdSeltzer 5 mg, batch bell \ufffd and \ufffd</title>');
    expect(html).not.toMatch(/[^\t\n\r\u0020-\uffef\ufffd]/);
    const picture = await fetch(`${server.url}/social/coa/${encodeURIComponent(batchId)}.png`);
    expect({ status: picture.status, type: picture.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'image/png',
    });
  });

  it.each([
    [
      '/feeds/articles.xml',
      'application/atom+xml; charset=utf-8',
      '<id>https://clearbatch.example/learn/onset-duration</id>',
    ],
    [
      '/feeds/certificates.xml',
      'application/atom+xml; charset=utf-8',
      '<id>https://clearbatch.example/brands/Juniper%20%26%20Tide/coa/%23C9030</id>',
    ],
    [
      '/sitemap.xml',
      'application/xml; charset=utf-8',
      '<loc>https://clearbatch.example/brands/Juniper%20%26%20Tide</loc>',
    ],
    ...['labs', 'labs/guide/webhooks', 'labs/api/certificates', 'law/december-11', 'law/west-virginia'].map((path) => [
      '/sitemap.xml',
      'application/xml; charset=utf-8',
      `<loc>https://clearbatch.example/${path}</loc>`,
    ]),
    ['/robots.txt', 'text/plain; charset=utf-8', 'Sitemap: https://clearbatch.example/sitemap.xml'],
  ])('%s', async (path, type, content) => {
    const { response, html } = await page(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(html).toContain(content);
    expect(html).not.toContain('<script>');
  });

  it.each(['/social/site.png', '/social/articles/dosing-guide.png', '/social/coa/%23C9030.png'])(
    '%s is an image of 1200 by 630 pixels',
    async (path) => {
      const response = await fetch(server.url + path);
      expect(response.headers.get('content-type')).toBe('image/png');
      const png = Buffer.from(await response.arrayBuffer());
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    },
  );

  it('have no image for missing pages', async () => {
    expect((await fetch(`${server.url}/social/coa/none.png`)).status).toBe(404);
  });
});
