import {
  confirmReferenceChangeMutation,
  declineReferenceChangeMutation,
  withdrawReferenceChangeMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { ReferenceChangeDto } from '../../../api/generated/types.gen';
import { FormDialog } from '../../../components/admin/form-dialog';
import { SaveError } from '../../../components/admin/save-error';
import { useChange } from '../../../components/admin/use-change';
import { Button } from '../../../ui/button';
import { TextareaField } from '../../../ui/fields/textarea-field';
import { PanelSection } from '../../../ui/panel-section';

interface DecideChangeProps {
  change: ReferenceChangeDto;
  onReload: () => void;
}

/** What a person can do with a waiting change: withdraw their own, or decide on another's. */
export function DecideChange({ change, onReload }: DecideChangeProps) {
  if (change.state !== 'proposed') return null;
  return (
    <PanelSection id="decision" title={change.isYours ? 'Your proposal' : 'Your decision'}>
      {change.isYours ? (
        <Withdraw change={change} onReload={onReload} />
      ) : (
        <Decide change={change} onReload={onReload} />
      )}
    </PanelSection>
  );
}

function Withdraw({ change: { id, version }, onReload }: DecideChangeProps) {
  const withdraw = useChange(withdrawReferenceChangeMutation(), { done: { title: 'Withdrawn' } });
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
  const confirm = useChange(confirmReferenceChangeMutation(), {
    done: { title: 'Confirmed', description: 'Visitors see it from now on.' },
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
  return (
    <FormDialog
      mutation={declineReferenceChangeMutation()}
      toRequest={(values) => ({ path: { id }, body: { version, reason: String(values.get('reason')) } })}
      done={{ title: 'Declined' }}
      trigger={<Button variant="secondary">Decline</Button>}
      title={`Decline the change of “${subject}”`}
      description="Nothing changes for visitors. The proposal stays in the list of decided changes."
      submitLabel="Decline"
      pendingText="Declining…"
      onReload={onReload}
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
