// Number formats: US English, few decimals, and a no-break space before the unit.

const NBSP = '\u00a0';
const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export const formatMg = (mg: number) => `${plain.format(mg)}${NBSP}mg`;

export const formatPercent = (ratio: number) => `${whole.format(ratio * 100)}%`;

const QUARTERS = ['', '¼', '½', '¾'];

function hours(minutes: number) {
  const quarter = QUARTERS[(minutes % 60) / 15];
  const full = Math.floor(minutes / 60);
  return quarter === undefined ? plain.format(minutes / 60) : `${full || (quarter ? '' : 0)}${quarter}`;
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
