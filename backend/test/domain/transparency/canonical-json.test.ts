import { canonicalJson } from '../../../src/domain/transparency/canonical-json.js';

it.each([
  [
    'the sample of RFC 8785 section 3.2',
    String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],
      "string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  ],
  [
    'names in the order of their UTF-16 code units (section 3.2.3)',
    String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One",
      "\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`,
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis",' +
      '"\u20ac":"Euro Sign","\ud83d\ude00":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  ],
  [
    'minus zero and the largest number (appendix B)',
    '[-0, 1.7976931348623157e308, 5e-324]',
    '[0,1.7976931348623157e+308,5e-324]',
  ],
])('%s', (_, given, canonical) => {
  expect(canonicalJson(JSON.parse(given))).toBe(canonical);
});

it.each([
  ['not a number', Number.NaN],
  ['infinite', [Infinity]],
  ['half a character', { a: '\ud83d' }],
])('refuses what is %s', (_, value) => {
  expect(() => canonicalJson(value)).toThrow(RangeError);
});
