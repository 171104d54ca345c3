import type { RefObject } from 'react';
import { Button } from '../../../ui/button';
import { CopyIcon } from '../../../ui/icons';
import { Notice } from '../../../ui/messages/notice';
import { Mono } from '../../../ui/mono';
import { copyText } from '../../../ui/sharing/copy-text';

export interface NewLabKeyProps {
  ref: RefObject<HTMLElement | null>;
  value: string;
  onSaved: () => void;
}

/** A key that was just created. The server never shows it again. */
export function NewLabKey({ ref, value, onSaved }: NewLabKeyProps) {
  const copy = () =>
    copyText(value, {
      copied: { title: 'Key copied' },
      failed: { title: "Couldn't copy the key", description: 'Select it and copy it.' },
    });
  return (
    <section ref={ref} tabIndex={-1} aria-label="New key" className="rounded-md">
      <Notice
        tone="caution"
        title="Copy this key now. You won't see it again."
        actions={
          <>
            <Button size="sm" icon={<CopyIcon className="size-4.5" />} onClick={copy}>
              Copy key
            </Button>
            <Button size="sm" variant="secondary" onClick={onSaved}>
              I saved it
            </Button>
          </>
        }
      >
        <ul className="list-disc ps-5">
          <li>Send it to the lab in a way only they can read, not by plain email or chat.</li>
          <li>The lab keeps it in its system's secret store, and never in source code.</li>
          <li>We don't keep a copy. If it is lost or seen by others, revoke it and create a new one.</li>
        </ul>
        <p className="mt-2 text-base text-ink select-all">
          <Mono>{value}</Mono>
        </p>
      </Notice>
    </section>
  );
}
