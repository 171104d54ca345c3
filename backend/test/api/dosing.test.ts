import { calculateDose } from '../../../frontend/src/api/generated/sdk.gen.js';
import type { DoseRequestDto } from '../../../frontend/src/api/generated/types.gen.js';
import { zDoseResultDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { serverOfThisFile } from '../support/test-server.js';
import { stored } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const server = serverOfThisFile();

/** The form's default values. */
const DEFAULTS: DoseRequestDto = { thcAmount: 5, bodyWeight: 150, experience: 'beginner', stomachContents: 'light' };

const ask = (differing: object = {}) =>
  calculateDose({ client: server.client(), body: { ...DEFAULTS, ...differing } as DoseRequestDto });

/** The content of the results is tested in test/domain/dosing. */
describe('POST /api/calculate-dose', () => {
  it.each([
    [{}, { doseLevel: 'moderate', moreAdvice: 'Wait at least 3 hours before more.', noMoreToday: false }],
    [{ thcAmount: 0 }, { doseLevel: 'none', onsetTime: null, timing: null }],
    [{ thcAmount: 6 }, { doseLevel: 'high', noMoreToday: true, waitBeforeMoreMinutes: 180 }],
    [{ thcAmount: 24 }, { doseLevel: 'very_high', moreAdvice: 'Do not have any more today.' }],
    [{ thcAmount: 0.0000001, bodyWeight: 149.99, experience: 'regular', stomachContents: 'empty' }, {}],
  ])('returns the documented fields only for %j', async (differing, expected) => {
    const { data, response } = await ask(differing);
    expect(response?.status).toBe(200);
    expect(zDoseResultDto.parse(data)).toEqual(data);
    expect(data).toMatchObject(expected);
    if (data?.noMoreToday) expect(JSON.stringify(data)).not.toMatch(/wait (at|for|until)|re-dose/i);
  });

  it('returns the texts that a screen shows', async () => {
    const { data } = await ask();
    expect(data).toMatchObject({
      onsetTime: expect.stringMatching(/\d.* (minutes|hours)$/),
      peakTime: expect.stringMatching(/\d.* (minutes|hours)$/),
      duration: expect.stringMatching(/\d.* hours$/),
      effectsDescription: expect.stringMatching(/\.$/),
      metabolismNote: expect.stringMatching(/\.$/),
    });
    for (const list of ['expectedEffects', 'possibleSideEffects', 'notes', 'reasons'] as const) {
      expect(data?.[list]).not.toEqual([]);
    }
  });

  it('is deterministic and stores nothing', async () => {
    const before = await stored(server);
    expect((await ask()).data).toEqual((await ask()).data);
    expect(await stored(server)).toEqual(before);
  });

  it('names every invalid field, in form order', async () => {
    const nothing = Object.fromEntries(Object.keys(DEFAULTS).map((field) => [field, undefined]));
    const { errors } = expectProblem(await ask(nothing), 400, { type: '/problems/invalid-input' });
    expect(errors).toMatchObject([
      { field: 'thcAmount', message: 'Enter an amount from 0 to 100 mg' },
      { field: 'bodyWeight', message: 'Enter a weight from 50 to 500 lb' },
      { field: 'experience', message: 'Choose beginner, occasional, regular or experienced' },
      { field: 'stomachContents', message: 'Choose empty, light or full' },
    ]);
  });

  it.each([
    ['thcAmount', 100.1, 'Enter an amount from 0 to 100 mg'],
    ['bodyWeight', '150', 'Enter a weight from 50 to 500 lb'],
    ['experience', 'Beginner', 'Choose beginner, occasional, regular or experienced. Did you mean "beginner"?'],
    ['stomachContents', ['light'], 'Choose empty, light or full'],
  ])('rejects %s %j', async (field, value, message) => {
    expectProblem(await ask({ [field]: value }), 400, wrong(field, message));
  });
});
