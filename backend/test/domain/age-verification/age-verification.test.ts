import { AgeVerification } from '../../../src/domain/age-verification/age-verification.js';
import { HmacTokenSigner } from '../../../src/modules/age-verification/hmac-token-signer.js';
import { NOW } from '../../support/builders.js';
import { StoppedClock } from '../../support/in-memory-clock-and-ids.js';

const SECOND_IN_HOURS = 1 / 3600;

function open() {
  const clock = new StoppedClock();
  const tokenSigner = new HmacTokenSigner('a secret for tests');
  return { clock, seal: tokenSigner, age: new AgeVerification(tokenSigner, clock) };
}

describe('a confirmed visitor', () => {
  it.each([
    ['at once', 0, true],
    ['after a day', 24, true],
    ['one second before thirty days are over', 30 * 24 - SECOND_IN_HOURS, true],
    ['after thirty days', 30 * 24, false],
    ['after a year', 365 * 24, false],
  ])('%s: is still verified after %d hours: %j', (_when, hours, remembered) => {
    const { clock, age } = open();
    const token = age.confirm();
    clock.goOn(hours);
    expect(age.isVerified(token)).toBe(remembered);
  });

  it('restarts the period with every confirmation', () => {
    const { clock, age } = open();
    age.confirm();
    clock.goOn(20 * 24);
    const token = age.confirm();
    clock.goOn(20 * 24);
    expect(age.isVerified(token)).toBe(true);
  });
});

describe('verification', () => {
  it.each([[undefined], [''], ['forged'], [NOW.getTime().toString(36)]])('rejects %j', (token) => {
    expect(open().age.isVerified(token)).toBe(false);
  });

  it('rejects a token from the future', () => {
    const { seal: tokenSigner, age } = open();
    expect(age.isVerified(tokenSigner.sign(new Date(NOW.getTime() + 5_001)))).toBe(false);
    // Another instance's clock may be slightly ahead.
    expect(age.isVerified(tokenSigner.sign(new Date(NOW.getTime() + 5_000)))).toBe(true);
  });

  it('rejects a token without a time', () => {
    const { seal: tokenSigner, age } = open();
    expect(age.isVerified(tokenSigner.sign(new Date(Number.NaN)))).toBe(false);
  });
});
