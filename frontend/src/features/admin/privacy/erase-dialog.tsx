import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { erasePersonalDataMutation } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { ErasureResultDto, HoldingDto, PrivacyRequestDto } from '../../../api/generated/types.gen';
import { FormDialog } from '../../../components/admin/mutation-dialog';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/fields/text-field';
import { Notice } from '../../../ui/messages/notice';
import { ERASURES, recordCount } from './erasure';

export interface EraseDialogProps {
  request: PrivacyRequestDto;
  holdings: readonly HoldingDto[];
  onErased: (results: readonly ErasureResultDto[]) => void;
}

export function EraseDialog({ request, holdings, onErased }: EraseDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const erase = useMutation({ ...erasePersonalDataMutation(), onSuccess: onErased });
  const openOrClose = (open: boolean) => {
    setOpen(open);
    setTyped('');
  };
  return (
    <FormDialog
      open={isOpen}
      onOpenChange={openOrClose}
      mutation={erase}
      trigger={<Button variant="destructive">Erase</Button>}
      title="Erase permanently"
      description="You can't undo this. Export first if they also want a copy."
      submitLabel="Erase data"
      pendingText="Erasing…"
      isDestructive
      onSend={() => erase.mutate({ body: { ...request, confirmation: typed.trim() } })}
    >
      <ul className="stack gap-3">
        {holdings.map(({ part, title, count, consequence }) => (
          <li key={part} className="text-sm">
            <strong>
              {title}, {recordCount(count)}.
            </strong>{' '}
            {consequence}
          </li>
        ))}
      </ul>
      <TextField
        label="Type the address again"
        type="email"
        required
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}

/** Takes the focus: the dialog and the button that opened it are removed. */
export function ErasureResult({
  request,
  results,
}: {
  request: PrivacyRequestDto;
  results: readonly ErasureResultDto[];
}) {
  const erased = results.filter(({ count }) => count > 0);
  return (
    <section aria-labelledby="erased" className="stack gap-4">
      <h2 id="erased" tabIndex={-1} ref={focusElement} className="text-xl wrap-anywhere">
        Erased for {request.email}
      </h2>
      <Notice tone="success">
        {erased.length === 0 ? (
          'There was nothing left to erase.'
        ) : (
          <ul className="stack gap-1">
            {erased.map(({ part, title, erasure, count }) => (
              <li key={part}>
                {title}: {recordCount(count)} {ERASURES[erasure].word.toLowerCase()}
              </li>
            ))}
          </ul>
        )}
      </Notice>
      <p className="max-w-text text-sm text-ink-soft">
        Tell the person it's erased. Use your own email, because the message they sent here is gone too.
      </p>
    </section>
  );
}

const focusElement = (heading: HTMLElement | null) => heading?.focus();
