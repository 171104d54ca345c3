import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import MarkdownIt, { type Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import sanitizeHtml from 'sanitize-html';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { ARTICLE_CATEGORIES, type Article, readTime } from '../../domain/education/article.js';

const FrontMatter = z.strictObject({
  id: z.string().regex(/^article-\d{3}$/, 'is written article-001'),
  title: z.string().min(5).max(120),
  category: z.enum(ARTICLE_CATEGORIES),
  excerpt: z.string().min(60).max(260),
  publishedAt: z.iso.date(),
  updatedAt: z.iso.date().optional(),
  reviewedOn: z.iso.date(),
});

/** Names the file and line of the mistake for the author. */
export class ArticleFileError extends Error {
  constructor(file: string, line: number, message: string) {
    super(`${file}:${line}: ${message}`);
    this.name = 'ArticleFileError';
  }
}

/** Reads every article in a folder. @throws ArticleFileError for the first that does not parse */
export async function readArticles(folder: string): Promise<Article[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  if (files.length === 0) throw new Error(`There are no articles in ${folder}`);
  const diagrams = await readDiagrams(join(folder, '../diagrams'));
  const sources = await readSources(join(folder, '../sources.md'));
  const articles = await Promise.all(
    files.map(async (file) => parseArticle(file, await readFile(join(folder, file), 'utf8'), diagrams, sources)),
  );
  assertUniqueIds(articles);
  return articles;
}

/** SVG diagrams by name. An article includes one as a separate paragraph: `![What it shows](diagram:name)`. */
export type Diagrams = ReadonlyMap<string, string>;

/** Reads every diagram in a folder; a missing folder has none. @throws ArticleFileError if one has no description */
export async function readDiagrams(folder: string): Promise<Diagrams> {
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.svg')).sort();
  const diagrams = new Map<string, string>();
  for (const file of files) {
    const svg = await readFile(join(folder, file), 'utf8');
    for (const words of ['role="img"', '<title', '<desc']) {
      if (!svg.includes(words)) throw new ArticleFileError(file, 1, `has no ${words}: say what the drawing shows`);
    }
    diagrams.set(file.replace(/\.svg$/, ''), svg);
  }
  return diagrams;
}

/** Reads the sources shared by all articles: Markdown with one footnote per line. A missing file has none. */
export async function readSources(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text
    .split(/\r?\n/)
    .filter((line) => line.startsWith('[^'))
    .join('\n');
}

/**
 * @param file `<slug>.md`
 * @param text front matter between two lines of dashes, then Markdown with footnotes
 * @param diagrams diagrams that the text may include
 * @param sources footnotes that the text may cite without defining them; unused ones are omitted
 */
export function parseArticle(file: string, text: string, diagrams: Diagrams = new Map(), sources = ''): Article {
  const parts = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text);
  if (!parts) throw new ArticleFileError(file, 1, 'begins with front matter between two lines of "---"');
  const [, front = '', markdown = ''] = parts;
  const slug = file.replace(/\.md$/, '');
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) {
    throw new ArticleFileError(file, 1, 'has a name of small letters, digits and single dashes');
  }
  const matter = parseFrontMatter(file, front);
  const firstLine = front.split('\n').length + 3;
  const content = toHtml(file, `${markdown}\n\n${sources}`, firstLine, diagrams);
  const wordCount = markdown
    .replace(/^\[\^[^\]]+\]:.*$/gm, '')
    .split(/\s+/)
    .filter((word) => /\w/.test(word)).length;
  return {
    id: matter.id,
    slug,
    title: matter.title,
    excerpt: matter.excerpt,
    category: matter.category,
    publishedAt: startOfDay(matter.publishedAt),
    updatedAt: matter.updatedAt === undefined ? null : startOfDay(matter.updatedAt),
    reviewedOn: matter.reviewedOn,
    content,
    wordCount,
    readTime: readTime(wordCount),
  };
}

const startOfDay = (day: string) => new Date(`${day}T00:00:00Z`);

function parseFrontMatter(file: string, front: string): z.infer<typeof FrontMatter> {
  const document = parseDocument(front);
  const parseError = document.errors[0];
  if (parseError) throw new ArticleFileError(file, (parseError.linePos?.[0].line ?? 1) + 1, parseError.message);
  const parsed = FrontMatter.safeParse(document.toJS());
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const key = issue?.path[0] === undefined ? '' : String(issue.path[0]);
  const line = front.split('\n').findIndex((row) => row.startsWith(`${key}:`));
  throw new ArticleFileError(file, line + 2, `${key} ${issue?.message ?? 'is wrong'}`);
}

const markdownIt = new MarkdownIt({ html: false, linkify: false, typographer: true }).use(footnotes);
const { escapeHtml } = markdownIt.utils;

/** URLs that don't parse stay text instead of becoming links. */
const isSafeLink = markdownIt.validateLink;
markdownIt.validateLink = (url) => isSafeLink(url) && URL.canParse(url, 'https://relative.example');

