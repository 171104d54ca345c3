import type { PasswordHasher } from '../../src/domain/staff/ports.js';

export function describePasswordHasher(kind: string, createHasher: () => PasswordHasher): void {
  describe(`a password hasher ${kind}`, () => {
    const passwords = createHasher();

    it.each([['a sentence of my own'], ['пароль из пятнадцати'], [' with spaces '], ['']])(
      'matches the hash of %j',
      async (password) => {
        expect(await passwords.matches(await passwords.hash(password), password)).toBe(true);
      },
    );

    it.each([['A sentence of my own'], ['a sentence of my own '], ['']])('%j matches no other hash', async (other) => {
      const hash = await passwords.hash('a sentence of my own');
      expect(await passwords.matches(hash, other)).toBe(false);
    });

    it('matches nothing where there is no account', async () => {
      expect(await passwords.matches(null, 'a sentence of my own')).toBe(false);
    });
  });
}
