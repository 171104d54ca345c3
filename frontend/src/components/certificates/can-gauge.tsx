import { useId } from 'react';
import type { DoseLevel } from '../../api/generated/types.gen';
import { formatMg } from '../../ui/text/figures';
import { type LabelLevel, LabelMark } from './label-mark';

interface CanGaugeProps {
  measuredMg: number;
  /** Set only when the product name states a dose. */
  label: { readonly level: LabelLevel; readonly statedMg: number | null; readonly percent: number | null };
  /**
   * Of the whole can: an amount that is high is not drawn in the green of a mild one, however close it is to its label.
   * Null where nothing tells how strong it is, which is not green either.
   */
  strengthLevel?: DoseLevel | null;
  /** Formatted text, e.g. `Tested Mar 12, 2026`: a measurement is shown with its date. */
  tested: string;
  /** A limit that will count, and what it is. */
  comingLimit?: { readonly mg: number; readonly text: string } | null;
}

// In SVG units: the bottom of the can, the level that its label claims, and the lid.
const BOTTOM_Y = 166;
const LABEL_Y = 54;
const LID_Y = 12;
const CAN =
  'M28 6h40q3 0 3 3v3q0 5 3.5 9.5T79 33v114q0 7-3.5 11T71 165q-.8 3-4 3H29q-3.2 0-4-3t-4.5-7T17 147V33q0-7 4.5-11.5T25 12V9q0-3 3-3Z';

const LIQUID = { fill: 'fill-liquid', edge: 'fill-liquid-strong', ink: 'stroke-ink' };
const UNKNOWN = { fill: 'fill-rule', edge: 'fill-ink-soft', ink: 'stroke-ink' };
const CITRUS = { fill: 'fill-citrus', edge: 'fill-citrus-ink', ink: 'stroke-ink' };
const CLAY = { fill: 'fill-clay', edge: 'fill-clay-strong', ink: 'stroke-surface' };

const FILLS: Record<LabelLevel, { fill: string; edge: string; ink: string }> = {
  far_over: CLAY,
  over: CITRUS,
  within: LIQUID,
  under: CITRUS,
  far_under: CITRUS,
  not_stated: LIQUID,
};

/** The more serious of what the label and the amount say. */
function fillOf(level: LabelLevel, strengthLevel: DoseLevel | null | undefined) {
  if (strengthLevel === 'very_high') return CLAY;
  if (strengthLevel === 'high' && level !== 'far_over') return CITRUS;
  const fill = FILLS[level];
  return strengthLevel === null && fill === LIQUID ? UNKNOWN : fill;
}

/**
 * Measured THC as the fill level of a can, with the label claim as a dashed line and a coming limit as a dotted one. No level
 * without a label claim.
 */
export function CanGauge({ measuredMg, label, strengthLevel, tested, comingLimit }: CanGaugeProps) {
  const { level, statedMg, percent } = label;
  return (
    <div className="flex flex-wrap items-center gap-4 sm:gap-6">
      <Can
        ratio={statedMg ? measuredMg / statedMg : null}
        limitRatio={statedMg && comingLimit ? comingLimit.mg / statedMg : null}
        level={level}
        strengthLevel={strengthLevel}
        words={percent === null ? 'A can with a question mark' : `A can filled to ${percent}% of its label`}
      />
      <div className="min-w-0 flex-1 basis-28 sm:basis-36">
        <dl>
          <dt className="text-sm text-ink-soft">Measured THC</dt>
          <dd className="text-2xl font-semibold tracking-tight whitespace-nowrap sm:text-3xl">
            {formatMg(measuredMg)}
          </dd>
          <dt className="mt-2 text-sm text-ink-soft">Label says</dt>
          <dd className="text-xl font-medium">{statedMg === null ? 'Not stated' : formatMg(statedMg)}</dd>
        </dl>
        {percent !== null && (
          <p className="mt-2 flex flex-wrap items-center gap-x-2 font-medium">
            <span>
              {percent}% <span className="font-normal text-ink-soft">of the label</span>
            </span>
            <LabelMark level={level} className="text-sm" />
          </p>
        )}
        {strengthLevel === null && <p className="mt-2 text-sm font-medium">How strong it really is: not known.</p>}
        {comingLimit && <p className="mt-2 text-sm text-ink-soft print:hidden">{comingLimit.text}</p>}
        <p className="mt-1 text-sm text-ink-soft">{tested}</p>
        {statedMg === null && (
          <p className="mt-2 text-sm text-ink-soft">
            The product name gives no dose in milligrams, so there is nothing to compare with.
          </p>
        )}
      </div>
    </div>
  );
}

