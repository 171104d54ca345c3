import { DOSE_MESSAGES, type DoseRequest } from '../../../src/domain/dosing/dose-request.js';
import { Dosing } from '../../../src/domain/dosing/dosing.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';

const dosing = new Dosing();

const aRequest = (changes: Partial<Record<keyof DoseRequest, unknown>> = {}): DoseRequest =>
  ({ thcAmount: 5, bodyWeight: 150, experience: 'beginner', stomachContents: 'light', ...changes }) as DoseRequest;

const fieldsRefused = (request: DoseRequest) => {
  try {
    dosing.calculate(request);
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
  ])('with %j is taken', (changes) => {
    expect(fieldsRefused(aRequest(changes))).toEqual([]);
  });

  const wrong: [keyof DoseRequest, unknown[]][] = [
    ['thcAmount', [-0.001, 100.001, Number.NaN, Number.POSITIVE_INFINITY, '5', null, undefined]],
    ['bodyWeight', [49.999, 500.001, 0, Number.NaN, Number.NEGATIVE_INFINITY, '150', null, undefined]],
    ['experience', ['expert', 'Beginner', '', null, undefined, 0]],
    ['stomachContents', ['stuffed', 'EMPTY', '', null, undefined, 0]],
  ];
  const cases = wrong.flatMap(([field, values]) => values.map((value) => [field, value] as const));

  it.each(cases)('with %s %p is refused by name', (field, value) => {
    expect(fieldsRefused(aRequest({ [field]: value }))).toEqual([{ field, message: DOSE_MESSAGES[field] }]);
  });

  it('with everything wrong names every field, in the order of the form', () => {
    const refused = fieldsRefused(aRequest({ thcAmount: -1, bodyWeight: 1, experience: 'x', stomachContents: 'x' }));
    expect(refused).toEqual([
      { field: 'thcAmount', message: 'Enter an amount from 0 to 100 mg' },
      { field: 'bodyWeight', message: 'Enter a weight from 50 to 500 lb' },
      { field: 'experience', message: 'Choose beginner, occasional, regular or experienced' },
      { field: 'stomachContents', message: 'Choose empty, light or full' },
    ]);
  });
});

describe('an answer', () => {
  it("to the form's defaults", () => {
    expect(dosing.calculate(aRequest())).toMatchObject({
      doseLevel: 'high',
      adjustedMg: 5.167,
      onsetTime: '30 to 90 minutes',
      peakTime: '1¼ to 3 hours',
      duration: '4 to 9 hours',
      timing: {
        onset: { minMinutes: 30, maxMinutes: 90 },
        peak: { minMinutes: 75, maxMinutes: 180 },
        duration: { minMinutes: 240, maxMinutes: 540 },
      },
      waitBeforeMoreMinutes: 180,
      doNotDriveMinutes: 540,
      drivingAdvice: 'Do not drive for at least 9 hours and until you feel completely normal; never with alcohol.',
      startingRange: { minMg: 1, maxMg: 2.5 },
      banners: [],
    });
  });

  it('to no THC tells of no effects and no times, but still warns', () => {
    const answer = dosing.calculate(aRequest({ thcAmount: 0 }));
    expect(answer).toMatchObject({
      doseLevel: 'none',
      adjustedMg: 0,
      expectedEffects: [],
      possibleSideEffects: [],
      onsetTime: null,
      peakTime: null,
      duration: null,
      timing: null,
      waitBeforeMoreMinutes: null,
      doNotDriveMinutes: null,
      drivingAdvice: null,
    });
    expect(answer.notes).toEqual(dosing.calculate(aRequest()).notes);
    expect(answer.reasons).toHaveLength(1);
  });

  it('judges banners and the driving hold by the amount entered, not the adjusted one', () => {
    const light = { bodyWeight: 110, experience: 'experienced', stomachContents: 'empty' };
    expect(dosing.calculate(aRequest({ ...light, thcAmount: 18 }))).toMatchObject({
      adjustedMg: 19.8,
      doNotDriveMinutes: 480,
    });
    expect(dosing.calculate(aRequest({ ...light, thcAmount: 10 })).banners).toEqual([]);
  });
});

describe('reasons', () => {
  const rulesFor = (changes: Partial<DoseRequest>) =>
    dosing.calculate(aRequest(changes)).reasons.map(({ rule }) => rule);

  it('tell every rule with the numbers of this answer', () => {
    expect(rulesFor({ thcAmount: 20, experience: 'occasional', stomachContents: 'full' })).toEqual([
      'Below 170 lb an amount counts for up to 10% more: 20 mg counts as 20.667 mg.',
      'For an occasional user, micro is up to 2 mg, low up to 5, moderate up to 10 and high up to 20, so 20.667 mg is very high.',
      'On a full stomach, a drink may be first felt after 45 to 120 minutes and be strongest after 2 to 4 hours, whatever the amount.',
      'At this level, effects may last 5 to 12 hours.',
      'On a full stomach, wait at least 4 hours before you consider more.',
      'Do not drive for at least 12 hours: 8 hours up to 18 mg, 12 hours above that, and never less than effects may last.',
      'We show 2.5 to 5 mg as a starting range for an occasional user, and never more than 10 mg for anyone.',
    ]);
  });

  it('say from 170 lb up that the amount counts as entered', () => {
    expect(rulesFor({ bodyWeight: 169.9 })[0]).toMatch(/^Below 170 lb/);
    expect(rulesFor({ bodyWeight: 170 })[0]).toBe('From 170 lb up, an amount counts as entered: 5 mg.');
  });

  it('each name a source for readers, not a key of our notes', () => {
    for (const { source, because } of dosing.calculate(aRequest()).reasons) {
      expect(because).toMatch(/\.$/);
      expect(source).toMatch(/[a-z]{3}/);
      expect(source).not.toMatch(/\b[PABLW]\d+\b|FACTS/);
    }
  });
});
