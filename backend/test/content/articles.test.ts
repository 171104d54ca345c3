import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { type Article, readTime } from '../../src/domain/education/article.js';
import {
  ArticleFileError,
  type Diagrams,
  parseArticle,
  readArticles,
  readDiagrams,
  readSources,
} from '../../src/modules/education/article-files.js';

const STATES: { states: { slug: string }[] } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../../content/states.json'), 'utf8'),
);
const FOLDER = resolve(import.meta.dirname, '../../../content/articles');
const PAGES = [
  '/about',
  '/coa',
  '/brands',
  '/submit-coa',
  '/learn',
  '/dose-calculator',
  '/responsible-use',
  '/emergency',
  '/contact',
  '/terms',
  '/privacy',
  '/law',
  '/law/december-11',
  ...STATES.states.map(({ slug }) => `/law/${slug}`),
];

const FRONT = {
  id: 'article-099',
  title: 'A title',
  category: 'Education',
  excerpt: 'One or two sentences that say what the article is about, long enough for a list.',
  publishedAt: '2026-11-02',
  reviewedOn: '2026-11-21',
};

const BODY = 'A claim.[^a]\n\n[^a]: Its source.\n';

/** An article file: front matter on lines 2 to 7, the body from line 9. */
function aFile(body: string, differing: Partial<Record<string, string | null>> = {}): string {
  const front = Object.entries({ ...FRONT, ...differing })
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}: ${value}`);
  return `---\n${front.join('\n')}\n---\n${body}`;
}

const parse = (body: string, differing = {}) => parseArticle('a-slug.md', aFile(body, differing));
const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);

describe('the articles', () => {
  let articles: Article[];
  beforeAll(async () => {
    articles = await readArticles(FOLDER);
  });

  it('all parse', () => {
    expect(articles.length).toBeGreaterThanOrEqual(3);
  });

  it('that are essential reading keep their ids', () => {
    expect(Object.fromEntries(articles.map(({ id, slug }) => [id, slug]))).toMatchObject({
      'article-001': 'understanding-thc-beverages',
      'article-002': 'dosing-guide',
      'article-007': 'reading-lab-results',
    });
  });

  it('link only to existing pages of the site', () => {
    const known = [...PAGES, ...articles.map(({ slug }) => `/learn/${slug}`)];
    const wrong = articles.flatMap(({ slug, content }) =>
      attributes(content, 'href')
        .filter((href) => href.startsWith('/') && !known.includes(href.replace(/[#?].*$/, '')))
        .map((href) => `${slug}: ${href}`),
    );
    expect(wrong).toEqual([]);
  });

  it('link to other sites by https, tel and mailto only, and within themselves to existing ids only', () => {
    const wrong = articles.flatMap(({ slug, content }) => {
      const places = attributes(content, 'id').map((id) => `#${id}`);
      return attributes(content, 'href')
        .filter((href) => !/^(https:\/\/|tel:|mailto:|\/[^/])/.test(href) && !places.includes(href))
        .map((href) => `${slug}: ${href}`);
    });
    expect(wrong).toEqual([]);
  });

  it('have no broken links', () => {
    for (const { content } of articles) expect(content).not.toMatch(/<a>|<a [^>]*href=""/);
  });

  // [source:claims-ruled-out]
  it('make no claim that has been ruled out', () => {
    const ruledOut =
      /safe (dose|amount)|guaranteed? onset|no hangover|healthy alternative|FDA[- ](approved|compliant)|in all 50 states|federally legal|90 ?% bioavailability|765/i;
    const texts = articles.flatMap(({ title, excerpt, content }) => [title, excerpt, content.replace(/<[^>]+>/g, ' ')]);
    expect(texts.flatMap((text) => ruledOut.exec(text)?.[0] ?? [])).toEqual([]);
  });

  it('mark a medicine as flagged if its source only flags it', () => {
    const rows = articles.find(({ slug }) => slug === 'medicines-and-thc')?.content.match(/<tr>[\s\S]*?<\/tr>/g) ?? [];
    const said = rows.map((row) =>
      row
        .replace(/<sup[\s\S]*?<\/sup>|<\/?t[rd][^>]*>/g, '|')
        .split(/[|\n]+/)
        .filter(Boolean),
    );
    expect(Object.fromEntries(said.map(([medicine, , what]) => [medicine, what]))).toMatchObject({
      Clobazam: 'Flagged for more sedation',
      Clopidogrel: 'Flagged',
      Theophylline: 'Flagged',
      'Clozapine, olanzapine': 'Flagged',
    });
    for (const { content } of articles) expect(content).not.toMatch(/work(s)? less well|less effective/i);
  });

  it('have unique ids', () => {
    for (const { slug, content } of articles) {
      const ids = attributes(content, 'id');
      expect([slug, ids.filter((id, i) => id === '' || ids.indexOf(id) !== i)]).toEqual([slug, []]);
    }
  });
});

