import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError, errorMessage } from '../../../api/api';
import {
  changeLabMutation,
  changeLabSuspensionMutation,
  changeLabTrustMutation,
  getLabOptions,
  getLabQueryKey,
  listLabsQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';
import type { LabDto } from '../../../api/generated/types.gen';
import { paths } from '../../../paths';
import { Breadcrumbs } from '../../../ui/breadcrumbs';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { ErrorState } from '../../../ui/error-state';
import { Notice } from '../../../ui/notice';
import { Panel } from '../../../ui/panel';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { TextareaField } from '../../../ui/textarea-field';
import { toast } from '../../../ui/toast-store';
import { LabAccreditation } from './lab-accreditation';
import { LabBadges } from './lab-badges';
import { LabCertificates } from './lab-certificates';
import { LabFields, labDetails } from './lab-fields';
import { LabKeys } from './lab-keys';
import { LabWebhooks } from './lab-webhooks';

export function Component() {
  const { id = '' } = useParams();
  const lab = useQuery({ ...getLabOptions({ path: { id } }), staleTime: 0 });
  if (lab.isPending) {
    return (
      <Loading label="Loading the lab">
        <Skeleton className="h-96 w-full" />
      </Loading>
    );
  }
  if (lab.isError && !lab.data) {
    return (
      <ErrorState headingLevel={1} title="We couldn't load this lab" onRetry={() => lab.refetch()}>
        {errorMessage(lab.error)}
      </ErrorState>
    );
  }
  const reload = async () => {
    const { error } = await lab.refetch();
    if (error) toast({ title: "We couldn't load the lab", description: errorMessage(error), variant: 'destructive' });
  };
  const { name, website, contactEmail, accreditation } = lab.data;
  return (
    <div className="stack gap-8">
      <div className="stack gap-3">
        <Breadcrumbs
          links={[
            <Link key="labs" to={paths.staff.labs}>
              Partner labs
            </Link>,
          ]}
          current={lab.data.name}
        />
        <h1 className="text-2xl wrap-anywhere">{lab.data.name}</h1>
        <p className="flex flex-wrap gap-2 empty:hidden">
          <LabBadges lab={lab.data} />
        </p>
      </div>
      <LabKeys labId={id} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        {/* What is being typed here stays when something else about the laboratory changes. */}
        <Details key={JSON.stringify([name, website, contactEmail, accreditation])} lab={lab.data} onReload={reload} />
        <div className="stack gap-6">
          <LabAccreditation lab={lab.data} />
          <Trust lab={lab.data} onReload={reload} />
          <Suspension lab={lab.data} onReload={reload} />
        </div>
      </div>
      <LabCertificates key={id} labId={id} />
      <LabWebhooks labId={id} />
    </div>
  );
}

/** Shows what became of a change everywhere it is seen. */
function useChanged(): (lab: LabDto) => Promise<void> {
  const queryClient = useQueryClient();
  return async (lab) => {
    queryClient.setQueryData(getLabQueryKey({ path: { id: lab.id } }), lab);
    await queryClient.invalidateQueries({ queryKey: listLabsQueryKey() });
  };
}

function Details({ lab, onReload }: { lab: LabDto; onReload: () => void }) {
  const changed = useChanged();
  const save = useMutation({
    ...changeLabMutation(),
    onSuccess: async (after) => {
      toast({ title: 'Saved' });
      await changed(after);
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { ...labDetails(event.currentTarget), version: lab.version };
    save.mutate({ path: { id: lab.id }, body });
  };
  return (
    <Panel as="section" aria-labelledby="details" className="stack gap-4">
      <h2 id="details" className="text-lg">
        Details
      </h2>
      <form onSubmit={send} className="stack gap-4">
        <LabFields lab={lab} />
        <Refusal of={save} onReload={onReload} />
        <Button type="submit" variant="secondary" pending={save.isPending} pendingText="Saving…">
          Save
        </Button>
      </form>
    </Panel>
  );
}

interface DecisionProps {
  lab: LabDto;
  onReload: () => void;
}

function Trust({ lab, onReload }: DecisionProps) {
  const changed = useChanged();
  const [isOpen, setOpen] = useState(false);
  const change = useMutation({
    ...changeLabTrustMutation(),
    onSuccess: async (after) => {
      setOpen(false);
      toast({ title: after.trusted ? `${after.name} is trusted` : `${after.name} is no longer trusted` });
      await changed(after);
    },
  });
  // What it shows then may be the opposite of what was decided here.
  const reload = () => {
    setOpen(false);
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
      <DecisionDialog
        open={isOpen}
        onOpenChange={(open) => {
          setOpen(open);
          change.reset();
        }}
        action={lab.trusted ? 'Stop trusting' : 'Trust this lab'}
        isGrave={false}
        explanation={
          lab.trusted
            ? 'From now on, its certificates wait in the review queue. Published ones stay published.'
            : 'From now on, its certificates are published without review. Those already in the queue still need a decision.'
        }
        isPending={change.isPending}
        refusal={<Refusal of={change} onReload={reload} />}
        onDecide={(reason) =>
          change.mutate({ path: { id: lab.id }, body: { trusted: !lab.trusted, reason, version: lab.version } })
        }
      />
    </Panel>
  );
}

function Suspension({ lab, onReload }: DecisionProps) {
  const changed = useChanged();
  const [isOpen, setOpen] = useState(false);
  const change = useMutation({
    ...changeLabSuspensionMutation(),
    onSuccess: async (after) => {
      setOpen(false);
      toast({ title: after.suspended ? `${after.name} is suspended` : `${after.name} has access again` });
      await changed(after);
    },
  });
  // What it shows then may be the opposite of what was decided here.
  const reload = () => {
    setOpen(false);
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
      <DecisionDialog
        open={isOpen}
        onOpenChange={(open) => {
          setOpen(open);
          change.reset();
        }}
        action={lab.suspended ? 'Resume access' : 'Suspend access'}
        isGrave={!lab.suspended}
        explanation={
          lab.suspended
            ? 'Its live keys work again right away.'
            : 'All its keys are refused right away, until you resume access. What it published stays published.'
        }
        isPending={change.isPending}
        refusal={<Refusal of={change} onReload={reload} />}
        onDecide={(reason) =>
          change.mutate({ path: { id: lab.id }, body: { suspended: !lab.suspended, reason, version: lab.version } })
        }
      />
    </Panel>
  );
}

interface DecisionDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** On the button that opens it, as its title, and on the button that decides. */
  action: string;
  isGrave: boolean;
  explanation: string;
  isPending: boolean;
  refusal: ReactNode;
  onDecide: (reason: string) => void;
}

/** Says what will follow, and asks for the reason. */
function DecisionDialog(props: DecisionDialogProps) {
  const { open, onOpenChange, action, isGrave, explanation, isPending, refusal, onDecide } = props;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onDecide(String(new FormData(event.currentTarget).get('reason')));
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
        {refusal}
        <Button type="submit" variant={isGrave ? 'destructive' : 'primary'} pending={isPending} pendingText="Saving…">
          {action}
        </Button>
      </form>
    </Dialog>
  );
}

interface RefusalProps {
  of: Pick<UseMutationResult<unknown, unknown, never>, 'error' | 'reset'>;
  onReload: () => void;
}

function Refusal({ of: { error, reset }, onReload }: RefusalProps) {
  if (!error) return null;
  const isOld = error instanceof ApiError && error.status === 409;
  return (
    <Notice
      tone="danger"
      role="alert"
      actions={
        isOld && (
          <Button
            size="sm"
            variant="secondary"
            onClick={() => {
              reset();
              onReload();
            }}
          >
            Reload
          </Button>
        )
      }
    >
      {errorMessage(error)}
    </Notice>
  );
}
