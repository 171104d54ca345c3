import { InvalidInput } from '../shared/domain-error.js';
import { ROLES } from '../shared/role.js';
import type { PasswordStrengthEstimator } from './ports.js';

/** NIST SP 800-63B-4 section 3.1.1.2: 15 characters where the password is the only factor. */
export const PASSWORD_LENGTH = { min: 15, max: 128 } as const;

/**
 * A password that is guessed sooner is refused, however long it is: the same section, and OWASP ASVS 5.0.0 points 6.2.4 and
 * 6.2.11, want nothing common or expected. This many tries take years of computing even for somebody who has stolen the
 * hash, as each costs hundredths of a second (Argon2id).
 */
export const MIN_GUESSES = 10 ** 10;

/** Words of this place: whoever guesses the password of its staff tries them first (ASVS 6.1.2). */
export const SITE_WORDS: readonly string[] = [
  ...['clearbatch', 'clear', 'batch', 'staff', 'admin', ...ROLES],
  ...['hemp', 'thc', 'drink', 'beverage', 'coa', 'certificate', 'laboratory', 'registry'],
];

/** @throws InvalidInput */
export async function assertNewPassword(
  password: string,
  username: string,
  guesser: PasswordStrengthEstimator,
): Promise<void> {
  const message = formProblem(password, username) ?? (await guessProblem(password, username, guesser));
  if (message) throw new InvalidInput([{ field: 'newPassword', message }]);
}

function formProblem(password: string, username: string): string | null {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH.min) return `Use at least ${PASSWORD_LENGTH.min} characters; a sentence works well`;
  if (length > PASSWORD_LENGTH.max) return `Use at most ${PASSWORD_LENGTH.max} characters`;
  if (password.toLowerCase().includes(username)) return "Don't use your name in the password";
  return null;
}

async function guessProblem(
  password: string,
  username: string,
  guesser: PasswordStrengthEstimator,
): Promise<string | null> {
  const names = username.split(/[._-]+/).filter((name) => name !== '');
  const guesses = await guesser.guessesFor(password, [...names, ...SITE_WORDS]);
  if (guesses >= MIN_GUESSES) return null;
  return 'This is long but easy to guess. Use several unrelated words';
}
