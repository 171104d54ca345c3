import { PLOT } from './chart-frame';

/** Horizontal lines with a label to the left. @param ticks `at` in pixels down */
export function VerticalAxis({ ticks }: { ticks: readonly { readonly at: number; readonly label: string }[] }) {
  return ticks.map(({ at, label }) => (
    <g key={label}>
      <line x1={`${PLOT.left - 2}%`} x2="100%" y1={at} y2={at} className="grid" />
      <text x={`${PLOT.left - 3}%`} y={at + 4} textAnchor="end">
        {label}
      </text>
    </g>
  ));
}

/** A line with labels below. @param ticks `at` in percent across @param y in pixels down */
export function HorizontalAxis(props: {
  ticks: readonly { readonly at: number; readonly label: string }[];
  y: number;
}) {
  return (
    <>
      <line x1={`${PLOT.left - 2}%`} x2="100%" y1={props.y} y2={props.y} className="axis" />
      {props.ticks.map(({ at, label }) => (
        <g key={label}>
          <line x1={`${at}%`} x2={`${at}%`} y1={props.y} y2={props.y + 5} className="axis" />
          <text x={`${at}%`} y={props.y + 20} textAnchor={at > 85 ? 'end' : 'middle'}>
            {label}
          </text>
        </g>
      ))}
    </>
  );
}

/** A range of values across the whole picture, named at its right end. @param top and bottom in pixels down */
export function RangeBand({ top, bottom, label }: { top: number; bottom: number; label: string }) {
  return (
    <>
      <rect x={`${PLOT.left - 2}%`} y={top} width={`${102 - PLOT.left}%`} height={bottom - top} className="band" />
      <text x="99.5%" y={top - 5} textAnchor="end" className="halo">
        {label}
      </text>
    </>
  );
}

/** A value across the whole picture. */
export const RangeLine = ({ y }: { y: number }) => (
  <line x1={`${PLOT.left - 2}%`} x2="100%" y1={y} y2={y} className="reference" />
);
