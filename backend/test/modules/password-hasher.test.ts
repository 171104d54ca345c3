import { Argon2PasswordHasher } from '../../src/modules/staff/crypto/argon2-password-hasher.js';
import { InMemoryPasswordHasher } from '../support/in-memory-password-hasher.js';
import { describePasswordHasher } from './password-hasher.contract.js';

describePasswordHasher('in memory', () => new InMemoryPasswordHasher());
describePasswordHasher('with Argon2id', () => new Argon2PasswordHasher());

describe('Argon2id', () => {
  const passwords = new Argon2PasswordHasher();

  it('uses the parameters that OWASP recommends, and a new salt each time', async () => {
    const [one, other] = [await passwords.hash('same'), await passwords.hash('same')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
  });
});
