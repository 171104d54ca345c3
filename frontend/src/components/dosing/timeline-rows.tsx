// The rows and the axis of a timeline, shared by the result and its placeholder.
import { useTranslate } from '../translation';

export interface Band {
  label: string;
  value: string;
  from: number;
  to: number;
  /** From here to `to` the end is uncertain; drawn as a fade. */
  certainTo?: number;
  fill: string;
  /** Set for a waiting time instead of an effect: its end is marked in this color. */
  mark?: string;
}

// Positions are percentages in SVG attributes: exact at any width, without inline styles, which the CSP blocks.
const at = (minutes: number, total: number) => `${((minutes / total) * 100).toFixed(3)}%`;

function tickStep(totalHours: number) {
  if (totalHours <= 6) return 1;
  return totalHours <= 12 ? 2 : 4;
}

function Track({ band, total, wait }: { band: Band | null; total: number; wait: number | null }) {
  const certainTo = band ? (band.certainTo ?? band.to) : 0;
  return (
    <svg width="100%" height="14" aria-hidden="true" className="keep-colors block">
      <rect width="100%" height="14" rx="3" className="fill-rule" opacity={0.55} />
      {band ? (
        <g className="animate-reveal origin-left">
          {certainTo < band.to ? (
            <rect
              x={at(band.from, total)}
              width={at(band.to - band.from, total)}
              height="14"
              rx="3"
              className={band.fill}
              opacity={0.5}
            />
          ) : null}
          <rect
            x={at(band.from, total)}
            width={at(certainTo - band.from, total)}
            height="14"
            rx="3"
            className={band.fill}
            opacity={band.mark ? 0.45 : undefined}
          />
        </g>
      ) : null}
      {band?.mark ? (
        // Drawn over the track's edge: three pixels that end where the band ends.
        <svg x={at(band.to, total)} width="3" height="14" overflow="visible" aria-hidden="true">
          <rect x="-3" width="3" height="14" rx="1" className={band.mark} />
        </svg>
      ) : null}
      {wait === null ? null : (
        <line x1={at(wait, total)} x2={at(wait, total)} y1="-1" y2="15" strokeWidth="2" className="stroke-citrus-ink" />
      )}
    </svg>
  );
}

export function Axis({ totalHours }: { totalHours: number }) {
  const step = tickStep(totalHours);
  const t = useTranslate();
  const ticks = Array.from({ length: Math.floor(totalHours / step) + 1 }, (_, index) => index * step);
  return (
    <svg width="100%" height="28" aria-hidden="true" className="block overflow-visible">
      <line x1="0" x2="100%" y1="0.5" y2="0.5" className="stroke-edge" />
      {ticks.map((hour) => {
        const x = at(hour, totalHours);
        const anchor = hour === 0 ? 'start' : hour === totalHours ? 'end' : 'middle';
        return (
          <g key={hour}>
            <line x1={x} x2={x} y1="0" y2="5" className="stroke-edge" />
            <text x={x} y="20" textAnchor={anchor} className="fill-ink-soft font-sans text-[12px]">
              {hour === 0 ? t('now') : `${hour} h`}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

export function Rows({
  bands,
  total,
  wait,
}: {
  bands: readonly (Band | { label: string })[];
  total: number;
  wait: number | null;
}) {
  const t = useTranslate();
  return (
    <dl className="flex flex-col gap-3">
      {bands.map((band) => {
        const drawn = 'fill' in band ? band : null;
        return (
          <div key={band.label} className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1">
            <dt className="text-sm text-ink-soft">{t(band.label)}</dt>
            <dd className="text-end text-sm font-semibold">{drawn ? drawn.value : '--'}</dd>
            <dd className="col-span-2">
              <Track band={drawn} total={total} wait={drawn ? wait : null} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

export const LABELS = {
  onset: 'First felt after',
  peak: 'Strongest after',
  duration: 'Wears off after',
  wait: 'Wait before more',
  drive: 'Do not drive for at least',
};
