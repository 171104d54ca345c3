import { calculateDose } from '../../../frontend/src/api/generated/sdk.gen.js';
import type { DoseRequestDto } from '../../../frontend/src/api/generated/types.gen.js';
import { zDoseResultDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { stored } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

/** The form's default values. */
const DEFAULTS: DoseRequestDto = { thcAmount: 5, bodyWeight: 150, experience: 'beginner', stomachContents: 'light' };

const ask = (differing: object = {}) =>
  calculateDose({ client: server.client(), body: { ...DEFAULTS, ...differing } as DoseRequestDto });

/** The content of the results is tested in test/domain/dosing. */
describe('POST /api/calculate-dose', () => {
  it.each([
    {},
    { thcAmount: 0 },
    { thcAmount: 100, bodyWeight: 50 },
    { thcAmount: 2.5, bodyWeight: 500, experience: 'experienced', stomachContents: 'full' },
    { thcAmount: 0.0000001, experience: 'regular', stomachContents: 'empty' },
    { thcAmount: 12.345, bodyWeight: 149.99, experience: 'occasional' },
  ])('returns the documented fields only for %j', async (differing) => {
    const { data, response } = await ask(differing);
    expect(response?.status).toBe(200);
    expect(zDoseResultDto.parse(data)).toEqual(data);
    expect(data?.notes.length).toBeGreaterThan(0);
    expect(data?.reasons.length).toBeGreaterThan(0);
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
    expect(data?.expectedEffects).not.toEqual([]);
    expect(data?.possibleSideEffects).not.toEqual([]);
  });

  it("rates the form's defaults moderate, with a wait before more", async () => {
    expect((await ask()).data).toMatchObject({
      doseLevel: 'moderate',
      moreAdvice: 'Wait at least 3 hours before more.',
      noMoreToday: false,
      waitBeforeMoreMinutes: 180,
    });
  });

  it.each([
    ['high', 6],
    ['very_high', 24],
  ])('at level %s keeps the wait in minutes for older clients, and advises no more', async (doseLevel, thcAmount) => {
    const { data } = await ask({ thcAmount });
    expect(data).toMatchObject({
      doseLevel,
      moreAdvice: 'Do not have any more today.',
      noMoreToday: true,
      waitBeforeMoreMinutes: 180,
    });
    expect(JSON.stringify(data)).not.toMatch(/wait (at|for|until)|re-dose/i);
  });

  it('returns no times for 0 mg', async () => {
    expect((await ask({ thcAmount: 0 })).data).toMatchObject({ doseLevel: 'none', onsetTime: null, timing: null });
  });

  it('is deterministic and stores nothing', async () => {
    const before = await stored(server);
    expect((await ask()).data).toEqual((await ask()).data);
    expect(await stored(server)).toEqual(before);
  });

  it.each([
    ['thcAmount', 'Enter an amount from 0 to 100 mg', [undefined, null, -0.1, 100.1, '5', '', true, [5], {}]],
    ['bodyWeight', 'Enter a weight from 50 to 500 lb', [undefined, null, 49.9, 500.1, 0, '150', [150], {}]],
    ['experience', 'Choose beginner, occasional, regular or experienced', [undefined, null, '', 'expert', 1]],
    ['stomachContents', 'Choose empty, light or full', [undefined, null, '', 'fasting', ['light'], true]],
  ])('validates %s: "%s"', async (field, message, values) => {
    for (const value of values) expectProblem(await ask({ [field]: value }), 400, wrong(field, message));
  });

  it('says which choice was probably meant', async () => {
    const message = 'Choose beginner, occasional, regular or experienced. Did you mean "beginner"?';
    expectProblem(await ask({ experience: 'Beginner' }), 400, wrong('experience', message));
  });

  it('names every invalid field, in form order', async () => {
    const nothing = Object.fromEntries(Object.keys(DEFAULTS).map((field) => [field, undefined]));
    const { errors } = expectProblem(await ask(nothing), 400, { type: '/problems/invalid-input' });
    expect(errors.map(({ field }) => field)).toEqual(Object.keys(DEFAULTS));
  });

  it('rejects an unknown field', async () => {
    expectProblem(await ask({ sex: 'f' }), 400, wrong('sex', 'Unknown field "sex"'));
  });
});
