import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import {
  changeLabSuspensionMutation,
  changeLabTrustMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { LabDto } from '../../../api/generated/types.gen';
import { SaveError } from '../../../components/admin/save-error';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Panel } from '../../../ui/panel';
import { TextareaField } from '../../../ui/textarea-field';
import { toast } from '../../../ui/toast-store';
import { useStoreLab } from './use-store-lab';

interface LabDecisionProps {
  lab: LabDto;
  onReload: () => void;
}

export function LabTrust({ lab, onReload }: LabDecisionProps) {
  const storeLab = useStoreLab();
  const [isOpen, setOpen] = useState(false);
  const change = useMutation({
    ...changeLabTrustMutation(),
    onSuccess: async (after) => {
      setOpen(false);
      toast({ title: after.trusted ? `${after.name} is trusted` : `${after.name} is no longer trusted` });
      await storeLab(after);
    },
  });
  // Closes the dialog: after the reload its question may be the opposite one.
  const reload = () => {
    setOpen(false);
    change.reset();
    onReload();
  };
  return (
    <Panel as="section" aria-labelledby="publication" className="stack gap-4">
      <h2 id="publication" className="text-lg">
        Publication
      </h2>
      <p>
        {lab.trusted
          ? 'Trusted: what it sends is published right away, with no review first.'
          : 'Not trusted: what it sends goes to the review queue, marked as coming from a lab.'}
      </p>
      <ReasonDialog
        open={isOpen}
        onOpenChange={(open) => {
          setOpen(open);
          change.reset();
        }}
        action={lab.trusted ? 'Stop trusting' : 'Trust this lab'}
        isDestructive={false}
        explanation={
          lab.trusted
            ? 'From now on, its certificates wait in the review queue. Published ones stay published.'
            : 'From now on, its certificates are published without review. Those already in the queue still need a decision.'
        }
        isPending={change.isPending}
        error={<SaveError error={change.error} onReload={reload} />}
        onSubmit={(reason) =>
          change.mutate({ path: { id: lab.id }, body: { trusted: !lab.trusted, reason, version: lab.version } })
        }
      />
    </Panel>
  );
}

export function LabSuspension({ lab, onReload }: LabDecisionProps) {
  const storeLab = useStoreLab();
  const [isOpen, setOpen] = useState(false);
  const change = useMutation({
    ...changeLabSuspensionMutation(),
    onSuccess: async (after) => {
      setOpen(false);
      toast({ title: after.suspended ? `${after.name} is suspended` : `${after.name} has access again` });
      await storeLab(after);
    },
  });
  // Closes the dialog: after the reload its question may be the opposite one.
  const reload = () => {
    setOpen(false);
    change.reset();
    onReload();
  };
  return (
    <Panel as="section" aria-labelledby="access" className="stack gap-4">
      <h2 id="access" className="text-lg">
        Access
      </h2>
      <p>
        {lab.suspended
          ? 'Suspended: all its keys are refused. What it published stays published.'
          : 'Active: its live keys work.'}
      </p>
      <ReasonDialog
        open={isOpen}
        onOpenChange={(open) => {
          setOpen(open);
          change.reset();
        }}
        action={lab.suspended ? 'Resume access' : 'Suspend access'}
        isDestructive={!lab.suspended}
        explanation={
          lab.suspended
            ? 'Its live keys work again right away.'
            : 'All its keys are refused right away, until you resume access. What it published stays published.'
        }
        isPending={change.isPending}
        error={<SaveError error={change.error} onReload={reload} />}
        onSubmit={(reason) =>
          change.mutate({ path: { id: lab.id }, body: { suspended: !lab.suspended, reason, version: lab.version } })
        }
      />
    </Panel>
  );
}

interface ReasonDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The text of the button that opens the dialog, of its title and of the button that submits it. */
  action: string;
  isDestructive: boolean;
  explanation: string;
  isPending: boolean;
  error: ReactNode;
  onSubmit: (reason: string) => void;
}

/** Explains what a decision does and asks for its reason. */
function ReasonDialog(props: ReasonDialogProps) {
  const { open, onOpenChange, action, isDestructive, explanation, isPending, error, onSubmit } = props;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(String(new FormData(event.currentTarget).get('reason')));
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <Button variant="secondary" className="justify-self-start">
          {action}
        </Button>
      }
      title={action}
      description={explanation}
    >
      <form onSubmit={send} className="stack gap-4">
        <TextareaField label="Reason" name="reason" required maxLength={500} rows={3} hint="Kept in the audit log." />
        {error}
        <Button
          type="submit"
          variant={isDestructive ? 'destructive' : 'primary'}
          pending={isPending}
          pendingText="Saving…"
        >
          {action}
        </Button>
      </form>
    </Dialog>
  );
}
