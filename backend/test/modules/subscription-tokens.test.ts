import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import type { SubscriptionTokens } from '../../src/domain/newsletter/ports.js';
import { HmacSubscriptionTokens } from '../../src/modules/newsletter/hmac-subscription-tokens.js';
import { anyText } from '../support/any-text.js';
import { ReadableTokens } from '../support/in-memory-newsletter.js';

const SECRET = 'a secret for tests that is long enough';

describe.each<[string, SubscriptionTokens]>([
  ['in memory', new ReadableTokens()],
  ['with a signature', new HmacSubscriptionTokens(SECRET)],
])('subscription tokens %s', (_, tokens) => {
  it.each([0, 1, 35, 36, 2_147_483_647])('open what they sealed, for subscription %d', (id) => {
    expect(tokens.verify(tokens.sign(id, 'unsubscribe'), 'unsubscribe')).toBe(id);
    expect(tokens.verify(tokens.sign(id, 'confirm'), 'confirm')).toBe(id);
  });

  it('open nothing that was made for the other purpose', () => {
    expect(tokens.verify(tokens.sign(1, 'unsubscribe'), 'confirm')).toBeNull();
    expect(tokens.verify(tokens.sign(1, 'confirm'), 'unsubscribe')).toBeNull();
  });

  it.each(['', '.', '...', '1', '1.', 'forged'])('do not open %j', (token) => {
    expect(tokens.verify(token, 'unsubscribe')).toBeNull();
  });
});

describe('the signature of a subscription token', () => {
  const tokens = new HmacSubscriptionTokens(SECRET);
  const token = tokens.sign(12, 'unsubscribe');

  it('is worth nothing under another secret, or for another number', () => {
    expect(new HmacSubscriptionTokens('another secret that is long enough').verify(token, 'unsubscribe')).toBeNull();
    expect(tokens.verify(`d.${token.split('.')[1]}`, 'unsubscribe')).toBeNull();
  });

  it('of the same secret for anything else is worth nothing', () => {
    const signed = (text: string) => `c.${createHmac('sha256', SECRET).update(text).digest('base64url')}`;
    expect(tokens.verify(signed('c'), 'unsubscribe')).toBeNull();
    expect(tokens.verify(signed('coa-correction:c'), 'unsubscribe')).toBeNull();
    expect(tokens.verify(signed('newsletter-unsubscribe:c'), 'unsubscribe')).toBe(12);
  });

  it('counts to its last letter: nothing shorter, longer or spelled otherwise passes', () => {
    for (const other of [token.slice(0, -1), `${token}A`, `${token}=`, `${token}.`, ` ${token}`, token.toUpperCase()]) {
      expect(tokens.verify(other, 'unsubscribe')).toBeNull();
    }
  });

  it('is needed, whatever text is shown', () => {
    fc.assert(fc.property(anyText(), (text) => tokens.verify(text, 'confirm') === null));
  });
});
