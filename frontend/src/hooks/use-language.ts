import { useLocation } from 'react-router';
import { type Language, languageAt } from '../pages';

/** The language of the page. What a page shows in another one has a `lang` of its own. */
export const useLanguage = (): Language => languageAt(useLocation().pathname);
