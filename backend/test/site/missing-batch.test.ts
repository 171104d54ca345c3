import fc from 'fast-check';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import { getBrand, verifyAge, verifyBrand } from '../../../frontend/src/api/generated/sdk.gen.js';
import { testSeed } from '../../../scripts/test-seed.mjs';
import { published, signInAsStaff } from '../api/api-helpers.js';
import { BUILT_SITE } from '../support/server-process.js';
import { serverOfThisFile } from '../support/test-server.js';

const BRAND = 'Ember & Rind';
const KNOWN = ['E&R/2604', 'E&R/2605', 'E&R/2611', 'VT-552'];

const server = serverOfThisFile({ PUBLIC_URL: 'https://clearbatch.example', WEB_ROOT: BUILT_SITE });
let visitor: Client;
beforeAll(async () => {
  const staff = await signInAsStaff(server, 'missing');
  for (const batchId of KNOWN) await published(staff, server.client(), { batchId, brandName: BRAND });
  await published(staff, server.client(), { batchId: 'WX 1', brandName: 'Waxwing' });
  await published(staff, server.client(), { batchId: 'CHARGE-Ä17/26', brandName: 'Waxwing' });
  const { id } = (await getBrand({ client: staff, path: { brandName: BRAND }, throwOnError: true })).data;
  await verifyBrand({ client: staff, path: { id }, body: { contactEmail: 'hello@ember.example' }, throwOnError: true });
  visitor = server.client();
  await verifyAge({ client: visitor, body: { verified: true }, throwOnError: true });
});

/** A page as somebody of age gets it, without scripts. */
async function page(url: string) {
  const { response, data, error } = await visitor.get<string, string>({ url, parseAs: 'text' });
  const html = String(data ?? error);
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
  return { status: response?.status, robots: response?.headers.get('x-robots-tag'), html, links };
}

const ofBrand = (batchId: string, brand = BRAND) =>
  `/brands/${encodeURIComponent(brand)}/coa/${encodeURIComponent(batchId)}`;
const ofAny = (batchId: string) => `/coa/${encodeURIComponent(batchId)}`;

/** As they are printed on cans: letters, digits, and what separates them. */
const printed = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...'ABCEFGHKLRTVX'), minLength: 1, maxLength: 4 }),
    fc.constantFrom('-', ' ', '/', '.', '#', ' & ', ''),
    fc.integer({ min: 10_000, max: 9_999_999 }),
    fc.constantFrom('', ' A', '-2', 'é', '%', '?x=1', '<b>'),
  )
  .map((parts) => parts.join(''));

const MISSING = fc.sample(printed, { numRuns: 200, seed: testSeed() });

/** What a person can do about it, on every such page. */
const WAYS_ON = [
  '/coa',
  '/contact',
  '/submit-coa',
  '/dose-calculator',
  '/responsible-use',
  '/emergency',
  '/learn/reading-lab-results',
  'tel:+18002221222',
  'tel:911',
];

it('200 batches that do not exist each lead to a page that says so and to what to do, with their brand and without', async () => {
  for (const [place, batchId] of MISSING.entries()) {
    const known = place % 2 === 0;
    const { status, robots, html, links } = await page(known ? ofBrand(batchId) : ofAny(batchId));
    expect({ batchId, status, robots }).toEqual({ batchId, status: 404, robots: 'noindex' });
    expect(html).toContain('<title>COA Not Found - ClearBatch</title>');
    expect(html).toContain('Unknown is not safe');
    expect(html).toContain("The certificate of analysis you're looking for doesn't exist or has been removed.");
    expect(html).toContain('action="/find-batch"');
    const mail = links.find((href) => href.startsWith('mailto:')) ?? '';
    expect(decodeURIComponent(mail)).toContain(`batch ID ${batchId}.`);
    expect(mail.startsWith('mailto:hello@ember.example?')).toBe(known);
    expect({ batchId, missing: WAYS_ON.filter((href) => !links.includes(href)) }).toEqual({ batchId, missing: [] });
    if (known) expect(links).toContain(ofBrand('E&R/2604'));
  }
});

