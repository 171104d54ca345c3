import { Button } from '../../ui/button';
import { ShareIcon } from '../../ui/icons';
import { toast } from '../../ui/toast-store';

interface ShareButtonProps {
  title: string;
  text: string;
  url: string;
}

/** Uses the Web Share API where available; otherwise copies the URL. */
export function ShareButton(what: ShareButtonProps) {
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<ShareIcon className="size-4.5" />}
      onClick={() => ('share' in navigator ? share(what) : copy(what.url))}
    >
      Share
    </Button>
  );
}

async function share(what: ShareButtonProps) {
  try {
    await navigator.share(what);
  } catch (error) {
    const isClosed = error instanceof DOMException && error.name === 'AbortError';
    if (!isClosed) await copy(what.url);
  }
}

async function copy(url: string) {
  try {
    await navigator.clipboard.writeText(url);
    toast({ title: 'Link copied', description: url });
  } catch {
    toast({ title: "We couldn't copy the link", description: url, variant: 'destructive' });
  }
}
