import { useState } from 'react';
import { Button } from '../../ui/button';
import { CopyIcon } from '../../ui/icons';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast-store';

function selectAll(field: HTMLInputElement | null) {
  field?.focus();
  field?.select();
}

/** Copies the link to this result; if the browser refuses, shows it for copying by hand. */
export function CopyLink({ address }: { address: string }) {
  const [isRefused, setRefused] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      toast({ title: 'Link copied', description: 'It opens the calculator with what you entered.' });
    } catch {
      setRefused(true);
    }
  }
  if (isRefused) {
    return (
      <TextField
        label="Link to this result"
        hint="We could not copy it for you. Copy it from here."
        readOnly
        value={address}
        ref={selectAll}
      />
    );
  }
  return (
    <Button variant="secondary" icon={<CopyIcon />} onClick={copy}>
      Copy link
    </Button>
  );
}
