// One toast at a time. [source:toasts]
export const TOAST_LIMIT = 1;
export const TOAST_DURATION_MS = 5000;
export const TOAST_REMOVE_DELAY_MS = 1_000_000;

export interface ToastMessage {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
}

export interface ShownToast extends ToastMessage {
  id: number;
  open: boolean;
}

let toasts: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const removals = new Map<number, ReturnType<typeof setTimeout>>();

function show(next: readonly ShownToast[]) {
  toasts = next;
  for (const [id, timer] of removals) {
    if (toasts.some((shown) => shown.id === id)) continue;
    clearTimeout(timer);
    removals.delete(id);
  }
  for (const listener of listeners) listener();
}

/** Shows a toast. It replaces the previous one. */
export function toast(message: ToastMessage) {
  lastId += 1;
  show([{ ...message, id: lastId, open: true }, ...toasts].slice(0, TOAST_LIMIT));
  return lastId;
}

/** Closes a toast and removes it after a delay, so that the exit animation can run. */
export function dismissToast(id: number) {
  if (!removals.has(id)) {
    const forget = () => show(toasts.filter((shown) => shown.id !== id));
    removals.set(id, setTimeout(forget, TOAST_REMOVE_DELAY_MS));
  }
  show(toasts.map((shown) => (shown.id === id ? { ...shown, open: false } : shown)));
}

export function subscribeToToasts(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const shownToasts = () => toasts;
