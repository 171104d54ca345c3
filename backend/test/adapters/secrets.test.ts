import { assertNewPassword } from '../../src/domain/staff/account.js';
import { Argon2Secrets } from '../../src/modules/staff/argon2-secrets.js';
import { InMemorySecrets } from '../support/in-memory-secrets.js';
import { describeSecrets } from './secrets.contract.js';

describeSecrets('in memory', () => new InMemorySecrets());
describeSecrets('with Argon2id', () => new Argon2Secrets());

describe('Argon2id', () => {
  const secrets = new Argon2Secrets();

  it('is used as OWASP asks, with a salt of its own each time', async () => {
    const [one, other] = [await secrets.hashPassword('same'), await secrets.hashPassword('same')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
  });

  it('makes one-time passwords that can be read out and are long enough', () => {
    const password = secrets.oneTimePassword();
    expect(password).toMatch(/^([a-hj-kmnp-z2-9]{5}-){3}[a-hj-kmnp-z2-9]{5}$/);
    expect(() => assertNewPassword(password, 'robin')).not.toThrow();
  });

  it('makes recovery codes that can be read out and cannot be taken for six digits', () => {
    expect(secrets.recoveryCode()).toMatch(/^([a-hj-kmnp-z2-9]{4}-){3}[a-hj-kmnp-z2-9]{4}$/);
  });

  it('makes tokens of 256 random bits', () => {
    expect(Buffer.from(secrets.token(), 'base64url')).toHaveLength(32);
  });
});
