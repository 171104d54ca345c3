import { Close, Content, Description, Portal, Root, Title, Trigger } from 'radix-ui/dialog';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { cx } from '../cx';
import { CloseIcon } from '../icons';

export interface DialogProps {
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, primary last; stacked on phones. */
  actions?: ReactNode;
  /** Trigger element; without one, control `open`. */
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Closing returns the focus to the trigger, unless this prevents it. */
  onCloseAutoFocus?: (event: Event) => void;
  className?: string;
}

/** Closes the dialog around it: `<DialogClose asChild>…`. */
export const DialogClose = Close;

// Does not use Radix's Overlay, which locks scrolling by adding a <style> element that `style-src 'self'` blocks. Instead,
// document.css stops the page from scrolling while `data-dialog-open` is in the document.
export function Dialog(props: DialogProps) {
  const { title, description, children, actions, trigger, open, onOpenChange, onCloseAutoFocus, className } = props;
  const hasTyped = useRef(false);
  return (
    <Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <Trigger asChild>{trigger}</Trigger> : null}
      <Portal>
        <div data-dialog-open className="fixed inset-0 z-50 grid bg-backdrop sm:place-items-center sm:p-6">
          <Content
            onOpenAutoFocus={() => {
              hasTyped.current = false;
            }}
            onInput={() => {
              hasTyped.current = true;
            }}
            // A click outside must not discard what was typed. Close, Cancel and Escape are deliberate.
            onInteractOutside={(event) => {
              if (hasTyped.current) event.preventDefault();
            }}
            onCloseAutoFocus={onCloseAutoFocus}
            {...(description == null ? { 'aria-describedby': undefined } : {})}
            className={cx(
              'flex max-h-[92dvh] w-full animate-appear flex-col self-end overflow-y-auto overscroll-contain rounded-t-lg border border-rule bg-surface p-5 shadow-raised focus:outline-none sm:max-w-lg sm:self-auto sm:rounded-lg sm:p-6',
              className,
            )}
          >
            <div className="flex items-start justify-between gap-4">
              <Title className="min-w-0 text-xl wrap-anywhere">{title}</Title>
              <Close className="-mt-2.5 -me-2.5 inline-flex size-11 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-pine-soft hover:text-ink">
                <CloseIcon />
                <span className="sr-only">Close</span>
              </Close>
            </div>
            {description != null ? (
              <Description className="mt-1 wrap-anywhere text-ink-soft">{description}</Description>
            ) : null}
            {children != null ? <div className="mt-4">{children}</div> : null}
            {actions != null ? (
              <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{actions}</div>
            ) : null}
          </Content>
        </div>
      </Portal>
    </Root>
  );
}
