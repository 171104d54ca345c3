import type { ReactNode } from 'react';
import { usePageContext } from '../../api/page-context';
import { HorizontalAxis, RangeBand, RangeLine, VerticalAxis } from '../../ui/charts/chart-axis';
import { ChartFrame, PLOT } from '../../ui/charts/chart-frame';
import { ChartMark, MarkKey } from '../../ui/charts/chart-mark';
import { dayNumber, linearScale, monthTicks, niceTicks } from '../../ui/charts/chart-scale';
import { formatDay } from '../../ui/text/days';
import { type Batch, markKind, sourceSentence, TOLERANCE } from './batches';

interface BatchPictureProps {
  title: string;
  sentence: ReactNode;
  batches: readonly Batch[];
  /** What is drawn of a certificate. */
  amountOf: (batch: Batch) => number;
  /** Of `amountOf`, e.g. `mg` or `%`. */
  unit: string;
  /** The value that the label states; null without a label to compare with. */
  label: number | null;
  table: ReactNode;
  isTableOpen?: boolean;
}

const TOP = 22;
const BOTTOM = 232;
const HEIGHT = 262;

/** One mark for each certificate, by test date, against the label. */
export function BatchPicture({ batches, amountOf, unit, label, ...frame }: BatchPictureProps) {
  const { today } = usePageContext();
  const values = batches.map(amountOf);
  const [low, high] = rangeOf(values, label);
  const down = linearScale([low, high], [BOTTOM, TOP]);
  const days = batches.map(({ testDate }) => testDate).toSorted();
  const [first = today, last = today] = [days[0], days.at(-1)];
  const across = linearScale(spanOf(first, last), [PLOT.left, PLOT.right]);
  const kinds = batches.map((batch) => markKind(batch, today));
  const unitAfter = unit === '%' ? '%' : `\u00a0${unit}`;
  return (
    <ChartFrame
      {...frame}
      description={`Measured THC of ${batches.length} ${batches.length === 1 ? 'certificate' : 'certificates'} by test date. Higher marks measured more.${label === null ? '' : ' The dashed line is the label, the band 10% more and less.'} The table below has each figure.`}
      height={HEIGHT}
      legend={<MarkKey kinds={kinds} />}
      source={sourceSentence(batches)}
    >
      <VerticalAxis
        ticks={niceTicks(low, high, 5).map((value) => ({ at: down(value), label: `${value}${unitAfter}` }))}
      />
      {label !== null && (
        <>
          <RangeBand top={down(label * (1 + TOLERANCE))} bottom={down(label * (1 - TOLERANCE))} label="label ± 10%" />
          <RangeLine y={down(label)} />
        </>
      )}
      <HorizontalAxis
        y={BOTTOM}
        ticks={ticksOf(first, last).map((day) => ({ at: across(dayNumber(day)), label: monthOf(day) }))}
      />
      {batches.map((batch, index) => (
        <ChartMark
          key={batch.id}
          kind={kinds[index] ?? 'current'}
          x={across(dayNumber(batch.testDate))}
          y={down(amountOf(batch))}
        />
      ))}
    </ChartFrame>
  );
}

/** From zero without a label; else around the label, so that a tenth of it can be seen. */
function rangeOf(values: readonly number[], label: number | null): [number, number] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (label === null) return [0, most * 1.2 || 1];
  const margin = (Math.max(most, label * 1.2) - Math.min(least, label * 0.8)) * 0.1;
  return [Math.max(0, Math.min(least, label * 0.8) - margin), Math.max(most, label * 1.2) + margin];
}

/** At least two months, so that marks of neighboring days are neighbors. */
function spanOf(first: string, last: string): [number, number] {
  const [from, to] = [dayNumber(first), dayNumber(last)];
  const missing = Math.max(0, 60 - (to - from)) / 2;
  return [from - missing, to + missing];
}

function ticksOf(first: string, last: string): string[] {
  const ticks = monthTicks(first, last, 3);
  return ticks.length > 0 ? ticks : [first];
}

/** `Oct 2026`, or the day where it is not the first of a month. */
const monthOf = (day: string) =>
  day.endsWith('-01') ? `${formatDay(day).slice(0, 3)} ${day.slice(0, 4)}` : formatDay(day);
