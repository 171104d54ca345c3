import { DOSE_MESSAGES, type DoseRequest } from '../../../src/domain/dosing/dose-request.js';
import { calculateDose } from '../../../src/domain/dosing/dosing.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';

const aRequest = (changes: Partial<Record<keyof DoseRequest, unknown>> = {}): DoseRequest =>
  ({ thcAmount: 5, bodyWeight: 150, experience: 'beginner', stomachContents: 'light', ...changes }) as DoseRequest;

const fieldsRefused = (request: DoseRequest) => {
  try {
    calculateDose(request);
  } catch (error) {
    if (error instanceof InvalidInput) return error.fields;
    throw error;
  }
  return [];
};

describe('a request', () => {
  it.each([
    { thcAmount: 0 },
    { thcAmount: 0.1 },
    { thcAmount: 100 },
    { bodyWeight: 50 },
    { bodyWeight: 500 },
    { experience: 'experienced' },
    { stomachContents: 'full' },
  ])('with %j is accepted', (changes) => {
    expect(fieldsRefused(aRequest(changes))).toEqual([]);
  });

  const wrong: [keyof DoseRequest, unknown[]][] = [
    ['thcAmount', [-0.001, 100.001, Number.NaN, Number.POSITIVE_INFINITY, '5', null, undefined]],
    ['bodyWeight', [49.999, 500.001, 0, Number.NaN, Number.NEGATIVE_INFINITY, '150', null, undefined]],
    ['experience', ['expert', 'Beginner', '', null, undefined, 0]],
    ['stomachContents', ['stuffed', 'EMPTY', '', null, undefined, 0]],
  ];
  const cases = wrong.flatMap(([field, values]) => values.map((value) => [field, value] as const));

  it.each(cases)('with %s %p is rejected, naming the field', (field, value) => {
    expect(fieldsRefused(aRequest({ [field]: value }))).toEqual([{ field, message: DOSE_MESSAGES[field] }]);
  });

  it('with several errors names all fields, in form order', () => {
    const refused = fieldsRefused(aRequest({ thcAmount: -1, bodyWeight: 1, experience: 'x', stomachContents: 'x' }));
    expect(refused).toEqual([
      { field: 'thcAmount', message: 'Enter an amount from 0 to 100 mg' },
      { field: 'bodyWeight', message: 'Enter a weight from 50 to 500 lb' },
      { field: 'experience', message: 'Choose beginner, occasional, regular or experienced' },
      { field: 'stomachContents', message: 'Choose empty, light or full' },
    ]);
  });
});

describe('a result', () => {
  it("matches the form's defaults", () => {
    expect(calculateDose(aRequest())).toMatchObject({
      doseLevel: 'moderate',
      adjustedMg: 5,
      onsetTime: '30 to 90 minutes',
      peakTime: '1¼ to 3 hours',
      duration: '4 to 8 hours',
      timing: {
        onset: { minMinutes: 30, maxMinutes: 90 },
        peak: { minMinutes: 75, maxMinutes: 180 },
        duration: { minMinutes: 240, maxMinutes: 480 },
      },
      moreAdvice: 'Wait at least 3 hours before more.',
      noMoreToday: false,
      waitBeforeMoreMinutes: 180,
      doNotDriveMinutes: 480,
      drivingAdvice: 'Do not drive for at least 8 hours and until you feel completely normal; never with alcohol.',
      startingRange: { minMg: 1, maxMg: 2.5 },
      banners: [],
    });
  });

  it('for no THC has no effects and no times, but still warnings', () => {
    const answer = calculateDose(aRequest({ thcAmount: 0 }));
    expect(answer).toMatchObject({
      doseLevel: 'none',
      adjustedMg: 0,
      expectedEffects: [],
      possibleSideEffects: [],
      onsetTime: null,
      peakTime: null,
      duration: null,
      timing: null,
      moreAdvice: null,
      noMoreToday: false,
      waitBeforeMoreMinutes: null,
      doNotDriveMinutes: null,
      drivingAdvice: null,
    });
    expect(answer.notes).toEqual(calculateDose(aRequest()).notes);
    expect(answer.reasons).toHaveLength(1);
  });

  it('for a high amount keeps the wait in minutes for clients, but advises no more', () => {
    expect(calculateDose(aRequest({ thcAmount: 6 }))).toMatchObject({
      doseLevel: 'high',
      moreAdvice: 'Do not have any more today.',
      noMoreToday: true,
      waitBeforeMoreMinutes: 180,
    });
  });

  it('bases banners and driving hold on the entered amount, not the adjusted one', () => {
    const light = { bodyWeight: 110, experience: 'experienced', stomachContents: 'empty' };
    expect(calculateDose(aRequest({ ...light, thcAmount: 18 }))).toMatchObject({
      adjustedMg: 19.8,
      doNotDriveMinutes: 480,
    });
    expect(calculateDose(aRequest({ ...light, thcAmount: 10 })).banners).toEqual([]);
  });
});

