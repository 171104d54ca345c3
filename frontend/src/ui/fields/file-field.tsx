import { type DragEvent, type ReactNode, useId } from 'react';
import { cx } from '../cx';
import { FieldError, FieldHint } from './field';

interface FileFieldProps {
  label: string;
  hint: ReactNode;
  /** What to do without scripts, which this needs. */
  withoutScripts: string;
  prompt: string;
  accept: string;
  error?: string | undefined;
  onChoose: (file: File | undefined) => void;
  onDrop?: (event: DragEvent) => void;
  /** Of the area that takes the file. */
  areaClassName?: string | false;
}

/** Chooses a file, or takes one that is dropped on it. A native control: it does so even before the page is hydrated. */
export function FileField(props: FileFieldProps) {
  const { label, hint, withoutScripts, prompt, accept, error, onChoose, onDrop, areaClassName } = props;
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <FieldHint id={`${id}-hint`}>{hint}</FieldHint>
      <p className="hidden text-sm noscript:block">{withoutScripts}</p>
      <div
        className={cx(
          'relative rounded-md border border-dashed border-edge bg-surface px-4 py-2.5 text-center text-sm text-ink-soft',
          'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-pine hover:border-pine noscript:hidden',
          areaClassName,
        )}
      >
        <span className="text-base font-medium text-pine">{prompt}</span>{' '}
        <span className="whitespace-nowrap">or drop it here</span>
        <input
          id={id}
          type="file"
          accept={accept}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          aria-invalid={error ? true : undefined}
          onChange={({ target }) => {
            onChoose(target.files?.[0]);
            // The same file can be chosen again.
            target.value = '';
          }}
          onDrop={onDrop}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </div>
      {error && (
        <div role="alert">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
    </>
  );
}
