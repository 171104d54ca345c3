import type { TokenGenerator } from '../../src/domain/staff/ports.js';

export function describeTokenGenerator(kind: string, createGenerator: () => TokenGenerator): void {
  describe(`a token generator ${kind}`, () => {
    const tokens = createGenerator();

    it('never makes the same twice', () => {
      const made = Array.from({ length: 100 }, () => [tokens.token(), tokens.oneTimePassword(), tokens.recoveryCode()]);
      expect(new Set(made.flat()).size).toBe(300);
    });

    it('has one digest per token', () => {
      expect(tokens.digest('token')).toBe(tokens.digest('token'));
      expect(tokens.digest('token')).not.toBe(tokens.digest('token '));
      expect(tokens.digest('token')).not.toBe('token');
    });
  });
}
