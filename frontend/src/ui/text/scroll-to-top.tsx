import { useEffect, useState } from 'react';
import { cx } from '../cx';
import { ArrowUpIcon } from '../icons';

const THRESHOLD_PX = 300;

/**
 * Covers nothing: it floats beside the page's column where the window is that wide, and elsewhere stands at the end of the
 * page, in the space above the footer.
 */
export function ScrollToTop() {
  const [visible, setVisible] = useState(false);

  useEffect(() => {
    const update = () => setVisible(window.scrollY > THRESHOLD_PX);
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, []);

  function toTop() {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    // The button disappears at the top.
    document.getElementById('main')?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' });
  }

  return (
    <div className="wrap to-top-place">
      <button type="button" onClick={toTop} className={cx('to-top', visible ? 'animate-appear' : 'invisible')}>
        <ArrowUpIcon />
        <span className="sr-only">Scroll to top</span>
      </button>
    </div>
  );
}
