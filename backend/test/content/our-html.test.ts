import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { referenceHtml } from '../../../frontend/api-reference.js';
import { guideHtml } from '../../../frontend/guide.js';
import { isExpectedHtml } from '../../../frontend/src/ui/trusted-html.js';
import { readArticles } from '../../src/modules/education/article-files.js';
import { readLabsDocument } from '../api/document.js';

const ROOT = resolve(import.meta.dirname, '../../..');

it('isExpectedHtml accepts every article and the guide for labs unchanged', async () => {
  const articles = await readArticles(resolve(ROOT, 'content/articles'));
  expect(articles.length).toBeGreaterThan(0);
  const texts = articles.map(({ slug, content }) => ({ name: slug, html: content }));
  const guide = { name: 'labs.md', html: guideHtml(readFileSync(resolve(ROOT, 'docs/labs.md'), 'utf8')) };
  expect([...texts, guide].filter(({ html }) => !isExpectedHtml(html)).map(({ name }) => name)).toEqual([]);
});

it('isExpectedHtml accepts the API reference for labs unchanged', () => {
  expect(isExpectedHtml(referenceHtml(readLabsDocument() as never))).toBe(true);
});
