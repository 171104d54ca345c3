import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';

/** Submits the form on Ctrl+Enter, or Command+Enter on a Mac, also from a text area. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** Returns a function that focuses the first element that matches, once the next render is in the document. */
export function useFocusAfterRender(form: RefObject<HTMLFormElement | null>, selector: string): () => void {
  const [requests, setRequests] = useState(0);
  useEffect(() => {
    if (requests > 0) form.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [requests, form, selector]);
  return () => setRequests((before) => before + 1);
}

export const INVALID_FIELD = '[aria-invalid="true"]';
