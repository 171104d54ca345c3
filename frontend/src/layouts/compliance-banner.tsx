import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useSiteTexts } from '../components/site-texts';
import { useLanguage } from '../hooks/use-language';
import { paths } from '../paths';
import { WarningIcon } from '../ui/icons';

/** The sticky banner may cover at most this share of the window's height. */
const MAX_HEIGHT_SHARE = 0.15;

/**
 * The compliance banner with the help link, at the top of every page. When it would cover too much of the window (large
 * text on a small phone), only the help link stays sticky.
 */
export function ComplianceBanner() {
  const banner = useStickyHeight();
  const language = useLanguage();
  const texts = useSiteTexts().frame;
  return (
    <aside ref={banner} aria-label={texts.compliance} className="wrap compliance">
      <p>
        <span>{texts.adults}</span>
        <span>{texts.responsibly}</span>
        <span>{texts.educational}</span>
        <Link to={paths.responsibleUse} hrefLang="en" className="underline underline-offset-2">
          {texts.guide}
        </Link>
      </p>
      <p>
        <Link
          to={paths.emergencyIn(language)}
          // The Spanish page is not in the entry chunk; offline, the service worker has it.
          reloadDocument={language === 'es'}
        >
          <WarningIcon className="hidden size-4.5 sm:block" />
          {texts.help}
        </Link>
      </p>
    </aside>
  );
}

/** Re-measures when the text or the window changes; CSS cannot query the height of a box. */
function useStickyHeight() {
  const banner = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = banner.current;
    if (!element) return;
    const measure = () => {
      delete element.dataset.large;
      const isLarge = element.offsetHeight > window.innerHeight * MAX_HEIGHT_SHARE;
      if (isLarge) element.dataset.large = '';
      const sticky = isLarge ? element.lastElementChild : element;
      const height = sticky?.getBoundingClientRect().height ?? 0;
      const stickyHeight = `${Math.ceil(height) + 8}px`;
      const root = document.documentElement;
      // Only if it differs: every element inherits it, so setting it restyles the whole page.
      if (getComputedStyle(root).getPropertyValue('--sticky-height') !== stickyHeight)
        root.style.setProperty('--sticky-height', stickyHeight);
    };
    const observer = new ResizeObserver(measure);
    for (const part of element.children) observer.observe(part);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
      document.documentElement.style.removeProperty('--sticky-height');
    };
  }, []);
  return banner;
}
