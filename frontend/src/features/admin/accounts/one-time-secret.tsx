import { useEffect, useRef, useState } from 'react';
import type { AccountWithPasswordDto } from '../../../api/generated/types.gen';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/messages/notice';
import { toast } from '../../../ui/messages/toast-store';

/** A secret that the server returns only once. */
export function OneTimeSecret({ title, text, children }: { title: string; text: string; children: string }) {
  const [isCopied, setCopied] = useState(false);
  const region = useRef<HTMLElement>(null);
  // The form that requested it is removed, so the secret takes the focus.
  useEffect(() => region.current?.focus(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast({ title: "Couldn't copy it", description: 'Select it and copy it.', variant: 'destructive' });
    }
  };
  return (
    <section ref={region} tabIndex={-1} aria-label={title}>
      <Notice
        tone="success"
        role="status"
        title={title}
        actions={
          <Button size="sm" variant="secondary" onClick={copy}>
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
        }
      >
        <p>{children}</p>
        <pre className="mt-3 select-all font-mono text-base whitespace-pre-wrap wrap-anywhere">{text}</pre>
      </Notice>
    </section>
  );
}

export function OneTimePassword({ created }: { created: AccountWithPasswordDto }) {
  return (
    <OneTimeSecret title="One-time password" text={created.oneTimePassword}>
      {`Give it to ${created.account.username} in person or by phone. We show it only here.`}
    </OneTimeSecret>
  );
}
