import { formatMg } from '../../ui/text/figures';

interface CannabinoidRow {
  label: string;
  mgPerContainer: number;
  /** Shown instead of the number: `< 0.1 mg`, `Not detected`. The bar still uses the number. */
  printed?: string;
}

/**
 * The same scale for every drink, so that 24 mg and 2.4 mg never look alike. Larger amounts fill the bar, which a text
 * in styles/marks.css explains.
 */
const FULL_BAR_MG = 50;

export function CannabinoidBars({ rows }: { rows: readonly CannabinoidRow[] }) {
  return (
    <dl className="cannabinoid-bars">
      {rows.map((row) => {
        const share = Math.min(1, row.mgPerContainer / FULL_BAR_MG);
        return (
          <div
            key={row.label}
            className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 border-b border-rule py-3 first:pt-0 last:border-b-0 last:pb-0"
          >
            <dt className="font-medium">{row.label}</dt>
            <dd className="text-end">
              <span className="text-xl font-semibold">{row.printed ?? formatMg(row.mgPerContainer)}</span>
              <span className="text-sm text-ink-soft"> per container</span>
            </dd>
            <dd aria-hidden="true" className="col-span-2 mt-2">
              <svg width="100%" height="8" aria-hidden="true" className="keep-colors block">
                <rect width="100%" height="8" rx="2" className="fill-rule" opacity={0.55} />
                {share > 0 ? (
                  <rect
                    width={`${(share * 100).toFixed(2)}%`}
                    height="8"
                    rx="2"
                    className="origin-left animate-reveal fill-liquid-strong"
                  />
                ) : null}
              </svg>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
