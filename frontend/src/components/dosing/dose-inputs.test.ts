import fc from 'fast-check';
import {
  canFractions,
  type DoseEntries,
  doseLinkQuery,
  errorsOf,
  initialEntries,
  inputsOf,
  inputsOfLink,
  isSameRequest,
  readDoseLink,
  requestOf,
  type WeightUnit,
  weightText,
  withWeight,
} from './dose-inputs';

const linkOf = (query: string) => readDoseLink(new URLSearchParams(query));
const entriesOf = (query: string) => initialEntries(linkOf(query));
const weighing = (text: string, unit: WeightUnit) => entriesOf(`${unit}=${encodeURIComponent(text)}`);
const inUnit = (entries: DoseEntries, unit: WeightUnit): DoseEntries => ({ ...entries, unit });

const AMOUNT = 'Enter an amount from 0 to 100 mg';
const POUNDS = 'Enter a weight from 50 to 500 lb';
const KILOGRAMS = 'Enter a weight from 22.7 to 226.8 kg';
const EXPERIENCE = 'Choose beginner, occasional, regular or experienced';
const STOMACH = 'Choose empty, light or full';

describe('a link', () => {
  it('without parameters gives the defaults: 5 mg, 150 lb, beginner, light', () => {
    const person = { weight: 150, unit: 'lb', experience: 'beginner', stomachContents: 'light' };
    expect(inputsOf(entriesOf(''))).toEqual({ thcAmount: 5, ...person });
    expect(inputsOfLink(linkOf(''))).toBeNull();
  });

  it('with all parameters is calculated at once', () => {
    const person = { weight: 70, unit: 'kg', experience: 'regular', stomachContents: 'empty' };
    expect(inputsOfLink(linkOf('mg=2.5&kg=70&experience=regular&stomach=empty'))).toEqual({
      thcAmount: 2.5,
      ...person,
    });
  });

  it.each([
    'mg=5',
    'mg=5&lb=150&experience=beginner',
    'mg=5&experience=beginner&stomach=light',
    'mg=5&lb=150&experience[]=regular&stomach=light',
    'mg=5&can=5',
  ])('that leaves something out is not: %s', (query) => {
    expect(inputsOfLink(linkOf(query))).toBeNull();
    expect(errorsOf(entriesOf(query))).toEqual({});
  });

  it.each([
    ['mg=500', { thcAmount: AMOUNT }],
    ['mg=-5', { thcAmount: AMOUNT }],
    ['mg=100.01', { thcAmount: AMOUNT }],
    ['mg=', { thcAmount: AMOUNT }],
    ['mg=NaN', { thcAmount: AMOUNT }],
    ['mg=0x10', { thcAmount: AMOUNT }],
    ['mg=%3Cscript%3E', { thcAmount: AMOUNT }],
    ['lb=abc', { weight: POUNDS }],
    ['lb=49', { weight: POUNDS }],
    ['lb=1e2', { weight: POUNDS }],
    ['lb=1.2.3', { weight: POUNDS }],
    ['lb=Infinity', { weight: POUNDS }],
    [`lb=${'9'.repeat(2000)}`, { weight: POUNDS }],
    ['kg=22.6', { weight: KILOGRAMS }],
    ['kg=226.9', { weight: KILOGRAMS }],
    ['kg=', { weight: KILOGRAMS }],
    ['experience=x', { experience: EXPERIENCE }],
    ['experience=BEGINNER', { experience: EXPERIENCE }],
    ['experience=__proto__', { experience: EXPERIENCE }],
    ['stomach=y', { stomachContents: STOMACH }],
    ['stomach=', { stomachContents: STOMACH }],
    ['stomach=constructor', { stomachContents: STOMACH }],
    ['stomach=%E2%80%AEfull', { stomachContents: STOMACH }],
    [
      'mg=500&kg=500&experience=x&stomach=y',
      { thcAmount: AMOUNT, weight: KILOGRAMS, experience: EXPERIENCE, stomachContents: STOMACH },
    ],
  ])('with a wrong value keeps it, says so, and is not calculated: %s', (query, errors) => {
    expect(errorsOf(entriesOf(query))).toEqual(errors);
    expect(inputsOf(entriesOf(query))).toBeNull();
    const complete = new URLSearchParams('mg=5&lb=150&experience=beginner&stomach=light');
    for (const [name, value] of new URLSearchParams(query)) {
      if (name === 'kg') complete.delete('lb');
      complete.set(name, value);
    }
    expect(inputsOfLink(readDoseLink(complete))).toBeNull();
  });

  it('keeps an invalid number', () => {
    expect(entriesOf('mg=500').thcAmount).toBe('500');
    expect(weightText(entriesOf('kg=500'), 'kg')).toBe('500');
  });

  it('that gives the weight twice is read in lb', () => {
    expect(inputsOf(entriesOf('lb=180&kg=70'))).toMatchObject({ weight: 180, unit: 'lb' });
  });

  it('restores the inputs it was made from, in the unit used', () => {
    const inputs = fc.record({
      thcAmount: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
      weight: fc.integer({ min: 50, max: 226 }),
      unit: fc.constantFrom<WeightUnit>('lb', 'kg'),
      experience: fc.constantFrom('beginner', 'occasional', 'regular', 'experienced'),
      stomachContents: fc.constantFrom('empty', 'light', 'full'),
    });
    fc.assert(
      fc.property(inputs, fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined }), (one, canMg) => {
        const link = linkOf(doseLinkQuery(one, canMg));
        expect(inputsOfLink(link)).toEqual(one);
        expect(link.canMg).toBe(canMg);
      }),
    );
  });
});

