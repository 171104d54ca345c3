import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { HmacTokenSigner } from '../../src/modules/age-verification/hmac-token-signer.js';
import { HmacCorrectionTokenSigner } from '../../src/modules/coa-registry/submission/hmac-correction-token-signer.js';
import { NOW } from '../support/builders.js';
import { InMemoryCorrectionTokenSigner } from '../support/in-memory-correction-token-signer.js';
import { describeCorrectionTokenSigner, LATER, PASS } from './correction-token-signer.contract.js';

const SECRET = 'a secret for tests that is long enough';

describeCorrectionTokenSigner('in memory', () => new InMemoryCorrectionTokenSigner());
describeCorrectionTokenSigner('with a signature', () => new HmacCorrectionTokenSigner(SECRET));

describe('the signature of a correction pass', () => {
  const tokenSigner = new HmacCorrectionTokenSigner(SECRET);
  const signed = (payload: string, purpose: string) =>
    `${payload}.${createHmac('sha256', SECRET)
      .update(purpose + payload)
      .digest('base64url')}`;

  it('is worth nothing under another secret', () => {
    const others = new HmacCorrectionTokenSigner('another secret that is long enough');
    expect(others.verify(tokenSigner.sign(PASS, LATER), NOW)).toBeNull();
  });

  it('is worth nothing for another certificate, request or time', () => {
    const [, signature] = tokenSigner.sign(PASS, LATER).split('.');
    for (const other of [
      tokenSigner.sign({ ...PASS, certificateId: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }, LATER),
      tokenSigner.sign({ ...PASS, askedAt: LATER }, LATER),
      tokenSigner.sign(PASS, new Date(LATER.getTime() + 1)),
    ]) {
      expect(tokenSigner.verify(`${other.split('.')[0]}.${signature}`, NOW)).toBeNull();
    }
  });

  it('of the same secret for another purpose is worth nothing', () => {
    const [payload = ''] = tokenSigner.sign(PASS, LATER).split('.');
    expect(tokenSigner.verify(signed(payload, ''), NOW)).toBeNull();
    expect(tokenSigner.verify(signed(payload, 'age-verification:'), NOW)).toBeNull();
    expect(tokenSigner.verify(signed(payload, 'coa-correction:'), NOW)).toEqual(PASS);
    expect(tokenSigner.verify(new HmacTokenSigner(SECRET).sign(NOW), NOW)).toBeNull();
  });

  it('is needed, whatever text is shown', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => tokenSigner.verify(text, NOW) === null));
  });
});
