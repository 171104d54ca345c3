import { type KeyboardEventHandler, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from '../cx';
import { CheckIcon } from '../icons';
import { controlClass, Field, type FieldProps, useField } from './field';

export interface ComboboxOption {
  id: string;
  label: string;
  /** Distinguishes options with similar labels. */
  description?: ReactNode;
}

export interface ComboboxProps extends FieldProps {
  required?: boolean;
  maxLength?: number;
  /** The text in the input. */
  value: string;
  onValueChange: (value: string) => void;
  options: readonly ComboboxOption[];
  /** The selected option, or null. */
  chosenId: string | null;
  onChoose: (id: string) => void;
  /** Shown below the input and announced on change: how many options there are, or why there are none. */
  status: string;
}

/**
 * Combobox after the ARIA Authoring Practices Guide. The focus stays in the input: arrow keys move through the list,
 * Enter selects, and Escape closes the list before it closes a surrounding dialog. The list is in the page's flow, so
 * it never covers what is below it.
 */
export function Combobox(props: ComboboxProps) {
  const { value, onValueChange, options, chosenId, onChoose, status, ...fieldProps } = props;
  const { field, control } = useField(fieldProps);
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const isShown = isOpen && options.length > 0;
  const current = isShown ? options[active] : undefined;
  const optionId = (id: string) => `${listId}-${id}`;

  useEscape(isShown, () => setOpen(false));
  useEffect(() => {
    if (current) document.getElementById(`${listId}-${current.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [current, listId]);

  const choose = (option: ComboboxOption) => {
    setOpen(false);
    setActive(-1);
    onChoose(option.id);
  };
  const move = (to: number) => {
    setOpen(true);
    setActive(options.length === 0 ? -1 : (to + options.length) % options.length);
  };
  const onKeyDown: KeyboardEventHandler = (event) => {
    if (event.key === 'ArrowDown') move(isShown ? active + 1 : 0);
    else if (event.key === 'ArrowUp') move(isShown && active >= 0 ? active - 1 : options.length - 1);
    else if (event.key === 'Enter' && current) choose(current);
    else return;
    event.preventDefault();
  };

  return (
    <Field {...field}>
      <input
        {...control}
        type="text"
        role="combobox"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={current && optionId(current.id)}
        value={value}
        onChange={(event) => {
          setOpen(true);
          setActive(-1);
          onValueChange(event.target.value);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        className={controlClass}
      />
      <p role="status" className="text-sm text-ink-soft">
        {status}
      </p>
      <OptionList
        id={listId}
        label={typeof props.label === 'string' ? props.label : undefined}
        isShown={isShown}
        options={options}
        active={active}
        chosenId={chosenId}
        optionId={optionId}
        onChoose={choose}
      />
    </Field>
  );
}

/** Calls `close` on Escape. Radix dialogs listen on the document, before React, so this listens on the window. */
function useEscape(isActive: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isActive) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isActive]);
}

interface OptionListProps extends Pick<ComboboxProps, 'options' | 'chosenId'> {
  id: string;
  label: string | undefined;
  isShown: boolean;
  /** Index of the option that the arrow keys have reached, or -1. */
  active: number;
  optionId: (id: string) => string;
  onChoose: (option: ComboboxOption) => void;
}

function OptionList({ id, label, isShown, options, active, chosenId, optionId, onChoose }: OptionListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      hidden={!isShown}
      className="max-h-72 overflow-y-auto overscroll-contain rounded-md border border-edge bg-surface"
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
        <div
          key={option.id}
          id={optionId(option.id)}
          role="option"
          tabIndex={-1}
          aria-selected={option.id === chosenId}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
          className={cx(
            'flex min-h-11 cursor-pointer items-start justify-between gap-3 px-3 py-2 hover:bg-pine-soft',
            index === active && 'bg-pine-soft outline-2 -outline-offset-2 outline-pine',
          )}
        >
          <span className="min-w-0">
            <span className="block wrap-anywhere">{option.label}</span>
            {option.description != null && <span className="block text-sm text-ink-soft">{option.description}</span>}
          </span>
          {option.id === chosenId && <CheckIcon className="mt-0.5 size-5 text-pine" />}
        </div>
      ))}
    </div>
  );
}
