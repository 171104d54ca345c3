import { isGtin, readCode } from './scanned-code';

const ORIGIN = 'https://clearbatch.example';

describe('the code on a can', () => {
  it.each([
    ['https://clearbatch.example/coa/VT-552', { kind: 'page', path: '/coa/VT-552' }],
    ['HTTPS://CLEARBATCH.EXAMPLE/search?q=a#b', { kind: 'page', path: '/search?q=a#b' }],
    [
      'https://clearbatch.example.evil.example/coa/VT-552',
      {
        kind: 'address',
        url: 'https://clearbatch.example.evil.example/coa/VT-552',
        host: 'clearbatch.example.evil.example',
      },
    ],
    [
      'https://clearbatch.example@evil.example/',
      { kind: 'address', url: 'https://clearbatch.example@evil.example/', host: 'evil.example' },
    ],
    ['http://lab.example/r/1', { kind: 'address', url: 'http://lab.example/r/1', host: 'lab.example' }],
    ['036000291452', { kind: 'gtin', gtin: '036000291452' }],
    ['036000291453', { kind: 'text', text: '036000291453' }],
    [' LOT 24/117\n', { kind: 'text', text: 'LOT 24/117' }],
    // Only links of the web are addresses; nothing else is ever a link.
    ['javascript:alert(1)', { kind: 'text', text: 'javascript:alert(1)' }],
    ['https://', { kind: 'text', text: 'https://' }],
    [' \u0000\u200b', null],
  ])('%j is %j', (text, code) => {
    expect(readCode(text, ORIGIN)).toEqual(code);
  });

  it.each(['96385074', '4006381333931', '00012345600012'])('%s is a bar code number', (text) => {
    expect(isGtin(text)).toBe(true);
  });

  it.each(['96385075', '4006381333932', '1234567', 'VT-552', '', '40063813339310000'])('%j is none', (text) => {
    expect(isGtin(text)).toBe(false);
  });
});
