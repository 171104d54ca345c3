// Positions in a picture. Across they are percentages, because only the browser knows its width; down they are pixels.

/** Maps numbers from one range to another, to hundredths: finer than a pixel, and half as long in the HTML. */
export const linearScale =
  ([from, to]: readonly [number, number], [start, end]: readonly [number, number]) =>
  (value: number): number =>
    hundredths(to === from ? (start + end) / 2 : start + ((value - from) / (to - from)) * (end - start));

export const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** Round numbers between two others, at most `count` of them. */
export function niceTicks(from: number, to: number, count: number): number[] {
  const power = 10 ** Math.floor(Math.log10((to - from) / count || 1));
  const step = [1, 2, 2.5, 5, 10, 20]
    .map((factor) => factor * power)
    .find((one) => ticksOf(from, to, one).length <= count);
  return step === undefined ? [] : ticksOf(from, to, step);
}

function ticksOf(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120];

/** First days of months between two days (`YYYY-MM-DD`), at most `count` of them. */
export function monthTicks(from: string, to: string, count: number): string[] {
  const [first, last] = [monthNumber(from) + (from.endsWith('-01') ? 0 : 1), monthNumber(to)];
  const months = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  const step =
    MONTH_STEPS.find((one) => months.filter((month) => month % one === 0).length <= count) ?? Number.POSITIVE_INFINITY;
  return months.filter((month) => month % step === 0).map(dayOfMonth);
}

const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const dayOfMonth = (month: number) => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;

/** Days since 1970. */
export const dayNumber = (day: string): number => Date.parse(day) / 86_400_000;
