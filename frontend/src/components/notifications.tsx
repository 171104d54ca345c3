import { lazy, Suspense, useSyncExternalStore } from 'react';
import { shownToast, subscribeToToasts } from '../ui/messages/toast-store';

const Toaster = lazy(() =>
  import('../ui/messages/toaster').then(
    ({ Toaster }) => ({ default: Toaster }),
    () => ({ default: PlainToast }),
  ),
);

/** Fallback when the toaster's chunk fails to load: the message still has to be shown. */
function PlainToast() {
  const toast = useSyncExternalStore(subscribeToToasts, shownToast, shownToast);
  return (
    <div role="status" className="wrap border-t border-rule bg-surface py-4">
      <p>
        <strong>{toast?.title}</strong> {toast?.description}
      </p>
    </div>
  );
}

/** Loads the toaster with the first toast, because most visits never show one. */
export function Notifications() {
  const toast = useSyncExternalStore(subscribeToToasts, shownToast, shownToast);
  return (
    toast && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  );
}
