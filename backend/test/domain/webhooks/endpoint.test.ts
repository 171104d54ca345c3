import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { DAY_MS } from '../../../src/domain/shared/durations.js';
import {
  afterFailure,
  afterSuccess,
  changeEndpoint,
  disable,
  FAILURES_BEFORE_DISABLE,
  newEndpoint,
  rotateSecret,
  signingSecrets,
} from '../../../src/domain/webhooks/endpoint.js';
import { NOW } from '../../support/builders.js';
import { anEndpoint } from '../../support/webhooks.js';

const later = (ms: number) => new Date(NOW.getTime() + ms);

const TRIED = { isGone: false, isGivenUp: false };
const GIVEN_UP = { isGone: false, isGivenUp: true };

describe('an endpoint', () => {
  it('is enabled when it is made, with each type once, in our order', () => {
    const types = ['certificate.withdrawn', 'certificate.published', 'certificate.withdrawn'] as const;
    const owner = { id: 'e', labId: 'l', secret: 's' };
    expect(newEndpoint({ url: 'https://lab.example', types }, owner, NOW)).toEqual({
      id: 'e',
      labId: 'l',
      secret: 's',
      url: 'https://lab.example',
      createdAt: NOW,
      types: ['certificate.published', 'certificate.withdrawn'],
      enabled: true,
      disabledReason: null,
      disabledAt: null,
      previousSecret: null,
      previousSecretUntil: null,
      lastSuccessAt: null,
      failingSince: null,
      givenUpInRow: 0,
    });
  });

  it('hears of something', () => {
    expect(() => changeEndpoint(anEndpoint(), { types: [] }, NOW)).toThrow(InvalidInput);
  });

  it('is disabled and enabled by its lab, and begins anew', () => {
    const failing = anEndpoint({ failingSince: NOW, givenUpInRow: 19 });
    const off = changeEndpoint(failing, { enabled: false }, later(1));
    expect(off).toMatchObject({ enabled: false, disabledReason: 'requested', disabledAt: later(1) });
    const on = changeEndpoint(off, { enabled: true }, later(2));
    expect(on).toEqual({ ...failing, failingSince: null, givenUpInRow: 0 });
  });

  it('keeps why it was disabled when something else is changed', () => {
    const gone = disable(anEndpoint(), 'gone', NOW);
    const changed = changeEndpoint(gone, { url: 'https://new.example', enabled: false }, later(1));
    expect(changed).toEqual({ ...gone, url: 'https://new.example' });
  });

  it('is disabled at once when its server is gone', () => {
    expect(afterFailure(anEndpoint(), { isGone: true, isGivenUp: true }, NOW)).toMatchObject({
      enabled: false,
      disabledReason: 'gone',
      disabledAt: NOW,
    });
  });

  it('is disabled after five days without a success, with the next delivery that is given up', () => {
    const failing = afterFailure(anEndpoint(), TRIED, NOW);
    expect(failing).toMatchObject({ enabled: true, failingSince: NOW, givenUpInRow: 0 });
    const stillFailing = afterFailure(failing, GIVEN_UP, later(5 * DAY_MS - 1));
    expect(stillFailing).toMatchObject({ enabled: true, failingSince: NOW, givenUpInRow: 1 });
    expect(afterFailure(stillFailing, TRIED, later(6 * DAY_MS))).toMatchObject({ enabled: true });
    expect(afterFailure(stillFailing, GIVEN_UP, later(5 * DAY_MS))).toMatchObject({
      enabled: false,
      disabledReason: 'failing',
    });
  });

  it(`is disabled after ${FAILURES_BEFORE_DISABLE} deliveries given up in a row`, () => {
    const nearly = anEndpoint({ givenUpInRow: FAILURES_BEFORE_DISABLE - 2 });
    const last = afterFailure(nearly, GIVEN_UP, NOW);
    expect(last.enabled).toBe(true);
    expect(afterFailure(last, GIVEN_UP, NOW)).toMatchObject({ enabled: false, disabledReason: 'failing' });
  });

  it('is forgiven everything by a success', () => {
    const failing = anEndpoint({ failingSince: NOW, givenUpInRow: 19 });
    expect(afterSuccess(failing, later(1))).toMatchObject({
      lastSuccessAt: later(1),
      failingSince: null,
      givenUpInRow: 0,
    });
  });

  it('that works is not written down again within a minute', () => {
    const working = anEndpoint({ lastSuccessAt: NOW });
    expect(afterSuccess(working, later(59_999))).toBe(working);
    expect(afterSuccess(working, later(60_000))).toMatchObject({ lastSuccessAt: later(60_000) });
    expect(afterSuccess({ ...working, failingSince: NOW }, later(1))).toMatchObject({ failingSince: null });
  });

  it('that its lab disabled is not disabled again for another reason', () => {
    const off = disable(anEndpoint(), 'requested', NOW);
    expect(afterFailure(off, { isGone: true, isGivenUp: true }, later(1))).toMatchObject({
      disabledReason: 'requested',
      disabledAt: NOW,
    });
  });
});

describe('a rotated secret', () => {
  const rotated = rotateSecret(anEndpoint({ secret: 'old' }), 'new', NOW);

  it('signs first, and the old one beside it for a day', () => {
    expect(signingSecrets(rotated, NOW)).toEqual(['new', 'old']);
    expect(signingSecrets(rotated, later(DAY_MS - 1))).toEqual(['new', 'old']);
    expect(signingSecrets(rotated, later(DAY_MS))).toEqual(['new']);
  });

  it('makes two at most', () => {
    expect(signingSecrets(rotateSecret(rotated, 'newest', later(1)), later(2))).toEqual(['newest', 'new']);
  });
});