/** Sources without a link, with the reason. */
const UNLINKED: Readonly<Record<string, string>> = {
  'bc-edibles': 'read only in a copy on a document-sharing site; no address of the government is known',
};

/** Shops, vendors, unsigned pages, and copies of a paper or law: cite the original or an agency instead. */
const WEAK = [
  'scribd.com',
  'docslib.org',
  '1library.net',
  'github.com',
  'self-law.org',
  'read-me.org',
  'wilddata.cn',
  'cnpereading.com',
  'chasingrosc.com',
  'ecfr.io',
  'govregs.com',
  'skyscape.com',
  'legalclarity.org',
  'tribetokes.com',
  'pushpressure.com',
  'cannabismarketcap.io',
  'hempinspection.com',
  'sclabs.com',
  'marinol.com',
  'cannalabsconsulting.com',
  'cbdhealthandwellness.net',
  'cbdfollow.com',
  'cannaqa.wiki',
  'weedpedia.org',
  'thebuzzedreport.com',
  'merryjane.com',
  'lacannabisnews.com',
  'cookingganja.com',
  'particle.news',
  'ground.news',
  'highlycapitalized.com',
  'moderncannabislifestyle.com',
  'cannasecure.tech',
  'cbdbred.com',
  'policybrief.co',
];

describe('the sources', () => {
  let sources: { key: string; text: string; links: string[] }[];
  let texts: { file: string; text: string }[];
  beforeAll(async () => {
    const lines = (await readSources(resolve(FOLDER, '../sources.md'))).split('\n');
    sources = lines.map((line) => {
      const [, key = '', text = ''] = /^\[\^([a-z0-9-]+)\]: (\S.*)$/.exec(line) ?? [];
      return { key, text, links: [...text.matchAll(/\]\(([^\s]*?)\)(?=[\s.,;)]|$)/g)].map(([, link = '']) => link) };
    });
    const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.md'));
    texts = await Promise.all(files.map(async (file) => ({ file, text: await readFile(join(FOLDER, file), 'utf8') })));
  });

  it('are declared once for all articles', () => {
    const keys = sources.map(({ key }) => key);
    expect(keys.filter((key, i) => key === '' || keys.indexOf(key) !== i)).toEqual([]);
    expect(texts.filter(({ text }) => /^\[\^[^\]]+\]:/m.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it('are each cited', () => {
    expect(sources.filter(({ key }) => !texts.some(({ text }) => text.includes(`[^${key}]`)))).toEqual([]);
  });

  it('have a link, except those listed with a reason', () => {
    const unlinked = sources.filter(({ links }) => links.length === 0).map(({ key }) => key);
    expect(unlinked).toEqual(Object.keys(UNLINKED));
  });

  it('have well-formed links, and as many as their Markdown shows', () => {
    for (const { key, text, links } of sources) {
      expect([key, links.length]).toEqual([key, text.split('](').length - 1]);
      for (const link of links) {
        const { protocol, hostname, href } = new URL(link);
        expect([key, protocol, hostname.includes('.')]).toEqual([key, 'https:', true]);
        expect(decodeURI(href).replace(/\/$/, '')).toBe(decodeURI(link).replace(/\/$/, ''));
        expect(link).not.toMatch(/…|utm_|[?&]ref=/);
      }
    }
  });

  it('have identifiers that match their links', () => {
    for (const { text } of sources) {
      for (const [, id = '', link = ''] of text.matchAll(/\[(doi:[^\]]+|PMID \d+|PMC\d+)\]\(([^\s)]+)\)/g)) {
        const [kind, value] = /^(doi:|PMID |PMC)(.*)$/.exec(id)?.slice(1) ?? [];
        const home = { 'doi:': 'https://doi.org/', 'PMID ': 'https://pubmed.ncbi.nlm.nih.gov/', PMC: PMC_ARTICLES };
        expect(link).toBe(`${home[kind as keyof typeof home]}${value}${kind === 'doi:' ? '' : '/'}`);
      }
    }
  });

  it('are not on the list of weak sources', () => {
    const hosts = sources.flatMap(({ links }) => links.map((link) => new URL(link).hostname));
    expect(hosts.filter((host) => WEAK.some((weak) => host === weak || host.endsWith(`.${weak}`)))).toEqual([]);
    for (const { text } of sources) expect(text).not.toMatch(/code index|data file|vendor|not an official source/i);
  });

  it('are linked below nearly every article’s text', async () => {
    const notes = (await readArticles(FOLDER)).flatMap(
      ({ content }) => content.match(/<li id="fn\d+"[\s\S]*?<\/li>/g) ?? [],
    );
    const linked = notes.filter((note) => note.includes('<a href="https://'));
    expect(notes.length).toBeGreaterThan(180);
    expect(notes.length - linked.length).toBe(texts.filter(({ text }) => text.includes('[^bc-edibles]')).length);
    for (const note of linked) expect(note).toMatch(/<a href="https:\/\/[^"]+" rel="noopener">/);
  });
});

