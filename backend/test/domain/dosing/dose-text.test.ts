import {
  bannersFor,
  drivingAdvice,
  EFFECTS_DESCRIPTIONS,
  EXPECTED_EFFECTS,
  metabolismNote,
  NOTES,
  possibleSideEffects,
  rangeText,
} from '../../../src/domain/dosing/dose-text.js';

describe('range in words', () => {
  it.each([
    [15, 60, '15 to 60 minutes'],
    [30, 90, '30 to 90 minutes'],
    [45, 120, '45 to 120 minutes'],
    [60, 150, '1 to 2½ hours'],
    [75, 180, '1¼ to 3 hours'],
    [105, 120, '1¾ to 2 hours'],
    [120, 240, '2 to 4 hours'],
    [300, 720, '5 to 12 hours'],
  ])('%d to %d minutes', (minMinutes, maxMinutes, text) => {
    expect(rangeText({ minMinutes, maxMinutes })).toBe(text);
  });
});

describe('effects', () => {
  it.each([
    ['none', /no THC entered/i, []],
    ['micro', /little or nothing/, [/relaxed, or nothing/]],
    ['low', /mild changes.*some feel more/, [/mood/, /drowsy/, /tastes.*sounds/i]],
    ['moderate', /clear intoxication.*attention, memory and coordination/, [/euphoric/, /time/i, /slower/, /hungry/]],
    ['high', /strong.*unpleasant.*anxiety.*coordination/, [/intoxicated/, /drowsy/, /memory/]],
    ['very_high', /distress or illness.*not advised/, [/impaired/, /confused/]],
  ] as const)('at level %s', (level, description, effects) => {
    expect(EFFECTS_DESCRIPTIONS[level]).toMatch(description);
    expect(EXPECTED_EFFECTS[level]).toHaveLength(effects.length);
    for (const [at, effect] of effects.entries()) expect(EXPECTED_EFFECTS[level][at]).toMatch(effect);
  });

  it('are told as possible, never as certain', () => {
    for (const effect of Object.values(EXPECTED_EFFECTS).flat()) expect(effect).toMatch(/\bmay\b/);
  });
});

describe('side effects', () => {
  const micro = ['Dry mouth'];
  const low = [...micro, 'Red eyes', 'Light-headedness', 'Sleepiness'];
  const moderate = [...low, 'Fast heartbeat', 'Anxiety', 'Poor short-term memory'];
  const high = [...moderate, 'Panic or paranoia', 'Nausea', 'Faintness'];

  it.each([
    ['none', []],
    ['micro', micro],
    ['low', low],
    ['moderate', moderate],
    ['high', high],
  ] as const)('at level %s include those below', (level, sideEffects) => {
    expect(possibleSideEffects(level)).toEqual(sideEffects);
  });

  it('at the highest level say whom to call', () => {
    const [vomiting, hallucinations, unresponsive, ...rest] = possibleSideEffects('very_high').slice(high.length);
    expect([vomiting, hallucinations, rest]).toEqual(['Vomiting', 'Hallucinations', []]);
    expect(unresponsive).toMatch(/unresponsive.*911.*1-800-222-1222/);
  });
});

describe('note on metabolism', () => {
  it.each([
    ['empty', /sooner and more sharply/],
    ['light', /start later/],
    ['full', /fatty.*delay and prolong.*not make it weaker/],
  ] as const)('for stomach %s', (stomach, sentence) => {
    expect(metabolismNote(stomach)).toMatch(/^Swallowed THC passes through the liver and becomes 11-hydroxy-THC/);
    expect(metabolismNote(stomach)).toMatch(sentence);
    expect(metabolismNote(stomach)).toMatch(/weight predicts effects poorly.*below 170 lb\.$/);
  });
});

describe('banners', () => {
  it.each([
    [10, 0],
    [10.001, 1],
    [20, 1],
    [20.001, 2],
    [100, 2],
  ])('%d mg as entered: %d', (thcMg, count) => {
    expect(bannersFor(thcMg)).toHaveLength(count);
  });

  it('name what is wrong with the amount', () => {
    expect(bannersFor(20.5)[0]).toMatch(/more than one standard serving in most states/);
    expect(bannersFor(20.5)[1]).toMatch(/high for almost everyone/);
  });
});

describe('advice on driving', () => {
  it.each([
    [480, 'Do not drive for at least 8 hours and until you feel completely normal; never with alcohol.'],
    [720, 'Do not drive for at least 12 hours and until you feel completely normal; never with alcohol.'],
  ])('for %d minutes', (minutes, sentence) => {
    expect(drivingAdvice(minutes)).toBe(sentence);
  });
});

describe('notes', () => {
  it.each([
    'Some people feel nothing for 2 hours; wait, do not re-dose early.',
    'not medical advice',
    'medicine',
    'pregnant',
    'heart disease',
    'psychosis',
    'Labels may be off by 10% or more',
  ])('say: %s', (part) => {
    expect(NOTES.join(' ')).toContain(part);
  });
});
