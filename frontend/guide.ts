import MarkdownIt, { type Token } from 'markdown-it';
import { type Chapter, chapters, withLinks } from './chapters.js';

const markdownIt = new MarkdownIt({ html: false, linkify: false, typographer: true });
const { escapeHtml } = markdownIt.utils;

/** A wide table scrolls in its own container, so the page does not scroll sideways. */
markdownIt.renderer.rules.table_open = (tokens, index) =>
  `<div class="table-scroll" role="group" aria-label="Table: ${headingOf(tokens, index)}">\n<table>\n`;
markdownIt.renderer.rules.table_close = () => '</table>\n</div>\n';
markdownIt.renderer.rules.th_open = () => '<th scope="col">';

/** A fence's info string holds the language and the file in openapi/examples with the same content. */
markdownIt.renderer.rules.fence = (tokens, index) => {
  const { info = '', content = '' } = tokens[index] ?? {};
  const [language = '', file = ''] = info.split(' ');
  const label = escapeHtml(`Copy: ${headingOf(tokens, index)}${file && `, ${file}`}`);
  return `<div class="code-block"><p><span>${escapeHtml(file || language)}</span><button type="button" aria-label="${label}">Copy</button></p>
<pre><code>${escapeHtml(content)}</code></pre></div>\n`;
};

function headingOf(tokens: readonly Token[], index: number): string {
  const open = tokens.slice(0, index).findLastIndex(({ type }) => type === 'heading_open');
  return escapeHtml(tokens[open + 1]?.content.replaceAll('`', '') ?? '');
}

/** The labs guide: a page for what is above its second chapter, and one for each chapter from there on. */
export function guideChapters(markdown: string): Chapter[] {
  const tokens = markdownIt.parse(markdown, {});
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', idOf(tokens[index + 1]?.content ?? ''));
  }
  const starts = tokens.flatMap(({ type, tag }, index) => (type === 'heading_open' && tag === 'h2' ? [index] : []));
  const [, ...later] = starts.map((start, index) => tokens.slice(start, starts[index + 1]));
  return withLinks([
    { path: '/labs', title: 'Overview', html: htmlBelowHeading(tokens.slice(0, starts[1])) },
    ...later.map(chapterOf),
  ]);
}

function chapterOf(tokens: Token[]): Chapter {
  const [, { content: title } = { content: '' }] = tokens;
  // The chapter's heading is the first of its page, so those below it move up.
  for (const token of tokens) if (token.tag === 'h3') token.tag = 'h2';
  return { path: `/labs/guide/${idOf(title)}`, title, anchor: idOf(title), html: htmlBelowHeading(tokens) };
}

/** The page renders the first heading itself; code and tables below it are named after it. */
const htmlBelowHeading = (tokens: Token[]) =>
  markdownIt.renderer.render(tokens, markdownIt.options, {}).replace(/^<h\d.*\n/, '');

/** The IDs that Git hosts generate for headings, so that links within the file work there too. */
const idOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

export const guide = () => chapters('guide', 'docs/labs.md', guideChapters);
