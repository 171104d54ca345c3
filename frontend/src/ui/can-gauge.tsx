import { type ReactNode, useId } from 'react';
import { cx } from './cx';
import { formatMg, formatPercent } from './figures';

export interface CanGaugeProps {
  measuredMg: number;
  labelMg: number;
  /** The dose is not printed in the product's name but assumed from its wording. */
  labelAssumed?: boolean;
  /** What was measured, e.g. `THC`. */
  substance?: string;
  /** Already worded, e.g. `Tested Mar 12, 2026`: a measured value stands beside its date. */
  testDate?: ReactNode;
  /** `caution` where the registry calls the can under-dosed. Say so in `note` too. */
  tone?: 'plain' | 'caution';
  note?: ReactNode;
  /** `sm` is for lists: a small can and two lines of text. */
  size?: 'sm' | 'md';
  className?: string;
}

// In the drawing's own units: the can stands on FLOOR, is full to its label at LINE and to the lid at BRIM.
const FLOOR = 166;
const LINE = 54;
const BRIM = 12;
const CAN =
  'M28 6h40q3 0 3 3v3q0 5 3.5 9.5T79 33v114q0 7-3.5 11T71 165q-.8 3-4 3H29q-3.2 0-4-3t-4.5-7T17 147V33q0-7 4.5-11.5T25 12V9q0-3 3-3Z';

export function CanGauge({
  measuredMg,
  labelMg,
  labelAssumed = false,
  substance = 'THC',
  testDate,
  tone = 'plain',
  note,
  size = 'md',
  className,
}: CanGaugeProps) {
  const clip = useId();
  const ratio = labelMg > 0 ? measuredMg / labelMg : null;
  const level = Math.max(BRIM, FLOOR - (ratio ?? 0) * (FLOOR - LINE));
  const small = size === 'sm';
  const caution = tone === 'caution';

  return (
    <div className={cx('flex items-center', small ? 'gap-3' : 'flex-wrap gap-4 sm:gap-6', className)}>
      <svg
        viewBox={small ? '8 3 80 168' : '8 3 114 168'}
        aria-hidden="true"
        className={cx('keep-colors shrink-0', small ? 'h-21 w-10' : 'h-40 w-[6.8rem] sm:h-46 sm:w-[7.8rem]')}
      >
        <clipPath id={clip}>
          <path d={CAN} />
        </clipPath>
        <path d={CAN} className="fill-surface" />
        <g clipPath={`url(#${clip})`}>
          <g className="animate-rise [transform-box:fill-box]">
            <rect
              x="8"
              y={level}
              width="80"
              height={FLOOR - level + 2}
              className={caution ? 'fill-citrus' : 'fill-liquid'}
            />
            {ratio ? (
              <rect
                x="8"
                y={level}
                width="80"
                height="2"
                className={caution ? 'fill-citrus-ink' : 'fill-liquid-strong'}
              />
            ) : null}
          </g>
        </g>
        <path d={CAN} fill="none" strokeWidth={small ? 3 : 1.75} className="stroke-ink" />
        <path
          d="M25 12h46M17 34q31 6 62 0M17 147q31 6 62 0"
          fill="none"
          strokeWidth={small ? 2 : 1}
          className="stroke-ink"
          opacity={0.35}
        />
        {small ? null : (
          <path d="M71 138h8m-13-28h13m-8-28h8" fill="none" strokeWidth="1" className="stroke-ink" opacity={0.5} />
        )}
        {labelMg > 0 ? (
          <>
            <path
              d={`M9 ${LINE}h78`}
              fill="none"
              strokeWidth={small ? 3 : 1.5}
              strokeDasharray={small ? '7 5' : '5 3'}
              className="stroke-ink"
            />
            {small ? null : (
              <text x="91" y={LINE + 4} className="fill-ink-soft font-sans text-[12px]">
                label
              </text>
            )}
          </>
        ) : null}
      </svg>

      {small ? (
        <p className="min-w-0 text-sm leading-5">
          <span className="block font-medium">
            {formatMg(measuredMg)} {substance}
          </span>
          <span className="block text-ink-soft">
            {ratio === null ? 'No label dose' : `${formatPercent(ratio)} of ${formatMg(labelMg)}`}
            {labelAssumed && ratio !== null ? ' (assumed)' : ''}
          </span>
        </p>
      ) : (
        <div className="min-w-0 flex-1 basis-28 sm:basis-36">
          <dl>
            <dt className="text-sm text-ink-soft">Measured {substance}</dt>
            <dd className="text-2xl font-semibold tracking-tight whitespace-nowrap sm:text-3xl">
              {formatMg(measuredMg)}
            </dd>
            <dt className="mt-2 text-sm text-ink-soft">{labelAssumed ? 'Label dose, assumed' : 'Label says'}</dt>
            <dd className="text-xl font-medium">{labelMg > 0 ? formatMg(labelMg) : 'Not stated'}</dd>
          </dl>
          {ratio === null ? null : (
            <p className="mt-2 font-medium">
              {formatPercent(ratio)} <span className="font-normal text-ink-soft">of the label</span>
            </p>
          )}
          {testDate != null ? <p className="mt-1 text-sm text-ink-soft">{testDate}</p> : null}
          {note != null ? (
            <p className={cx('mt-2 text-sm font-medium', caution ? 'text-citrus-ink' : 'text-ink-soft')}>{note}</p>
          ) : null}
        </div>
      )}
    </div>
  );
}
