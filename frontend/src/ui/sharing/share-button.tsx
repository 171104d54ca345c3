import { lazy, Suspense, useState } from 'react';
import { Button, type ButtonProps } from '../button';
import { ShareIcon } from '../icons';
import { toast } from '../messages/toast-store';

// Few visitors see it, and the field for it is larger than the button.
const LinkToShare = lazy(() => import('./link-to-share').catch(() => ({ default: PlainLink })));

const PlainLink = ({ url }: { url: string }) => <p className="wrap-anywhere">{url}</p>;

interface ShareButtonProps extends Pick<ButtonProps, 'size'> {
  title: string;
  text?: string;
  /** Absolute URL. */
  url: string;
  /** Shown when the link was copied; by default the link. */
  copiedNote?: string;
}

/**
 * Opens the device's share sheet where there is one; otherwise copies the link. A browser may refuse both, for example when
 * the button was pressed before hydration and too long ago: then the link is shown, selected for copying by hand.
 */
export function ShareButton({ title, text, url, copiedNote = url, size }: ShareButtonProps) {
  const [isRefused, setRefused] = useState(false);
  async function share() {
    if (await isShared({ title, text, url })) return;
    if (await isCopied(url)) toast({ title: 'Link copied', description: copiedNote });
    else setRefused(true);
  }
  if (isRefused) {
    return (
      <Suspense>
        <LinkToShare url={url} />
      </Suspense>
    );
  }
  return (
    <Button variant="secondary" size={size} icon={<ShareIcon className="size-4.5" />} onClick={share}>
      Share
    </Button>
  );
}

/** @returns true also when the visitor closed the share sheet */
async function isShared(what: ShareData): Promise<boolean> {
  if (!('share' in navigator)) return false;
  try {
    await navigator.share(what);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

async function isCopied(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url);
    return true;
  } catch {
    return false;
  }
}
