import { longDay } from './long-day.js';

/** What a person thinks is wrong. */
export const PROBLEM_REASONS = [
  'figure_differs',
  'other_batch',
  'label_differs',
  'not_genuine',
  'strength_differs',
  'other',
] as const;
export type ProblemReason = (typeof PROBLEM_REASONS)[number];

/** How a report of a problem ended. `dismissed`: it was not about the certificate, such as spam; never shown on its page. */
export const PROBLEM_OUTCOMES = ['no_error', 'corrected', 'withdrawn', 'not_settled', 'dismissed'] as const;
export type ProblemOutcome = (typeof PROBLEM_OUTCOMES)[number];

/** What a certificate's page says of a decided report. */
export interface PublicProblem {
  /** Day in Eastern time, `YYYY-MM-DD`. */
  readonly reportedOn: string;
  readonly reason: ProblemReason;
  readonly outcome: Exclude<ProblemOutcome, 'dismissed'>;
  readonly sentence: string;
}

const REASON_WORDS: Readonly<Record<ProblemReason, string>> = {
  figure_differs: 'a figure or a date may be wrong',
  other_batch: 'it may be about another product or batch',
  label_differs: 'what is on the can may be different',
  not_genuine: "it may not be the lab's own report",
  strength_differs: 'the drink may be stronger or weaker than it says',
  other: 'something else may be wrong',
};

const OUTCOME_WORDS: Readonly<Record<PublicProblem['outcome'], string>> = {
  no_error: 'we found no error',
  corrected: 'it was replaced by a corrected report',
  withdrawn: 'it was withdrawn',
  not_settled: 'we could not settle it',
};

/** What the page of a certificate says. Nothing in it was written by the reporter. */
export const outcomeSentence = ({ reportedOn, reason, outcome, sentence }: PublicProblem): string =>
  `A problem was reported on ${longDay(reportedOn)}: ${REASON_WORDS[reason]}. Outcome: ${OUTCOME_WORDS[outcome]}. ${sentence}`;
