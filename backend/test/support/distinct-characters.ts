import { PasswordStrengthEstimator } from '../../src/domain/staff/ports.js';

/** Guesses known words at once, and of the rest each character anew unless it came before. */
export class DistinctCharacters extends PasswordStrengthEstimator {
  async guessesFor(password: string, words: readonly string[]): Promise<number> {
    const rest = words.reduce((text, word) => text.replaceAll(word, ''), password.toLowerCase());
    return 10 ** new Set(rest).size;
  }
}
