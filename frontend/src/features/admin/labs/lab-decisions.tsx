import type { UseMutationOptions } from '@tanstack/react-query';
import { getLabQueryKey, listLabsQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import {
  changeLabSuspensionMutation,
  changeLabTrustMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { LabDto } from '../../../api/generated/types.gen';
import { FormDialog, ReasonField } from '../../../components/admin/form-dialog';
import { Button } from '../../../ui/button';
import { PanelSection } from '../../../ui/panel-section';

export interface LabDecisionProps {
  lab: LabDto;
  onReload: () => void;
}

/** The response to a change of a lab is the lab; the list of labs shows some of it. */
export const labCache = () => ({
  storedAs: ({ id }: LabDto) => getLabQueryKey({ path: { id } }),
  refetch: [listLabsQueryKey()],
});

export function LabTrust({ lab, onReload }: LabDecisionProps) {
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
      mutation={changeLabTrustMutation()}
      toRequest={(reason) => ({
        path: { id: lab.id },
        body: { trusted: !lab.trusted, reason, version: lab.version },
      })}
      outcome={(after) => (after.trusted ? 'is trusted' : 'is no longer trusted')}
      onReload={onReload}
    />
  );
}

export function LabSuspension({ lab, onReload }: LabDecisionProps) {
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
      mutation={changeLabSuspensionMutation()}
      toRequest={(reason) => ({
        path: { id: lab.id },
        body: { suspended: !lab.suspended, reason, version: lab.version },
      })}
      outcome={(after) => (after.suspended ? 'is suspended' : 'has access again')}
      onReload={onReload}
    />
  );
}

interface DecisionPanelProps<Failure, Request> {
  id: string;
  title: string;
  /** What is decided now. */
  state: string;
  /** The text of the button that opens the dialog, of its title and of the button that submits it. */
  action: string;
  explanation: string;
  isDestructive?: boolean;
  mutation: UseMutationOptions<LabDto, Failure, Request>;
  toRequest: (reason: string) => Request;
  /** What the toast says about the lab. */
  outcome: (after: LabDto) => string;
  onReload: () => void;
}

/** The state of a lab, and the dialog to change it, which asks for a reason. */
function DecisionPanel<Failure, Request>(props: DecisionPanelProps<Failure, Request>) {
  const { id, title, state, action, explanation, isDestructive, mutation, toRequest, outcome, onReload } = props;
  return (
    <PanelSection id={id} title={title}>
      <p>{state}</p>
      <FormDialog
        {...labCache()}
        mutation={mutation}
        toRequest={(values) => toRequest(String(values.get('reason')))}
        done={(after) => ({ title: `${after.name} ${outcome(after)}` })}
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
        onReload={onReload}
      >
        <ReasonField maxLength={500} rows={3} hint="Kept in the audit log." />
      </FormDialog>
    </PanelSection>
  );
}
