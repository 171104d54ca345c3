import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JURISDICTIONS } from '../../src/domain/measurements/jurisdiction.js';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../../content', name), 'utf8');

interface Found {
  readonly text: string;
  readonly law: string;
  readonly url: string;
  readonly linkName: string;
  readonly on: string;
}
interface Law {
  readonly found?: Found;
  readonly reported?: { readonly text: string; readonly on: string };
  readonly agencies?: readonly { readonly name: string; readonly url?: string; readonly linkName?: string }[];
}

const states: { code: string; name: string; slug: string }[] = JSON.parse(read('states.json')).states;
const laws: Record<string, Law> = JSON.parse(read('state-law.json')).states;
const rules: { authority?: string }[] = JSON.parse(read('rules.json')).rules;
const sources = read('sources.md');
const article = read('articles/legal-considerations.md');
const checkedOn = /^reviewedOn: (\S+)$/m.exec(article)?.[1];

/** Rows of the article's table: state, what we found, and the law with its source. */
const rows = [
  ...article.matchAll(/^\| \[([A-Z]{2})\]\(\/law\/([a-z-]+)\) \| (.+?) \| (.+?)\[\^([a-z0-9-]+)\] \|$/gm),
].map(([, code = '', slug = '', text = '', law = '', source = '']) => ({ code, slug, text, law, source }));

describe('the states', () => {
  it('are fifty and D.C., each once, by name', () => {
    expect(states).toHaveLength(51);
    for (const field of ['code', 'name', 'slug'] as const)
      expect(new Set(states.map((state) => state[field])).size).toBe(51);
    const names = states.map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
    expect(names).toContain('District of Columbia');
  });

  it('have postal codes, and their names as slugs', () => {
    for (const { code, name, slug } of states) {
      expect(code).toMatch(/^[A-Z]{2}$/);
      expect(slug).toBe(name.toLowerCase().replaceAll(' ', '-'));
    }
  });

  it('are, with the United States, the places that can have rules', () => {
    const places = Object.fromEntries(states.map(({ code, name }) => [`US-${code}`, name]));
    expect(JURISDICTIONS).toEqual({ US: 'United States', ...places });
  });
});

describe('what we found about states', () => {
  const found = Object.entries(laws).flatMap(([code, law]) => (law.found ? [{ code, ...law.found }] : []));
  const agencies = Object.values(laws).flatMap(({ agencies = [] }) => agencies);

  it('is about states that exist, and says something of each', () => {
    const codes = states.map(({ code }) => code);
    expect(Object.keys(laws).filter((code) => !codes.includes(code))).toEqual([]);
    expect(Object.values(laws).filter((law) => Object.keys(law).length === 0)).toEqual([]);
  });

  it('is what the law article says, no more and no less, as of the day on which its facts were checked', () => {
    expect(rows.length).toBe(13);
    expect(found.map(({ code, text, law, on }) => ({ code, text, law, on }))).toEqual(
      rows.map(({ code, text, law }) => ({ code, text, law, on: checkedOn })).toSorted(byCode),
    );
  });

  it('links to the source that the article cites', () => {
    for (const { code, url, linkName } of found) {
      const { source } = rows.find((row) => row.code === code) ?? { source: '' };
      const line = sources.split('\n').find((text) => text.startsWith(`[^${source}]: `));
      expect(line).toContain(`[${linkName}](${url})`);
    }
  });

  it('has links by https only, and each is among the published sources', () => {
    const urls = [...found, ...agencies].flatMap(({ url }) => url ?? []);
    expect(urls.length).toBeGreaterThan(13);
    expect(urls.filter((url) => !url.startsWith('https://') || !sources.includes(`(${url})`))).toEqual([]);
  });

  it('names only agencies that the rules or the sources name', () => {
    expect(agencies.length).toBeGreaterThan(8);
    const named = [...rules.map(({ authority }) => authority ?? ''), sources];
    const unknown = agencies.filter(({ name }) => !named.some((text) => text.includes(name.replace(/^the /, ''))));
    expect(unknown).toEqual([]);
  });

  it('has days', () => {
    const days = Object.values(laws).flatMap(({ found: one, reported }) => [one?.on, reported?.on].filter(Boolean));
    expect(days.filter((day) => !/^2026-\d\d-\d\d$/.test(day ?? ''))).toEqual([]);
  });
});

const byCode = (a: { code: string }, b: { code: string }) => a.code.localeCompare(b.code);

it('the article leads from each row to the page of its state', () => {
  const slugs = new Map(states.map(({ code, slug }) => [code, slug]));
  expect(rows.filter(({ code, slug }) => slugs.get(code) !== slug)).toEqual([]);
});

it('no state has the address of another page of the law', () => {
  const { pages } = JSON.parse(read('pages.json'));
  const paths = Object.values<{ path: string }>(pages).map(({ path }) => path);
  expect(states.filter(({ slug }) => paths.includes(`/law/${slug}`))).toEqual([]);
});
