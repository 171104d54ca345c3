import { assertNewPassword } from '../../src/domain/staff/new-password.js';
import { Argon2PasswordHasher } from '../../src/modules/staff/crypto/argon2-password-hasher.js';
import { ZxcvbnStrengthEstimator } from '../../src/modules/staff/crypto/zxcvbn-strength-estimator.js';
import { InMemorySecrets } from '../support/in-memory-password-hasher.js';
import { describeSecrets } from './password-hasher.contract.js';

describeSecrets('in memory', () => new InMemorySecrets());
describeSecrets('with Argon2id', () => new Argon2PasswordHasher());

describe('Argon2id', () => {
  const secrets = new Argon2PasswordHasher();

  it('is used as OWASP asks, with a salt of its own each time', async () => {
    const [one, other] = [await secrets.hashPassword('same'), await secrets.hashPassword('same')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
  });

  it('makes one-time passwords that can be read out and would be taken as a new one', async () => {
    const guesser = new ZxcvbnStrengthEstimator();
    for (const password of Array.from({ length: 50 }, () => secrets.oneTimePassword())) {
      expect(password).toMatch(/^([a-hj-kmnp-z2-9]{5}-){3}[a-hj-kmnp-z2-9]{5}$/);
      await assertNewPassword(password, 'robin', guesser);
    }
  });

  it('makes recovery codes that can be read out and cannot be taken for six digits', () => {
    expect(secrets.recoveryCode()).toMatch(/^([a-hj-kmnp-z2-9]{4}-){3}[a-hj-kmnp-z2-9]{4}$/);
  });

  it('makes tokens of 256 random bits', () => {
    expect(Buffer.from(secrets.token(), 'base64url')).toHaveLength(32);
  });
});
