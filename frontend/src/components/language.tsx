import { useLocation } from 'react-router';
import { useLanguage } from '../hooks/use-language';
import { translationAt } from '../pages';
import { cx } from '../ui/cx';
import { TextLink } from './links';
import { useSiteTexts } from './site-texts';

const OTHER = {
  en: { lang: 'es', name: 'Español' },
  es: { lang: 'en', name: 'English' },
} as const;

/**
 * Leads to the page in the other language, with what was entered in its address. The browser loads it anew: offline, the
 * service worker then has both emergency pages.
 * @param instead for a page in one language; without it, such a page has no switch
 */
export function LanguageSwitch({ instead, className }: { instead?: string; className?: string }) {
  const { pathname, search } = useLocation();
  const { lang, name } = OTHER[useLanguage()];
  const translation = translationAt(pathname);
  const to = translation === null ? instead : translation + search;
  if (to === undefined) return null;
  return (
    <TextLink
      reloadDocument
      to={to}
      lang={lang}
      hrefLang={lang}
      className={cx('inline-flex min-h-[44px] items-center', className)}
    >
      {name}
    </TextLink>
  );
}

/** Says of a Spanish page in both languages that its translation was not reviewed, until content/es/review.json says who did. */
export function ReviewNote({ className }: { className?: string }) {
  const { reviewNote } = useSiteTexts();
  if (!reviewNote) return null;
  return (
    <p className={cx('text-sm text-ink-soft', className)}>
      {reviewNote.own} <span lang="en">{reviewNote.en}</span>
    </p>
  );
}
