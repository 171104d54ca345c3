import { useEffect } from 'react';
import { usePageContext } from '../api/page-context';
import { canonicalPath, type HeadName } from '../pages';

/** The server has written the head of the page that it sent. */
let isFirstPage = true;

/**
 * Sets title, description, keywords, canonical link and social tags for the current page after client-side navigation,
 * from the same table as the server (content/pages.json).
 * @param values fill in the `{name}` and `:name` placeholders of the table
 * @returns the page's canonical URL
 */
export function usePageMeta(name: HeadName, values: Readonly<Record<string, string>> = {}): string {
  const url = usePageContext().origin + canonicalPath(name, values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values matter, not the object that holds them
  useEffect(() => {
    const isWritten = isFirstPage && document.head.querySelector('link[rel="canonical"]') !== null;
    isFirstPage = false;
    if (isWritten) return;
    let isCurrent = true;
    import('./page-head').then(
      ({ writeHead }) => isCurrent && writeHead(name, values, url),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [name, url, JSON.stringify(values)]);
  return url;
}