/** Renders footnotes as a list of sources under a heading at the end. */
markdownIt.renderer.rules.footnote_block_open = () => '<h2 id="sources">Sources</h2>\n<ol class="sources">\n';
markdownIt.renderer.rules.footnote_block_close = () => '</ol>\n';

/** Labels for screen readers, because "1" and an arrow mean nothing when read aloud. `further` spaces adjacent marks. */
markdownIt.renderer.rules.footnote_ref = (tokens, index) => {
  const { source, mention } = footnoteOf(tokens, index);
  const place = tokens[index - 1]?.type === 'footnote_ref' ? 'footnote-ref further' : 'footnote-ref';
  return `<sup class="${place}"><a href="#fn${source}" id="fnref${mention}" aria-label="Source ${source}">${source}</a></sup>`;
};
markdownIt.renderer.rules.footnote_anchor = (tokens, index) => {
  const { source, mention, nth } = footnoteOf(tokens, index);
  const where = nth > 1 ? `mention ${nth} of source ${source}` : `source ${source}`;
  return `\u00a0<a href="#fnref${mention}" class="footnote-backref" aria-label="Back to the text, ${where}">\u2191</a>`;
};

function footnoteOf(tokens: readonly Token[], index: number): { source: number; mention: string; nth: number } {
  const { id = 0, subId = 0 } = (tokens[index]?.meta ?? {}) as { id?: number; subId?: number };
  const source = id + 1;
  return { source, mention: subId > 0 ? `${source}:${subId}` : `${source}`, nth: subId + 1 };
}

/** Wraps tables in a scroll container, so that a wide table scrolls without scrolling the page. */
markdownIt.renderer.rules.table_open = (tokens, index) => {
  const { heading = '' } = (tokens[index]?.meta ?? {}) as { heading?: string };
  const label = escapeHtml(heading ? `Table: ${heading}` : 'Table');
  return `<div class="table-scroll" role="group" aria-label="${label}">\n<table${markdownIt.renderer.renderAttrs(tokens[index] as Token)}>\n`;
};
markdownIt.renderer.rules.table_close = () => '</table>\n</div>\n';

function toHtml(file: string, markdown: string, firstLine: number, diagrams: Diagrams): string {
  const environment: { footnotes?: { list?: unknown[] } } = {};
  const tokens = markdownIt.parse(markdown, environment);
  if (!environment.footnotes?.list?.length) {
    throw new ArticleFileError(file, firstLine, 'names no source: cite at least one as a footnote');
  }
  const ids = new Set(['sources']);
  let line = firstLine;
  let heading = '';
  const errorAt: ErrorAtLine = (message) => new ArticleFileError(file, line, message);
  for (const [index, token] of tokens.entries()) {
    if (token.map) line = firstLine + token.map[0];
    if (token.type === 'heading_open') {
      heading = tokens[index + 1]?.content ?? '';
      setHeadingId(token, heading, ids, errorAt);
    }
    if (token.type === 'table_open') {
      token.meta = { heading };
      prepareWideTable(tokens.slice(index));
    }
    if (token.type === 'th_open') demoteEmptyHeader(tokens.slice(index, index + 3));
    const missing = /\[\^([^\]]+)\]/.exec(textOf(token))?.[1];
    if (missing) throw errorAt(`cites "${missing}", which is not among the sources`);
    if (token.type === 'inline') inlineDiagram(tokens.slice(index - 1, index + 2), diagrams, ids, errorAt);
  }
  return sanitizeHtml(markdownIt.renderer.render(tokens, markdownIt.options, environment), ALLOWED_HTML);
}

/** Plain text of a paragraph, without resolved footnote marks. */
const textOf = (token: Token) =>
  (token.children ?? []).map(({ type, content }) => (type === 'text' ? content : '')).join('');

type ErrorAtLine = (message: string) => ArticleFileError;

function setHeadingId(token: Token, text: string, ids: Set<string>, errorAt: ErrorAtLine): void {
  if (!/^h[2-4]$/.test(token.tag)) throw errorAt('has a heading that is not h2, h3 or h4');
  const id = headingId(text);
  if (ids.has(id)) throw errorAt(`has two headings that read "${id}"`);
  ids.add(id);
  token.attrSet('id', id);
}

/** More columns than fit a phone of 320 pixels. */
const WIDE_TABLE_COLUMNS = 5;

const TABLE_ROLES: Readonly<Record<string, string>> = {
  table_open: 'table',
  thead_open: 'rowgroup',
  tbody_open: 'rowgroup',
  tr_open: 'row',
  th_open: 'columnheader',
  td_open: 'cell',
};

/**
 * Lets styles/prose.css show each row of a wide table as a list on a phone: each cell has its column's name. A layout other
 * than a table takes the roles from the elements in some browsers, so they are explicit.
 * @param tokens from the beginning of the table
 */
