import { longDay } from '../../shared/long-day.js';
import { nameKey } from '../../shared/name-key.js';
import { batchNoticeOf, NOTICE_WORDS, noticeSentenceOfAll, type PublicNotice } from '../certificate/batch-notice.js';
import { covers, type LabIncident, noticeSentence } from '../certificate/lab-incident.js';
import { sayNotToDrink, warningSentence } from '../certificate/warning.js';
import { compareWithLabel } from '../checks/label-comparison.js';
import type { EventScope, Publication, Withdrawal } from './published-certificate.js';

/** The page of the site that an event is about, and the names in its address. */
export type EventPage =
  | { readonly page: 'coa'; readonly values: { readonly brandName: string; readonly batchId: string } }
  | { readonly page: 'certificate'; readonly values: { readonly reference: string } }
  | { readonly page: 'notice'; readonly values: { readonly number: string } }
  | { readonly page: 'laboratory'; readonly values: { readonly labName: string } };

/**
 * A certificate that was published or withdrawn, or what became of a notice or of an incident of a laboratory, as a feed
 * announces it.
 */
export type RegistryEvent = EventPage & {
  readonly at: Date;
  /** The place on the page, where several events are about one page. */
  readonly anchor?: string;
  readonly title: string;
  /** What happened, in sentences; a withdrawal or a failure comes first. */
  readonly summary: string;
};

/** The newest first. */
export function registryEvents(
  published: readonly Publication[],
  withdrawn: readonly Withdrawal[],
  incidents: readonly LabIncident[],
  notices: readonly PublicNotice[],
  limit: number,
): readonly RegistryEvent[] {
  return [
    ...notices.map(noticeEvent),
    ...incidents.map(ofIncident),
    ...withdrawn.map(ofWithdrawal),
    ...published.map(ofPublication),
  ]
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, limit);
}

/** Whether a certificate is of the brand or product. SQL finds a product by its words, without punctuation: ".5 mg" is not "5 mg". */
export const isOfProduct = (scope: EventScope | undefined, { productName }: { readonly productName: string }) =>
  !scope || !('brand' in scope) || scope.productName === null || nameKey(productName) === nameKey(scope.productName);

/** Whether an incident is in the scope; in that of a brand or product if it is, or was, about any of these certificates. */
export function isIncidentIn(
  scope: EventScope | undefined,
  incident: LabIncident,
  published: readonly Publication[],
): boolean {
  if (!scope) return true;
  if ('incidents' in scope) return scope.incidents.includes(incident.id);
  return published.some(
    ({ labName, testDate, warnings }) =>
      warnings.some(({ id }) => id === incident.id) ||
      (nameKey(labName) === incident.labKey && covers(incident, { testDate, sample: null })),
  );
}

function ofPublication(certificate: Publication): RegistryEvent {
  const { brandName, productName, batchId, thcContent, labName, testDate, outcome } = certificate;
  const { statedMg } = compareWithLabel(productName, thcContent);
  const summary = [
    ...warningsOf(certificate),
    `${brandName}: ${thcContent} mg THC measured${statedMg === null ? '' : `, ${statedMg} mg stated`}.`,
    `Tested by ${labName} on ${longDay(testDate)}. Status: ${outcome}.`,
  ].join(' ');
  const title = `${prefixOf(certificate)}${productName}, batch ${batchId}`;
  return { page: 'coa', values: { brandName, batchId }, at: certificate.publishedAt, title, summary };
}

function prefixOf({ outcome, doNotDrink, warnings }: Publication): string {
  if (outcome === 'failed') return 'Failed: ';
  if (doNotDrink || sayNotToDrink(warnings)) return 'Do not drink: ';
  return warnings.length > 0 ? 'See notice: ' : '';
}

/** A failure and the warnings are both said; anything less only without them. */
function warningsOf(certificate: Publication): readonly string[] {
  const warnings = [...failureOf(certificate), ...certificate.warnings.map(warningSentence)];
  if (warnings.length > 0) return warnings;
  if (certificate.contradictory) return ['Something on this certificate does not fit: see its page.'];
  return certificate.panelsComplete ? [] : ['Not every contaminant panel has a result.'];
}

function failureOf({ outcome, doNotDrink }: Publication): readonly string[] {
  if (outcome === 'failed') return ['Failed its lab test. Do not drink it.'];
  return doNotDrink ? ['A lab report of this batch shows a failure. Do not drink it.'] : [];
}

function ofWithdrawal({ reference, brandName, productName, batchId, withdrawnAt, reason }: Withdrawal): RegistryEvent {
  return {
    page: 'certificate',
    values: { reference },
    at: withdrawnAt,
    title: `Withdrawn: ${productName}, batch ${batchId}`,
    summary: `Withdrawn. Do not rely on this certificate of ${brandName}. Reason: ${reason}`,
  };
}

function ofIncident(incident: LabIncident): RegistryEvent {
  const { id, labName, state, openedAt, endedAt, endReason } = incident;
  const opened = `Notice about ${labName}`;
  const page = { page: 'laboratory', values: { labName }, anchor: id } as const;
  if (state === 'open') return { ...page, at: openedAt, title: opened, summary: noticeSentence(incident) };
  const at = endedAt ?? openedAt;
  if (state === 'cleared')
    return { ...page, at, title: `Cleared: ${opened}`, summary: `Cleared. Reason: ${endReason}` };
  const summary = `We published this notice in error. Reason: ${endReason}`;
  return { ...page, at, title: `Our mistake: ${opened}`, summary };
}

/** What became of a notice, as feeds and emails announce it. */
export function noticeEvent(notice: PublicNotice): RegistryEvent {
  const { number, state, content, modifiedAt, withdrawalReason } = notice;
  const title = `${NOTICE_WORDS[content.kind]}: ${number}`;
  const page = { page: 'notice', values: { number }, at: modifiedAt } as const;
  const said = noticeSentenceOfAll(batchNoticeOf(notice));
  if (state !== 'withdrawn')
    return { ...page, title: state === 'updated' ? `Updated: ${title}` : title, summary: said };
  return {
    ...page,
    title: `Withdrawn: ${title}`,
    summary: `We withdrew this notice. Reason: ${withdrawalReason} It said: ${said}`,
  };
}
