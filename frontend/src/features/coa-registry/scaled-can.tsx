import { useId } from 'react';

/** What a full can stands for in every comparison, so that 24 mg and 2.4 mg never look alike. */
export const FULL_CAN_MG = 50;

// In SVG units.
const TOP = 5;
const FLOOR = 69;
const CAN = 'M14 2h20q2 0 2 2 0 3 2 6v51q0 4-2 6t-4 2H16q-2 0-4-2t-2-6V10q2-3 2-6 0-2 2-2Z';

const levelOf = (mg: number) => FLOOR - Math.min(1, mg / FULL_CAN_MG) * (FLOOR - TOP);

interface ScaledCanProps {
  measuredMg: number;
  /** Null where the name states no dose: then there is no line. */
  statedMg: number | null;
  fill: string;
}

/** A can on the one scale of the comparison, with the label as a dashed line. The text beside it has the figures. */
export function ScaledCan({ measuredMg, statedMg, fill }: ScaledCanProps) {
  const id = useId();
  const surface = levelOf(measuredMg);
  const isMore = measuredMg > FULL_CAN_MG;
  return (
    <svg viewBox="2 0 44 72" aria-hidden="true" className="keep-colors block h-18 w-11">
      <path d={CAN} className="fill-surface" />
      <clipPath id={id}>
        <path d={CAN} />
      </clipPath>
      <rect x="8" y={surface} width="32" height={FLOOR - surface} clipPath={`url(#${id})`} className={fill} />
      <path d={CAN} fill="none" strokeWidth="1.5" className="stroke-ink" />
      {isMore && <path d="m19 16 5-5 5 5m-10 7 5-5 5 5" fill="none" strokeWidth="2" className="stroke-ink" />}
      {statedMg !== null && statedMg <= FULL_CAN_MG && (
        <path
          d={`M4 ${levelOf(statedMg)}h40`}
          fill="none"
          strokeWidth="1.5"
          strokeDasharray="4 2.5"
          className="stroke-ink"
        />
      )}
    </svg>
  );
}
