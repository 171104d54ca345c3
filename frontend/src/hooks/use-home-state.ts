import { useSyncExternalStore } from 'react';

const STORED_AS = 'home-state';

const listeners = new Set<() => void>();

/** The choice in a browser that blocks storage. It lasts until the page is left. */
let unstored: string | null = null;

function stored(): string | null {
  try {
    return localStorage.getItem(STORED_AS);
  } catch {
    return unstored;
  }
}

/**
 * The state whose rules the visitor wants to see, as its postal code such as `TX`. Kept on this device and never sent.
 * Null on the server and during hydration.
 */
export function useHomeState(): [state: string | null, choose: (state: string | null) => void] {
  const state = useSyncExternalStore(subscribe, stored, () => null);
  return [state, choose];
}

function choose(state: string | null): void {
  try {
    if (state === null) localStorage.removeItem(STORED_AS);
    else localStorage.setItem(STORED_AS, state);
  } catch {
    unstored = state;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
