import { longDay } from '../../shared/long-day.js';
import { compareWithLabel } from '../checks/label-comparison.js';
import type { Publication, Withdrawal } from './published-certificate.js';

/** A certificate that was published or withdrawn, as a feed announces it. */
export interface RegistryEvent {
  readonly type: 'published' | 'withdrawn';
  readonly at: Date;
  /** Of a withdrawn certificate, whose own address is the permanent one. Null for a published one. */
  readonly reference: string | null;
  readonly brandName: string;
  readonly batchId: string;
  readonly title: string;
  /** What happened, in sentences; a withdrawal or a failure comes first. */
  readonly summary: string;
}

/** The newest first. */
export function registryEvents(
  published: readonly Publication[],
  withdrawn: readonly Withdrawal[],
  limit: number,
): readonly RegistryEvent[] {
  return [...withdrawn.map(ofWithdrawal), ...published.map(ofPublication)]
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, limit);
}

function ofPublication(certificate: Publication): RegistryEvent {
  const { brandName, productName, batchId, thcContent, labName, testDate, outcome } = certificate;
  const { statedMg } = compareWithLabel(productName, thcContent);
  const warning = warningOf(certificate);
  const summary = [
    ...(warning === null ? [] : [warning]),
    `${brandName}: ${thcContent} mg THC measured${statedMg === null ? '' : `, ${statedMg} mg stated`}.`,
    `Tested by ${labName} on ${longDay(testDate)}. Status: ${outcome}.`,
  ].join(' ');
  const prefix = outcome === 'failed' ? 'Failed: ' : certificate.doNotDrink ? 'Do not drink: ' : '';
  const title = `${prefix}${productName}, batch ${batchId}`;
  return { type: 'published', at: certificate.publishedAt, reference: null, brandName, batchId, title, summary };
}

function warningOf(certificate: Publication): string | null {
  if (certificate.outcome === 'failed') return 'Failed its lab test. Do not drink it.';
  if (certificate.doNotDrink) return 'A lab report of this batch shows a failure. Do not drink it.';
  if (certificate.contradictory) return 'Something on this certificate does not fit: see its page.';
  return certificate.panelsComplete ? null : 'Not every contaminant panel has a result.';
}

function ofWithdrawal({ reference, brandName, productName, batchId, withdrawnAt, reason }: Withdrawal): RegistryEvent {
  return {
    type: 'withdrawn',
    at: withdrawnAt,
    reference,
    brandName,
    batchId,
    title: `Withdrawn: ${productName}, batch ${batchId}`,
    summary: `Withdrawn. Do not rely on this certificate of ${brandName}. Reason: ${reason}`,
  };
}
