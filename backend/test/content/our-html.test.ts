import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { referenceChapters } from '../../../frontend/api-reference.js';
import { guideChapters } from '../../../frontend/guide.js';
import { isExpectedHtml } from '../../../frontend/src/ui/text/trusted-html.js';
import { readArticles } from '../../src/modules/education/article-files.js';
import { readLabsDocument } from '../api/document.js';

const ROOT = resolve(import.meta.dirname, '../../..');

it('isExpectedHtml accepts every article and the guide for labs unchanged, and the API reference', async () => {
  const articles = await readArticles(resolve(ROOT, 'content/articles'));
  const guide = guideChapters(readFileSync(resolve(ROOT, 'docs/labs.md'), 'utf8'));
  const reference = referenceChapters(readLabsDocument() as never);
  for (const texts of [articles, guide, reference]) expect(texts.length).toBeGreaterThan(0);
  const pages = [...articles.map(({ slug, content }) => ({ path: slug, html: content })), ...guide, ...reference];
  expect(pages.filter(({ html }) => !isExpectedHtml(html)).map(({ path }) => path)).toEqual([]);
});
