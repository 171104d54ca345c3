import type { ReactNode } from 'react';
import { cx } from './cx';
import { formatMinuteRange, formatMinutes } from './figures';

type Minutes = readonly [from: number, to: number];

export interface EffectTimelineProps {
  /** All in minutes after the drink is finished ("now"). */
  onset: Minutes;
  peak: Minutes;
  /** When the effects are over: earliest and latest. */
  duration: Minutes;
  /** Null where the advice is to have no more: then nothing is marked, and `moreAdvice` says so in its place. */
  waitMinutes: number | null;
  moreAdvice?: ReactNode;
  driveHoldMinutes: number;
  /** A visible heading line; the list needs a name even where it has none. */
  title?: ReactNode;
  /** Under the axis, e.g. "Some people feel nothing for 2 hours; wait." */
  note?: ReactNode;
  className?: string;
}

interface Band {
  label: string;
  value: string;
  from: number;
  to: number;
  /** From here to `to` the end is uncertain and drawn fading. */
  certainTo?: number;
  fill: string;
  /** Set where people hold back until the band's end, rather than feel it: the end is marked in this color. */
  mark?: string;
}

const HOUR = 60;

// Everything is placed in per cent of the axis by attributes: exact at any width, and no inline style for a CSP to refuse.
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
        // Laid over the track's own edge: three pixels that end where the band ends.
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

/** The rise and fall drawn over the axis. Its height means nothing in milligrams, so it has no scale. */
function Curve({
  onset,
  peak,
  duration,
  waitMinutes,
  total,
}: Pick<EffectTimelineProps, 'onset' | 'peak' | 'duration' | 'waitMinutes'> & { total: number }) {
  const start = onset[0];
  const end = duration[1];
  const up = peak[0] - start;
  const down = end - peak[1];
  const line = [
    `M0 99H${start}`,
    `C${start + up * 0.45} 99 ${peak[0] - up * 0.35} 8 ${peak[0]} 8`,
    `H${peak[1]}`,
    `C${peak[1] + down * 0.3} 8 ${end - down * 0.5} 99 ${end} 99`,
  ].join('');
  return (
    <svg
      viewBox={`0 0 ${total} 100`}
      preserveAspectRatio="none"
      width="100%"
      height="64"
      aria-hidden="true"
      className="keep-colors block"
    >
      <g className="animate-reveal origin-left">
        <path d={`${line}Z`} className="fill-liquid" opacity={0.45} />
        <path
          d={`${line}H${total}`}
          fill="none"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
          className="stroke-liquid-strong"
        />
      </g>
      {waitMinutes === null ? null : (
        <path
          d={`M${waitMinutes} 0V100`}
          fill="none"
          strokeWidth="2"
          strokeDasharray="4 3"
          vectorEffect="non-scaling-stroke"
          className="stroke-citrus-ink"
        />
      )}
    </svg>
  );
}

function Axis({ totalHours }: { totalHours: number }) {
  const step = tickStep(totalHours);
  const ticks = Array.from({ length: Math.floor(totalHours / step) + 1 }, (_, place) => place * step);
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
              {hour === 0 ? 'now' : `${hour} h`}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

function Rows({
  bands,
  total,
  wait,
}: {
  bands: readonly (Band | { label: string })[];
  total: number;
  wait: number | null;
}) {
  return (
    <dl className="flex flex-col gap-3">
      {bands.map((band) => {
        const drawn = 'fill' in band ? band : null;
        return (
          <div key={band.label} className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1">
            <dt className="text-sm text-ink-soft">{band.label}</dt>
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

const LABELS = {
  onset: 'First felt after',
  peak: 'Strongest after',
  duration: 'Wears off after',
  wait: 'Wait before more',
  drive: 'Do not drive for at least',
};

export function EffectTimeline({
  onset,
  peak,
  duration,
  waitMinutes,
  moreAdvice,
  driveHoldMinutes,
  title,
  note,
  className,
}: EffectTimelineProps) {
  const totalHours = Math.max(1, Math.ceil(Math.max(duration[1], waitMinutes ?? 0, driveHoldMinutes) / HOUR));
  const total = totalHours * HOUR;
  const felt: Band[] = [
    {
      label: LABELS.onset,
      value: formatMinuteRange(...onset),
      from: onset[0],
      to: onset[1],
      fill: 'fill-liquid',
    },
    { label: LABELS.peak, value: formatMinuteRange(...peak), from: peak[0], to: peak[1], fill: 'fill-liquid-strong' },
    {
      label: LABELS.duration,
      value: formatMinuteRange(...duration),
      from: onset[0],
      to: duration[1],
      certainTo: duration[0],
      fill: 'fill-liquid',
    },
  ];
  const wait: Band[] =
    waitMinutes === null
      ? []
      : [
          {
            label: LABELS.wait,
            value: formatMinutes(waitMinutes),
            from: 0,
            to: waitMinutes,
            fill: 'fill-citrus',
            mark: 'fill-citrus-ink',
          },
        ];
  const drive: Band = {
    label: LABELS.drive,
    value: formatMinutes(driveHoldMinutes),
    from: 0,
    to: driveHoldMinutes,
    fill: 'fill-clay',
    mark: 'fill-clay',
  };
  return (
    <figure className={cx('w-full min-w-0', className)}>
      <figcaption className={title == null ? 'sr-only' : 'mb-4 text-base font-semibold'}>
        {title ?? 'Timeline of effects, counted from the last sip'}
      </figcaption>
      <Curve {...{ onset, peak, duration, waitMinutes, total }} />
      <div className="flex flex-col gap-4 border-t border-edge pt-3">
        <Rows bands={felt} total={total} wait={waitMinutes} />
        {waitMinutes === null ? <p className="text-sm font-semibold text-clay">{moreAdvice}</p> : null}
        <Rows bands={[...wait, drive]} total={total} wait={null} />
        <Axis totalHours={totalHours} />
      </div>
      {note != null ? <p className="mt-1 text-sm text-ink-soft">{note}</p> : null}
    </figure>
  );
}

/** The same figure before there is anything to show, and of the same height. */
export function EffectTimelinePlaceholder({
  title = 'Calculate to see timeline',
  className,
}: {
  title?: ReactNode;
  className?: string;
}) {
  return (
    <figure className={cx('w-full min-w-0', className)}>
      <figcaption className="mb-4 text-base font-semibold text-ink-soft">{title}</figcaption>
      <svg width="100%" height="64" aria-hidden="true" className="block" />
      <div className="flex flex-col gap-4 border-t border-edge pt-3">
        <Rows
          bands={[{ label: LABELS.onset }, { label: LABELS.peak }, { label: LABELS.duration }]}
          total={1}
          wait={null}
        />
        <Rows bands={[{ label: LABELS.wait }, { label: LABELS.drive }]} total={1} wait={null} />
        <Axis totalHours={8} />
      </div>
    </figure>
  );
}
