import { type ToastMessage, toast } from '../messages/toast-store';

/** Copies a text and says so, or how to copy it by hand if the browser refuses. */
export async function copyText(text: string, toasts: { copied: ToastMessage; failed: ToastMessage }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(toasts.copied);
  } catch {
    toast({ ...toasts.failed, variant: 'destructive' });
  }
}
