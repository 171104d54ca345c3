import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  confirmReferenceChangeMutation,
  declineReferenceChangeMutation,
  withdrawReferenceChangeMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { ReferenceChangeDto } from '../../../api/generated/types.gen';
import { FormDialog } from '../../../components/admin/mutation-dialog';
import { SaveError } from '../../../components/admin/save-error';
import { Button } from '../../../ui/button';
import { TextareaField } from '../../../ui/fields/textarea-field';
import { toast } from '../../../ui/messages/toast-store';
import { Panel } from '../../../ui/panel';
import { useRefreshReference } from './use-refresh-reference';

interface DecideChangeProps {
  change: ReferenceChangeDto;
  onReload: () => void;
}

/** What a person can do with a waiting change: withdraw their own, or decide on another's. */
export function DecideChange({ change, onReload }: DecideChangeProps) {
  if (change.state !== 'proposed') return null;
  return (
    <Panel as="section" aria-labelledby="decision" className="stack gap-4">
      <h2 id="decision" className="text-lg">
        {change.isYours ? 'Your proposal' : 'Your decision'}
      </h2>
      {change.isYours ? (
        <Withdraw change={change} onReload={onReload} />
      ) : (
        <Decide change={change} onReload={onReload} />
      )}
    </Panel>
  );
}

function Withdraw({ change: { id, version }, onReload }: DecideChangeProps) {
  const refresh = useRefreshReference();
  const withdraw = useMutation({
    ...withdrawReferenceChangeMutation(),
    onSuccess: async () => {
      toast({ title: 'Withdrawn' });
      await refresh();
    },
  });
  return (
    <>
      <p>Another reviewer has to confirm it. If it is wrong, withdraw it; it stays in the list of decided changes.</p>
      <SaveError error={withdraw.error} onReload={onReload} />
      <p>
        <Button
          variant="secondary"
          pending={withdraw.isPending}
          onClick={() => withdraw.mutate({ path: { id }, body: { version } })}
        >
          Withdraw
        </Button>
      </p>
    </>
  );
}

function Decide({ change, onReload }: DecideChangeProps) {
  const { id, version } = change;
  const refresh = useRefreshReference();
  const confirm = useMutation({
    ...confirmReferenceChangeMutation(),
    onSuccess: async () => {
      toast({ title: 'Confirmed', description: 'Visitors see it from now on.' });
      await refresh();
    },
  });
  return (
    <>
      <p>Confirm it only if you checked it yourself. Visitors see it right away.</p>
      <SaveError error={confirm.error} onReload={onReload} />
      <div className="flex flex-wrap gap-3">
        <Button
          pending={confirm.isPending}
          pendingText="Confirming…"
          onClick={() => confirm.mutate({ path: { id }, body: { version } })}
        >
          Confirm
        </Button>
        <Decline change={change} onReload={onReload} />
      </div>
    </>
  );
}

function Decline({ change: { id, version, subject }, onReload }: DecideChangeProps) {
  const [isOpen, setOpen] = useState(false);
  const refresh = useRefreshReference();
  const decline = useMutation({
    ...declineReferenceChangeMutation(),
    onSuccess: async () => {
      setOpen(false);
      toast({ title: 'Declined' });
      await refresh();
    },
  });
  return (
    <FormDialog
      open={isOpen}
      onOpenChange={setOpen}
      mutation={decline}
      trigger={<Button variant="secondary">Decline</Button>}
      title={`Decline the change of “${subject}”`}
      description="Nothing changes for visitors. The proposal stays in the list of decided changes."
      submitLabel="Decline"
      pendingText="Declining…"
      onReload={onReload}
      onSend={(values) => decline.mutate({ path: { id }, body: { version, reason: String(values.get('reason')) } })}
    >
      <TextareaField
        label="Reason"
        name="reason"
        required
        maxLength={1000}
        hint="The person who proposed it reads this."
      />
    </FormDialog>
  );
}