const PMC_ARTICLES = 'https://pmc.ncbi.nlm.nih.gov/articles/PMC';

describe('an article file', () => {
  it('may cite shared sources, and shows only those it cites', () => {
    const shared = '[^b]: Shared. [there](https://b.example)\n[^c]: Not cited.';
    const { content, wordCount } = parseArticle('a-slug.md', aFile('A claim.[^b]\n'), new Map(), shared);
    expect(content).toMatch(
      /<li id="fn1"[^>]*>\s*<p>Shared\. <a href="https:\/\/b\.example" rel="noopener">there<\/a>/,
    );
    expect(content).not.toContain('Not cited');
    expect(wordCount).toBe(2);
  });

  it('becomes an article', () => {
    expect(parse(`## A heading\n\n${BODY}`)).toEqual({
      id: 'article-099',
      slug: 'a-slug',
      title: 'A title',
      category: 'Education',
      excerpt: FRONT.excerpt,
      publishedAt: new Date('2026-11-02T00:00:00Z'),
      updatedAt: null,
      reviewedOn: '2026-11-21',
      wordCount: 4,
      readTime: '1 min read',
      content: expect.stringContaining('<h2 id="a-heading">A heading</h2>'),
    });
  });

  it('may have a change date', () => {
    expect(parse(BODY, { updatedAt: '2026-11-19' }).updatedAt).toEqual(new Date('2026-11-19T00:00:00Z'));
  });

  it('may use Windows line endings', () => {
    const windows = aFile(`## A heading\n\n${BODY}`).replaceAll('\n', '\r\n');
    expect(parseArticle('a-slug.md', windows)).toEqual(parse(`## A heading\n\n${BODY}`));
  });

  it('has a reading time based on its words, without sources', () => {
    const article = parse(`${'word '.repeat(999)}claim.[^a]\n\n[^a]: ${'source '.repeat(500)}\n`);
    expect(article.wordCount).toBe(1000);
    expect(article.readTime).toBe(readTime(1000));
  });

  it('lists its sources at the end, linked from the text', () => {
    const { content } = parse(BODY);
    expect(content).toMatch(/^<p>A claim\.<sup class="footnote-ref"><a href="#fn1" id="fnref1"[^>]*>/);
    expect(content).toMatch(/<h2 id="sources">Sources<\/h2>\s*<ol class="sources">\s*<li id="fn1"/);
  });

  it('gives headings ids made from their words', () => {
    const { content } = parse(`## Is 5 mg “a lot”?\n\n### Café & *crème*\n\n#### 1:1\n\n${BODY}`);
    expect(attributes(content, 'id').slice(0, 3)).toEqual(['is-5-mg-a-lot', 'cafe-creme', '1-1']);
  });

  it('opens external links without access to our window', () => {
    const { content } = parse(`[there](https://lab.example) and [here](/coa)\n\n${BODY}`);
    expect(content).toContain('<a href="https://lab.example" rel="noopener">there</a>');
    expect(content).toContain('<a href="/coa">here</a>');
  });

  it('has table headers with a scope', () => {
    expect(parse(`| Dose |\n|---|\n| 5 mg |\n\n${BODY}`).content).toContain('<th scope="col">Dose</th>');
  });

  it('names the column in each cell of a table that is too wide for a phone, and in no other', () => {
    const table = (columns: string[]) =>
      parse(`| ${columns.join(' | ')} |\n${'|---'.repeat(columns.length)}|\n| ${columns.join('1 | ')}1 |\n\n${BODY}`)
        .content;
    const wide = table(['A', 'B & "C"', 'D', 'E', 'F']);
    expect(wide).toContain('<table role="table" class="wide-table">');
    expect(wide).toContain('<th role="columnheader" scope="col">A</th>');
    expect(wide).toMatch(/<td role="cell" data-column="B &amp; &quot;C&quot;">/);
    expect(attributes(wide, 'role').filter((role) => role === 'cell')).toHaveLength(5);
    expect(table(['A', 'B', 'C', 'D'])).toContain('<table>');
    expect(table(['A', 'B', 'C', 'D'])).toContain('<td>A1</td>');
  });
});

