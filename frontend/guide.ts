import MarkdownIt, { type Token } from 'markdown-it';
import type { Plugin } from 'vite';

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

/** The labs guide as HTML, without its first heading, which the page renders. */
export function guideHtml(markdown: string): string {
  const [, , , ...tokens] = markdownIt.parse(markdown, {});
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', idOf(tokens[index + 1]?.content ?? ''));
  }
  return markdownIt.renderer.render(tokens, markdownIt.options, {});
}

/** The IDs that Git hosts generate for headings, so that links within the file work there too. */
const idOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Imports Markdown files as HTML, so the browser needs no parser. */
export const guide = (): Plugin => ({
  name: 'guide',
  transform(text, id) {
    if (!id.endsWith('.md')) return null;
    return { code: `export default ${JSON.stringify(guideHtml(text))}`, map: null };
  },
});
