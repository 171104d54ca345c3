import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { errorMessage } from '../../../api/api';
import { listAnalytesOptions } from '../../../api/generated/@tanstack/react-query.gen';
import {
  confirmReferenceChangeMutation,
  declineReferenceChangeMutation,
  getReferenceChangeOptions,
  withdrawReferenceChangeMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { ExplainedNameDto, ReferenceChangeDto } from '../../../api/generated/types.gen';
import { ruleImpact } from '../../../api/staff-lists';
import { FormDialog, ReasonField } from '../../../components/admin/form-dialog';
import { SaveError } from '../../../components/admin/save-error';
import { useChange } from '../../../components/admin/use-change';
import { Breadcrumbs } from '../../../components/breadcrumbs';
import { QueryResult } from '../../../components/query-result';
import { paths } from '../../../paths';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { DataList } from '../../../ui/data-list';
import { textLink } from '../../../ui/link-styles';
import { MutationError } from '../../../ui/messages/mutation-error';
import { PanelSection } from '../../../ui/panel-section';
import { Section } from '../../../ui/section';
import { counted } from '../../../ui/text/counted';
import { formatInstant } from '../../../ui/text/days';
import { STATES } from './change-state';
import { editionDifferences } from './edition-difference';
import { panelLabel } from './panel-label';
import { addedUp, changeWords } from './verdict-changes';

export function Component() {
  const { id = '' } = useParams();
  const change = useQuery({ ...getReferenceChangeOptions({ path: { id } }), staleTime: 0 });
  return (
    <QueryResult
      query={change}
      loadingLabel="Loading the change"
      errorTitle="We couldn't load this change"
      headingLevel={1}
      keepsStaleData
    >
      {(found) => (
        <div className="stack gap-6">
          <Header change={found} />
          {found.name && <Name name={found.name} />}
          {found.edition && <Differences before={found.predecessor ?? {}} after={found.edition} />}
          {found.edition && found.state === 'proposed' && <RuleImpact changeId={found.id} />}
          <DecideChange change={found} onReload={() => change.refetch()} />
        </div>
      )}
    </QueryResult>
  );
}

function Header({ change }: { change: ReferenceChangeDto }) {
  const { subject, reason, state, proposedAt, proposedBy, decidedAt, decidedBy, decisionReason } = change;
  const decided =
    decidedAt === null ? [] : [{ label: STATES[state].label, value: `${decidedBy}, ${formatInstant(decidedAt)}` }];
  return (
    <section className="stack gap-4">
      <Breadcrumbs links={[{ to: paths.staff.changes, label: 'Waiting for a second person' }]} current={subject} />
      <h1 className="flex flex-wrap items-center gap-3 text-2xl wrap-anywhere">
        {titleOf(change)}
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
      </h1>
      <DataList
        items={[
          { label: 'Proposed', value: `${proposedBy}, ${formatInstant(proposedAt)}` },
          { label: 'Reason', value: <span className="whitespace-pre-wrap">{reason}</span> },
          ...decided,
          ...(decisionReason === null ? [] : [{ label: 'Why it was declined', value: decisionReason }]),
        ]}
      />
    </section>
  );
}

function titleOf({ kind, subject, predecessor }: ReferenceChangeDto): string {
  if (kind === 'analyteName') return `Name “${subject}”`;
  return predecessor === null ? `New rule ${subject}` : `New edition of ${subject}`;
}

function Name({ name: { name, panel, analyte: key, scope } }: { name: ExplainedNameDto }) {
  const vocabulary = useQuery(listAnalytesOptions());
  const analyte = vocabulary.data?.analytes.find((one) => one.key === key);
  const known = analyte && [analyte.name, ...analyte.names, ...analyte.panelNames].join(', ');
  return (
    <Section id="meaning" title="What it would mean">
      <DataList
        items={[
          { label: 'Printed name', value: name },
          { label: 'Printed under', value: panelLabel(panel) },
          { label: 'Analyte', value: analyte ? `${analyte.name} (${panelLabel(analyte.panel)})` : key },
          {
            label: 'Where',
            value: scope === 'panel' ? `Only under ${panelLabel(panel)}` : 'Wherever a report prints it',
          },
          ...(known ? [{ label: 'Names it has', value: known }] : []),
        ]}
      />
    </Section>
  );
}

type Edition = Readonly<Record<string, unknown>>;

function Differences({ before, after }: { before: Edition; after: Edition }) {
  return (
    <Section id="differences" title="What changes">
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Edition {String(before.edition ?? '–')}</th>
            <th scope="col">Edition {String(after.edition)}</th>
          </tr>
        </thead>
        <tbody>
          {editionDifferences(before, after).map(({ field, ...texts }) => (
            <tr key={field}>
              <th scope="row" className="wrap-anywhere">
                {field}
              </th>
              <td className="whitespace-pre-wrap wrap-anywhere">{texts.before ?? '–'}</td>
              <td className="whitespace-pre-wrap wrap-anywhere">{texts.after ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-sm text-ink-soft">
        All other fields stay the same.{' '}
        <Link to={paths.staff.rule(String(after.id))} className={textLink}>
          See the rule
        </Link>
      </p>
    </Section>
  );
}

/** How many certificates a proposed edition changes, and how. Counted part by part, as the server answers. */
function RuleImpact({ changeId }: { changeId: string }) {
  const impact = useInfiniteQuery(ruleImpact(changeId));
  const { hasNextPage, isFetching, isError, fetchNextPage } = impact;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const parts = impact.data?.pages ?? [];
  const compared = parts.reduce((sum, part) => sum + part.compared, 0);
  const changes = addedUp(parts.flatMap((part) => part.changes));
  const changed = changes.reduce((sum, { certificates }) => sum + certificates, 0);
  const isDone = impact.data !== undefined && !hasNextPage;
  return (
    <Section id="impact" title="What it changes for certificates" className="stack gap-3">
      <p role="status" className="text-sm text-ink-soft">
        {isDone
          ? `All ${counted(compared, 'certificate')} compared, as of today.`
          : `Comparing. ${counted(compared, 'certificate')} so far …`}
      </p>
      {(isDone || changed > 0) && (
        <p className="font-medium">
          {changed === 0
            ? 'No certificate compares differently.'
            : `${counted(changed, 'certificate')} ${changed === 1 ? 'compares' : 'compare'} differently:`}
        </p>
      )}
      {changed > 0 && (
        <ul className="list-disc ps-5">
          {changes.map((change) => (
            <li key={changeWords(change)}>{changeWords(change)}</li>
          ))}
        </ul>
      )}
      {isError && (
        <>
          <MutationError error={new Error(errorMessage(impact.error))} />
          <p>
            <Button size="sm" variant="secondary" onClick={() => (impact.data ? fetchNextPage() : impact.refetch())}>
              Go on counting
            </Button>
          </p>
        </>
      )}
    </Section>
  );
}

interface DecideChangeProps {
  change: ReferenceChangeDto;
  onReload: () => void;
}

/** What a person can do with a waiting change: withdraw their own, or decide on another's. */
function DecideChange({ change, onReload }: DecideChangeProps) {
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
      <ReasonField maxLength={1000} hint="The person who proposed it reads this." />
    </FormDialog>
  );
}
