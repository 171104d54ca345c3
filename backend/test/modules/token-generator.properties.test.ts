import { assertNewPassword } from '../../src/domain/staff/new-password.js';
import { RandomTokenGenerator } from '../../src/modules/staff/crypto/random-token-generator.js';
import { ZxcvbnStrengthEstimator } from '../../src/modules/staff/crypto/zxcvbn-strength-estimator.js';
import { NumberedTokenGenerator } from '../support/numbered-token-generator.js';
import { describeTokenGenerator } from './token-generator.contract.js';

describeTokenGenerator('in memory', () => new NumberedTokenGenerator());
describeTokenGenerator('with random values', () => new RandomTokenGenerator());

describe('random tokens', () => {
  const tokens = new RandomTokenGenerator();

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
