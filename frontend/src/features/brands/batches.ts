import type { CoaSummaryDto, ProductCertificateDto } from '../../api/generated/types.gen';
import type { MarkKind } from '../../ui/chart-mark';
import { formatDay, isOldTest } from '../../ui/days';
import { formatMg } from '../../ui/figures';

/** A certificate in a picture. Only those of a product page say whether they are current; others are. */
export type Batch = CoaSummaryDto & Partial<Pick<ProductCertificateDto, 'standing'>>;

export const isCurrent = ({ standing = 'approved' }: Batch): boolean => standing === 'approved';

/** The most serious thing about a certificate. */
export function markKind(batch: Batch, today: string): MarkKind {
  if (batch.standing === 'withdrawn') return 'withdrawn';
  if (batch.standing === 'superseded') return 'replaced';
  if (batch.status === 'failed') return 'failed';
  return isOldTest(batch.testDate, today) ? 'old' : 'current';
}

/** Up to this share from the label is what labels promise, as in the API's `labelComparison`. */
export const TOLERANCE = 0.1;

/** Whether measured THC is within 10% of the stated dose; compared in thousandths, because 1.1 × 5 is not 5.5 in binary. */
export const isWithinBand = (thcMg: number, statedMg: number): boolean =>
  Math.abs(Math.round(thcMg * 1000) - Math.round(statedMg * 1000)) <= Math.round(statedMg * 1000 * TOLERANCE);

const plural = (count: number, one: string, several = `${one}s`) => `${count} ${count === 1 ? one : several}`;

/** Said before any figure. */
export function failedSentence(batches: readonly Batch[]): string {
  const failed = batches.filter((one) => isCurrent(one) && one.status === 'failed').length;
  return failed === 0
    ? ''
    : `${failed} failed ${failed === 1 ? 'its lab test' : 'their lab tests'}: do not drink ${failed === 1 ? 'it' : 'them'}. `;
}

function distance({ thcContent, labelComparison }: Batch): string {
  const statedMg = labelComparison.statedMg ?? 0;
  if (isWithinBand(thcContent, statedMg)) return 'within 10% of the label';
  return thcContent > statedMg ? 'more than 10% above the label' : 'more than 10% below the label';
}

/** What the current certificates measured against the label: `3 of 4 …`. Null: none states a dose. */
export function labelSentence(batches: readonly Batch[]): string | null {
  const compared = batches.filter((one) => isCurrent(one) && one.labelComparison.statedMg !== null);
  const [only, ...more] = compared;
  if (!only) return null;
  if (more.length === 0) return `The current certificate measured ${formatMg(only.thcContent)}, ${distance(only)}.`;
  const off = compared.filter((one) => !isWithinBand(one.thcContent, one.labelComparison.statedMg ?? 0));
  const over = off.filter((one) => one.thcContent > (one.labelComparison.statedMg ?? 0)).length;
  const under = off.length - over;
  const within = compared.length - off.length;
  const others = [over > 0 && `${over} measured more`, under > 0 && `${under} measured less`]
    .filter(Boolean)
    .join(', ');
  const subject = `${within} of ${compared.length} current certificates are within 10% of the label`;
  return others === '' ? `${subject}.` : `${subject}; ${others}.`;
}

const SUPPLIERS = {
  lab: 'by the lab',
  submitter: 'by a submitter and checked by our staff',
  staff: 'by our staff',
} as const;

/** How many figures, from when and by whom: every picture says it. */
export function sourceSentence(batches: readonly Batch[]): string {
  const days = batches.map(({ testDate }) => testDate).toSorted();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const dates = first === last ? `on ${formatDay(first)}` : `from ${formatDay(first)} to ${formatDay(last)}`;
  const labs = [...new Set(batches.map(({ labName }) => labName))];
  const by = labs.length > 3 ? `${labs.length} labs` : labs.join(', ');
  const sources = Object.entries(SUPPLIERS)
    .map(([source, words]) => ({ words, count: batches.filter((one) => one.source === source).length }))
    .filter(({ count }) => count > 0);
  const counted = sources.map(({ words, count }) => `${count} ${words}`).join(', ');
  return `${plural(batches.length, 'certificate')}, tested ${dates} by ${by}. Supplied: ${counted}.`;
}

export const measuredRange = (batches: readonly Batch[]): string => {
  const amounts = batches.map(({ thcContent }) => thcContent);
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  return least === most ? formatMg(least) : `${formatMg(least)} to ${formatMg(most)}`;
};
