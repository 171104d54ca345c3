import { useEffect, useState } from 'react';

const SETTLED_AFTER_MS = 250;

/** What has been typed, once it rests: so that not every letter asks the server. */
export function useDebounced(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
