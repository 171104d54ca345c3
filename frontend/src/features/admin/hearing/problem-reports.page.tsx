import type { UseMutationOptions } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  acknowledgeProblemReportsMutation,
  decideProblemReportsMutation,
  recordHearingMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { HearingStep, ProblemOutcome, StaffProblemReportDto } from '../../../api/generated/types.gen';
import { type ProblemFilters, problemReportPages } from '../../../api/staff-lists';
import { FilterSelect } from '../../../components/admin/filter-select';
import { FormDialog } from '../../../components/admin/form-dialog';
import { PagedList, usePagedRows } from '../../../components/admin/paged-list';
import { PROBLEM_REASONS } from '../../../components/coa-registry/problem-words';
import { TextLink } from '../../../components/links';
import { findOption, useFilters } from '../../../hooks/use-filters';
import { paths } from '../../../paths';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { SelectField } from '../../../ui/fields/select-field';
import { TextareaField } from '../../../ui/fields/textarea-field';
import { EmptyState } from '../../../ui/messages/empty-state';
import { Mono } from '../../../ui/mono';
import { counted } from '../../../ui/text/counted';
import { formatDay } from '../../../ui/text/days';

const STANDINGS = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
] as const;

const OUTCOMES: readonly { value: ProblemOutcome; label: string }[] = [
  { value: 'no_error', label: 'We found no error' },
  { value: 'corrected', label: 'The lab report was replaced' },
  { value: 'withdrawn', label: 'The lab report was withdrawn' },
  { value: 'not_settled', label: 'We could not settle it' },
  { value: 'dismissed', label: 'Not about the lab report (not shown on its page)' },
];

const STEPS: Record<HearingStep, string> = {
  acknowledgment: 'Acknowledge',
  hearing: 'Hear brand and lab',
  outcome: 'Decide',
};

const labelOf = <Value extends string>(options: readonly { value: Value; label: string }[], value: Value | null) =>
  options.find((option) => option.value === value)?.label ?? '';

/** Reports of problems, by what is due first. The filters show those of one lab report or one reporter, to close them together. */
export function Component() {
  const { values, setFilters } = useFilters({ standing: 'open', certificate: '', sameReporterAs: '' });
  const standing = findOption(STANDINGS, values.standing) ?? 'open';
  const { certificate, sameReporterAs } = values;
  const filters = { standing, ...(certificate && { certificate }), ...(sameReporterAs && { sameReporterAs }) };
  // Another list starts with nothing chosen, so that no hidden report is ever decided.
  return (
    <div className="stack gap-6">
      <h1 className="text-2xl">Reported problems</h1>
      <p className="max-w-text text-ink-soft">
        Acknowledge each within one business day, hear the brand and the lab within five, and decide within ten. The
        page of the lab report changes only when you decide.
      </p>
      <div className="flex flex-wrap items-end gap-4">
        <FilterSelect label="Show" name="standing" value={standing} options={STANDINGS} setFilters={setFilters} />
        {(certificate || sameReporterAs) && (
          <Button variant="secondary" onClick={() => setFilters({ certificate: '', sameReporterAs: '' })}>
            {certificate ? `Only about ${certificate}` : 'Only of one reporter'}: show all
          </Button>
        )}
      </div>
      <Reports key={JSON.stringify(filters)} filters={filters} setFilters={setFilters} />
    </div>
  );
}

type SetFilters = (changes: { certificate?: string; sameReporterAs?: string }) => void;

function Reports({ filters, setFilters }: { filters: ProblemFilters; setFilters: SetFilters }) {
  const list = usePagedRows(problemReportPages(filters));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = list.rows.filter(({ id }) => chosen.has(id));
  const toggle = (id: string) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  const toolbar = (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        size="sm"
        variant="secondary"
        onClick={() =>
          setChosen(new Set(selected.length > 0 ? [] : list.rows.slice(0, SELECTED_MAX).map(({ id }) => id)))
        }
      >
        {selected.length > 0 ? `Clear ${counted(selected.length, 'report')}` : 'Choose all'}
      </Button>
      {selected.length > 0 && <Actions selected={selected} onDone={() => setChosen(new Set())} />}
    </div>
  );
  return (
    <PagedList
      list={list}
      loadingLabel="Loading reports"
      errorTitle="We couldn't load the reports"
      countLabel={(total) => `${total === 1 ? 'report' : 'reports'}${total > 200 ? '; the first 200 are shown' : ''}`}
      empty={<EmptyState title="No reports">There is nothing to decide here.</EmptyState>}
      toolbar={toolbar}
    >
      {(report) => (
        <Row
          key={report.id}
          report={report}
          isChosen={chosen.has(report.id)}
          onToggle={() => toggle(report.id)}
          setFilters={setFilters}
        />
      )}
    </PagedList>
  );
}