describe('an invalid file', () => {
  it.each<[string, string, number, RegExp]>([
    ['has no front matter', '## Heading\n\nText.', 1, /front matter/],
    ['has front matter that does not end', '---\nid: article-099\n\nText.', 1, /front matter/],
    ['is empty', '', 1, /front matter/],
    ['has broken YAML', aFile(BODY, { category: '"Education" or so' }), 4, /./],
    ['has a key twice', aFile(BODY, { title: 'One\ntitle: Two' }), 4, /unique/],
    ['is of an unknown category', aFile(BODY, { category: 'Gossip' }), 4, /^category .*Beginner Guide/],
    ['has no category', aFile(BODY, { category: null }), 1, /^category/],
    ['has another kind of id', aFile(BODY, { id: 'article-1' }), 2, /^id is written article-001/],
    ['has a title that is no text', aFile(BODY, { title: '12345' }), 3, /^title/],
    ['has a short excerpt', aFile(BODY, { excerpt: 'Too short.' }), 5, /^excerpt/],
    ['has a long excerpt', aFile(BODY, { excerpt: 'word '.repeat(60) }), 5, /^excerpt/],
    ['was published on no day', aFile(BODY, { publishedAt: '2026-02-30' }), 6, /^publishedAt/],
    ['was reviewed at no time', aFile(BODY, { reviewedOn: 'yesterday' }), 7, /^reviewedOn/],
    ['has an unknown field', aFile(BODY, { author: 'Robin' }), 1, /author/],
    ['has an h1', aFile(`Text.\n\n# Title\n\n${BODY}`), 11, /heading that is not h2, h3 or h4/],
    ['has an underlined h1', aFile(`Title\n=====\n\n${BODY}`), 9, /heading that is not h2, h3 or h4/],
    ['has an h5', aFile(`##### Small\n\n${BODY}`), 9, /heading that is not h2, h3 or h4/],
    ['cites nothing', aFile('Text.\n'), 9, /names no source/],
    ['has a source that nothing cites', aFile('Text.\n\n[^a]: Source.\n'), 9, /names no source/],
    ['cites a source that is not there', aFile('Text.[^a]\n'), 9, /names no source/],
    [
      'cites one of its sources wrongly',
      aFile(`A claim.\n\nText.[^b]\n\n${BODY}`),
      11,
      /cites "b", which is not among/,
    ],
    ['has a heading twice', aFile(`## Again\n\nText.\n\n### again!\n\n${BODY}`), 13, /two headings that read "again"/],
    ['has a heading that reads as the sources', aFile(`## Sources\n\n${BODY}`), 9, /two headings that read "sources"/],
  ])('that %s is reported with its line', (_why, text, line, message) => {
    const error = errorOf(() => parseArticle('a-slug.md', text));
    expect(error).toBeInstanceOf(ArticleFileError);
    const [, place, rest = ''] = /^(a-slug\.md:\d+): ([\s\S]*)$/.exec(error.message) ?? [];
    expect(place).toBe(`a-slug.md:${line}`);
    expect(rest).toMatch(message);
  });

  it.each([['A-Slug.md'], ['a slug.md'], ['a--slug.md'], ['-a.md'], ['ä.md'], ['a.b.md'], ['.md']])(
    'named %s is reported',
    (file) => {
      expect(errorOf(() => parseArticle(file, aFile(BODY))).message).toMatch(`${file}:1: has a name of small letters`);
    },
  );
});