describe('weight', () => {
  const pounds = fc.oneof(
    fc.integer({ min: 50, max: 500 }).map(String),
    fc.integer({ min: 500, max: 5000 }).map((tenths) => String(tenths / 10)),
  );
  const kilograms = fc.integer({ min: 227, max: 2268 }).map((tenths) => String(tenths / 10));
  const typed = fc.oneof(
    pounds.map((text) => ({ text, unit: 'lb' as const })),
    kilograms.map((text) => ({ text, unit: 'kg' as const })),
  );

  it.each([
    ['150', 'lb', 'kg', '68.04'],
    ['70', 'kg', 'lb', '154.32'],
    ['50', 'lb', 'kg', '22.7'],
    ['500', 'lb', 'kg', '226.8'],
    ['50.02', 'lb', 'kg', '22.7'],
    ['49.99', 'lb', 'kg', '22.68'],
    ['500.1', 'lb', 'kg', '226.84'],
    ['22.7', 'kg', 'lb', '50.04'],
    ['226.8', 'kg', 'lb', '500'],
    ['600', 'lb', 'kg', '272.16'],
    ['', 'lb', 'kg', ''],
    ['abc', 'kg', 'lb', 'abc'],
  ] as const)('of "%s" %s is in %s "%s"', (text, from, to, converted) => {
    expect(weightText(weighing(text, from), to)).toBe(converted);
  });

  it('is restored as typed, however often the unit is switched', () => {
    fc.assert(
      fc.property(typed, fc.array(fc.constantFrom<WeightUnit>('lb', 'kg')), ({ text, unit }, units) => {
        const switched = units.reduce(inUnit, weighing(text, unit));
        expect(weightText(switched, unit)).toBe(text);
      }),
    );
  });

  it('stays valid in the other unit and requests the same weight within 0.05 lb', () => {
    fc.assert(
      fc.property(typed, ({ text, unit }) => {
        const asTyped = inputsOf(weighing(text, unit));
        const switched = inputsOf(inUnit(weighing(text, unit), unit === 'lb' ? 'kg' : 'lb'));
        if (!asTyped || !switched) throw new Error('it was within the limits');
        const difference = requestOf(asTyped).bodyWeight - requestOf(switched).bodyWeight;
        expect(Math.abs(difference)).toBeLessThanOrEqual(0.05);
      }),
    );
  });

  it('is always requested in lb, within the API limits', () => {
    fc.assert(
      fc.property(typed, ({ text, unit }) => {
        const inputs = inputsOf(weighing(text, unit));
        if (!inputs) throw new Error('it was within the limits');
        const { bodyWeight, ...rest } = requestOf(inputs);
        expect(bodyWeight).toBeGreaterThanOrEqual(50);
        expect(bodyWeight).toBeLessThanOrEqual(500);
        expect(bodyWeight).toBeCloseTo(unit === 'lb' ? inputs.weight : inputs.weight / 0.45359237, 1);
        expect(rest).toEqual({ thcAmount: 5, experience: 'beginner', stomachContents: 'light' });
      }),
    );
  });

  it.each([
    ['150', 'lb', 150],
    ['70', 'kg', 154.32],
    ['68', 'kg', 149.91],
    ['68.04', 'kg', 150], // at which the adjustment starts
    ['22.7', 'kg', 50.04],
    ['226.8', 'kg', 500],
  ] as const)('of %s %s is asked for as %d lb', (text, unit, lb) => {
    const inputs = inputsOf(weighing(text, unit));
    expect(inputs && requestOf(inputs).bodyWeight).toBe(lb);
  });

  it('typed after a switch is in the unit shown', () => {
    const entries = withWeight(inUnit(weighing('150', 'lb'), 'kg'), '70');
    expect(inputsOf(entries)).toMatchObject({ weight: 70, unit: 'kg' });
    expect(weightText(entries, 'lb')).toBe('154.32');
  });

  it('is validated by the limits of the unit shown', () => {
    expect(errorsOf(weighing('300', 'lb'))).toEqual({});
    expect(errorsOf(weighing('300', 'kg'))).toEqual({ weight: KILOGRAMS });
    expect(errorsOf(inUnit(weighing('49', 'lb'), 'kg'))).toEqual({ weight: KILOGRAMS });
    expect(errorsOf(inUnit(weighing('300', 'kg'), 'lb'))).toEqual({ weight: POUNDS });
  });
});

