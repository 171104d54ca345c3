import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
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

/** Thrown with the file and the line where it goes wrong, so that an author finds it. */
export class ArticleFileError extends Error {
  constructor(file: string, line: number, message: string) {
    super(`${file}:${line}: ${message}`);
    this.name = 'ArticleFileError';
  }
}

/** Reads every article of a folder. @throws ArticleFileError at the first that does not parse */
export async function readArticles(folder: string): Promise<Article[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  if (files.length === 0) throw new Error(`There are no articles in ${folder}`);
  const articles = await Promise.all(
    files.map(async (file) => parseArticle(file, await readFile(join(folder, file), 'utf8'))),
  );
  assertUniqueIds(articles);
  return articles;
}

/** @param file `<slug>.md`; @param text front matter between two lines of dashes, then Markdown with footnotes */
export function parseArticle(file: string, text: string): Article {
  const parts = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text);
  if (!parts) throw new ArticleFileError(file, 1, 'begins with front matter between two lines of "---"');
  const [, front = '', markdown = ''] = parts;
  const slug = file.replace(/\.md$/, '');
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) {
    throw new ArticleFileError(file, 1, 'has a name of small letters, digits and single dashes');
  }
  const matter = parseFrontMatter(file, front);
  const firstLine = front.split('\n').length + 3;
  const content = toHtml(file, markdown, firstLine);
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
    publishedAt: startOf(matter.publishedAt),
    updatedAt: matter.updatedAt === undefined ? null : startOf(matter.updatedAt),
    reviewedOn: matter.reviewedOn,
    content,
    wordCount,
    readTime: readTime(wordCount),
  };
}

const startOf = (day: string) => new Date(`${day}T00:00:00Z`);

function parseFrontMatter(file: string, front: string): z.infer<typeof FrontMatter> {
  const document = parseDocument(front);
  const broken = document.errors[0];
  if (broken) throw new ArticleFileError(file, (broken.linePos?.[0].line ?? 1) + 1, broken.message);
  const parsed = FrontMatter.safeParse(document.toJS());
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const key = issue?.path[0] === undefined ? '' : String(issue.path[0]);
  const line = front.split('\n').findIndex((row) => row.startsWith(`${key}:`));
  throw new ArticleFileError(file, line + 2, `${key} ${issue?.message ?? 'is wrong'}`);
}

const markdownIt = new MarkdownIt({ html: false, linkify: false, typographer: true }).use(footnotes);

/** Sources come last, under a heading of their own, as a list that the text's marks lead to. */
markdownIt.renderer.rules.footnote_block_open = () => '<h2 id="sources">Sources</h2>\n<ol class="sources">\n';
markdownIt.renderer.rules.footnote_block_close = () => '</ol>\n';

function toHtml(file: string, markdown: string, firstLine: number): string {
  const environment: { footnotes?: { list?: unknown[] } } = {};
  const tokens = markdownIt.parse(markdown, environment);
  if (!environment.footnotes?.list?.length) {
    throw new ArticleFileError(file, firstLine, 'names no source: cite at least one as a footnote');
  }
  const used = new Set<string>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const line = firstLine + (token.map?.[0] ?? 0);
    if (!/^h[2-4]$/.test(token.tag)) throw new ArticleFileError(file, line, 'has a heading that is not h2, h3 or h4');
    const id = headingId(tokens[index + 1]?.content ?? '');
    if (used.has(id)) throw new ArticleFileError(file, line, `has two headings that read "${id}"`);
    used.add(id);
    token.attrSet('id', id);
  }
  return sanitizeHtml(markdownIt.renderer.render(tokens, markdownIt.options, environment), ALLOWED);
}

function headingId(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** The source is ours, and is cleaned all the same: a slip in an article must not run in a reader's browser. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'p', 'a', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'sup', 'sub', 'hr', 'br', 'blockquote'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'id', 'class', 'rel'],
    h2: ['id'],
    h3: ['id'],
    h4: ['id'],
    li: ['id', 'class'],
    ol: ['class'],
    sup: ['class'],
    th: ['scope'],
  },
  allowedSchemes: ['https', 'mailto', 'tel'],
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