it("shows the brand's batches with the most similar ID first, and says that none of them is the can's", async () => {
  const { html, links } = await page(ofBrand('E&R/2606'));
  const shown = links.filter((href) => href.startsWith('/brands/Ember%20%26%20Rind/coa/'));
  expect(shown.slice(0, 2).toSorted()).toEqual([ofBrand('E&R/2604'), ofBrand('E&R/2605')]);
  expect(shown.at(-1)).toBe(ofBrand('VT-552'));
  expect(html).toContain('only if the ID is exactly the same');
});

it.each(['CHARGE-Ä17/26', 'E&R/2604'])('a batch ID as printed on a label has a working URL: %s', async (batchId) => {
  const { status, html } = await page(ofAny(batchId));
  expect(status).toBe(200);
  expect(html.replaceAll('&amp;', '&')).toMatch(new RegExp(`<title>[^<]*, batch ${batchId} - `));
});

it('says when a brand does not exist', async () => {
  const { status, html } = await page('/brands/Nobody%20%26%20Sons');
  expect(status).toBe(404);
  expect(html.replaceAll('&amp;', '&').replaceAll('&quot;', '"')).toContain(
    'We couldn\'t find a brand with the name "Nobody & Sons".',
  );
});

it('says when the ID is the batch of another brand', async () => {
  const { status, html, links } = await page(ofBrand('WX 1'));
  expect(status).toBe(404);
  expect(html).toContain("This batch ID is another brand's");
  expect(links).toContain(ofBrand('WX 1', 'Waxwing'));
});

it('answers for a brand that nobody knows, with the email only', async () => {
  const { status, html, links } = await page(ofBrand('VT-552', 'Nobody & Sons'));
  expect(status).toBe(404);
  expect(html).toContain('We have no brand named “');
  expect(links.some((href) => href.startsWith('mailto:?'))).toBe(true);
  expect(html).not.toContain('to publish a lab report.');
});

it('says that a bar code is no batch ID', async () => {
  expect((await page(ofAny('036000291452'))).html).toContain('This looks like a bar code number');
  expect((await page(ofAny('036000291453'))).html).not.toContain('This looks like a bar code number');
});

it.each(['/coa?search=QX-77123', '/coa?search=QX-77123&brand=Ember+%26+Rind', '/search?q=QX-77123'])(
  'an empty list leads there too: %s',
  async (url) => {
    const { links } = await page(url);
    expect(links).toContain(url.includes('brand=') ? ofBrand('QX-77123') : ofAny('QX-77123'));
  },
);

it.each([
  ['batch=VT-552', '/coa/VT-552'],
  ['batch=VT-552&brand=', '/coa/VT-552'],
  ['batch=%20E%26R%2F2604+&brand=ember+and+rind', '/brands/Ember%20%26%20Rind/coa/E%26R%2F2604'],
  ['batch=QX&brand=EMBER', '/brands/EMBER/coa/QX'],
  ['batch=QX&brand=Ember+Rind', '/brands/Ember%20%26%20Rind/coa/QX'],
  ['batch=er2604', '/coa/E%26R%2F2604'],
  ['batch=VT+552&brand=ember+and+rind', '/brands/Ember%20%26%20Rind/coa/VT-552'],
  ['batch=vt552', '/coa/VT-552'],
  ['batch=VT-552-1', '/coa/VT-552-1'],
  ['batch=wx1&brand=Ember+%26+Rind', '/brands/Ember%20%26%20Rind/coa/wx1'],
  ['batch=QX&brand=Nobody', '/brands/Nobody/coa/QX'],
  ['batch=cb-7k3m-9qxd', '/certificates/CB-7K3M-9QXD'],
  ['batch=&brand=waxwing', '/brands/Waxwing'],
  ['batch=//evil.example', '/coa/%2F%2Fevil.example'],
  ['batch=a&batch=b', '/coa'],
  ['', '/coa'],
])('the form for a can, sent with %j, leads to %s', async (query, address) => {
  const response = await fetch(`${server.url}/find-batch?${query}`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([303, address]);
});
