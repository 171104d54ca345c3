import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { hasScrolledAway, scrollToElement } from '../ui/text/scroll-to-element';

/** Scrolls to a heading of this page, sets the hash and moves the focus. */
export function useScrollToHeading() {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const arrival = useRef(hash.slice(1));
  // The router tried to scroll before the content existed, and the layout has since moved the focus to the page.
  useEffect(() => {
    const target = document.getElementById(arrival.current);
    if (!target || hasScrolledAway(target)) return;
    const frame = requestAnimationFrame(() => scrollToElement(arrival.current, 'instant'));
    return () => cancelAnimationFrame(frame);
  }, []);
  return useCallback(
    (id: string) => {
      navigate({ hash: id }, { preventScrollReset: true });
      scrollToElement(id, 'smooth');
    },
    [navigate],
  );
}
