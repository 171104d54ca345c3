import type { ProblemReason } from '../../api/generated/types.gen';

/** What people choose from when they report a problem, and what staff read. */
export const PROBLEM_REASONS: readonly { value: ProblemReason; label: string }[] = [
  { value: 'figure_differs', label: 'A figure or date is wrong' },
  { value: 'other_batch', label: 'It is about another product or batch' },
  { value: 'label_differs', label: 'My can has other words or figures' },
  { value: 'not_genuine', label: "It may not be the lab's own report" },
  { value: 'strength_differs', label: 'The drink felt stronger or weaker' },
  { value: 'other', label: 'Something else' },
];