describe('a folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'articles-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is read in file order, and only article files count', async () => {
    await writeFile(join(folder, 'b.md'), aFile(BODY, { id: 'article-001' }));
    await writeFile(join(folder, 'a.md'), aFile(BODY, { id: 'article-002' }));
    await writeFile(join(folder, 'notes.txt'), 'no article');
    expect((await readArticles(folder)).map(({ slug }) => slug)).toEqual(['a', 'b']);
  });

  it('must not have two articles with one id', async () => {
    for (const file of ['a.md', 'b.md']) await writeFile(join(folder, file), aFile(BODY));
    await expect(readArticles(folder)).rejects.toThrow('b.md:2: has the id article-099, which a.md has already');
  });

  it('shares its sources file, of which only definition lines count', async () => {
    await mkdir(join(folder, 'articles'));
    await writeFile(join(folder, 'sources.md'), 'What this is.\n\n[^b]: Shared.\n');
    await writeFile(join(folder, 'articles', 'a.md'), aFile('A claim.[^b]\n'));
    const [article] = await readArticles(join(folder, 'articles'));
    expect(article?.content).toContain('<p>Shared.');
    expect(article?.content).not.toContain('What this is');
  });

  it('must not be empty', async () => {
    await expect(readArticles(folder)).rejects.toThrow(`There are no articles in ${folder}`);
  });
});