/** As many as the server takes at once. */
const SELECTED_MAX = 100;

interface RowProps {
  report: StaffProblemReportDto;
  isChosen: boolean;
  onToggle: () => void;
  setFilters: SetFilters;
}

function Row({ report, isChosen, onToggle, setFilters }: RowProps) {
  const { id, certificate, openOnCertificate, openFromReporter, nextStep, dueBy, overdue, outcome } = report;
  const title = `${report.brandName}, ${report.productName}, batch ${report.batchId}`;
  return (
    <li className="stack gap-2 bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <label className="flex min-h-11 items-center gap-2.5 font-medium wrap-anywhere">
          <input type="checkbox" checked={isChosen} onChange={onToggle} className="size-5 accent-pine" />
          {title}
          <span className="sr-only">, {report.reference}</span>
        </label>
        <Badge tone="pine">{labelOf(PROBLEM_REASONS, report.reason)}</Badge>
        {nextStep && dueBy && (
          <Badge tone={overdue ? 'clay' : 'neutral'}>
            {STEPS[nextStep]}: {overdue ? 'overdue since' : 'due'} {formatDay(dueBy)}
          </Badge>
        )}
      </div>
      <p className="max-w-text whitespace-pre-wrap wrap-anywhere">
        {report.text ?? 'What the reporter wrote was erased.'}
      </p>
      {outcome && (
        <p className="max-w-text wrap-anywhere">
          <strong>{labelOf(OUTCOMES, outcome)}.</strong> {report.sentence} ({report.decidedBy})
        </p>
      )}
      <p className="text-sm text-ink-soft wrap-anywhere">
        <Mono>{report.reference}</Mono> · <TextLink to={paths.certificate(certificate)}>{certificate}</TextLink> · Lab:{' '}
        {report.labName} · {formatDay(report.reportedAt.slice(0, 10))} · {report.email ?? 'No address'}
        {report.times > 1 && ` · Sent ${report.times} times`}
      </p>
      <div className="flex flex-wrap gap-3">
        {openOnCertificate > 1 && (
          <Button size="sm" variant="quiet" onClick={() => setFilters({ certificate, sameReporterAs: '' })}>
            {openOnCertificate} open about this lab report
          </Button>
        )}
        {openFromReporter > 1 && (
          <Button size="sm" variant="quiet" onClick={() => setFilters({ certificate: '', sameReporterAs: id })}>
            {openFromReporter} open from this reporter
          </Button>
        )}
      </div>
    </li>
  );
}

function Actions({ selected, onDone }: { selected: readonly StaffProblemReportDto[]; onDone: () => void }) {
  const isOpen = selected.every(({ closedAt }) => closedAt === null);
  const shared = { selected, onDone };
  return (
    <>
      {isOpen && (
        <>
          <Action
            {...shared}
            action="Acknowledge"
            description="Say that you have read them. Reporters who left an address get an email."
            mutation={acknowledgeProblemReportsMutation()}
          />
          <Action
            {...shared}
            action="Brand and lab were heard"
            description="Record it once both were asked and have answered, or had the time to."
            mutation={recordHearingMutation()}
          />
        </>
      )}
      <Action
        {...shared}
        action="Decide"
        description="One outcome for all of them. The page of each lab report says it, and reporters who left an address get an email."
        mutation={decideProblemReportsMutation()}
      >
        <SelectField label="Outcome" name="outcome" options={OUTCOMES} />
        <TextareaField
          label="Public sentence"
          name="sentence"
          required
          rows={3}
          maxLength={300}
          hint="What you found, and how. No email addresses, phone numbers or links, and nothing the reporter wrote."
        />
      </Action>
    </>
  );
}

interface ActionProps<Failure, Request> {
  selected: readonly StaffProblemReportDto[];
  onDone: () => void;
  action: string;
  description: string;
  mutation: UseMutationOptions<void, Failure, Request>;
  children?: ReactNode;
}

function Action<Failure, Request>({ selected, action, mutation, ...dialog }: ActionProps<Failure, Request>) {
  const reports = selected.map(({ id, version }) => ({ id, version }));
  return (
    <FormDialog
      {...dialog}
      mutation={mutation}
      toRequest={(values) => ({ body: { reports, ...Object.fromEntries(values) } }) as Request}
      done={{ title: `${action}: ${counted(reports.length, 'report')}` }}
      refetchAfterError
      trigger={<Button size="sm">{action}</Button>}
      title={`${action}: ${counted(reports.length, 'report')}`}
      submitLabel={action}
      pendingText="Saving…"
    >
      {dialog.children}
    </FormDialog>
  );
}
