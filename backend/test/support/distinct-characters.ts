import { PasswordStrengthEstimator } from '../../src/domain/staff/ports.js';

/** Known words cost one guess; of the rest, every distinct character adds to the count. */
export class DistinctCharacters extends PasswordStrengthEstimator {
  async guessesFor(password: string, words: readonly string[]): Promise<number> {
    const rest = words.reduce((text, word) => text.replaceAll(word, ''), password.toLowerCase());
    return 10 ** new Set(rest).size;
  }
}