describe('a diagram', () => {
  const SVG =
    '<svg viewBox="0 0 10 10" role="img" aria-labelledby="onset-title"><title id="onset-title">Onset</title><desc>How it rises</desc><path d="M0 0L5 5"/></svg>';
  const diagrams: Diagrams = new Map([['onset', SVG]]);
  const place = (body: string) => parseArticle('a-slug.md', aFile(`${body}\n\n${BODY}`), diagrams).content;

  it('is in a separate paragraph with its caption', () => {
    const content = place('![How “it” <b>rises</b>](diagram:onset)');
    expect(content).toMatch(/^<figure class="diagram"><svg [^>]*viewBox="0 0 10 10"/i);
    expect(content).toContain('<figcaption>How “it” &lt;b&gt;rises&lt;/b&gt;</figcaption></figure>');
    expect(content).not.toContain('<p><figure');
    expectHarmless(content);
  });

  it.each([
    ['is not there', '![x](diagram:peak)', 9, /"peak", which is not there/],
    ['has no caption', 'Text.\n\n![](diagram:onset)', 11, /"onset" without a caption/],
    ['stands among words', 'See ![x](diagram:onset) here.', 9, /"onset" among words/],
    ['is there twice', '![x](diagram:onset)\n\nText.\n\n![x](diagram:onset)', 13, /"onset" twice/],
  ])('that %s is reported with its line', (_why, body, line, message) => {
    const error = errorOf(() => place(body));
    expect(error).toBeInstanceOf(ArticleFileError);
    expect(error.message).toMatch(message);
    expect(error.message).toMatch(`a-slug.md:${line}: `);
  });

  it.each([
    ['<script>alert(1)</script>'],
    ['<rect onclick="alert(1)" onload="alert(1)"/>'],
    ['<a href="javascript:alert(1)"><text>x</text></a>'],
    ['<a xlink:href="javascript:alert(1)"><text>x</text></a>'],
    ['<image href="https://evil.example/x.png"/>'],
    ['<use href="https://evil.example/x.svg#a"/>'],
    ['<foreignObject><iframe src="https://evil.example"></iframe></foreignObject>'],
    ['<style>* { display: none }</style>'],
    ['<animate attributeName="href" values="javascript:alert(1)"/>'],
    ['<rect style="fill:url(https://evil.example)"/>'],
    ['<!-- <script>alert(1)</script> -->'],
    ['</svg></figure><img src=x onerror=alert(1)>'],
  ])('with %j is rendered harmless', (evil) => {
    const hostile: Diagrams = new Map([['onset', SVG.replace('</svg>', `${evil}</svg>`)]]);
    const { content } = parseArticle('a-slug.md', aFile(`![x](diagram:onset)\n\n${BODY}`), hostile);
    expectHarmless(content);
    expect(content).not.toMatch(/alert|evil/);
  });
});

describe('a folder of diagrams', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'diagrams-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('has drawings by name', async () => {
    const svg = '<svg role="img"><title>T</title><desc>D</desc></svg>';
    await writeFile(join(folder, 'onset.svg'), svg);
    await writeFile(join(folder, 'notes.txt'), 'no drawing');
    expect([...(await readDiagrams(folder))]).toEqual([['onset', svg]]);
  });

  it.each([['role="img"'], ['<title'], ['<desc']])('rejects a drawing without %s', async (words) => {
    const svg = '<svg role="img"><title>T</title><desc>D</desc></svg>'.replace(words, '');
    await writeFile(join(folder, 'onset.svg'), svg);
    await expect(readDiagrams(folder)).rejects.toThrow(`onset.svg:1: has no ${words}`);
  });

  it('that does not exist has no drawings', async () => {
    expect((await readDiagrams(join(folder, 'nowhere'))).size).toBe(0);
  });
});

