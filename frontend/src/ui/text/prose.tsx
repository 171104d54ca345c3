import { memo, useEffect, useMemo, useRef } from 'react';
import { toast } from '../messages/toast-store';
import { isPlainClick } from './scroll-to-element';
import { trustedHtml } from './trusted-html';

interface ProseProps {
  /** HTML from our own Markdown, made by the server (articles, sanitized there) or by the build (the guide). */
  html: string;
  /** Called for links within the page. */
  onGo: (id: string) => void;
  /** Called for links to other pages of the site. */
  onFollow: (path: string) => void;
}

/**
 * Renders trusted HTML (see `trusted-html.ts`). Memoized, because React would otherwise write the HTML again whenever a
 * sibling changes.
 */
export const Prose = memo(function Prose({ html, onGo, onFollow }: ProseProps) {
  const body = useRef<HTMLDivElement>(null);
  useInternalLinks(body, onGo, onFollow);
  useCopyButtons(body);
  useFocusableScrollers(body);
  const content = useMemo(() => ({ __html: trustedHtml(html) }), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own HTML, checked above
  return <div ref={body} className="prose" dangerouslySetInnerHTML={content} />;
});

/** Hashes and pages of the site; the server handles paths under /api/. */
const INTERNAL_LINK = /^[#/](?!\/|api\/)/;

/** The links are plain HTML: one delegated listener handles those within the site. */
function useInternalLinks(
  body: { current: HTMLElement | null },
  onGo: ProseProps['onGo'],
  onFollow: ProseProps['onFollow'],
) {
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const href = link?.getAttribute('href') ?? '';
      if (!isPlainClick(event) || !INTERNAL_LINK.test(href)) return;
      event.preventDefault();
      if (href.startsWith('#')) onGo(href.slice(1));
      else onFollow(href);
    };
    element.addEventListener('click', follow);
    return () => element.removeEventListener('click', follow);
  }, [body, onGo, onFollow]);
}

/** The button in a code block copies it. */
function useCopyButtons(body: { current: HTMLElement | null }) {
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const copy = async (event: MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      const code = button?.closest('.code-block')?.querySelector('code')?.textContent;
      if (!code) return;
      try {
        await navigator.clipboard.writeText(code);
        toast({ title: 'Copied' });
      } catch {
        toast({ title: "We couldn't copy that", description: 'Select the text instead.', variant: 'destructive' });
      }
    };
    element.addEventListener('click', copy);
    return () => element.removeEventListener('click', copy);
  }, [body]);
}

/**
 * Makes scrollable tables and code blocks focusable, so that they can be scrolled by keyboard. Others get no tab stop.
 */
function useFocusableScrollers(body: { current: HTMLElement | null }) {
  useEffect(() => {
    const scrollers = [...(body.current?.querySelectorAll<HTMLElement>('.table-scroll, pre') ?? [])];
    const updateTabStop = (element: HTMLElement) => {
      if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    const observer = new ResizeObserver((entries) => {
      for (const { target } of entries) updateTabStop(target as HTMLElement);
    });
    for (const element of scrollers) observer.observe(element);
    return () => observer.disconnect();
  }, [body]);
}
