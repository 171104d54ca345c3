import { HOTP, Secret } from 'otpauth';

/** The code that an authenticator app shows in a time step. */
export const totpCode = (secret: string, step: number): string =>
  HOTP.generate({ secret: Secret.fromBase32(secret), counter: step });
