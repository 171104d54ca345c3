import { useEffect, useRef, useState } from 'react';
import { type SearchFieldState, useDebounced } from './use-debounced';
import { useUrlParams } from './use-url-params';

export interface Filters<Name extends string> {
  readonly params: URLSearchParams;
  /** The value of each filter as the URL has it, unchecked; its default where the URL has none. */
  readonly values: Readonly<Record<Name, string>>;
  readonly setFilters: (changes: Partial<Record<Name, string>>) => void;
}

/**
 * Keeps a list's filters in the URL's query string, so that reload, back and a shared link show the same list. The URL
 * leaves out empty and default values, and parameters that are not filters of this list.
 * @param defaults every filter by its parameter's name
 * @param options.replace replaces the history entry and keeps the scroll position, for filters that change while typing
 */
export function useFilters<Name extends string>(
  defaults: Readonly<Record<Name, string>>,
  { replace = false } = {},
): Filters<Name> {
  const [params, change] = useUrlParams();
  const names = Object.keys(defaults) as Name[];
  const valuesIn = (from: URLSearchParams) =>
    Object.fromEntries(names.map((name) => [name, from.get(name)?.trim() || defaults[name]])) as Record<Name, string>;
  const setFilters = (changes: Partial<Record<Name, string>>) =>
    change(
      (before) => {
        const changed: Record<Name, string> = { ...valuesIn(before), ...changes };
        const kept = names.filter((name) => changed[name] !== '' && changed[name] !== defaults[name]);
        return new URLSearchParams(kept.map((name) => [name, changed[name]]));
      },
      { replace, preventScrollReset: replace },
    );
  return { params, values: valuesIn(params), setFilters };
}

/** The props of the search field for the `search` filter. Its text reaches the URL once typing pauses. */
export function useSearchField({ values: { search }, setFilters }: Filters<'search'>): SearchFieldState {
  const [text, setText] = useState(search);
  const debounced = useDebounced(text);
  const latest = useRef({ search, setFilters });
  latest.current = { search, setFilters };
  useEffect(() => {
    // Writing the same search again would add nothing and remove the queue's scroll position from the URL.
    if (debounced !== latest.current.search) latest.current.setFilters({ search: debounced });
  }, [debounced]);
  // A link to another search also changes the text in the field.
  const [previousSearch, setPreviousSearch] = useState(search);
  if (previousSearch !== search) {
    setPreviousSearch(search);
    if (search !== debounced) setText(search);
  }
  return { value: text, onValueChange: setText };
}

/** The option's value that equals the text, or undefined. */
export const findOption = <Value extends string>(options: readonly { readonly value: Value }[], text: string | null) =>
  options.find(({ value }) => value === text)?.value;
