import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { HmacTokenSigner } from '../../src/modules/age-verification/hmac-token-signer.js';
import { ALTERED_TOKENS } from '../support/altered-tokens.js';
import { anyText } from '../support/any-text.js';
import { NOW } from '../support/builders.js';

const SECRET = 'a secret for tests that is long enough';

const seal = new HmacTokenSigner(SECRET);

describe('the seal', () => {
  it.each([[NOW], [new Date(0)], [new Date('2099-12-31T23:59:59.999Z')]])('opens what it sealed at %j', (moment) => {
    expect(seal.verify(seal.sign(moment))).toEqual(moment);
  });

  it('makes a different token of a different moment', () => {
    expect(seal.sign(NOW)).not.toBe(seal.sign(new Date(NOW.getTime() + 1)));
  });

  it.each(ALTERED_TOKENS)('does not open %s', (_what, alter) => {
    expect(seal.verify(alter(seal.sign(NOW)))).toBeNull();
  });
});

describe('a signature', () => {
  it('is worth nothing under another secret', () => {
    expect(new HmacTokenSigner('another secret that is long enough').verify(seal.sign(NOW))).toBeNull();
  });

  it('of the same secret for another purpose is worth nothing', () => {
    const moment = NOW.getTime().toString(36);
    const other = createHmac('sha256', SECRET).update(moment).digest('base64url');
    expect(seal.verify(`${moment}.${other}`)).toBeNull();
  });

  it('is needed, whatever text is shown', () => {
    fc.assert(fc.property(anyText(), (text) => seal.verify(text) === null));
  });
});
