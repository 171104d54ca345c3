import { MIN_GUESSES, SITE_WORDS } from '../../src/domain/staff/new-password.js';
import type { PasswordStrengthEstimator } from '../../src/domain/staff/ports.js';
import { ZxcvbnStrengthEstimator } from '../../src/modules/staff/crypto/zxcvbn-strength-estimator.js';
import { DistinctCharacters } from '../support/distinct-characters.js';

describe.each<[string, () => PasswordStrengthEstimator]>([
  ['that counts characters', () => new DistinctCharacters()],
  ['that knows what people choose', () => new ZxcvbnStrengthEstimator()],
])('a guesser %s', (_kind, make) => {
  const guesser = make();

  it.each([['correct horse battery staple'], ['a sentence of my own'], ['пятнадцать букв и ещё']])(
    'needs long for %j',
    async (password) => {
      expect(await guesser.guessesFor(password, ['robin'])).toBeGreaterThanOrEqual(MIN_GUESSES);
    },
  );

  it.each([['aaaaaaaaaaaaaaa'], ['🌊'.repeat(128)], ['passwordpassword']])('soon comes to %j', async (password) => {
    expect(await guesser.guessesFor(password, [])).toBeLessThan(MIN_GUESSES);
  });

  it('tries what it is told before all else, and only then', async () => {
    const password = 'WinterbourneAshdown';
    expect(await guesser.guessesFor(password, ['winterbourne', 'ashdown'])).toBeLessThan(MIN_GUESSES);
    expect(await guesser.guessesFor(password, [])).toBeGreaterThanOrEqual(MIN_GUESSES);
  });
});

describe('the guesser that knows what people choose', () => {
  const guesser = new ZxcvbnStrengthEstimator();

  it.each([
    ['a common password twice', 'letmeinletmein1'],
    ['with other signs', 'P@ssw0rd-P@ssw0rd'],
    ['and a row of digits', 'password12345678'],
    ['rows of keys', 'qwertyuiopasdfgh'],
    ['rows of keys backwards', 'poiuytrewqlkjhgfd'],
    ['the lowest row and the middle one', 'zxcvbnm,./asdfghjkl;'],
    ['columns of keys', '1qaz2wsx3edc4rfv'],
    ['the alphabet', 'abcdefghijklmnop'],
    ['backwards', 'ponmlkjihgfedcba'],
    ['a season and a year', 'Summer2026Summer2026'],
    ['a date many times', '21112026 21112026 21112026'],
    ['one of those few long ones in the list', 'momsanaladventure'],
    ['this place', 'clearbatch2026!!'],
    ['this place and a role', 'Clearbatch-Editor'],
    ['the person', 'robin.robin.robin'],
    ['an address', 'robin@clearbatch'],
  ])('soon comes to %s: %j', async (_what, password) => {
    expect(await guesser.guessesFor(password, ['robin', ...SITE_WORDS])).toBeLessThan(MIN_GUESSES);
  });

  it.each([['five small boats at dawn'], ['a sentence that robin can remember'], ['vK7-tq2mWz_91xRb']])(
    'needs long for %j',
    async (password) => {
      expect(await guesser.guessesFor(password, ['robin', ...SITE_WORDS])).toBeGreaterThan(MIN_GUESSES);
    },
  );
});
