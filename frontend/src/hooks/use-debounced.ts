import { useEffect, useState } from 'react';

const DEBOUNCE_MS = 250;

/** The typed text, debounced, so that not every keystroke sends a request. */
export function useDebounced(typed: string): string {
  const [debounced, setDebounced] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return debounced;
}

/** The props of a search field that connect it with its text. */
export interface SearchFieldState {
  readonly value: string;
  readonly onValueChange: (text: string) => void;
}

/** A search that stays out of the URL: the debounced text, and the props of its field. */
export function useDebouncedSearch(): [string, SearchFieldState] {
  const [value, onValueChange] = useState('');
  return [useDebounced(value), { value, onValueChange }];
}
