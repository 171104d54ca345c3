import type { CorrectionToken, CorrectionTokenSigner } from '../../src/domain/coa-registry/submission/submissions.js';
import { ALTERED_TOKENS } from '../support/altered-tokens.js';
import { NOW } from '../support/builders.js';

export const PASS: CorrectionToken = { certificateId: '0f8fad5b-d9cb-469f-a165-70867728950e', askedAt: NOW };

const HOUR_MS = 3_600_000;
export const LATER = new Date(NOW.getTime() + HOUR_MS);

/** The contract of every signer of correction tokens. */
export function describeCorrectionTokenSigner(kind: string, makeTokenSigner: () => CorrectionTokenSigner): void {
  describe(`correction tokens ${kind}`, () => {
    it.each([['1970-01-01T00:00:00.000Z'], ['2026-11-20T14:59:59.999Z']])(
      'return what was signed, requested at %s',
      (at) => {
        const tokenSigner = makeTokenSigner();
        const pass = { ...PASS, askedAt: new Date(at) };
        expect(tokenSigner.verify(tokenSigner.sign(pass, LATER), NOW)).toEqual(pass);
      },
    );

    it('are valid until they expire, and not at that moment', () => {
      const tokenSigner = makeTokenSigner();
      const token = tokenSigner.sign(PASS, LATER);
      expect(tokenSigner.verify(token, new Date(LATER.getTime() - 1))).toEqual(PASS);
      expect(tokenSigner.verify(token, LATER)).toBeNull();
      expect(tokenSigner.verify(token, new Date(LATER.getTime() + HOUR_MS))).toBeNull();
    });

    it('differ for another certificate, request or time', () => {
      const tokenSigner = makeTokenSigner();
      const tokens = [
        tokenSigner.sign(PASS, LATER),
        tokenSigner.sign({ ...PASS, certificateId: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }, LATER),
        tokenSigner.sign({ ...PASS, askedAt: LATER }, LATER),
        tokenSigner.sign(PASS, new Date(LATER.getTime() + 1)),
      ];
      expect(new Set(tokens).size).toBe(tokens.length);
    });

    it.each(ALTERED_TOKENS)('do not open %s', (_what, alter) => {
      const tokenSigner = makeTokenSigner();
      expect(tokenSigner.verify(alter(tokenSigner.sign(PASS, LATER)), NOW)).toBeNull();
    });
  });
}
