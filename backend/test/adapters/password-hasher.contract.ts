import type { Secrets } from '../../src/domain/staff/ports.js';

/** What every keeper of secrets must do. */
export function describeSecrets(kind: string, makeSecrets: () => Secrets): void {
  describe(`secrets ${kind}`, () => {
    const secrets = makeSecrets();

    it.each([['a sentence of my own'], ['пароль из пятнадцати'], [' with spaces '], ['']])(
      'match the hash of %j',
      async (password) => {
        expect(await secrets.passwordMatches(await secrets.hashPassword(password), password)).toBe(true);
      },
    );

    it.each([['A sentence of my own'], ['a sentence of my own '], ['']])('%j matches no other hash', async (other) => {
      const hash = await secrets.hashPassword('a sentence of my own');
      expect(await secrets.passwordMatches(hash, other)).toBe(false);
    });

    it('match nothing where there is no account', async () => {
      expect(await secrets.passwordMatches(null, 'a sentence of my own')).toBe(false);
    });

    it('are never made twice', () => {
      const made = Array.from({ length: 100 }, () => [
        secrets.token(),
        secrets.oneTimePassword(),
        secrets.recoveryCode(),
      ]);
      expect(new Set(made.flat()).size).toBe(300);
    });

    it('have one digest each', () => {
      expect(secrets.digest('token')).toBe(secrets.digest('token'));
      expect(secrets.digest('token')).not.toBe(secrets.digest('token '));
      expect(secrets.digest('token')).not.toBe('token');
    });
  });
}
