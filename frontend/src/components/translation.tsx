import { createContext, use } from 'react';
import { type Sentences, translationOf } from './sentences';

const Context = createContext<Sentences | null>(null);

/** Around a page in another language than English. */
export const TranslationProvider = Context.Provider;

/** Gives a text in the page's language; without a translation the English one, with the `lang` for its element. */
export function useTranslation(): (text: string) => { readonly text: string; readonly lang?: 'en' } {
  const sentences = use(Context);
  return (text) => {
    if (!sentences) return { text };
    const translated = translationOf(sentences, text);
    return translated === null ? { text, lang: 'en' } : { text: translated };
  };
}

/** For labels and attributes, which have no `lang` of their own. */
export function useTranslate(): (text: string) => string {
  const translation = useTranslation();
  return (text) => translation(text).text;
}

/** A text in the page's language, or marked as English. */
export function Translated({ text }: { text: string }) {
  const { lang, text: shown } = useTranslation()(text);
  return lang ? <span lang={lang}>{shown}</span> : shown;
}
