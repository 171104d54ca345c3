import { looksLikeBatch } from './looks-like-batch';

it.each(['VT-552', '#C9030', 'LOT 24/117', 'E&R/2604', 'velvet thistle vt 552', '20260114', '5 mg VT-552', 'B12'])(
  '%j may be a batch ID',
  (text) => {
    expect(looksLikeBatch(text)).toBe(true);
  },
);

it.each([
  'yuzu seltzer',
  'yuzu 5 mg',
  '2.5mg',
  '12 oz',
  '0.3%',
  'delta-9',
  'delta 8 thc',
  'd9',
  'how long is 8 hours',
  '',
  `${'word '.repeat(12)}42`,
])('%j is something else', (text) => {
  expect(looksLikeBatch(text)).toBe(false);
});
