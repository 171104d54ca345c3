import type { CoaDto } from '../../api/generated/types.gen';
import { cautiousMg } from './measured-batch';

const aBatch = (low: string, high: string | null, more: object = {}) =>
  ({
    standing: 'approved',
    thcContent: Number(low),
    verdict: { doNotDrink: false },
    results: { thcPerContainer: { low, high } },
    ...more,
  }) as unknown as CoaDto;

it.each([
  ['4.82', '4.86', 4.86],
  ['4.82', '4.861', 4.87],
  ['13.9', '13.9', 13.9],
  ['4.82', null, 4.82],
  ['99.5', '100.001', null],
  ['0', '0', null],
])('from %s to %s counts %s, the upper end, never rounded down', (low, high, mg) => {
  expect(cautiousMg(aBatch(low, high))).toBe(mg);
});

it('counts nothing for a batch not to drink, or one whose certificate ended', () => {
  expect(cautiousMg(aBatch('5', '5', { verdict: { doNotDrink: true } }))).toBeNull();
  expect(cautiousMg(aBatch('5', '5', { standing: 'withdrawn' }))).toBeNull();
});
