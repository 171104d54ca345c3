import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { scrollToElement } from '../ui/scroll-to-element';

/** Goes to a place of this page: its address, its place on the screen, and the focus. */
export function useScrollToHeading() {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const arrival = useRef(hash.slice(1));
  // The router looked for the place before the text was there, and the layout has moved the focus to the page.
  useEffect(() => {
    if (!arrival.current) return;
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
