import { AgeVerification } from '../../../src/domain/age-verification/age-verification.js';
import { NOW } from '../../support/builders.js';
import { StoppedClock } from '../../support/in-memory-clock-and-ids.js';
import { InMemoryTokenSigner } from '../../support/in-memory-token-signer.js';

const SECOND_IN_HOURS = 1 / 3600;

function open() {
  const clock = new StoppedClock();
  const tokenSigner = new InMemoryTokenSigner();
  return { clock, seal: tokenSigner, age: new AgeVerification(tokenSigner, clock) };
}

describe('a visitor who confirmed being 21', () => {
  it.each([
    ['at once', 0, true],
    ['after a day', 24, true],
    ['one second before thirty days are over', 30 * 24 - SECOND_IN_HOURS, true],
    ['after thirty days', 30 * 24, false],
    ['after a year', 365 * 24, false],
  ])('%s: is remembered after %d hours: %j', (_when, hours, remembered) => {
    const { clock, age } = open();
    const token = age.confirm();
    clock.goOn(hours);
    expect(age.isVerified(token)).toBe(remembered);
  });

  it('is remembered anew from each confirmation on', () => {
    const { clock, age } = open();
    age.confirm();
    clock.goOn(20 * 24);
    const token = age.confirm();
    clock.goOn(20 * 24);
    expect(age.isVerified(token)).toBe(true);
  });
});

describe('a visitor', () => {
  it.each([[undefined], [''], ['forged'], [`sealed at ${NOW.getTime()}`]])(
    'who only shows %j is not verified',
    (token) => {
      expect(open().age.isVerified(token)).toBe(false);
    },
  );

  it('whose token comes from the future is not verified', () => {
    const { seal: tokenSigner, age } = open();
    expect(age.isVerified(tokenSigner.sign(new Date(NOW.getTime() + 5_001)))).toBe(false);
    // Another instance's clock may be a little ahead.
    expect(age.isVerified(tokenSigner.sign(new Date(NOW.getTime() + 5_000)))).toBe(true);
  });

  it('whose token holds no time is not verified', () => {
    const { seal: tokenSigner, age } = open();
    expect(age.isVerified(tokenSigner.sign(new Date(Number.NaN)))).toBe(false);
  });
});
