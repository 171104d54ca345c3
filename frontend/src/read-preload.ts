import type { PagePreload, PreloadedResponse } from './api/api';
import { getArticle } from './api/generated/sdk-site.gen';
import type { ArticleDto } from './api/generated/types.gen';

/** Reads the preload from the page; undefined when there is none, as with the development server. */
export async function readPreload(): Promise<PagePreload | undefined> {
  const text = document.getElementById('page-preload')?.textContent;
  if (!text) return undefined;
  const preload: PagePreload = JSON.parse(text);
  return { ...preload, responses: await Promise.all(preload.responses.map(withArticleText)) };
}

/** An article's text is in the rendered page and not again in the preload. */
async function withArticleText(response: PreloadedResponse): Promise<PreloadedResponse> {
  if (response.operation !== 'getArticle' || response.status !== 200) return response;
  const article = response.body as ArticleDto;
  return article.content === null ? { ...response, body: { ...article, content: await textOf(article) } } : response;
}

/** Something else, such as a translator, may have changed the page. Then the API has the text. */
async function textOf({ slug }: ArticleDto): Promise<string> {
  const rendered = document.querySelector('article .prose')?.innerHTML ?? '';
  const { isExpectedHtml } = await import('./ui/text/trusted-html');
  if (rendered !== '' && isExpectedHtml(rendered)) return rendered;
  return (await getArticle({ path: { slug }, throwOnError: true })).data.content;
}
