import type { CoaDto } from '../../api/generated/types.gen';
import { canFill, comparedStrength } from './compared-strength';

const certificate = (labelLevel: string, differing: object = {}) =>
  ({
    standing: 'approved',
    verdict: { doNotDrink: false, countedThcMg: 24.3 },
    labelComparison: { level: labelLevel },
    ...differing,
  }) as unknown as CoaDto;

const within = certificate('within');
const failed = certificate('within', { verdict: { doNotDrink: true, countedThcMg: 2 } });
const ended = certificate('within', { standing: 'withdrawn' });

it('says the level of a can, and none for one that must not be drunk or has ended', () => {
  expect(comparedStrength(within, 'very_high')).toEqual({ level: 'very_high', words: 'Very high' });
  expect(comparedStrength(within, null)).toEqual({ level: null, words: 'ask the calculator' });
  expect(comparedStrength(failed, 'low')).toEqual({ level: null, words: 'Do not drink it' });
  expect(comparedStrength(ended, 'low')).toEqual({ level: null, words: 'no longer current' });
});

it.each([
  ['a mild can close to its label', within, 'low', 'fill-liquid'],
  ['a moderate one without a label', certificate('not_stated'), 'moderate', 'fill-liquid'],
  ['a strong one, however close to its label', within, 'high', 'fill-citrus'],
  ['a very strong one', within, 'very_high', 'fill-clay'],
  ['one above its label', certificate('over'), 'low', 'fill-citrus'],
  ['one far above its label', certificate('far_over'), 'low', 'fill-clay'],
  ['one below its label', certificate('far_under'), 'low', 'fill-citrus'],
  ['one that the calculator has not rated yet', within, null, 'fill-rule'],
  ['one that failed', failed, 'low', 'fill-rule'],
  ['one that has ended', ended, 'low', 'fill-rule'],
] as const)('%s is drawn so', (_, coa, level, fill) => {
  expect(canFill(coa, comparedStrength(coa, level))).toBe(fill);
});
