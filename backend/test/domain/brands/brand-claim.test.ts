import {
  claimedDomain,
  decideRequest,
  isProvable,
  isProven,
  isRecordedDomain,
  isRequestOverdue,
  newClaim,
  newRequest,
  replyText,
  staysAtDomain,
} from '../../../src/domain/brands/brand-claim.js';
import { DAY_MS } from '../../../src/domain/shared/durations.js';
import { NOW } from '../../support/builders.js';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const DOMAIN = 'juniper-tide.example';

const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

const aClaim = (email = `hello@${DOMAIN}`, domain = DOMAIN) => newClaim({ brandId: 7, domain, email }, ID, NOW);

const refusal = (field: string) => expect.objectContaining({ fields: [expect.objectContaining({ field })] });

describe('the domain of a brand', () => {
  it.each(['juniper-tide.example', ' WWW.Juniper-Tide.example. ', 'juniper-tide.example.'])(
    'is read from %j',
    (typed) => {
      expect(claimedDomain(typed)).toBe(DOMAIN);
    },
  );

  it.each([
    [
      'not a domain',
      ['', 'example', 'https://juniper-tide.example', 'juniper tide.example', '192.0.2.1', 'a..example'],
    ],
    ['a domain that looks like one', ['jun\u0456per-tide.example', 'ｊuniper-tide.example']],
    ['shared by many', ['gmail.com', 'mail.gmail.com', 'co.uk', 'com.mx', 'juniper.myshopify.com', 'linktr.ee']],
  ])('is refused: %s', (_, typed) => {
    for (const one of typed) expect(() => claimedDomain(one)).toThrow(refusal('domain'));
  });

  it('is proven by mail only at it or below it', () => {
    const methodOf = (email: string) => aClaim(email).method;
    expect(methodOf('Hello+web@JUNIPER-TIDE.example')).toBe('email');
    expect(methodOf('hello@mail.juniper-tide.example')).toBe('email');
    for (const domain of [
      'myjuniper-tide.example',
      'juniper-tide.example.evil.example',
      'xn--junper-tide-9xe.example',
    ]) {
      expect(methodOf(`hello@${domain}`)).toBe('dns');
    }
  });

  it.each([`"a@evil.example"@${DOMAIN}`, `a@evil.example,b@${DOMAIN}`, `hello@jun\u0456per-tide.example`])(
    'is not proven with an address that can be read as another one: %s',
    (email) => {
      expect(() => aClaim(email)).toThrow(refusal('email'));
    },
  );

  it('is the recorded one only if staff verified the brand, and only exactly', () => {
    const website = `https://www.${DOMAIN}/shop`;
    expect(isRecordedDomain({ verified: true, website }, DOMAIN)).toBe(true);
    expect(isRecordedDomain({ verified: false, website }, DOMAIN)).toBe(false);
    expect(isRecordedDomain({ verified: true, website: null }, DOMAIN)).toBe(false);
    expect(isRecordedDomain({ verified: true, website: 'https://my-juniper-tide.example' }, DOMAIN)).toBe(false);
    expect(isRecordedDomain({ verified: true, website: `https://shop.${DOMAIN}` }, DOMAIN)).toBe(false);
    expect(isRecordedDomain({ verified: true, website: `https://${DOMAIN}@evil.example` }, DOMAIN)).toBe(false);
  });

  it('is proven within 7 days, once, and for a year', () => {
    expect(isProvable(aClaim(), later(6.9))).toBe(true);
    expect(isProvable(aClaim(), later(7))).toBe(false);
    const proven = { ...aClaim(), provenAt: NOW };
    expect(() => isProvable(proven, NOW)).toThrow('This link was used');
    expect(isProven(aClaim(), NOW)).toBe(false);
    expect(isProven(proven, later(364.9))).toBe(true);
    expect(isProven(proven, later(365))).toBe(false);
    expect(isProven({ ...proven, endedAt: NOW }, NOW)).toBe(false);
  });

  it('keeps contact data that stays at it', () => {
    const at = (website: string, contactEmail: string) => staysAtDomain(DOMAIN, { website, contactEmail });
    expect(at(`https://shop.${DOMAIN}/x`, `hi@${DOMAIN}`)).toBe(true);
    expect(at(`https://${DOMAIN}.evil.example`, `hi@${DOMAIN}`)).toBe(false);
    expect(at(`https://${DOMAIN}`, 'hi@gmail.com')).toBe(false);
  });
});

describe('a reply', () => {
  it('is one paragraph', () => {
    expect(replyText('  We recalled\nthis  batch. ')).toBe('We recalled this batch.');
  });

  it.each([
    'Write to hello@juniper-tide.example.',
    'Call us at (555) 123-4567.',
    'See https://juniper-tide.example',
    'More on www.juniper-tide.example',
    'More at juniper-tide.com, as always.',
    'Too short',
  ])('is refused: %s', (text) => {
    expect(() => replyText(text)).toThrow(refusal('text'));
  });
});

describe('what a brand asks for', () => {
  const claim = { ...aClaim(), brandName: 'Juniper & Tide' };
  const request = newRequest('reply', claim, { text: 'We recalled this batch.' }, ID, new Date('2026-11-25T15:00:00Z'));
  const decide = (from = request, accepted = true, reason: string | null = null, version = from.version) =>
    decideRequest(from, version, { accepted, reason }, NOW, 'robin');

  it('is due in three business days, without Thanksgiving', () => {
    expect(request).toMatchObject({ state: 'waiting', dueBy: '2026-12-01' });
    expect(isRequestOverdue(request, new Date('2026-12-02T04:59:59Z'))).toBe(false);
    expect(isRequestOverdue(request, new Date('2026-12-02T05:00:00Z'))).toBe(true);
  });

  it('is accepted, or refused with a reason', () => {
    expect(decide()).toMatchObject({ state: 'accepted', dueBy: null, decidedBy: 'robin', version: 2 });
    expect(decide(request, false, 'Not so.')).toMatchObject({ state: 'refused', reason: 'Not so.' });
    expect(() => decide(request, false)).toThrow(refusal('reason'));
  });

  it('is decided once, as it was read; a public reply can be taken down', () => {
    expect(() => decide(request, true, null, 2)).toThrow('It changed');
    const published = decide();
    expect(() => decide(published)).toThrow('It changed');
    expect(decide(published, false, 'It is not so.')).toMatchObject({ state: 'refused' });
    expect(() => decide({ ...published, kind: 'contact' }, false, 'No.')).toThrow('It changed');
    expect(() => decide({ ...request, state: 'withdrawn' })).toThrow('It changed');
  });
});
