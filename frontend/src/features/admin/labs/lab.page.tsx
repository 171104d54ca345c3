import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useParams } from 'react-router';
import { errorMessage } from '../../../api/api';
import { changeLabMutation, getLabOptions } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { LabDto } from '../../../api/generated/types.gen';
import { SaveError } from '../../../components/admin/save-error';
import { Breadcrumbs } from '../../../components/breadcrumbs';
import { QueryResult } from '../../../components/query-result';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { toast } from '../../../ui/messages/toast-store';
import { Panel } from '../../../ui/panel';
import { LabAccreditation } from './lab-accreditation';
import { LabBadges } from './lab-badges';
import { LabCertificates } from './lab-certificates';
import { LabSuspension, LabTrust } from './lab-decisions';
import { LabFields, labDetails } from './lab-fields';
import { LabImport } from './lab-import';
import { LabKeys } from './lab-keys';
import { LabWebhooks } from './lab-webhooks';
import { useStoreLab } from './use-store-lab';

interface LabPartProps {
  lab: LabDto;
  onReload: () => void;
}

export function Component() {
  const { id = '' } = useParams();
  const lab = useQuery({ ...getLabOptions({ path: { id } }), staleTime: 0 });
  const reload = async () => {
    const { error } = await lab.refetch();
    if (error) toast({ title: "We couldn't load the lab", description: errorMessage(error), variant: 'destructive' });
  };
  return (
    <QueryResult
      query={lab}
      loadingLabel="Loading the lab"
      errorTitle="We couldn't load this lab"
      headingLevel={1}
      keepsStaleData
    >
      {(found) => <Lab lab={found} onReload={reload} />}
    </QueryResult>
  );
}

function Lab({ lab, onReload }: LabPartProps) {
  const { id, name, website, reportHosts, contactEmail, accreditation } = lab;
  return (
    <div className="stack gap-8">
      <div className="stack gap-3">
        <Breadcrumbs links={[{ to: paths.staff.labs, label: 'Partner labs' }]} current={name} />
        <h1 className="text-2xl wrap-anywhere">{name}</h1>
        <p className="flex flex-wrap gap-2 empty:hidden">
          <LabBadges lab={lab} />
        </p>
      </div>
      <LabKeys labId={id} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        {/* The key keeps what is being typed when something else about the lab changes. */}
        <Details
          key={JSON.stringify([name, website, reportHosts, contactEmail, accreditation])}
          lab={lab}
          onReload={onReload}
        />
        <div className="stack gap-6">
          <LabAccreditation lab={lab} />
          <LabTrust lab={lab} onReload={onReload} />
          <LabSuspension lab={lab} onReload={onReload} />
        </div>
      </div>
      <LabImport key={`import ${id}`} lab={lab} />
      <LabCertificates key={id} labId={id} />
      <LabWebhooks labId={id} />
    </div>
  );
}

function Details({ lab, onReload }: LabPartProps) {
  const storeLab = useStoreLab();
  const save = useMutation({
    ...changeLabMutation(),
    onSuccess: async (after) => {
      toast({ title: 'Saved' });
      await storeLab(after);
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { ...labDetails(new FormData(event.currentTarget)), version: lab.version };
    save.mutate({ path: { id: lab.id }, body });
  };
  return (
    <Panel as="section" aria-labelledby="details" className="stack gap-4">
      <h2 id="details" className="text-lg">
        Details
      </h2>
      <form onSubmit={send} className="stack gap-4">
        <LabFields lab={lab} />
        <SaveError
          error={save.error}
          onReload={() => {
            save.reset();
            onReload();
          }}
        />
        <Button type="submit" variant="secondary" pending={save.isPending} pendingText="Saving…">
          Save
        </Button>
      </form>
    </Panel>
  );
}
