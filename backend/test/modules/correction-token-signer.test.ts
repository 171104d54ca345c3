import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import type { CorrectionToken } from '../../src/domain/coa-registry/submission/submissions.js';
import { HOUR_MS } from '../../src/domain/shared/durations.js';
import { HmacTokenSigner } from '../../src/modules/age-verification/hmac-token-signer.js';
import { HmacCorrectionTokenSigner } from '../../src/modules/coa-registry/submission/hmac-correction-token-signer.js';
import { ALTERED_TOKENS } from '../support/altered-tokens.js';
import { anyText } from '../support/any-text.js';
import { NOW } from '../support/builders.js';

const SECRET = 'a secret for tests that is long enough';

const PASS: CorrectionToken = { certificateId: '0f8fad5b-d9cb-469f-a165-70867728950e', askedAt: NOW };

const LATER = new Date(NOW.getTime() + HOUR_MS);

const tokenSigner = new HmacCorrectionTokenSigner(SECRET);

describe('correction tokens', () => {
  it.each([['1970-01-01T00:00:00.000Z'], ['2026-11-20T14:59:59.999Z']])(
    'return what was signed, requested at %s',
    (at) => {
      const pass = { ...PASS, askedAt: new Date(at) };
      expect(tokenSigner.verify(tokenSigner.sign(pass, LATER), NOW)).toEqual(pass);
    },
  );

  it('are valid until they expire, and not at that moment', () => {
    const token = tokenSigner.sign(PASS, LATER);
    expect(tokenSigner.verify(token, new Date(LATER.getTime() - 1))).toEqual(PASS);
    expect(tokenSigner.verify(token, LATER)).toBeNull();
    expect(tokenSigner.verify(token, new Date(LATER.getTime() + HOUR_MS))).toBeNull();
  });

  it('differ for another certificate, request or time', () => {
    const tokens = [
      tokenSigner.sign(PASS, LATER),
      tokenSigner.sign({ ...PASS, certificateId: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }, LATER),
      tokenSigner.sign({ ...PASS, askedAt: LATER }, LATER),
      tokenSigner.sign(PASS, new Date(LATER.getTime() + 1)),
    ];
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  it.each(ALTERED_TOKENS)('do not open %s', (_what, alter) => {
    expect(tokenSigner.verify(alter(tokenSigner.sign(PASS, LATER)), NOW)).toBeNull();
  });
});

describe('the signature of a correction pass', () => {
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
    fc.assert(fc.property(anyText(), (text) => tokenSigner.verify(text, NOW) === null));
  });
});
