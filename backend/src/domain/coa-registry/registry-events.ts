import { compareWithLabel } from './label-comparison.js';
import type { Publication, Withdrawal } from './published-certificate.js';

/** A certificate that was published or withdrawn, as a feed announces it. */
export interface RegistryEvent {
  readonly type: 'published' | 'withdrawn';
  readonly at: Date;
  /** Of a withdrawn certificate: its own address is then the one that stays. Null for a published one. */
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
  const hasFailed = outcome === 'failed';
  const summary = [
    ...(hasFailed ? ['Failed its lab test. Do not drink it.'] : []),
    `${brandName}: ${thcContent} mg THC measured${statedMg === null ? '' : `, ${statedMg} mg stated`}.`,
    `Tested by ${labName} on ${testDate}. Status: ${outcome}.`,
  ].join(' ');
  const title = `${hasFailed ? 'Failed: ' : ''}${productName}, batch ${batchId}`;
  return { type: 'published', at: certificate.publishedAt, reference: null, brandName, batchId, title, summary };
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
