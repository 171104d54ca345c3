import type { UseMutationOptions } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listStaffLabIncidentsQueryKey,
  previewLabIncidentQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';
import {
  clearLabIncidentMutation,
  listStaffLabIncidentsOptions,
  openLabIncidentMutation,
  previewLabIncidentOptions,
  retractLabIncidentMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { LabIncidentKind, StaffLabIncidentDto } from '../../../api/generated/types.gen';
import { FormDialog, ReasonField } from '../../../components/admin/form-dialog';
import { SaveError } from '../../../components/admin/save-error';
import { TextLink } from '../../../components/links';
import { QueryResult } from '../../../components/query-result';
import { paths } from '../../../paths';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { DateField } from '../../../ui/fields/date-field';
import { rowList } from '../../../ui/fields/row-list';
import { SelectField } from '../../../ui/fields/select-field';
import { TextField } from '../../../ui/fields/text-field';
import { TextareaField } from '../../../ui/fields/textarea-field';
import { textLink } from '../../../ui/link-styles';
import { EmptyState } from '../../../ui/messages/empty-state';
import { Notice } from '../../../ui/messages/notice';
import { counted } from '../../../ui/text/counted';
import { formatDay } from '../../../ui/text/days';

export function Component() {
  const incidents = useQuery({ ...listStaffLabIncidentsOptions(), staleTime: 0 });
  return (
    <div className="stack gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Lab incidents</h1>
        <OpenIncident />
      </div>
      <p className="max-w-text text-ink-soft">
        When a source says that a laboratory was suspended, lost its accreditation, or reported results that are in
        question, every lab report that it is about shows that first. What the laboratory sends meanwhile waits for
        review.
      </p>
      <QueryResult
        query={incidents}
        loadingLabel="Loading incidents"
        skeletonClassName="h-64"
        errorTitle="We couldn't load the incidents"
      >
        {(found) =>
          found.length === 0 ? (
            <EmptyState title="No incidents yet">Open one when a source says something about a laboratory.</EmptyState>
          ) : (
            <ul className={rowList}>
              {found.map((incident) => (
                <Row key={incident.id} incident={incident} />
              ))}
            </ul>
          )
        }
      </QueryResult>
    </div>
  );
}

const KINDS: readonly { value: LabIncidentKind; label: string }[] = [
  { value: 'suspended', label: 'It was suspended' },
  { value: 'accreditation_lost', label: 'It lost its accreditation' },
  { value: 'out_of_scope', label: 'It was not accredited for these tests' },
  { value: 'in_question', label: 'Its results are in question' },
];

const STATES = {
  open: { label: 'Open', tone: 'citrus' },
  cleared: { label: 'Cleared', tone: 'neutral' },
  retracted: { label: 'Our mistake', tone: 'neutral' },
} as const;

function Row({ incident }: { incident: StaffLabIncidentDto }) {
  const { labName, state, sentence, sourceName, sourceUrl, openedAt, openedBy, endedAt, endedBy, endReason } = incident;
  const { label, tone } = STATES[state];
  return (
    <li className="stack gap-2 bg-surface p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <TextLink to={paths.laboratory(labName)} className="font-medium wrap-anywhere">
          {labName}
        </TextLink>
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p className="max-w-text wrap-anywhere">{sentence}</p>
      <p className="text-sm text-ink-soft wrap-anywhere">
        Opened on {formatDay(openedAt.slice(0, 10))} by {openedBy} ·{' '}
        <a href={sourceUrl} rel="noreferrer" className={textLink}>
          {sourceName}
        </a>
      </p>
      {endedAt && (
        <p className="text-sm text-ink-soft wrap-anywhere">
          {label} on {formatDay(endedAt.slice(0, 10))} by {endedBy}. {endReason}
        </p>
      )}
      {state === 'open' && (
        <div className="flex flex-wrap gap-3">
          <EndIncident
            incident={incident}
            action="Clear"
            description="It is over. Lab reports are shown as before, and the notice stays in the public history with your reason."
            mutation={clearLabIncidentMutation()}
          />
          <EndIncident
            incident={incident}
            action="Retract: our mistake"
            description="For our own mistakes, such as the wrong laboratory. The public history says that we published it in error, with your reason."
            mutation={retractLabIncidentMutation()}
          />
        </div>
      )}
    </li>
  );
}

interface EndRequest {
  path: { id: string };
  body: { version: number; reason: string };
}

interface EndIncidentProps<Failure, Request> {
  incident: StaffLabIncidentDto;
  action: string;
  description: string;
  mutation: UseMutationOptions<StaffLabIncidentDto, Failure, Request>;
}

function EndIncident<Failure, Request extends EndRequest>(props: EndIncidentProps<Failure, Request>) {
  const { incident, action, description, mutation } = props;
  const { id, version, labName } = incident;
  return (
    <FormDialog
      mutation={mutation}
      toRequest={(values) => ({ path: { id }, body: { version, reason: String(values.get('reason')) } }) as Request}
      done={{ title: `Incident of ${labName} ended` }}
      refetchAfterError
      trigger={
        <Button size="sm" variant="secondary">
          {action}
          <span className="sr-only"> {labName}</span>
        </Button>
      }
      title={`${action}: ${labName}`}
      description={description}
      submitLabel={action}
      pendingText="Saving…"
    >
      <ReasonField maxLength={300} rows={3} hint="Public. No email addresses, phone numbers or links." />
    </FormDialog>
  );
}

interface Window {
  labName: string;
  testedFrom: string;
  testedTo?: string;
}

/** The first press counts the lab reports that it is about, and the second one opens it for that many. */
function OpenIncident() {
  const [counting, setCounting] = useState<Window | null>(null);
  const preview = useQuery({
    ...previewLabIncidentOptions({ query: counting ?? { labName: '', testedFrom: '' } }),
    enabled: counting !== null,
    staleTime: 0,
    retry: false,
  });
  const found = counting !== null && !preview.isFetching ? preview.data : undefined;
  return (
    <FormDialog
      mutation={openLabIncidentMutation()}
      toRequest={(values) => {
        const value = (name: string) => String(values.get(name) ?? '').trim();
        const window = {
          labName: value('labName'),
          testedFrom: value('testedFrom'),
          ...(value('testedTo') && { testedTo: value('testedTo') }),
        };
        if (!found) {
          setCounting(window);
          return null;
        }
        return {
          body: {
            ...window,
            kind: value('kind') as LabIncidentKind,
            sourceName: value('sourceName'),
            sourceUrl: value('sourceUrl'),
            sourceDate: value('sourceDate'),
            statement: value('statement'),
            certificates: found.certificates,
          },
        };
      }}
      done={({ labName }) => ({ title: `Incident of ${labName} opened` })}
      onDone={() => setCounting(null)}
      onOpenChange={() => setCounting(null)}
      // What the server counts may have changed.
      refetch={[
        listStaffLabIncidentsQueryKey(),
        previewLabIncidentQueryKey({ query: counting ?? { labName: '', testedFrom: '' } }),
      ]}
      refetchAfterError
      trigger={<Button>Open an incident</Button>}
      title="Open an incident"
      description="Say only what the source says. Everything here is public, except your name."
      submitLabel={found ? `Open it for ${counted(found.certificates, 'lab report')}` : 'Count lab reports'}
      pendingText="Opening…"
      isDestructive={found !== undefined}
    >
      <div onChange={() => setCounting(null)} className="stack gap-4">
        <TextField label="Laboratory" name="labName" required maxLength={120} hint="As lab reports name it" />
        <SelectField label="What happened" name="kind" options={KINDS} />
        <div className="grid gap-4 sm:grid-cols-2">
          <DateField label="First test day" name="testedFrom" required />
          <DateField label="Last test day" name="testedTo" hint="Leave it empty while the end is not known" />
        </div>
        <TextField label="Source" name="sourceName" required maxLength={120} hint="Who says so, such as an authority" />
        <TextField label="Source link" name="sourceUrl" type="url" required maxLength={500} />
        <DateField label="Day of the source" name="sourceDate" required />
        <TextareaField
          label="Public sentence"
          name="statement"
          required
          rows={3}
          maxLength={300}
          hint="What it means for people who have the can. No email addresses, phone numbers or links."
        />
      </div>
      <SaveError error={counting === null ? null : preview.error} />
      {counting && found && <Preview labName={counting.labName} certificates={found.certificates} />}
    </FormDialog>
  );
}

const Preview = ({ labName, certificates }: { labName: string; certificates: number }) => (
  <Notice tone="caution" role="status" title={`${counted(certificates, 'published lab report')} of ${labName}`}>
    {certificates === 0
      ? 'No published lab report names this laboratory on these days. Check how its name is written.'
      : 'Each will show this notice before its verdict, and none of them will be shown as passed.'}
  </Notice>
);
