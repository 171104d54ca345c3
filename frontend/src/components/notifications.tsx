import { lazy, Suspense, useSyncExternalStore } from 'react';
import { shownToasts, subscribeToToasts } from '../ui/messages/toast-store';

const Toaster = lazy(() =>
  import('../ui/messages/toaster').then(
    ({ Toaster }) => ({ default: Toaster }),
    () => ({ default: PlainToasts }),
  ),
);

/** Fallback when the toaster's chunk fails to load: the message still has to be shown. */
function PlainToasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts, shownToasts);
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

/** Loads the toaster with the first toast, because most visits never show one. */
export function Notifications() {
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts, shownToasts);
  if (toasts.length === 0) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
