import { type ComponentProps, useRef } from 'react';
import { cx } from '../cx';
import { SearchIcon } from '../icons';
import { controlClass, Field, type FieldProps, useField } from './field';

export interface SearchFieldProps
  extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'value' | 'onChange' | 'ref'>,
    Omit<FieldProps, 'error'> {
  value: string;
  onValueChange: (value: string) => void;
}

export function SearchField({ value, onValueChange, onKeyDown, ...props }: SearchFieldProps) {
  const { field, control } = useField(props);
  const box = useRef<HTMLInputElement>(null);

  function clear() {
    onValueChange('');
    box.current?.focus();
  }

  return (
    <Field {...field}>
      <span className="relative block">
        <SearchIcon className="pointer-events-none absolute inset-y-0 start-3 my-auto size-5 text-ink-soft" />
        <input
          autoComplete="off"
          enterKeyHint="search"
          {...control}
          ref={box}
          type="search"
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
          onKeyDown={(event) => {
            onKeyDown?.(event);
            if (event.key === 'Escape' && value) {
              event.preventDefault();
              onValueChange('');
            }
          }}
          className={cx(controlClass, 'appearance-none ps-10.5 pe-18')}
        />
        {value ? (
          <button
            type="button"
            onClick={clear}
            className="absolute inset-y-0 end-0 min-h-11 rounded-md px-3.5 text-sm font-medium text-pine hover:text-pine-strong noscript:hidden"
          >
            Clear<span className="sr-only"> search</span>
          </button>
        ) : null}
      </span>
    </Field>
  );
}
