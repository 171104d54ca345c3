import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

const STORAGE_KEY = 'scroll-positions';

const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/**
 * A new page starts at its top or at its hash; going back restores the scroll position, also after a reload. Changes of the
 * query string keep the position: they filter what the page shows.
 */
export function useScrollRestoration(): void {
  const { key, pathname, search, hash } = useLocation();
  const place = key === 'default' ? pathname + search + hash : key;
  const shown = useRef<{ place: string; key: string; pathname: string; hash: string }>(undefined);
  const positions = useRef<Record<string, number>>({});

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    const remember = () => {
      // While a navigation is rendered, the window may already be scrolled for the page to come.
      const isShown = shown.current?.key === (window.history.state?.key ?? 'default');
      if (shown.current && isShown) positions.current[shown.current.place] = window.scrollY;
    };
    const leave = () => {
      remember();
      window.history.scrollRestoration = 'auto';
      store(positions.current);
    };
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('scroll', remember);
      window.removeEventListener('pagehide', leave);
    };
  }, []);

  useBrowserLayoutEffect(() => {
    const before = shown.current;
    if (before?.place === place) return;
    shown.current = { place, key, pathname, hash };
    if (!before) {
      positions.current = stored();
      // The browser has scrolled a page that the server rendered, and the visitor may have since.
      if (!isReturn() || window.scrollY > 0) return;
    }
    const position = positions.current[place];
    const target = hash && document.getElementById(decoded(hash.slice(1)));
    const isNewPage = before && (before.pathname !== pathname || before.hash !== hash);
    if (position !== undefined) window.scrollTo(0, position);
    else if (target) target.scrollIntoView();
    else if (isNewPage) window.scrollTo(0, 0);
  }, [place, key, pathname, hash]);
}

/** Whether the page was opened by a reload, or by going back or forward. */
function isReturn(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry !== undefined && entry.type !== 'navigate';
}

function stored(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
  } catch {
    return {};
  }
}

/** Without storage, going back to the site from another one starts at the top. */
function store(positions: Record<string, number>) {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(positions));
  } catch {}
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
