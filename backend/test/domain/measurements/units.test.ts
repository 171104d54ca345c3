import fc from 'fast-check';
import Fraction from 'fraction.js';
import { exactly } from '../../../src/domain/shared/range.js';
import { type ContainerFacts, convert, readUnit, type Unit } from '../../../src/domain/shared/units.js';

const known = (text: string): Unit => {
  const unit = readUnit(text);
  if ('refused' in unit) throw new Error(unit.refused);
  return unit;
};
const NOTHING: ContainerFacts = { volumeMl: null, massG: null, servings: null, densityGPerMl: null };
const facts: ContainerFacts = {
  volumeMl: new Fraction('354.882354750'),
  massG: new Fraction('369'),
  servings: new Fraction('1.5'),
  densityGPerMl: new Fraction('1.043'),
};

const ALL = [
  '%',
  'mg/g',
  'µg/g',
  'ppm',
  'ppb',
  'µg/kg',
  'ng/g',
  'mg/mL',
  'mg/L',
  'µg/mL',
  'mg/container',
  'mg/serving',
  'mg/serv',
  'mg/serving size',
];
const amounts = fc
  .tuple(fc.bigInt(0n, 10n ** 12n), fc.integer({ min: 0, max: 9 }))
  .map(([digits, places]) => new Fraction(digits, 10n ** BigInt(places)));

it('converts there and back to the same amount, exactly', () => {
  fc.assert(
    fc.property(amounts, fc.constantFrom(...ALL), fc.constantFrom(...ALL), (amount, a, b) => {
      const there = convert(exactly(amount), known(a), known(b), facts);
      if ('refused' in there) throw new Error(there.refused);
      const back = convert(there, known(b), known(a), facts);
      if ('refused' in back) throw new Error(back.refused);
      expect(back.low.equals(amount) && back.high?.equals(amount)).toBe(true);
    }),
  );
});

it.each([
  ['0.05', 'mg/mL', 'mg/container', '17.7441177375'],
  ['500', 'ppb', 'µg/g', '0.5'],
  ['0.3', '%', 'mg/g', '3'],
  ['5', 'mg/serving', 'mg/container', '7.5'],
  ['1', 'mg/g', 'mg/mL', '1.043'],
])('%s %s is %s %s', (amount, from, to, expected) => {
  const converted = convert(exactly(new Fraction(amount)), known(from), known(to), facts);
  if ('refused' in converted) throw new Error(converted.refused);
  expect(converted.low.toFraction()).toBe(new Fraction(expected).toFraction());
});

it.each([
  ['mg/mL', 'mg/container', 'volume of the container'],
  ['mg/g', 'mg/container', 'mass of the container'],
  ['mg/g', 'mg/mL', 'density'],
  ['mg/serving', 'mg/container', 'servings'],
  ['mg/container', 'mg/serving', 'servings'],
  ['CFU/g', 'CFU/mL', 'density'],
])('does not convert %s to %s without a printed figure', (from, to, missing) => {
  expect(convert(exactly(new Fraction(1)), known(from), known(to), NOTHING)).toEqual({
    refused: expect.stringContaining(missing),
  });
});

it('never compares a count with an amount', () => {
  const converted = convert(exactly(new Fraction(1)), known('CFU/g'), known('mg/g'), facts);
  expect(converted).toEqual({ refused: expect.stringContaining('count') });
});

it.each(['% dry weight', 'mg/package', 'mg/unit', 'CFU', 'pH', 'aw', '', null, 'toString', 'mg', '°Bx'])(
  'refuses the unit "%s"',
  (unit) => expect(readUnit(unit)).toHaveProperty('refused'),
);

it('reads a unit however it is typed', () => {
  for (const unit of ['µg/g', 'μg/g', 'ug/g', 'mcg/g', 'UG / G']) expect(readUnit(unit)).toEqual(known('ppm'));
});
