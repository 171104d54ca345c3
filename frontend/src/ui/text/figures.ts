// Number formats: US English, few decimals, and a no-break space before the unit.

const NBSP = '\u00a0';

// Written by hand, because the first Intl.NumberFormat of a page costs a slow phone milliseconds.

/** `1204` as `1,204`. */
export const formatCount = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** Rounded to at most two decimals as it is written, half up: `1204.5` as `1,204.5`, `743.175` as `743.18`. */
function plain(value: number): string {
  const rounded = value < 0.005 ? 0 : Math.round(Number(`${value}e2`)) / 100;
  const [whole = '', decimals] = String(rounded).split('.');
  return formatCount(Number(whole)) + (decimals === undefined ? '' : `.${decimals}`);
}

export const formatMg = (mg: number) => `${plain(mg)}${NBSP}mg`;

export const formatPercent = (ratio: number) => `${formatCount(Math.round(ratio * 100))}%`;

const QUARTERS = ['', '¼', '½', '¾'];

function hours(minutes: number) {
  const quarter = QUARTERS[(minutes % 60) / 15];
  const full = Math.floor(minutes / 60);
  return quarter === undefined ? plain(minutes / 60) : `${full || (quarter ? '' : 0)}${quarter}`;
}

export function formatMinutes(minutes: number) {
  return minutes < 60 ? `${minutes}${NBSP}min` : `${hours(minutes)}${NBSP}h`;
}

/** `15–60 min`, `45 min – 2 h`, `1–2½ h`. */
export function formatMinuteRange(from: number, to: number) {
  if (from === to) return formatMinutes(from);
  if (to <= 90) return `${from}–${to}${NBSP}min`;
  if (from < 60) return `${formatMinutes(from)} – ${formatMinutes(to)}`;
  return `${hours(from)}–${hours(to)}${NBSP}h`;
}

/** `84,512 bytes` as `85 kB`, and from a megabyte on `1.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  const kilobytes = Math.round(bytes / 1_000);
  return kilobytes < 1_000 ? `${kilobytes} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
