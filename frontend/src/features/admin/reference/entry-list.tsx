import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../ui/button';
import { FieldError } from '../../../ui/fields/field';

interface EntryListProps<Entry extends { readonly key: number }> {
  id: string;
  title: string;
  hint: string;
  /** What one entry is called: "Limit". */
  one: string;
  entries: readonly Entry[];
  newEntry: () => Entry;
  onChange: (entries: readonly Entry[]) => void;
  /** Errors name entries by their position, so they no longer fit after this. */
  onCountChange: () => void;
  error: string | undefined;
  children: (entry: Entry, index: number, change: (changed: Partial<Entry>) => void) => ReactNode;
}

/** Entries that can be added and removed. The focus follows: into the new entry, or to the button that adds one. */
export function EntryList<Entry extends { readonly key: number }>(props: EntryListProps<Entry>) {
  const { id, title, hint, one, entries, newEntry, onChange, onCountChange, error, children } = props;
  const list = useRef<HTMLDivElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const addEntry = () => {
    onCountChange();
    flushSync(() => onChange([...entries, newEntry()]));
    list.current?.lastElementChild?.querySelector<HTMLElement>('select, textarea, input')?.focus();
  };
  const removeEntry = (key: number) => {
    onCountChange();
    flushSync(() => onChange(entries.filter((entry) => entry.key !== key)));
    add.current?.focus();
  };
  return (
    <section aria-labelledby={id} className="stack gap-4">
      <h3 id={id} className="text-base">
        {title}
      </h3>
      <p className="text-sm text-ink-soft">{hint}</p>
      <div ref={list} className="stack gap-5">
        {entries.map((entry, index) => (
          <fieldset key={entry.key} className="stack min-w-0 gap-3 border-s-2 border-rule ps-4">
            <legend className="sr-only">
              {one} {index + 1}
            </legend>
            {children(entry, index, (changed) =>
              onChange(entries.map((other) => (other.key === entry.key ? { ...entry, ...changed } : other))),
            )}
            <p>
              <Button size="sm" variant="secondary" onClick={() => removeEntry(entry.key)}>
                Remove
                <span className="sr-only">
                  {' '}
                  {one.toLowerCase()} {index + 1}
                </span>
              </Button>
            </p>
          </fieldset>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <p>
        <Button ref={add} size="sm" variant="secondary" onClick={addEntry}>
          Add a {one.toLowerCase()}
        </Button>
      </p>
    </section>
  );
}
