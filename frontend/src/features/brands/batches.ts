import type { CoaSummaryDto, ProductCertificateDto } from '../../api/generated/types.gen';
import { hasNotice } from '../../components/certificates/has-notice';
import type { MarkKind } from '../../ui/charts/chart-mark';
import { formatDay, isOldTest } from '../../ui/text/days';
import { formatMg } from '../../ui/text/figures';

/**
 * A certificate in a picture. Only those of a product page have a field for whether they are current; all others are.
 */
export type Batch = CoaSummaryDto & Partial<Pick<ProductCertificateDto, 'standing'>>;

export const isCurrent = ({ standing = 'approved' }: Batch): boolean => standing === 'approved';

/** The most serious thing about a certificate. */
export function markKind(batch: Batch, today: string): MarkKind {
  if (batch.standing === 'withdrawn') return 'withdrawn';
  if (batch.standing === 'superseded') return 'replaced';
  if (batch.status === 'failed') return 'failed';
  if (hasNotice(batch)) return 'noticed';
  return isOldTest(batch.testDate, today) ? 'old' : 'current';
}

/** A difference from the label up to this share counts as within the label, as in the API's `labelComparison`. */
export const TOLERANCE = 0.1;

const plural = (count: number, one: string, several = `${one}s`) => `${count} ${count === 1 ? one : several}`;

/** Shown before any figure: what failed, and what batches and laboratories there are notices about. */
export function warningSentence(batches: readonly Batch[]): string {
  const current = batches.filter(isCurrent);
  const failed = current.filter(({ status }) => status === 'failed').length;
  const recalled = current.filter(({ notices }) => notices.length > 0).length;
  const noticed = current.filter(({ labIncidents }) => labIncidents.length > 0).length;
  const failure = `${failed} failed ${failed === 1 ? 'its lab test' : 'their lab tests'}: do not drink ${failed === 1 ? 'it' : 'them'}. `;
  const about = (count: number, what: string) =>
    count === 0 ? '' : `There is a notice about the ${what} of ${plural(count, 'certificate')}. `;
  return (failed === 0 ? '' : failure) + about(recalled, 'batch') + about(noticed, 'laboratory');
}

/** The words of the verdict: a shortfall of more than 1 mg is "weaker" even within 10%. */
function distance({ labelComparison: { level } }: Batch): 'close to' | 'stronger than' | 'weaker than' {
  if (level === 'within') return 'close to';
  return level === 'over' || level === 'far_over' ? 'stronger than' : 'weaker than';
}

/**
 * What the current certificates measured against the label: `3 of 4 …`. With a notice about it, none counts as
 * close to its label. Null: none states a dose.
 */
export function labelSentence(batches: readonly Batch[]): string | null {
  const compared = batches.filter((one) => isCurrent(one) && one.labelComparison.statedMg !== null);
  const [only, ...more] = compared;
  if (!only) return null;
  if (more.length === 0) return onlySentence(only);
  const countOf = (words: ReturnType<typeof distance>) => compared.filter((one) => distance(one) === words).length;
  const [over, under, noticed] = [countOf('stronger than'), countOf('weaker than'), compared.filter(hasNotice).length];
  const others = [
    over > 0 && `${over} measured stronger`,
    under > 0 && `${under} measured weaker`,
    noticed > 0 && `${noticed} ${noticed === 1 ? 'has' : 'have'} a notice`,
  ]
    .filter(Boolean)
    .join(', ');
  const close = compared.filter((one) => distance(one) === 'close to' && !hasNotice(one)).length;
  const subject = `${close} of ${compared.length} current certificates ${close === 1 ? 'is close to its' : 'are close to their'} label`;
  return others === '' ? `${subject}.` : `${subject}; ${others}.`;
}

function onlySentence(only: Batch): string {
  const measured = `The current certificate measured ${formatMg(only.thcContent)}`;
  if (distance(only) === 'close to' && hasNotice(only)) {
    return `${measured}; its label says ${formatMg(only.labelComparison.statedMg ?? 0)}.`;
  }
  return `${measured}, ${distance(only)} its label.`;
}

const SUPPLIERS = {
  lab: 'by the lab',
  submitter: 'by a submitter and checked by our staff',
  staff: 'by our staff',
} as const;

/** How many figures, from when and by whom. Every picture shows it. */
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
