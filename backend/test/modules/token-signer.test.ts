import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { HmacTokenSigner } from '../../src/modules/age-verification/hmac-token-signer.js';
import { NOW } from '../support/builders.js';
import { InMemoryTokenSigner } from '../support/in-memory-token-signer.js';
import { describeTokenSigner } from './token-signer.contract.js';

const SECRET = 'a secret for tests that is long enough';

describeTokenSigner('in memory', () => new InMemoryTokenSigner());
describeTokenSigner('with a signature', () => new HmacTokenSigner(SECRET));

describe('a signature', () => {
  it('is worth nothing under another secret', () => {
    expect(
      new HmacTokenSigner('another secret that is long enough').verify(new HmacTokenSigner(SECRET).sign(NOW)),
    ).toBeNull();
  });

  it('of the same secret for another purpose is worth nothing', () => {
    const moment = NOW.getTime().toString(36);
    const other = createHmac('sha256', SECRET).update(moment).digest('base64url');
    expect(new HmacTokenSigner(SECRET).verify(`${moment}.${other}`)).toBeNull();
  });

  it('is needed, whatever text is shown', () => {
    const seal = new HmacTokenSigner(SECRET);
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => seal.verify(text) === null));
  });
});
