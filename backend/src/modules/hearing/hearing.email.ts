import { dueDay, type ListedReport } from '../../domain/hearing/hearing.js';
import type { ProblemOutcome } from '../../domain/shared/public-problem.js';
import { formatMoment, weekdayAndDay } from '../../platform/email/dates.js';
import { emailFooter, facts, layout, link, paragraph, quote, small } from '../../platform/email/email-layout.js';
import type { EmailMessage } from '../../platform/email/email-message.js';
import { fromEmail } from '../../platform/email/from-email.js';

/** A report whose reporter left an address. */
export type Addressed = ListedReport & { readonly email: string };

/** Like the outcome, without the reporter's words: anyone can enter anyone's address. */
export const acknowledged = (report: Addressed, publicUrl: string): EmailMessage =>
  email(report, publicUrl, `We are looking into it (${report.reference})`, 'A person has read your report', [
    paragraph(
      'You reported a problem with a lab report on ClearBatch. A person has read what you wrote. Nothing on the page of the lab report has changed yet.',
    ),
    paragraph(
      `We give the brand and the lab a chance to answer. You will hear what we found by ${weekdayAndDay(dueDay(report.reportedAt, 'outcome'))}.`,
    ),
  ]);

const OUTCOMES: Readonly<Record<ProblemOutcome, string>> = {
  no_error: 'We found no error in the lab report.',
  corrected: 'The lab report was replaced by a corrected one.',
  withdrawn: 'The lab report was withdrawn.',
  not_settled: 'We could not settle it.',
  dismissed: 'We closed it without a change to the lab report.',
};

export const decided = (report: Addressed, publicUrl: string): EmailMessage =>
  email(report, publicUrl, `What we found (${report.reference})`, 'What we found', [
    paragraph(
      `You reported a problem with a lab report on ClearBatch. ${report.outcome ? OUTCOMES[report.outcome] : ''}`,
    ),
    quote(report.sentence ?? ''),
  ]);

function email(
  report: Addressed,
  publicUrl: string,
  subject: string,
  title: string,
  blocks: readonly ReturnType<typeof paragraph>[],
): EmailMessage {
  const { reference, productName, batchId, certificate, reportedAt } = report;
  const why = `You're getting this email because this address was given with report ${reference}.`;
  return {
    to: report.email,
    subject,
    ...layout({
      title,
      blocks: [
        ...blocks,
        facts([
          ['Reference', reference],
          ['Lab report', `${productName}, batch ${batchId} (${certificate})`],
          ['Received', formatMoment(reportedAt)],
        ]),
        link('See the lab report', fromEmail(`${publicUrl}/certificates/${certificate}`)),
        small('We never publish who reported a problem, or what they wrote.'),
      ],
      footer: emailFooter(why, publicUrl),
    }),
  };
}

/** Made-up data for email previews. */
export const exampleReport = (): Addressed => ({
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  reference: 'P-0F8FA-D5BD9',
  certificateId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  reason: 'figure_differs',
  text: 'The can says 5 mg, and the report says 10 mg.',
  email: 'sam@mail.example',
  times: 1,
  reportedAt: new Date('2026-11-20T15:04:05Z'),
  acknowledgedAt: new Date('2026-11-20T16:04:05Z'),
  heardAt: null,
  closedAt: new Date('2026-11-24T15:04:05Z'),
  dueBy: null,
  outcome: 'no_error',
  sentence: 'The figures match the report that the lab issued.',
  decidedBy: 'robin',
  version: 3,
  certificate: 'CB-7K3M-9QXD',
  brandName: 'Juniper & Tide',
  productName: 'Yuzu Seltzer 5 mg',
  batchId: '#C9030',
  labName: 'Example Analytical',
  lifecycle: 'approved',
  openOnCertificate: 0,
  openFromReporter: 0,
});
