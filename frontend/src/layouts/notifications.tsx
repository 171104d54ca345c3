import { lazy, Suspense, useSyncExternalStore } from 'react';
import { shownToasts, subscribeToToasts } from '../ui/toast-store';

const Toaster = lazy(() => import('../ui/toaster').then((module) => ({ default: module.Toaster })));

/** What shows toasts is fetched with the first one: most first views have none. */
export function Notifications() {
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts);
  if (toasts.length === 0) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