describe('reasons', () => {
  const rulesFor = (changes: Partial<DoseRequest>) => calculateDose(aRequest(changes)).reasons.map(({ rule }) => rule);

  it('describe each rule with the numbers of this result', () => {
    expect(rulesFor({ thcAmount: 9, bodyWeight: 130, experience: 'occasional', stomachContents: 'full' })).toEqual([
      'Below 150 lb (about 68 kg), an amount counts for up to 10% more: 9 mg counts as 9.45 mg.',
      'For an occasional user, micro is up to 2 mg, low up to 5, moderate up to 10 and high up to 20. So 9.45 mg is moderate.',
      'On a full stomach, you may first feel a drink after 45 to 120 minutes. It may be strongest after 2 to 4 hours. This is the same for every amount.',
      'At this level, effects may last 5 to 9 hours.',
      'On a full stomach, wait at least 4 hours before you think about having more.',
      'Do not drive for at least 9 hours. The rule is 8 hours for up to 18 mg and 12 hours above that, and never less than effects may last.',
      'We show 2.5 to 5 mg as a starting range for an occasional user, and never more than 10 mg for anyone.',
    ]);
  });

  it.each([{ thcAmount: 6 }, { thcAmount: 24 }])('give no time for more to %j', (changes) => {
    expect(rulesFor(changes)[4]).toBe(
      'Do not have any more today. That is our advice at the levels high and very high.',
    );
  });

  it('say that the amount counts as entered from 150 lb up', () => {
    expect(rulesFor({ bodyWeight: 149.9 })[0]).toMatch(/^Below 150 lb/);
    expect(rulesFor({ bodyWeight: 150 })[0]).toBe('From 150 lb (about 68 kg) up, an amount counts as entered: 5 mg.');
  });

  it.each([
    ['beginner', 2.5, 'a beginner'],
    ['occasional', 5, 'an occasional user'],
  ] as const)('say when the level was capped at low: %s, %d mg at 110 lb', (experience, thcAmount, person) => {
    const { adjustedMg, doseLevel, reasons } = calculateDose(aRequest({ experience, thcAmount, bodyWeight: 110 }));
    expect(adjustedMg).toBe(thcAmount * 1.1);
    expect(doseLevel).toBe('low');
    expect(reasons[1]?.rule).toMatch(
      new RegExp(
        `With the weight adjustment, ${thcAmount} mg would be moderate. But we never rate ${thcAmount} mg or less above low for ${person}, so it is low\\.$`,
      ),
    );
    expect(reasons[1]?.because).toMatch(/too weak to push an amount out of the starting range/);
  });

  it('do not mention the cap when it did not apply', () => {
    const heavy = calculateDose(aRequest({ thcAmount: 2.5, bodyWeight: 150 })).reasons[1];
    expect(heavy?.rule).toMatch(/So 2\.5 mg is low\.$/);
    expect(heavy?.because).not.toMatch(/too weak/);
  });

  it('cite a published source, not an internal key', () => {
    for (const { source, because } of calculateDose(aRequest()).reasons) {
      expect(because).toMatch(/\.$/);
      expect(source).toMatch(/[a-z]{3}/);
      expect(source).not.toMatch(/\b[PABLW]\d+\b|source:/);
    }
  });
});
