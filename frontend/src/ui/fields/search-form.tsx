import type { FormEvent, ReactNode, Ref } from 'react';
import { Button } from '../button';

interface SearchFormProps {
  /** Path of the page that shows the results. */
  action: string;
  /** Fields with the names of the page's query parameters. */
  children: ReactNode;
  /** Accessible name, where a page has several searches. */
  label?: string;
  ref?: Ref<HTMLElement>;
  className?: string;
  /** Of the form inside the landmark. */
  formClassName?: string;
  /** Called whenever the pointer or the focus moves into it. */
  onEnter?: () => void;
}

/**
 * Search and filters of a list. Once scripts have loaded, each change shows at once and there is nothing to submit. Before
 * that, and without JavaScript, Enter or the button loads the page with the form's values.
 */
export function SearchForm({ action, children, label, ref, className, formClassName, onEnter }: SearchFormProps) {
  const stay = (event: FormEvent) => event.preventDefault();
  return (
    <search ref={ref} aria-label={label} className={className} onPointerEnter={onEnter} onFocus={onEnter}>
      <form action={action} onSubmit={stay} className={formClassName}>
        {children}
        <p className="mt-3 hidden noscript:block md:col-span-full">
          <Button type="submit" variant="secondary">
            Search
          </Button>
        </p>
      </form>
    </search>
  );
}
