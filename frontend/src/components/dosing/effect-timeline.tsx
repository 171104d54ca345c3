import type { ReactNode } from 'react';
import { cx } from '../../ui/cx';
import { formatMinuteRange, formatMinutes } from '../../ui/text/figures';
import { Axis, type Band, LABELS, Rows } from './timeline-rows';

type Minutes = readonly [from: number, to: number];

interface EffectTimelineProps {
  /** All in minutes after the drink is finished ("now"). */
  onset: Minutes;
  peak: Minutes;
  /** Earliest and latest end of the effects. */
  duration: Minutes;
  /** Null when the advice is not to have more: nothing is marked, and `moreAdvice` says so instead. */
  waitMinutes: number | null;
  moreAdvice?: ReactNode;
  driveHoldMinutes: number;
  title: string;
  /** Under the axis, e.g. "Some people feel nothing for 2 hours; wait." */
  note?: string;
  className?: string;
}

const HOUR = 60;

/** The curve drawn over the axis. It has no scale, because its height is not in milligrams. */
function Curve({ onset, peak, duration, waitMinutes, total }: EffectTimelineProps & { total: number }) {
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

export function EffectTimeline(props: EffectTimelineProps) {
  const { onset, peak, duration, waitMinutes, driveHoldMinutes, note } = props;
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
    <figure className={cx('w-full min-w-0', props.className)}>
      <figcaption className="mb-4 text-base font-semibold">{props.title}</figcaption>
      <Curve {...props} total={total} />
      <div className="flex flex-col gap-4 border-t border-edge pt-3">
        <Rows bands={felt} total={total} wait={waitMinutes} />
        {waitMinutes === null ? <p className="text-sm font-semibold text-clay">{props.moreAdvice}</p> : null}
        <Rows bands={[...wait, drive]} total={total} wait={null} />
        <Axis totalHours={totalHours} />
      </div>
      {note != null ? <p className="mt-1 text-sm text-ink-soft">{note}</p> : null}
    </figure>
  );
}
