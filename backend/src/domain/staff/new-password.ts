import { InvalidInput } from '../shared/domain-error.js';
import { ROLES } from '../shared/role.js';
import type { PasswordStrengthEstimator } from './ports.js';

/** In characters. NIST SP 800-63B-4 section 3.1.1.2: at least 15 if the password is the only factor. */
export const PASSWORD_LENGTH = { min: 15, max: 128 } as const;

/**
 * Minimum estimated guesses to find a password, whatever its length: the same section and OWASP ASVS 5.0.0 points 6.2.4
 * and 6.2.11 forbid common or expected passwords. Even with a stolen hash, this many guesses take years, because each
 * costs hundredths of a second (Argon2id).
 */
export const MIN_GUESSES = 10 ** 10;

/** Words related to this site, which an attacker would try first (ASVS 6.1.2). */
export const SITE_WORDS: readonly string[] = [
  'clearbatch',
  'clear',
  'batch',
  'staff',
  'admin',
  ...ROLES,
  'hemp',
  'thc',
  'drink',
  'beverage',
  'coa',
  'certificate',
  'laboratory',
  'registry',
];

/** @throws InvalidInput */
export async function assertNewPassword(
  password: string,
  username: string,
  strengthEstimator: PasswordStrengthEstimator,
): Promise<void> {
  const message = formProblem(password, username) ?? (await guessProblem(password, username, strengthEstimator));
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
  strengthEstimator: PasswordStrengthEstimator,
): Promise<string | null> {
  const names = username.split(/[._-]+/).filter((name) => name !== '');
  const guesses = await strengthEstimator.guessesFor(password, [...names, ...SITE_WORDS]);
  if (guesses >= MIN_GUESSES) return null;
  return 'This is long but easy to guess. Use several unrelated words';
}
