import { useEffect, useState } from 'react';

const SETTLED_AFTER_MS = 250;

/** The typed text, debounced, so that not every keystroke sends a request. */
export function useDebounced(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
