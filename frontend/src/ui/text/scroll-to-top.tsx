import { useEffect, useState } from 'react';
import { ArrowUpIcon } from '../icons';

const THRESHOLD_PX = 300;

export function ScrollToTop() {
  const [visible, setVisible] = useState(false);

  useEffect(() => {
    const update = () => setVisible(window.scrollY > THRESHOLD_PX);
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, []);

  if (!visible) return null;

  function toTop() {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    // The button disappears at the top.
    document.getElementById('main')?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' });
  }

  return (
    <button
      type="button"
      onClick={toTop}
      className="fixed end-4 bottom-4 z-40 inline-flex size-11 animate-appear items-center justify-center rounded-[50%] border border-edge bg-surface text-ink shadow-raised hover:border-pine hover:bg-pine-soft print:hidden"
    >
      <ArrowUpIcon />
      <span className="sr-only">Scroll to top</span>
    </button>
  );
}