interface CanProps {
  /** Measured ÷ stated; null draws a can whose level is unknown. */
  ratio: number | null;
  /** Limit ÷ stated; null draws no limit. */
  limitRatio: number | null;
  level: LabelLevel;
  strengthLevel: DoseLevel | null | undefined;
  /** What it shows. */
  words: string;
}

function Can({ ratio, limitRatio, level, strengthLevel, words }: CanProps) {
  const id = useId();
  const surface = Math.max(LID_Y, BOTTOM_Y - (ratio ?? 0) * (BOTTOM_Y - LABEL_Y));
  const { fill, edge, ink } = fillOf(level, strengthLevel);
  const isOver = level === 'over' || level === 'far_over';
  return (
    <svg
      viewBox="8 3 114 168"
      role="img"
      aria-label={words}
      className="keep-colors h-40 w-[6.8rem] shrink-0 sm:h-46 sm:w-[7.8rem] print:h-30 print:w-[5.1rem]"
    >
      <clipPath id={id}>
        <path d={CAN} />
      </clipPath>
      <pattern id={`${id}-hatch`} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0v7" strokeWidth="3" className={ink} opacity={0.55} />
      </pattern>
      <path d={CAN} className="fill-surface" />
      {ratio === null ? (
        <text x="48" y="110" textAnchor="middle" className="fill-ink-soft font-sans text-[40px] font-semibold">
          ?
        </text>
      ) : (
        <g clipPath={`url(#${id})`}>
          <g className="animate-rise [transform-box:fill-box]">
            <rect x="8" y={surface} width="80" height={BOTTOM_Y - surface + 2} className={fill} />
            {ratio > 0 && <rect x="8" y={surface} width="80" height="2" className={edge} />}
            {/* The part above the label claim is hatched, so color alone does not carry meaning. */}
            {isOver && <rect x="8" y={surface} width="80" height={LABEL_Y - surface} fill={`url(#${id}-hatch)`} />}
          </g>
        </g>
      )}
      <path d={CAN} fill="none" strokeWidth={1.75} className="stroke-ink" />
      <path
        d="M25 12h46M17 34q31 6 62 0M17 147q31 6 62 0"
        fill="none"
        strokeWidth={1}
        className="stroke-ink"
        opacity={0.35}
      />
      {ratio !== null && (
        <>
          <path d={`M9 ${LABEL_Y}h78`} fill="none" strokeWidth={1.5} strokeDasharray="5 3" className="stroke-ink" />
          <text x="91" y={LABEL_Y + 4} className="fill-ink-soft font-sans text-[12px]">
            label
          </text>
          {limitRatio !== null && (
            <path
              d={`M9 ${BOTTOM_Y - limitRatio * (BOTTOM_Y - LABEL_Y)}h78`}
              fill="none"
              strokeWidth={1.5}
              strokeDasharray="1 4"
              className="stroke-ink print:hidden"
            />
          )}
          {level !== 'within' && (
            <path
              d={
                surface < LABEL_Y
                  ? `M100 ${LABEL_Y - 8}V${surface + 2}m-5 5 5-5 5 5`
                  : `M100 ${LABEL_Y + 10}V${surface - 2}m-5-5 5 5 5-5`
              }
              fill="none"
              strokeWidth={2}
              strokeLinecap="round"
              strokeLinejoin="round"
              className={level === 'far_over' ? 'stroke-clay' : 'stroke-citrus-ink'}
            />
          )}
        </>
      )}
    </svg>
  );
}