function prepareWideTable(tokens: readonly Token[]): void {
  const table = tokens.slice(
    0,
    tokens.findIndex(({ type }) => type === 'table_close'),
  );
  const columns = table.flatMap(({ type }, index) => (type === 'th_open' ? [table[index + 1]?.content ?? ''] : []));
  if (columns.length < WIDE_TABLE_COLUMNS) return;
  let column = 0;
  for (const token of table) {
    const role = TABLE_ROLES[token.type];
    if (role) token.attrSet('role', role);
    if (token.type === 'table_open') token.attrSet('class', 'wide-table');
    if (token.type === 'tr_open') column = 0;
    if (token.type === 'td_open') token.attrSet('data-column', columns[column++] ?? '');
  }
}

/** An empty header cell, in the corner between row and column headers, becomes a plain cell. */
function demoteEmptyHeader([open, text, close]: readonly Token[]): void {
  if (!open || !close || text?.content) return;
  open.tag = 'td';
  close.tag = 'td';
}

/** Replaces a paragraph that contains only `![caption](diagram:name)` with the inline SVG. */
function inlineDiagram(
  [before, paragraph, after]: readonly Token[],
  diagrams: Diagrams,
  ids: Set<string>,
  errorAt: ErrorAtLine,
): void {
  const image = paragraph?.children?.find((token) => diagramName(token) !== null);
  if (!image || !paragraph) return;
  const name = diagramName(image) ?? '';
  const svg = diagrams.get(name);
  if (svg === undefined) throw errorAt(`places the diagram "${name}", which is not there`);
  if (!image.content) throw errorAt(`places the diagram "${name}" without a caption`);
  if (before?.type !== 'paragraph_open' || !after || paragraph.children?.length !== 1) {
    throw errorAt(`places the diagram "${name}" among words: give it a separate paragraph`);
  }
  // The SVG's title and description have ids, which must be unique in the page.
  const titleId = `${name}-title`;
  if (ids.has(titleId)) throw errorAt(`places the diagram "${name}" twice`);
  ids.add(titleId);
  before.hidden = true;
  after.hidden = true;
  paragraph.type = 'html_block';
  const drawing = sanitizeHtml(svg, ALLOWED_SVG).trim();
  paragraph.content = `<figure class="diagram">${drawing}<figcaption>${escapeHtml(image.content)}</figcaption></figure>\n`;
}

const diagramName = (token: Token) => /^diagram:(.*)$/.exec(String(token.attrGet('src') ?? ''))?.[1] ?? null;

function headingId(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

const SHAPES = ['g', 'path', 'rect', 'line', 'circle', 'text', 'tspan'];
/** Position and size only: no links, scripts, or styles. */
const GEOMETRY = [
  'class',
  'd',
  'x',
  'y',
  'dx',
  'dy',
  'x1',
  'x2',
  'y1',
  'y2',
  'cx',
  'cy',
  'r',
  'rx',
  'width',
  'height',
  'text-anchor',
  'transform',
];

/** Allows shapes and text only. The parser lowercases attribute names. */
const ALLOWED_SVG = {
  allowedTags: ['svg', 'title', 'desc', ...SHAPES],
  allowedAttributes: {
    svg: [...GEOMETRY, 'viewbox', 'role', 'aria-labelledby', 'aria-describedby'],
    title: ['id'],
    desc: ['id'],
    ...Object.fromEntries(SHAPES.map((shape) => [shape, GEOMETRY])),
  },
  disallowedTagsMode: 'completelyDiscard',
} satisfies sanitizeHtml.IOptions;

/** We write the articles ourselves and still sanitize them: a mistake must not run in a reader's browser. */
const ALLOWED_HTML: sanitizeHtml.IOptions = {
  allowedTags: [
    'h2',
    'h3',
    'h4',
    'p',
    'a',
    'ul',
    'ol',
    'li',
    'strong',
    'em',
    'code',
    'sup',
    'sub',
    'hr',
    'br',
    'blockquote',
    'div',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'figure',
    'figcaption',
    ...ALLOWED_SVG.allowedTags,
  ],
  allowedAttributes: {
    ...ALLOWED_SVG.allowedAttributes,
    a: ['href', 'id', 'class', 'rel', 'aria-label'],
    div: ['class', 'role', 'aria-label'],
    figure: ['class'],
    h2: ['id'],
    h3: ['id'],
    h4: ['id'],
    li: ['id', 'class'],
    ol: ['class'],
    sup: ['class'],
    table: ['class', 'role'],
    tbody: ['role'],
    td: ['role', 'data-column'],
    th: ['role', 'scope'],
    thead: ['role'],
    tr: ['role'],
  },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    th: sanitizeHtml.simpleTransform('th', { scope: 'col' }),
    a: (tagName, attribs) => ({
      tagName,
      attribs: attribs.href?.startsWith('http') ? { ...attribs, rel: 'noopener' } : attribs,
    }),
  },
};

function assertUniqueIds(articles: readonly Article[]): void {
  const seen = new Map<string, string>();
  for (const { id, slug } of articles) {
    const other = seen.get(id);
    if (other) throw new ArticleFileError(`${slug}.md`, 2, `has the id ${id}, which ${other}.md has already`);
    seen.set(id, slug);
  }
}
