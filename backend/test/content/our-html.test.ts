import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { referenceChapters } from '../../../frontend/api-reference.js';
import { guideChapters } from '../../../frontend/guide.js';
import { isExpectedHtml } from '../../../frontend/src/ui/trusted-html.js';
import { readArticles } from '../../src/modules/education/article-files.js';
import { readLabsDocument } from '../api/document.js';

const ROOT = resolve(import.meta.dirname, '../../..');

it('isExpectedHtml accepts every article and the guide for labs unchanged', async () => {
  const articles = await readArticles(resolve(ROOT, 'content/articles'));
  expect(articles.length).toBeGreaterThan(0);
  const texts = articles.map(({ slug, content }) => ({ name: slug, html: content }));
  const guide = guideChapters(readFileSync(resolve(ROOT, 'docs/labs.md'), 'utf8')).map(({ path, html }) => ({
    name: path,
    html,
  }));
  expect([...texts, ...guide].filter(({ html }) => !isExpectedHtml(html)).map(({ name }) => name)).toEqual([]);
});

it('isExpectedHtml accepts the API reference for labs unchanged', () => {
  const refused = referenceChapters(readLabsDocument() as never).filter(({ html }) => !isExpectedHtml(html));
  expect(refused.map(({ path }) => path)).toEqual([]);
});
