import type { LaboratoryComparisonDto } from '../../api/generated/types.gen';
import { figureLabel, shareSentence } from './comparison-words';

const aComparison = (differing: Partial<LaboratoryComparisonDto> = {}): LaboratoryComparisonDto => ({
  figure: 'heavyMetalsPassed',
  limitMg: null,
  results: 1_000,
  holds: 984,
  others: { results: 20_000, holds: 19_000 },
  minimum: 517,
  expected: { from: 0.9241, to: 0.9714 },
  isOutside: true,
  ...differing,
});

it.each([
  [{ figure: 'heavyMetalsPassed' }, 'Passed: Heavy Metals'],
  [{ figure: 'replaced' }, 'Replaced by a corrected report'],
  [{ figure: 'aboveLabel' }, 'From 95% to 105% of the label: at the label or above'],
  [{ figure: 'withinLimit', limitMg: 3 }, 'Close to a limit of 3\u00a0mg: at the limit or below'],
] as const)('%j is called "%s"', (differing, label) => {
  expect(figureLabel(aComparison(differing))).toBe(label);
});

it.each([
  [{}, '984 of 1,000 (98.4%). All others: 95.0%. Expected by chance: 92.4% to 97.1%.'],
  [{ results: 12, expected: null }, 'Too few to tell: 12 results of at least 517.'],
  [{ results: 1, expected: null }, 'Too few to tell: 1 result of at least 517.'],
  [{ minimum: null, expected: null }, 'Too few to tell: other laboratories have too few results to compare with.'],
])('of %j it says "%s"', (differing, sentence) => {
  expect(shareSentence(aComparison(differing))).toBe(sentence);
});
