import { PasswordStrengthEstimator } from '../../../domain/staff/ports.js';

/**
 * Imports the library on first use and rebuilds its tables for each password: passwords are rarely set, and this way the
 * dictionaries don't stay in memory.
 */
export class ZxcvbnStrengthEstimator extends PasswordStrengthEstimator {
  async guessesFor(password: string, words: readonly string[]): Promise<number> {
    const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
    const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common');
    return new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary }).check(password, [...words]).guesses;
  }
}
