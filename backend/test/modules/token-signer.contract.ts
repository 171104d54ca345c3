import type { TokenSigner } from '../../src/domain/age-verification/age-verification.js';
import { ALTERED_TOKENS } from '../support/altered-tokens.js';
import { NOW } from '../support/builders.js';

/** What every seal must do. */
export function describeTokenSigner(kind: string, makeTokenSigner: () => TokenSigner): void {
  describe(`the seal ${kind}`, () => {
    it.each([[NOW], [new Date(0)], [new Date('2099-12-31T23:59:59.999Z')]])('opens what it sealed at %j', (moment) => {
      const seal = makeTokenSigner();
      expect(seal.verify(seal.sign(moment))).toEqual(moment);
    });

    it('makes a different token of a different moment', () => {
      const seal = makeTokenSigner();
      expect(seal.sign(NOW)).not.toBe(seal.sign(new Date(NOW.getTime() + 1)));
    });

    it.each(ALTERED_TOKENS)('does not open %s', (_what, alter) => {
      const seal = makeTokenSigner();
      expect(seal.verify(alter(seal.sign(NOW)))).toBeNull();
    });
  });
}