describe('hostile text', () => {
  it.each([
    ['[x](javascript:alert(1))'],
    ['[x](JaVaScRiPt:alert(1))'],
    ['[x](java&#115;cript:alert(1))'],
    ['[x](&#x6A;avascript:alert(1))'],
    ['[x](<javascript:alert(1)>)'],
    ['[x]( javascript:alert(1) "title")'],
    ['[x](vbscript:msgbox(1))'],
    ['[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)'],
    ['[x](file:///etc/passwd)'],
    ['[x](http://plain.example)'],
    ['[x](ftp://files.example)'],
    ['[x](//other.example)'],
    ['[x][r]\n\n[r]: javascript:alert(1)'],
    ['<javascript:alert(1)>'],
    ['<http://plain.example>'],
    ['![x](javascript:alert(1))'],
  ])('%j becomes no link', (text) => {
    const { content } = parse(`${text}\n\n${BODY}`);
    expect(attributes(content, 'href').filter((href) => !href.startsWith('#fn'))).toEqual([]);
    expectHarmless(content);
  });

  it.each([
    ['<script>alert(1)</script>'],
    ['<SCRIPT SRC=https://evil.example/x.js></SCRIPT>'],
    ['<img src=x onerror=alert(1)>'],
    ['![x](https://evil.example/pixel.png)'],
    ['<iframe src="https://evil.example"></iframe>'],
    ['<svg onload=alert(1)>'],
    ['<a href="javascript:alert(1)">x</a>'],
    ['<p style="position:fixed" onclick="alert(1)">x</p>'],
    ['<style>body { display: none }</style>'],
    ['<form action="https://evil.example"><input></form>'],
    ['<!-- <script>alert(1)</script> -->'],
    ['[x](https://a.example" onclick="alert(1))'],
    ['[x](https://a.example "t\\" onclick=\\"alert(1)")'],
    ['## <img src=x onerror=alert(1)>'],
    ['| <script>alert(1)</script> |\n|---|\n| x |'],
    ['`<script>alert(1)</script>`'],
    ['```html" onclick="alert(1)\n<script>alert(1)</script>\n```'],
  ])('%j is rendered harmless', (text) => {
    expectHarmless(parse(`${text}\n\n${BODY}`).content);
  });

  it('is rendered harmless in a source, too', () => {
    const { content } = parse(
      'Text.[^a]\n\n[^a]: <script>alert(1)</script> [x](javascript:alert(1)) ![x](https://e.example/x.png)\n',
    );
    expectHarmless(content);
    expect(content).toContain('&lt;script&gt;');
  });

  it('is rendered harmless in any combination', () => {
    const piece = fc.constantFrom(
      ...['<script>', '</script>', '<img src=x ', 'onerror=alert(1)', '>', '<', '"', "'", '[x](', ')', '](', '![', ']'],
      ...[
        'javascript:',
        'alert(1)',
        'https://a.example',
        '&#106;',
        '\n',
        '\n\n',
        '`',
        '```',
        '**',
        '## ',
        '| ',
        '|---|\n',
        '\\',
        ' ',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) =>
        expectHarmless(contentOf(`${BODY}\n${pieces.join('')}`)),
      ),
      // Found by fuzzing: a URL that cannot be parsed.
      { examples: [[['[x](', 'https://a.example', '<script>', ')']]] },
    );
  });
});

/** A rejected file renders nothing. */
function contentOf(body: string): string {
  try {
    return parse(body).content;
  } catch (error) {
    if (error instanceof ArticleFileError) return '';
    throw error;
  }
}

function errorOf(action: () => unknown): Error {
  try {
    action();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing was thrown');
}

/** Elements that display content and cannot do anything else. */
const TEXT_TAGS = 'h2 h3 h4 p a ul ol li strong em code sup sub hr br blockquote div table thead tbody tr th td';
const DRAWING_TAGS = 'figure figcaption svg title desc g path rect line circle text tspan';
const TAGS = new Set(`${TEXT_TAGS} ${DRAWING_TAGS}`.split(' '));

/** Attributes that run scripts, load or send data, or overlay the page. */
const ACTIVE = /^(on|style$|src|data$|action$|formaction$|xlink|xmlns|background$|poster$|ping$|target$)/;

/** Text is escaped, so anything that still starts with "<" is a tag to a browser. */
function expectHarmless(html: string): void {
  for (const [, name = '', rest = ''] of html.matchAll(/<\/?([^\s/>]*)((?:"[^"]*"|[^>])*)>?/g)) {
    expect(TAGS).toContain(name);
    expect(rest.replaceAll(/ [a-z0-9-]+="[^"<>]*"/g, '')).toMatch(/^( \/)?$/);
    for (const [, attribute = ''] of rest.matchAll(/ ([^\s="]+)="/g)) expect(attribute).not.toMatch(ACTIVE);
  }
  for (const href of attributes(html, 'href')) {
    expect(new URL(href, 'https://here.example').protocol).toMatch(/^(https|mailto|tel):$/);
    expect(href).not.toMatch(/^[/\\]{2}/);
  }
}
