import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { errorMessage } from '../../../api/api';
import { changeLabMutation, getLabOptions } from '../../../api/generated/@tanstack/react-query-staff.gen';
import { ChangeForm } from '../../../components/admin/change-form';
import { useChange } from '../../../components/admin/use-change';
import { Breadcrumbs } from '../../../components/breadcrumbs';
import { QueryResult } from '../../../components/query-result';
import { paths } from '../../../paths';
import { toast } from '../../../ui/messages/toast-store';
import { PanelSection } from '../../../ui/panel-section';
import { LabAccreditation } from './lab-accreditation';
import { LabBadges } from './lab-badges';
import { LabCertificates } from './lab-certificates';
import { type LabDecisionProps, LabSuspension, LabTrust, labCache } from './lab-decisions';
import { LabFields, labDetails } from './lab-fields';
import { LabImport } from './lab-import';
import { LabKeys } from './lab-keys';
import { LabWebhooks } from './lab-webhooks';

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

function Lab({ lab, onReload }: LabDecisionProps) {
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

function Details({ lab, onReload }: LabDecisionProps) {
  const save = useChange(changeLabMutation(), { ...labCache(), done: { title: 'Saved' } });
  return (
    <PanelSection id="details" title="Details">
      <ChangeForm
        change={save}
        onSend={(values) =>
          save.mutate({ path: { id: lab.id }, body: { ...labDetails(values), version: lab.version } })
        }
        onReload={onReload}
        submitLabel="Save"
        pendingText="Saving…"
        variant="secondary"
      >
        <LabFields lab={lab} />
      </ChangeForm>
    </PanelSection>
  );
}
