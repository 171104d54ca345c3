import { createContext, use } from 'react';

/** What server and browser must agree on to render the same page. */
export interface PageContext {
  /** The site's public origin, e.g. `https://clearbatch.example`. */
  readonly origin: string;
  /** The current UTC day, `YYYY-MM-DD`, as of when the page was rendered. */
  readonly today: string;
  /** The theme the visitor chose; undefined: the system's. */
  readonly theme?: 'light' | 'dark';
  /** The result of the page's form, if it was sent without scripts. */
  readonly form?: SubmittedForm;
}

/** A form that was sent without scripts. */
interface SubmittedForm {
  readonly values: Readonly<Record<string, string>>;
  /** The API's response to what was entered. */
  readonly response: {
    readonly status: number;
    readonly body: unknown;
    readonly headers: Readonly<Record<string, string>>;
  };
}

/** Empty on the server between requests: every page is rendered inside a provider. */
const Context = createContext<PageContext | null>(null);

export const PageContextProvider = Context.Provider;

export function usePageContext(): PageContext {
  const context = use(Context);
  if (!context) throw new Error('The page has no PageContextProvider around it');
  return context;
}
