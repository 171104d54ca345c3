import { type ComponentType, type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths';
import { SearchIcon } from '../../ui/icons';

const ID = 'site-search';

/** As `controlClass` in ui/field.tsx, which would bring all of its module into every first view. */
const FIELD = 'field-control ps-10.5 pe-3';

interface SearchBoxProps {
  className?: string;
  /** The search that the page shows. */
  query?: string;
  /** Whether the page begins with it. */
  autoFocus?: boolean;
  /** Beside the field. */
  children?: ReactNode;
}

/**
 * The search across the site: a plain form. Its suggestions load when the field is first focused, because most visits need
 * none. "/" focuses the field.
 */
export function SearchBox({ className, query = '', autoFocus = false, children }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null);
  const [Suggestions, setSuggestions] = useState<ComponentType<{ field: HTMLInputElement }>>();
  const navigate = useNavigate();
  const load = useCallback(() => {
    // Without them, the form still works.
    import('./search-suggestions').then((loaded) => setSuggestions(() => loaded.SearchSuggestions)).catch(() => {});
  }, []);

  useEffect(() => {
    const input = field.current;
    if (!input) return;
    // Focused before the page was hydrated.
    if (document.activeElement === input) load();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || !input.checkVisibility()) return;
      if ((event.target as Element).closest('input, textarea, select, [contenteditable], [role=dialog]')) return;
      event.preventDefault();
      input.focus();
      input.select();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [load]);

  // Follows the address, but keeps what was typed before hydration.
  const shown = useRef(query);
  useEffect(() => {
    if (field.current && shown.current !== query) field.current.value = query;
    shown.current = query;
  }, [query]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = field.current?.value.trim();
    if (typed) navigate(paths.searchFor(typed));
  };

  return (
    <search aria-label="Site" className={className}>
      <form action={paths.search} onSubmit={submit} className="relative flex gap-3">
        <div className="relative min-w-0 flex-1">
          <label htmlFor={ID} className="sr-only">
            Search the site
          </label>
          <SearchIcon className="pointer-events-none absolute inset-y-0 start-3 my-auto size-5 text-ink-soft" />
          <input
            ref={field}
            id={ID}
            name="q"
            type="text"
            defaultValue={query}
            maxLength={100}
            placeholder="Batch, product, topic"
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="search"
            // biome-ignore lint/a11y/noAutofocus: the page has no other purpose
            autoFocus={autoFocus}
            data-autofocus={autoFocus || undefined}
            onFocus={Suggestions ? undefined : load}
            className={FIELD}
          />
        </div>
        {children}
        {Suggestions && field.current && <Suggestions field={field.current} />}
      </form>
    </search>
  );
}
