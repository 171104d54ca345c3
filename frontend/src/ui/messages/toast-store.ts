// One toast at a time. [source:toasts]
export const TOAST_DURATION_MS = 5000;
const TOAST_REMOVE_DELAY_MS = 1_000_000;

export interface ToastMessage {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
}

interface ShownToast extends ToastMessage {
  id: number;
  open: boolean;
}

let shown: ShownToast | null = null;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(next: ShownToast | null) {
  clearTimeout(removal);
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a toast. It replaces the previous one. */
export function toast(message: ToastMessage) {
  lastId += 1;
  show({ ...message, id: lastId, open: true });
}

/** Closes the toast and removes it after a delay, so that the exit animation can run. */
export function dismissToast() {
  show(shown && { ...shown, open: false });
  removal = setTimeout(() => show(null), TOAST_REMOVE_DELAY_MS);
}

export function subscribeToToasts(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const shownToast = () => shown;
