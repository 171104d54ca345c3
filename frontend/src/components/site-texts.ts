import { use } from 'react';
import frame from '../../../content/frame.json' with { type: 'json' };
import gate from '../../../content/gate.json' with { type: 'json' };
import { useLanguage } from '../hooks/use-language';
import { loadedOnce } from './lazy-page';

/** What the site's frame and the age gate say. The rest of the frame is in English in every language. */
export interface SiteTexts {
  readonly frame: typeof frame;
  readonly gate: typeof gate;
  /** That no native speaker has reviewed the translation yet, in both languages; null once one has. */
  readonly reviewNote: { readonly own: string; readonly en: string } | null;
}

const ENGLISH: SiteTexts = { frame, gate, reviewNote: null };

let spanish: SiteTexts | undefined;

/** The entry chunk is for all visitors, so only pages in Spanish load these texts. */
export const loadSpanishTexts = loadedOnce(async () => {
  const { SPANISH } = await import('./spanish-texts');
  spanish = SPANISH;
  return spanish;
});

/** In the page's language. */
export function useSiteTexts(): SiteTexts {
  if (useLanguage() === 'en') return ENGLISH;
  return spanish ?? use(loadSpanishTexts());
}
