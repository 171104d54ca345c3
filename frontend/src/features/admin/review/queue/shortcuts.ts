import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

const STORED_AS = 'staff-shortcuts';
const OFF = 'off';

const listeners = new Set<() => void>();

const areOn = () => localStorage.getItem(STORED_AS) !== OFF;

/** Whether single-key shortcuts are on, stored in this browser. WCAG 2.1.4 requires a way to turn them off. */
export function useShortcutsEnabled(): [isOn: boolean, turn: (on: boolean) => void] {
  const isOn = useSyncExternalStore(subscribe, areOn);
  const turn = (on: boolean) => {
    if (on) localStorage.removeItem(STORED_AS);
    else localStorage.setItem(STORED_AS, OFF);
    for (const listener of listeners) listener();
  };
  return [isOn, turn];
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Single-key shortcuts that work while the component is mounted. */
export function useShortcuts(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(actions);
  // Not while rendering: React may render the page to come, and keep the one before on the screen until it has loaded.
  useLayoutEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = latest.current[event.key];
      if (!action || !isShortcut(event)) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  return areOn() && !isTyping(event.target) && !document.querySelector('[data-dialog-open]');
}

/** Whether a key press types text into the element. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type="checkbox"]), textarea, select, [role="textbox"], [role="combobox"]'));
