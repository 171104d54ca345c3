import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves the focus to the new page's heading after a navigation, so that screen readers announce it and Tab continues
 * from there. While the page is loading it has no heading: the focus waits on <main> and moves when the heading
 * appears. It stays where someone has moved it meanwhile.
 * @param signInCount increases with each sign-in, which is a navigation that keeps the path
 */
export function useFocusOnNavigation(signInCount = 0) {
  const main = useRef<HTMLElement>(null);
  const { pathname, hash } = useLocation();
  const pageKey = `${pathname} ${signInCount}`;
  const before = useRef(signInCount > 0 ? null : pageKey);
  const lastMove = useLastFocusMove();
  useEffect(() => {
    const page = main.current;
    if (!page || before.current === pageKey) return;
    before.current = pageKey;
    // The target of a hash takes the focus itself.
    if (hash) return;
    // The previous page stayed while this one loaded, and elements around both, such as a notice, could be used
    // meanwhile.
    if (lastMove.current?.navigation === currentNavigation() && isFocusOutside(page)) return;
    if (focusHeading(page)) return;
    page.focus({ preventScroll: true });
    const observer = new MutationObserver(() => {
      const hasMovedOn = document.activeElement !== page && document.activeElement !== document.body;
      if (hasMovedOn || focusHeading(page)) observer.disconnect();
    });
    observer.observe(page, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [pageKey, hash, lastMove]);
  return main;
}

interface FocusMove {
  readonly target: EventTarget | null;
  readonly navigation: unknown;
}

/** The last move of the focus, and the navigation that had begun by then. */
function useLastFocusMove(): RefObject<FocusMove | null> {
  const last = useRef<FocusMove>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      // Returning to the window focuses the same element again.
      if (target !== last.current?.target) last.current = { target, navigation: currentNavigation() };
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  return last;
}

/** The router sets the address when a navigation begins, and renders the page afterwards. */
const currentNavigation = () => window.history.state?.key ?? 'default';

/** What is in <main> but stays there from page to page has `data-outlives-page`. */
function isFocusOutside(page: HTMLElement): boolean {
  const { activeElement, body } = document;
  if (!activeElement || activeElement === body) return false;
  return !page.contains(activeElement) || activeElement.closest('[data-outlives-page]') !== null;
}

/** A page that begins with a field to type in marks it with `data-autofocus`. */
function focusHeading(page: HTMLElement): boolean {
  const field = page.querySelector<HTMLElement>('[data-autofocus]');
  if (field) {
    field.focus();
    return true;
  }
  const heading = page.querySelector('h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

/** Moves the focus as a navigation to the page that is shown would, such as before the focused element is removed. */
export function focusShownPage(): void {
  const page = document.getElementById('main');
  if (page && !focusHeading(page)) page.focus({ preventScroll: true });
}

/** Whether the focus is still where the navigation put it. Anywhere else, the visitor put it there. */
export function isFocusAtStart(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.matches('#main, #main h1');
}
