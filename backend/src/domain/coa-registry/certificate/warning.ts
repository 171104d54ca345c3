import { type BatchNotice, batchNoticeSentence, saysNotToDrink } from './batch-notice.js';
import { type IncidentNotice, noticeSentence } from './lab-incident.js';

/**
 * What sources say that a certificate can't: a notice about its batch, or an incident of its laboratory. Every surface shows
 * it before the verdict, and nothing beside it is `good`.
 */
export type Warning = BatchNotice | IncidentNotice;

export const isIncident = (warning: Warning): warning is IncidentNotice => 'labName' in warning;
export const isNotice = (warning: Warning): warning is BatchNotice => !isIncident(warning);

/** Whether one of them is a reason not to drink the can, whatever its lab report says, as a recall is. */
export const sayNotToDrink = (warnings: readonly Warning[]): boolean =>
  warnings.some((warning) => isNotice(warning) && saysNotToDrink(warning));

/** The warning in words: who says what, and what that means. */
export const warningSentence = (warning: Warning): string =>
  isIncident(warning) ? noticeSentence(warning) : batchNoticeSentence(warning);
