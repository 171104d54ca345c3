import { Close, Description, Provider, Root, Title, Viewport } from 'radix-ui/toast';
import { useSyncExternalStore } from 'react';
import { cx } from '../cx';
import { CheckIcon, CloseIcon, WarningIcon } from '../icons';
import { dismissToast, shownToast, subscribeToToasts, TOAST_DURATION_MS } from './toast-store';
import { useToastPosition } from './use-toast-position';

/** Render once, near the root. Swipe right by 50 px to dismiss; F8 focuses the notifications. */
export function Toaster() {
  const toast = useSyncExternalStore(subscribeToToasts, shownToast);
  const viewport = useToastPosition<HTMLOListElement>(toast?.open ? toast.id : undefined);
  const isDestructive = toast?.variant === 'destructive';
  const Icon = isDestructive ? WarningIcon : CheckIcon;
  return (
    <Provider duration={TOAST_DURATION_MS} swipeDirection="right" swipeThreshold={50}>
      {toast && (
        <Root
          key={toast.id}
          open={toast.open}
          onOpenChange={(stays) => {
            if (!stays) dismissToast();
          }}
          className={cx(
            'pointer-events-auto relative flex w-full items-start gap-3 rounded-lg border bg-surface py-4 ps-4 pe-13 text-ink shadow-raised data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in data-[swipe=cancel]:translate-x-0 data-[swipe=end]:translate-x-(--radix-toast-swipe-end-x) data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:transition-transform data-[swipe=move]:transition-none',
            isDestructive ? 'border-clay' : 'border-edge',
          )}
        >
          <Icon className={cx('mt-0.5 size-5', isDestructive ? 'text-clay' : 'text-leaf')} />
          <div className="min-w-0">
            <Title className="font-semibold">{toast.title}</Title>
            {toast.description ? (
              <Description className="mt-0.5 text-sm text-ink-soft">{toast.description}</Description>
            ) : null}
          </div>
          <Close className="absolute end-1 top-1 inline-flex size-11 items-center justify-center rounded-md text-ink-soft hover:text-ink">
            <CloseIcon />
            <span className="sr-only">Close</span>
          </Close>
        </Root>
      )}
      <Viewport
        ref={viewport}
        hotkey={['F8']}
        className="fixed bottom-4 left-4 z-50 flex max-h-dvh w-[calc(100%-2rem)] flex-col gap-2 focus:outline-none md:max-w-[420px] print:hidden"
      />
    </Provider>
  );
}
