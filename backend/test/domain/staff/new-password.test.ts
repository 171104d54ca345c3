import fc from 'fast-check';
import { assertNewPassword, MIN_GUESSES } from '../../../src/domain/staff/new-password.js';
import { PasswordStrengthEstimator } from '../../../src/domain/staff/ports.js';
import { anyText } from '../../support/any-text.js';
import { DistinctCharacters } from '../../support/distinct-characters.js';

const EASY = 'This is long but easy to guess. Use several unrelated words';

/** Returns a fixed number of guesses, and records the words about the person. */
class FixedStrength extends PasswordStrengthEstimator {
  words: readonly string[] = [];

  constructor(private readonly guesses: number) {
    super();
  }

  async guessesFor(_password: string, words: readonly string[]): Promise<number> {
    this.words = words;
    return this.guesses;
  }
}

const choose = (
  password: string,
  username = 'robin',
  estimator: PasswordStrengthEstimator = new DistinctCharacters(),
) => assertNewPassword(password, username, estimator);
const refusal = (message: string) => ({ kind: 'invalid', fields: [{ field: 'newPassword', message }] });

describe('a new password', () => {
  it.each([
    ['a sentence of my own'],
    ['abcdefghijk lmno'],
    ['abcdefghij'.repeat(12).padEnd(128)],
    ['пятнадцать букв'],
    ['     15 spaces in it  '],
  ])('may be %j', async (password) => {
    await choose(password);
  });

  it.each([
    ['', 'Use at least 15 characters; a sentence works well'],
    ['x'.repeat(14), 'Use at least 15 characters; a sentence works well'],
    ['🌊'.repeat(14), 'Use at least 15 characters; a sentence works well'],
    ['x'.repeat(129), 'Use at most 128 characters'],
    ['this is robin speaking', "Don't use your name in the password"],
    ['THIS IS ROBIN SPEAKING', "Don't use your name in the password"],
    ['x'.repeat(15), EASY],
    ['🌊'.repeat(128), EASY],
    ['clearbatch2026!!', EASY],
    ['Staff of ClearBatch', EASY],
    ['reviewer editor administrator', EASY],
  ])('may not be %j', async (password, message) => {
    await expect(choose(password)).rejects.toMatchObject(refusal(message));
  });

  it('must withstand 10,000,000,000 guesses', async () => {
    expect(MIN_GUESSES).toBe(10_000_000_000);
    await choose('a sentence of my own', 'robin', new FixedStrength(MIN_GUESSES));
    const tooWeak = choose('a sentence of my own', 'robin', new FixedStrength(MIN_GUESSES - 1));
    await expect(tooWeak).rejects.toMatchObject(refusal(EASY));
  });

  it("is estimated with the parts of the username and the site's name as known words", async () => {
    const guesser = new FixedStrength(MIN_GUESSES);
    await choose('a sentence of my own', 'robin.vale-7_', guesser);
    expect(guesser.words.slice(0, 3)).toEqual(['robin', 'vale', '7']);
    expect(guesser.words).toEqual(expect.arrayContaining(['clearbatch', 'administrator', 'hemp']));
    expect(guesser.words).not.toContain('');
  });

  it('is counted in characters as users see them, and may contain any', async () => {
    await fc.assert(
      fc.asyncProperty(anyText({ minLength: 15, maxLength: 128 }), async (password) => {
        await choose(password, 'an-unrelated-name', new FixedStrength(MIN_GUESSES));
      }),
    );
  });
});
