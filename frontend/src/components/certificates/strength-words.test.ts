import { servingVolumeSentence, strengthSentence } from './strength-words';

const strength = (differing: object) => ({
  level: 'very_high' as const,
  scale: [],
  byExperience: [],
  servingMg: 2.5,
  servings: 9.72,
  servingMl: 36,
  ...differing,
});

it.each([
  ['very_high', 9.72, 'About ten beginner servings (2.5 mg).'],
  ['very_high', 40.2, 'About 40 beginner servings (2.5 mg).'],
  ['very_high', 5.56, 'About 5½ beginner servings (2.5 mg).'],
  ['high', 3.9, 'About four beginner servings (2.5 mg).'],
  ['moderate', 1.93, 'Moderate: about two beginner servings (2.5 mg).'],
  ['moderate', 1.1, 'Moderate: more than one beginner serving (2.5 mg).'],
  ['low', 1, 'Mild: one beginner serving (2.5 mg).'],
  ['micro', 0.4, 'Very mild: less than one beginner serving (2.5 mg).'],
  ['none', 0, null],
] as const)('says how strong %s with %s servings is', (level, servings, sentence) => {
  expect(strengthSentence(strength({ level, servings }))?.replaceAll('\u00a0', ' ') ?? null).toBe(sentence);
});

it.each([
  [36, '2.5 mg is about 36 mL (1¼ oz) of this can.'],
  // ½ oz would be a quarter more than 12 mL.
  [12, '2.5 mg is about 12 mL (¼ oz) of this can.'],
  [59, '2.5 mg is about 59 mL (2 oz) of this can.'],
  [5, '2.5 mg is about 5 mL of this can.'],
  [0, null],
  [null, null],
])('says how much of the can %s mL are', (servingMl, sentence) => {
  expect(servingVolumeSentence(strength({ servingMl }))?.replaceAll('\u00a0', ' ') ?? null).toBe(sentence);
});
