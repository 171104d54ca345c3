import { lazy, Suspense, useSyncExternalStore } from 'react';
import { shownToasts, subscribeToToasts } from '../ui/toast-store';

const Toaster = lazy(() =>
  import('../ui/toaster').then(
    ({ Toaster }) => ({ default: Toaster }),
    () => ({ default: PlainToasts }),
  ),
);

/** When even the file that shows toasts cannot be fetched: the words are what matters, and the page stays. */
function PlainToasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts);
  return (
    <div role="status" className="wrap border-t border-rule bg-surface py-4">
      {toasts.map(({ id, title, description }) => (
        <p key={id}>
          <strong>{title}</strong> {description}
        </p>
      ))}
    </div>
  );
}

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
