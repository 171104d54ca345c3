import { domainError } from '../shared/domain-error.js';
import type { Account } from './account.js';

// Time-based one-time passwords (RFC 6238): a code belongs to a time step of 30 seconds.

const STEP_SECONDS = 30;

/** Clock skew and slow typing: also accept the previous and the next step (RFC 6238, section 5.2). */
const STEPS_TRIED = [0, -1, 1] as const;

export const RECOVERY_CODES = 10;

export class SecondFactorRequired extends domainError(
  'unauthenticated',
  'second-factor-required',
  'Enter the code from your authenticator app.',
) {}

/** The pending sign-in has expired, or there is none. */
export class SignInExpired extends domainError(
  'unauthenticated',
  'sign-in-expired',
  'This sign-in has expired. Please start over with your password.',
) {}

export const CODE_DOES_NOT_MATCH =
  "This code doesn't match. Each code works only once. Wait for the next one, and check that your device's clock is right.";

export class CodeRefused extends domainError('unauthenticated', 'code-refused', CODE_DOES_NOT_MATCH) {}

export class SecondFactorOn extends domainError(
  'conflict',
  'second-factor-on',
  'The second factor is already on. Turn it off before you set up a new one.',
) {}

export class SecondFactorOff extends domainError(
  'conflict',
  'second-factor-off',
  "The second factor isn't set up. Start over with a new key.",
) {}

export const hasSecondFactor = (account: Account): boolean => account.secondFactorSince !== null;

const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS);

/**
 * The time step that a code belongs to; null if it matches no acceptable step.
 * @param lastUsed step of the last code used; only later steps are accepted
 */
export function matchingStep(now: Date, lastUsed: number, matches: (step: number) => boolean): number | null {
  const steps = STEPS_TRIED.map((offset) => stepAt(now) + offset).filter((step) => step > lastUsed && matches(step));
  return steps[0] ?? null;
}

/** Normalizes a typed code: lowercase, without spaces and dashes. */
export const normalizeCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase();

/** Six digits are a TOTP code; anything else can only be a recovery code. */
export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code);
