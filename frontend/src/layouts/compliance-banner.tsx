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
    <aside
      ref={banner}
      aria-label="Compliance"
      className="group wrap sticky top-0 z-30 flex max-w-none flex-wrap items-center gap-x-2.5 border-b border-rule bg-pine-soft text-xs font-medium text-ink data-large:contents print:hidden"
    >
      <p className="flex flex-[1_1_11.5rem] flex-wrap gap-x-1.5 py-1 leading-snug group-data-large:bg-pine-soft group-data-large:px-gutter group-data-large:py-3 sm:justify-center sm:gap-x-5">
        <span>{texts.adults}</span>
        <span>{texts.responsibly}</span>
        <span>{texts.educational}</span>
        <Link to={paths.responsibleUse} hrefLang="en" className="underline underline-offset-2">
          {texts.guide}
        </Link>
      </p>
      <p className="max-w-full group-data-large:sticky group-data-large:top-0 group-data-large:z-30 group-data-large:border-b group-data-large:border-rule group-data-large:bg-pine-soft group-data-large:px-gutter">
        <Link
          to={paths.emergencyIn(language)}
          // The Spanish page is not in the entry chunk; offline, the service worker has it.
          reloadDocument={language === 'es'}
          className="inline-flex min-h-[44px] max-w-18 items-center gap-1.5 leading-tight font-semibold text-clay underline underline-offset-2 group-data-large:max-w-none sm:max-w-none"
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
