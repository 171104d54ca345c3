import { assertNewPassword } from '../../src/domain/staff/new-password.js';
import { RandomTokenGenerator } from '../../src/modules/staff/crypto/random-token-generator.js';
import { ZxcvbnStrengthEstimator } from '../../src/modules/staff/crypto/zxcvbn-strength-estimator.js';

describe('random tokens', () => {
  const tokens = new RandomTokenGenerator();

  it('never makes the same twice', () => {
    const made = Array.from({ length: 100 }, () => [tokens.token(), tokens.oneTimePassword(), tokens.recoveryCode()]);
    expect(new Set(made.flat()).size).toBe(300);
  });

  it('has one digest per token', () => {
    expect(tokens.digest('token')).toBe(tokens.digest('token'));
    expect(tokens.digest('token')).not.toBe(tokens.digest('token '));
    expect(tokens.digest('token')).not.toBe('token');
  });

  it('include one-time passwords that are readable and strong enough for a new password', async () => {
    const estimator = new ZxcvbnStrengthEstimator();
    for (const password of Array.from({ length: 50 }, () => tokens.oneTimePassword())) {
      expect(password).toMatch(/^([a-hj-kmnp-z2-9]{5}-){3}[a-hj-kmnp-z2-9]{5}$/);
      await assertNewPassword(password, 'robin', estimator);
    }
  });

  it('include readable recovery codes that cannot be mistaken for six digits', () => {
    expect(tokens.recoveryCode()).toMatch(/^([a-hj-kmnp-z2-9]{4}-){3}[a-hj-kmnp-z2-9]{4}$/);
  });

  it('have 256 bits', () => {
    expect(Buffer.from(tokens.token(), 'base64url')).toHaveLength(32);
  });
});
