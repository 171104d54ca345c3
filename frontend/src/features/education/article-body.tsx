import { memo, useEffect, useMemo, useRef } from 'react';
import { isPlainClick } from './go-to';

interface ArticleBodyProps {
  /** Sanitised by the server. */
  html: string;
  /** Goes to a place of this page. */
  onGo: (id: string) => void;
  /** Goes to another page of the site. */
  onFollow: (path: string) => void;
}

/**
 * The text of an article. The server makes its HTML from our own Markdown and lets only a short list of elements and
 * attributes through (backend/src/modules/education/article-files.ts); the page's CSP would not run a script either.
 * Memoised, because React would write the same HTML again whenever something beside it changes.
 */
export const ArticleBody = memo(function ArticleBody({ html, onGo, onFollow }: ArticleBodyProps) {
  const body = useRef<HTMLDivElement>(null);
  useLinks(body, onGo, onFollow);
  useFocusableScrollers(body);
  const content = useMemo(() => ({ __html: html }), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, see above
  return <div ref={body} className="prose" dangerouslySetInnerHTML={content} />;
});

/** The links in the text are plain HTML: one listener around them takes those that stay within the site. */
function useLinks(
  body: { current: HTMLElement | null },
  onGo: ArticleBodyProps['onGo'],
  onFollow: ArticleBodyProps['onFollow'],
) {
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const href = link?.getAttribute('href') ?? '';
      if (!isPlainClick(event) || !/^[#/](?!\/)/.test(href)) return;
      event.preventDefault();
      if (href.startsWith('#')) onGo(href.slice(1));
      else onFollow(href);
    };
    element.addEventListener('click', follow);
    return () => element.removeEventListener('click', follow);
  }, [body, onGo, onFollow]);
}

/** A table that scrolls must be reachable by keyboard; one that does not is no stop for Tab. */
function useFocusableScrollers(body: { current: HTMLElement | null }) {
  useEffect(() => {
    const scrollers = [...(body.current?.querySelectorAll<HTMLElement>('.table-scroll') ?? [])];
    const look = (element: HTMLElement) => {
      if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    const observer = new ResizeObserver((entries) => {
      for (const { target } of entries) look(target as HTMLElement);
    });
    for (const element of scrollers) observer.observe(element);
    return () => observer.disconnect();
  }, [body]);
}
