import type { CoaStatisticsDto } from '../../api/generated/types.gen';
import { Panel } from '../../ui/panel';
import { formatCount } from '../../ui/text/figures';

/** Totals of the registry. The layout reserves space for the numbers while they load. */
export function StatisticsCard({ statistics }: { statistics: CoaStatisticsDto | undefined }) {
  return (
    <Panel as="section" aria-label="Database totals">
      <dl className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-3">
        <Figure label="Total lab tests" value={statistics && formatCount(statistics.totalCoas)} />
        <Figure label="Total brands" value={statistics && formatCount(statistics.totalBrands)} />
        <Figure
          label="Under-dosed"
          value={statistics && formatCount(statistics.underDosedCount)}
          beside={statistics && `${statistics.underDosedPercent}% of all`}
        />
      </dl>
      <p className="mt-4 text-sm text-ink-soft">
        Under-dosed means the lab measured more than 1 mg less THC than the label dose. If the product name doesn't
        state a dose in mg, we count it as 2.5 mg (micro, single), 5 mg (double) or 10 mg.
      </p>
    </Panel>
  );
}

function Figure({ label, value, beside }: { label: string; value: string | undefined; beside?: string }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="flex items-baseline gap-2">
        <span className="text-3xl font-semibold">{value ?? '–'}</span>
        {beside && <span className="text-sm text-ink-soft">{beside}</span>}
      </dd>
    </div>
  );
}
