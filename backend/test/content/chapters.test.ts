import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { referenceChapters } from '../../../frontend/api-reference.js';
import { placesOf, withLinks } from '../../../frontend/chapters.js';
import { guideChapters } from '../../../frontend/guide.js';
import { readSiteContent } from '../../src/modules/site/site-content.js';
import { callsOf, readDocument, readLabsDocument, webhooksOf } from '../api/document.js';

const root = join(import.meta.dirname, '../../..');
const { pages } = readSiteContent(join(root, 'content')).pageTable;
const guideText = readFileSync(join(root, 'docs/labs.md'), 'utf8');
const guide = guideChapters(guideText);
const labsDocument = readLabsDocument();
const reference = referenceChapters(labsDocument as never);
const all = [...guide, ...reference];

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = '']) => match);
const idsIn = (html: string) => matches(html, / id="([^"]+)"/g);

/** Every address that a link may lead to. */
const addresses = new Set([
  // Pages, not chapters.
  '/labs/changes',
  '/labs/sandbox',
  ...all.flatMap(({ path, html }) => [path, ...idsIn(html).map((id) => `${path}#${id}`)]),
]);

describe.each([
  { name: 'the guide', chapters: guide, entry: '/labs', below: '/labs/guide/', suffix: 'Guide for Labs' },
  {
    name: 'the API reference',
    chapters: reference,
    entry: '/labs/api',
    below: '/labs/api/',
    suffix: 'API Reference for Labs',
  },
])('$name', ({ chapters, entry, below, suffix }) => {
  it('has a page in the table for each chapter, in the same order, with its title', () => {
    const [first, ...later] = chapters.map(({ path, title }) => ({ path, title: `${title}: ${suffix}` }));
    expect(first?.path).toBe(entry);
    expect(later).toEqual(
      pages.filter(({ path }) => path.startsWith(below)).map(({ path, title }) => ({ path, title })),
    );
    expect(pages.filter(({ path }) => path.startsWith(below) && !path.includes(':')).every(({ gated }) => !gated)).toBe(
      true,
    );
  });

  it.each(chapters)('leads only to headings that exist: $path', ({ path, html }) => {
    const links = matches(html, / href="((?:\/labs|#)[^"]*)"/g).map((href) =>
      href.startsWith('#') ? path + href : href,
    );
    expect(links.filter((href) => !addresses.has(href))).toEqual([]);
    expect(new Set(idsIn(html)).size).toBe(idsIn(html).length);
  });
});

it('the API reference lists every call and webhook for labs, describes each of them, and none for staff', () => {
  const expected = [
    ...callsOf(labsDocument).map(({ name, operation }) => `${operation.summary}: ${name}`),
    ...webhooksOf(labsDocument).map(({ path, operation }) => `${operation.summary}: ${path}`),
  ].toSorted();
  const textOf = (html = '') => html.replace(/<[^>]*>/g, '').replaceAll('&amp;', '&');
  const found = (pattern: RegExp, html: string) =>
    [...html.matchAll(pattern)].map(([, summary, name]) => `${textOf(summary)}: ${textOf(name)}`).toSorted();
  const [index, ...described] = reference.map(({ html }) => html);
  expect(found(/<li>(<a .*<\/a>) (<code>.*<\/code>)<\/li>/g, index ?? '')).toEqual(expected);
  expect(found(/<h3 [^>]*>(.*)<\/h3>\n<p class="call">(.*)<\/p>/g, described.join('\n'))).toEqual(expected);
  expect(described.filter((html) => html.includes('/api/staff/'))).toEqual([]);
});

describe('addresses from when each text was one page lead to', () => {
  const places = placesOf(reference);
  const before = [
    ...callsOf(labsDocument).map(({ operation }) => operation.operationId ?? ''),
    ...Object.keys(labsDocument.webhooks ?? {}).map((type) => type.replace(/[._]/g, '-')),
    ...Object.keys(labsDocument.components.schemas).map((name) => `object-${name.replace(/Dto$/, '')}`),
    ...(labsDocument.tags ?? []).map(({ name }) => name.toLowerCase().replaceAll(' ', '-')),
    'webhook-events',
    'errors',
    'objects',
  ];

  it('every call, webhook, object and group, each on one page', () => {
    expect(before.length).toBeGreaterThan(100);
    expect(before.filter((id) => !addresses.has(places[id] ?? ''))).toEqual([]);
    const onlyHere = before.filter((id) => id !== 'objects');
    expect(reference.flatMap(({ html }) => idsIn(html)).filter((id) => onlyHere.includes(id))).toHaveLength(
      onlyHere.length,
    );
  });

  it('the page that they are about', () => {
    expect(places).toMatchObject({
      createCertificate: '/labs/api/certificates#createCertificate',
      'certificate-published': '/labs/api/webhook-events#certificate-published',
      'object-Problem': '/labs/api#object-Problem',
      'object-OwnFinding': '/labs/api/certificates-objects#object-OwnFinding',
      'partner-webhooks': '/labs/api#partner-webhooks',
    });
    expect(placesOf(guide)).toMatchObject({
      'in-one-minute': '/labs#in-one-minute',
      'bulk-files': '/labs/guide/bulk-files',
      'safe-retries': '/labs/guide/retries-lists-and-limits#safe-retries',
      'verify-it': '/labs/guide/webhooks#verify-it',
    });
  });
});

it('what the server says about the guide leads to it', () => {
  const texts = [
    JSON.stringify(readDocument().tags),
    matches(guideText, /^Link: <([^>]+)>/gm)
      .map((href) => `(${href})`)
      .join(),
  ];
  const emails = readFileSync(join(root, 'backend/src/modules/webhooks/email/webhook.email.ts'), 'utf8');
  const links = [
    ...texts.flatMap((text) => matches(text, /\((\/labs[^)]*)\)/g)),
    ...matches(emails, /\}(\/labs[^`]*)`/g),
  ];
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((href) => !addresses.has(href))).toEqual([]);
});

describe('a text in several pages', () => {
  const page = (path: string, html: string) => ({ path, title: path, html });

  it('links headings of other pages by their address, and its own by their ID', () => {
    const html = '<h2 id="one">One</h2><a href="#one">1</a><a href="#two">2</a>';
    const [first] = withLinks([page('/a', html), page('/b', '<h2 id="two">Two</h2>')]);
    expect(first?.html).toContain('<a href="#one">1</a><a href="/b#two">2</a>');
  });

  it('is refused with a link to no heading', () => {
    expect(() => withLinks([page('/a', '<a href="#none">1</a>')])).toThrow('/a links to #none, which no page has');
  });

  it('keeps the first page for a heading that several have', () => {
    expect(placesOf([page('/a', '<h2 id="one">'), page('/b', '<h2 id="one">')])).toEqual({ one: '/a#one' });
  });
});