describe('a result', () => {
  const entries = weighing('150', 'lb');
  const inputs = inputsOf(entries);

  it('stays valid when only the unit is switched', () => {
    expect(inputs && isSameRequest(inUnit(entries, 'kg'), inputs)).toBe(true);
    const inKg = inputsOf(inUnit(entries, 'kg'));
    expect(inKg && isSameRequest(entries, inKg)).toBe(true);
  });

  it.each<Partial<DoseEntries>>([
    { thcAmount: '5.5' },
    { thcAmount: '' },
    { typedWeight: { text: '151', unit: 'lb' } },
    { typedWeight: { text: '', unit: 'lb' } },
    { experience: 'regular' },
    { stomachContents: 'full' },
  ])('is out of date after %j', (changes) => {
    expect(inputs && isSameRequest({ ...entries, ...changes }, inputs)).toBe(false);
  });
});

describe('a can', () => {
  it.each([
    [13.9, [13.9, 6.95, 3.48]],
    [10, [10, 5, 2.5]],
    [5.01, [5.01, 2.51, 1.25]],
    [0.04, [0.04, 0.02, 0.01]],
    [150, [150, 75, 37.5]],
  ])('of %d mg is offered whole, half and in quarters, to two decimals', (canMg, parts) => {
    expect(canFractions(canMg).map(({ mg }) => mg)).toEqual(parts);
  });

  it('gives the THC of each serving', () => {
    expect(canFractions(13.9).map(({ label }) => label)).toEqual([
      'The whole can (13.9\u00a0mg)',
      'Half of this can (6.95\u00a0mg)',
      'A quarter of this can (3.48\u00a0mg)',
    ]);
  });

  it('comes with the link from its certificate, with the whole can filled in', () => {
    const link = linkOf('mg=13.9&can=13.9&certificate=CB-1');
    expect(link.canMg).toBe(13.9);
    expect(initialEntries(link).thcAmount).toBe('13.9');
  });

  it.each(['0', '0.03', '-5', '1000.01', 'abc', '', '1e2', 'Infinity', '<script>', '1.2.3'])(
    'of "%s" is left out of the link, and nothing else',
    (can) => {
      const link = linkOf(`mg=7&can=${encodeURIComponent(can)}`);
      expect(link.canMg).toBeUndefined();
      expect(errorsOf(initialEntries(link))).toEqual({});
      expect(initialEntries(link).thcAmount).toBe('7');
    },
  );
});
