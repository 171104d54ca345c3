import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  changeLabSuspensionMutation,
  changeLabTrustMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { LabDto } from '../../../api/generated/types.gen';
import { type DialogMutation, FormDialog } from '../../../components/admin/mutation-dialog';
import { Button } from '../../../ui/button';
import { TextareaField } from '../../../ui/fields/textarea-field';
import { toast } from '../../../ui/messages/toast-store';
import { Panel } from '../../../ui/panel';
import { useStoreLab } from './use-store-lab';

interface LabDecisionProps {
  lab: LabDto;
  onReload: () => void;
}

export function LabTrust({ lab, onReload }: LabDecisionProps) {
  const dialog = useDecisionDialog((after) => (after.trusted ? 'is trusted' : 'is no longer trusted'));
  const change = useMutation({ ...changeLabTrustMutation(), onSuccess: dialog.onSuccess });
  const texts = lab.trusted
    ? {
        state: 'Trusted: what it sends is published right away, with no review first.',
        action: 'Stop trusting',
        explanation: 'From now on, its certificates wait in the review queue. Published ones stay published.',
      }
    : {
        state: 'Not trusted: what it sends goes to the review queue, marked as coming from a lab.',
        action: 'Trust this lab',
        explanation:
          'From now on, its certificates are published without review. Those already in the queue still need a decision.',
      };
  return (
    <DecisionPanel
      id="publication"
      title="Publication"
      {...texts}
      dialog={dialog}
      mutation={change}
      onReload={onReload}
      onSend={(reason) =>
        change.mutate({ path: { id: lab.id }, body: { trusted: !lab.trusted, reason, version: lab.version } })
      }
    />
  );
}

export function LabSuspension({ lab, onReload }: LabDecisionProps) {
  const dialog = useDecisionDialog((after) => (after.suspended ? 'is suspended' : 'has access again'));
  const change = useMutation({ ...changeLabSuspensionMutation(), onSuccess: dialog.onSuccess });
  const texts = lab.suspended
    ? {
        state: 'Suspended: all its keys are refused. What it published stays published.',
        action: 'Resume access',
        explanation: 'Its live keys work again right away.',
      }
    : {
        state: 'Active: its live keys work.',
        action: 'Suspend access',
        explanation: 'All its keys are refused right away, until you resume access. What it published stays published.',
      };
  return (
    <DecisionPanel
      id="access"
      title="Access"
      {...texts}
      isDestructive={!lab.suspended}
      dialog={dialog}
      mutation={change}
      onReload={onReload}
      onSend={(reason) =>
        change.mutate({ path: { id: lab.id }, body: { suspended: !lab.suspended, reason, version: lab.version } })
      }
    />
  );
}

/** Whether the dialog is open, and what happens after the decision: it closes, and the new state is shown. */
function useDecisionDialog(outcome: (after: LabDto) => string) {
  const storeLab = useStoreLab();
  const [isOpen, setOpen] = useState(false);
  const onSuccess = async (after: LabDto) => {
    setOpen(false);
    toast({ title: `${after.name} ${outcome(after)}` });
    await storeLab(after);
  };
  return { isOpen, setOpen, onSuccess };
}

interface DecisionPanelProps {
  id: string;
  title: string;
  /** What is decided now. */
  state: string;
  /** The text of the button that opens the dialog, of its title and of the button that submits it. */
  action: string;
  explanation: string;
  isDestructive?: boolean;
  dialog: Pick<ReturnType<typeof useDecisionDialog>, 'isOpen' | 'setOpen'>;
  mutation: DialogMutation;
  onReload: () => void;
  onSend: (reason: string) => void;
}

/** The state of a lab, and the dialog to change it, which asks for a reason. */
function DecisionPanel(props: DecisionPanelProps) {
  const { id, title, state, action, explanation, isDestructive = false, dialog, mutation, onReload, onSend } = props;
  // Closes the dialog: after the reload its question may be the opposite one.
  const reload = () => {
    dialog.setOpen(false);
    mutation.reset();
    onReload();
  };
  return (
    <Panel as="section" aria-labelledby={id} className="stack gap-4">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <p>{state}</p>
      <FormDialog
        open={dialog.isOpen}
        onOpenChange={dialog.setOpen}
        mutation={mutation}
        trigger={
          <Button variant="secondary" className="justify-self-start">
            {action}
          </Button>
        }
        title={action}
        description={explanation}
        submitLabel={action}
        pendingText="Saving…"
        isDestructive={isDestructive}
        onReload={reload}
        onSend={(values) => onSend(String(values.get('reason')))}
      >
        <TextareaField label="Reason" name="reason" required maxLength={500} rows={3} hint="Kept in the audit log." />
      </FormDialog>
    </Panel>
  );
}
