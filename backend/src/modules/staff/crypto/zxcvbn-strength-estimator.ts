import { PasswordStrengthEstimator } from '../../../domain/staff/ports.js';

/**
 * Loaded with the first password that is set, and its tables built anew for each: that is seldom, and a server in which
 * nobody does so carries no dictionary.
 */
export class ZxcvbnStrengthEstimator extends PasswordStrengthEstimator {
  async guessesFor(password: string, words: readonly string[]): Promise<number> {
    const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
    const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common');
    return new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary }).check(password, [...words]).guesses;
  }
}
