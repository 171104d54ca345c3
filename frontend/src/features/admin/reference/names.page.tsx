import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '../../../api/api';
import { proposeAnalyteNameMutation } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { AnalyteDto, NameScope, ProposedNameDto, UnresolvedNameDto } from '../../../api/generated/types.gen';
import { unresolvedNames } from '../../../api/staff-lists';
import { FormDialog, ReasonField } from '../../../components/admin/form-dialog';
import { QueryResult } from '../../../components/query-result';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { RadioGroup } from '../../../ui/fields/radio-group';
import { rowList } from '../../../ui/fields/row-list';
import { textLink } from '../../../ui/link-styles';
import { EmptyState } from '../../../ui/messages/empty-state';
import { MutationError } from '../../../ui/messages/mutation-error';
import { counted } from '../../../ui/text/counted';
import { AnalytePicker } from './analyte-picker';
import { panelLabel } from './panel-label';

export function Component() {
  const names = useInfiniteQuery(unresolvedNames());
  return (
    <div className="stack gap-6">
      <h1 className="text-2xl">Names to explain</h1>
      <p className="max-w-text text-ink-soft">
        Labs print these names, and our vocabulary doesn't know them. Say which analyte a name means. A second reviewer
        confirms it, and then certificates show the analyte beside the name. The printed name stays as it is.
      </p>
      <QueryResult query={names} loadingLabel="Loading names" errorTitle="We couldn't load the names" keepsStaleData>
        {({ pages }) => (
          <>
            <p role="status" className="text-sm text-ink-soft">
              {lookedAt(pages)}
            </p>
            <Names names={pages.flatMap((page) => page.names)} />
          </>
        )}
      </QueryResult>
      {names.hasNextPage && (
        <p>
          <Button variant="secondary" pending={names.isFetchingNextPage} onClick={() => names.fetchNextPage()}>
            Look at older certificates
          </Button>
        </p>
      )}
      {names.isFetchNextPageError && <MutationError error={new Error(errorMessage(names.error))} />}
    </div>
  );
}

function lookedAt(pages: readonly { published: number; waiting: number }[]): string {
  const published = pages.reduce((sum, page) => sum + page.published, 0);
  const waiting = pages.reduce((sum, page) => sum + page.waiting, 0);
  const certificates = counted(published, 'published certificate');
  return `From the newest ${certificates} and ${counted(waiting, 'waiting submission')}`;
}

function Names({ names }: { names: readonly UnresolvedNameDto[] }) {
  if (names.length === 0) {
    return (
      <EmptyState title="No names to explain">
        Each printed name has an analyte, or could mean several and stays as printed.
      </EmptyState>
    );
  }
  return (
    <ul className={rowList}>
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: older certificates can print a name again
        <Row key={`${name.panel} ${name.name} ${index}`} name={name} />
      ))}
    </ul>
  );
}

function Row({ name }: { name: UnresolvedNameDto }) {
  const { published, waiting, exampleReference, exampleSubmission, proposal } = name;
  return (
    <li className="grid items-center gap-x-6 gap-y-3 bg-surface p-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="stack min-w-0 gap-1">
        <p className="font-medium wrap-anywhere">{name.name}</p>
        <p className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
          <span>{panelLabel(name.panel)}</span>
          {published > 0 && <span>{counted(published, 'certificate')}</span>}
          {waiting > 0 && <span>{counted(waiting, 'submission')}</span>}
          {exampleReference && (
            <Link to={paths.certificate(exampleReference)} className={textLink}>
              Certificate {exampleReference}
            </Link>
          )}
          {!exampleReference && exampleSubmission && (
            <Link to={paths.staff.submission(exampleSubmission)} className={textLink}>
              A submission with it
            </Link>
          )}
        </p>
      </div>
      {proposal ? (
        <Link to={paths.staff.change(proposal)} className={textLink}>
          Waits for a second person<span className="sr-only">: {name.name}</span>
        </Link>
      ) : (
        <ExplainName name={name} />
      )}
    </li>
  );
}

/** Proposes what a printed name means. */
function ExplainName({ name: { name, panel } }: { name: UnresolvedNameDto }) {
  const [analyte, setAnalyte] = useState<AnalyteDto | null>(null);
  const [missing, setMissing] = useState<string>();
  const choose = (chosen: AnalyteDto | null) => {
    setAnalyte(chosen);
    setMissing(undefined);
  };
  const toRequest = (values: FormData) => {
    if (!analyte) {
      setMissing('Choose an analyte from the list');
      return null;
    }
    const scope = (values.get('scope') ?? 'everywhere') as NameScope;
    const body = { name, panel: panel as ProposedNameDto['panel'], analyte: analyte.key, scope };
    return { body: { ...body, reason: String(values.get('reason')) } };
  };
  return (
    <FormDialog
      mutation={proposeAnalyteNameMutation()}
      toRequest={toRequest}
      done={{ title: 'Proposed', description: `A second reviewer decides whether “${name}” means that.` }}
      onOpenChange={() => choose(null)}
      trigger={
        <Button size="sm" variant="secondary">
          This is …<span className="sr-only"> ({name})</span>
        </Button>
      }
      title={`What is “${name}”?`}
      description={`Printed under ${panelLabel(panel)}. A second reviewer has to confirm your answer before it counts.`}
      submitLabel="Propose"
      pendingText="Proposing…"
    >
      <AnalytePicker chosen={analyte} onChoose={choose} error={missing} />
      {analyte && <Scope analyte={analyte} panel={panel} />}
      <ReasonField maxLength={1000} hint="How you know. The second reviewer reads it." />
    </FormDialog>
  );
}

/** A name can be limited to the analyte's own panel only if it is printed there. */
function Scope({ analyte, panel }: { analyte: AnalyteDto; panel: string }) {
  const isOwnPanel = analyte.panel === panel;
  return (
    <RadioGroup
      key={analyte.key}
      legend="Where it means that"
      name="scope"
      defaultValue={isOwnPanel ? 'panel' : 'everywhere'}
      options={[
        ...(isOwnPanel ? [{ value: 'panel', label: `Only under ${panelLabel(panel)}` }] : []),
        { value: 'everywhere', label: 'Wherever a report prints it' },
      ]}
    />
  );
}
