import { OtpauthTotp } from '../../src/modules/staff/crypto/otpauth-totp.js';

/** "12345678901234567890" in base32: the secret of the test vectors. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes', () => {
  /** RFC 6238, appendix B, the rows of SHA-1. */
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %d seconds are those of RFC 6238', (seconds, expected) => {
    const step = Math.floor(seconds / 30);
    // The vectors have eight digits; six are their end.
    expect(new OtpauthTotp().matches(SECRET, step, expected.slice(-6))).toBe(true);
  });

  /** RFC 4226, appendix D. */
  it.each([
    ...['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].entries(),
  ])('of step %d is that of RFC 4226: %s', (step, expected) => {
    const totp = new OtpauthTotp();
    expect(totp.matches(SECRET, step, expected)).toBe(true);
    expect(totp.matches(SECRET, step + 1, expected)).toBe(false);
  });

  it.each(['', '7552', '755225', '0755224', '75522４'])('%j is not that of step 0', (code) => {
    expect(new OtpauthTotp().matches(SECRET, 0, code)).toBe(false);
  });

  it('have secrets of 160 random bits in base32', () => {
    const made = Array.from({ length: 100 }, () => new OtpauthTotp().newSecret());
    expect(new Set(made).size).toBe(100);
    for (const secret of made) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new Set(made.join('')).size).toBe(32);
  });
});
