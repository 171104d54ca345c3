import { accreditationState, updateAccreditation } from '../../../src/domain/partners/accreditation.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';

const DETAILS = {
  body: 'Example Accreditation Board',
  number: '1234.56',
  scopeUrl: 'https://a2la.example/1234',
  expiresOn: '2027-06-30',
};
const NOW = new Date('2026-11-20T23:59:59Z');

describe('entering an accreditation', () => {
  it('keeps the day of the entry until something changes', () => {
    const entered = updateAccreditation(DETAILS, null, NOW);
    expect(entered).toEqual({ ...DETAILS, enteredOn: '2026-11-20' });
    const later = new Date('2026-12-24T00:00:00Z');
    expect(updateAccreditation(DETAILS, entered, later)).toEqual(entered);
    for (const change of [{ body: 'ANAB' }, { number: null }, { scopeUrl: null }, { expiresOn: '2027-07-01' }]) {
      const expected = { ...DETAILS, ...change, enteredOn: '2026-12-24' };
      expect(updateAccreditation({ ...DETAILS, ...change }, entered, later)).toEqual(expected);
    }
    expect(updateAccreditation(null, entered, later)).toBeNull();
  });

  it.each(['http://a2la.example/1234', 'ftp://a2la.example', 'javascript:alert(1)', '//a2la.example'])(
    'rejects the scope link %s',
    (scopeUrl) => {
      const enter = () => updateAccreditation({ ...DETAILS, scopeUrl }, null, NOW);
      expect(enter).toThrow(InvalidInput);
      expect(enter).toThrow('The scope link must start with https://');
    },
  );
});

it.each([
  ['2026-11-19', 'expired'],
  ['2026-11-20', 'expiring'],
  ['2027-01-19', 'expiring'],
  ['2027-01-20', 'current'],
  ['2016-01-20', 'expired'],
  [null, 'undated'],
])('an accreditation that is valid until %s is %s on November 20, 2026', (expiresOn, state) => {
  expect(accreditationState({ expiresOn }, NOW)).toBe(state);
  expect(accreditationState({ expiresOn }, new Date('2026-11-20T00:00:00Z'))).toBe(state);
});
