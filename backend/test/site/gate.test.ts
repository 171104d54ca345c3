import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getMailTemplate, listMailTemplates } from '../../../frontend/src/api/generated/sdk.gen.js';
import { EMAIL_MARK } from '../../src/platform/email/from-email.js';
import { signInAsStaff } from '../api/api-helpers.js';
import { BUILT_SITE } from '../support/server-process.js';
import { serverOfThisFile } from '../support/test-server.js';

const PUBLIC_URL = 'https://clearbatch.example';

const server = serverOfThisFile({ PUBLIC_URL, WEB_ROOT: BUILT_SITE });

const page = async (path: string) => (await fetch(server.url + path)).text();
const hasGate = (html: string) => html.includes('action="/age-gate"');

/** What a browser shows before scripts run, or without them: the rendered page without what is inert below the gate. */
const shown = (html: string) =>
  (/<div id="root">(.*)<\/div><script id="page-preload"/s.exec(html)?.[1] ?? '')
    .replace(/<div inert="".*(?=<div class="gate")/s, '')
    .replaceAll('&#x27;', "'");

describe('the age gate without JavaScript', () => {
  it.each([
    '/emergency',
    '/es/emergency',
    '/terms',
    '/privacy',
    '/about',
    '/check',
    '/log',
    '/labs',
    '/labs/guide/webhooks',
    '/labs/api/certificates',
    '/problems',
    '/problems/key-missing',
    '/labs/changes',
    '/problems/unknown',
    '/Emergency/',
    '/unsubscribe?token=x',
    '/newsletter/confirm?token=x',
    '/following?token=x',
    '/notices',
    '/notices/CBN-2026-0001',
    '/brand-desk?token=x',
    '/follow?from=email',
    '/corrections/x',
    '/certificates/CB-0000-0000?from=email',
    '/coa/%23C9030?from=email',
    '/learn/onset-duration?from=email',
    '/contact?from=email',
    '/submit-coa?from=email',
    '/?from=email',
    '/learn?from=email',
  ])('does not cover %s', async (path) => {
    expect(hasGate(await page(path))).toBe(false);
  });

  it.each([
    '/',
    '/learn',
    '/learn/onset-duration',
    '/coa',
    '/coa/',
    '/coa/%23C9030',
    '/certificates/CB-0000-0000',
    '/contact',
    '/submit-coa',
    '/brands',
    '/brands/Waxwing',
    '/dose-calculator',
    '/responsible-use',
    '/sitemap',
    '/none',
    '/problems/a/b',
    '/terms/none',
    '/terms-of-another',
    '/aboutness',
    '/emergencyroom',
    '/?from=emails',
    '/?from=email&a=b',
    '/?x=from=email',
  ])('covers %s', async (path) => {
    const html = await page(path);
    expect(hasGate(html)).toBe(true);
    expect(shown(html)).toContain('Age Verification Required');
    expect(shown(html)).toContain('THC drinks are intoxicating.');
    expect(shown(html)).toMatch(/<button [^>]*type="submit"[^>]*>[^/]*I'm 21\+ - Enter Site/);
    expect(shown(html)).toMatch(/<a [^>]*href="https:[^"]*"[^>]*>Under 21 - Exit<\/a>/);
    expect(shown(html).match(/<h1/g)).toHaveLength(1);
  });

  it.each(['/', '/terms', '/unsubscribe?token=x', '/none', '/brands'])(
    'keeps the emergency page one step away, and Poison Help one call, at %s',
    async (path) => {
      const html = shown(await page(path));
      for (const href of ['/emergency', 'tel:+18002221222']) expect(html).toContain(`href="${href}"`);
    },
  );

  it('is in Spanish at its Spanish address, and leads to the page that was asked for', async () => {
    const html = await page('/es/age-gate?next=%2Fcoa');
    const said = JSON.parse(readFileSync(join(import.meta.dirname, '../../../content/es/gate.json'), 'utf8'));
    expect(html).toContain('<html lang="es"');
    for (const text of [said.title, said.text, said.warning, said.confirmation, said.enter, said.exit]) {
      expect(shown(html)).toContain(text);
    }
    expect(shown(html)).toMatch(/<a lang="en" hreflang="en" [^>]*href="\/age-gate\?next=%2Fcoa">English/i);
    const entered = await fetch(`${server.url}/age-gate`, {
      method: 'POST',
      body: new URLSearchParams({ next: '/es/age-gate?next=%2Fcoa' }),
      redirect: 'manual',
    });
    const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const asked = async (path: string) => {
      const { status, headers } = await fetch(server.url + path, { headers: { cookie }, redirect: 'manual' });
      return [status, headers.get('location')];
    };
    expect(await asked(entered.headers.get('location') ?? '')).toEqual([303, '/coa']);
    expect(await asked('/es/age-gate?next=%2F%2Fevil.example')).toEqual([303, '/']);
  });

  it.each([
    ['emergency', 'en'],
    ['es/emergency', 'es'],
  ])('knows the language of /%s, and its address in both', async (path, lang) => {
    const html = await page(`/${path}`);
    expect(html).toContain(`<html lang="${lang}"`);
    expect(html.match(/<link rel="alternate" hreflang="[^>]*>/g)).toEqual([
      `<link rel="alternate" hreflang="en" href="${PUBLIC_URL}/emergency">`,
      `<link rel="alternate" hreflang="es" href="${PUBLIC_URL}/es/emergency">`,
    ]);
    expect(html).toContain(`<link rel="canonical" href="${PUBLIC_URL}/${path}">`);
  });

  it.each([
    ['emergency', 'emergency.json'],
    ['es/emergency', 'es/emergency.json'],
  ])('keeps the whole page at /%s visible', async (path, file) => {
    const html = shown(await page(`/${path}`));
    const read = (name: string) =>
      JSON.parse(readFileSync(join(import.meta.dirname, '../../../content', name), 'utf8'));
    const said = read(file);
    for (const text of [...said.call911, ...said.steps, ...said.never, said.whileYouWait, said.region]) {
      expect(html).toContain(text);
    }
    for (const number of Object.values<string>(read('emergency.json').numbers)) expect(html).toContain(number);
    for (const href of ['tel:911', 'tel:+18002221222', 'tel:988', 'sms:988']) expect(html).toContain(`href="${href}`);
  });
});

describe('a link in an email', () => {
  it('opens without the gate, in every email', async () => {
    const staff = await signInAsStaff(server, 'head');
    const { data: kinds } = await listMailTemplates({ client: staff, throwOnError: true });
    const links = new Set<string>();
    for (const { kind } of kinds) {
      const { data } = await getMailTemplate({ client: staff, path: { kind }, throwOnError: true });
      for (const [link] of data.text.matchAll(/https:\/\/clearbatch\.example[^\s)>]*/g)) links.add(link);
    }
    const paths = [...links].map((link) => link.slice(PUBLIC_URL.length)).filter((path) => !path.startsWith('/admin'));
    expect(paths.length).toBeGreaterThan(8);
    const gated = [];
    for (const path of paths) if (hasGate(await page(path))) gated.push(path);
    expect(gated).toEqual([]);
  });

  it('is marked in the way that the site knows', () => {
    const { emailMark } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../content/site.json'), 'utf8'));
    expect(EMAIL_MARK).toBe(emailMark);
  });
});
