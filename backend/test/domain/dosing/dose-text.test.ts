import {
  bannersFor,
  drivingAdvice,
  EFFECTS_DESCRIPTIONS,
  EXPECTED_EFFECTS,
  metabolismNote,
  moreAdvice,
  notesFor,
  possibleSideEffects,
  rangeText,
} from '../../../src/domain/dosing/dose-text.js';
import type { DoseLevel } from '../../../src/domain/shared/dose-level.js';

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
    ['low', /mild changes in mood, senses or body.*Some feel more/, [/mood/, /drowsy/, /tastes.*sounds/i]],
    [
      'moderate',
      /noticeable intoxication for most people.*attention, memory and coordination/i,
      [/euphoric/, /time/i, /slower/, /hungry/],
    ],
    [
      'high',
      /can be strong and unpleasant.*anxiety and poor coordination are common/i,
      [/intoxicated/, /drowsy/, /memory/],
    ],
    ['very_high', /high chance of distress or illness.*not advised/, [/impaired/, /confused/]],
  ] as const)('at level %s', (level, description, effects) => {
    expect(EFFECTS_DESCRIPTIONS[level]).toMatch(description);
    expect(EXPECTED_EFFECTS[level]).toHaveLength(effects.length);
    for (const [at, effect] of effects.entries()) expect(EXPECTED_EFFECTS[level][at]).toMatch(effect);
  });

  it('are described as possible, never certain', () => {
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
  ] as const)('at level %s include those of lower levels', (level, sideEffects) => {
    expect(possibleSideEffects(level)).toEqual(sideEffects);
  });

  it('at the highest level say whom to call', () => {
    const [vomiting, hallucinations, cannotBeWoken, ...rest] = possibleSideEffects('very_high').slice(high.length);
    expect([vomiting, hallucinations, rest]).toEqual(['Vomiting', 'Hallucinations', []]);
    expect(cannotBeWoken).toBe("Can't be woken? Call 911. For advice, call Poison Help at 1-800-222-1222");
  });
});

describe('note on metabolism', () => {
  it.each([
    ['empty', /sooner and more sharply/],
    ['light', /start later/],
    ['full', /fatty.*delay it and make it last longer.*not make it weaker/],
  ] as const)('for stomach %s', (stomach, sentence) => {
    expect(metabolismNote(stomach)).toMatch(/^Swallowed THC passes through the liver and becomes 11-hydroxy-THC/);
    expect(metabolismNote(stomach)).toMatch(sentence);
    expect(metabolismNote(stomach)).toMatch(
      /weight predicts effects poorly; we are slightly more cautious below 150 lb \(about 68 kg\)\.$/,
    );
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

  it('name the problem with the amount', () => {
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

describe('advice on more', () => {
  it.each<[DoseLevel, number, string]>([
    ['micro', 120, 'Wait at least 2 hours before more.'],
    ['low', 180, 'Wait at least 3 hours before more.'],
    ['moderate', 240, 'Wait at least 4 hours before more.'],
    ['high', 120, 'Do not have any more today.'],
    ['very_high', 240, 'Do not have any more today.'],
  ])('at level %s with a wait of %d minutes: %s', (level, wait, sentence) => {
    expect(moreAdvice(level, wait)).toBe(sentence);
  });
});

describe('notes', () => {
  const LEVELS = ['none', 'micro', 'low', 'moderate', 'high', 'very_high'] as const;

  it.each([
    'not medical advice',
    'medicine',
    'pregnant',
    'heart disease',
    'psychosis',
    'Labels can be off by 10% or more',
  ])('include at every level: %s', (part) => {
    for (const level of LEVELS) expect(notesFor(level).join(' ')).toContain(part);
  });

  it.each(LEVELS)('at level %s start with the one on feeling nothing', (level) => {
    expect(notesFor(level)[0]).toBe(
      level === 'high' || level === 'very_high'
        ? 'Some people feel nothing for 2 hours. That does not mean it is not working.'
        : 'Some people feel nothing for 2 hours; wait, do not re-dose early.',
    );
  });
});
