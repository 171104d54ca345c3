import { type Encoding, negotiateEncoding } from '../../src/platform/cache/response-cache.js';

it.each<[string | undefined, Encoding]>([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['BR', 'br'],
  ['br;q=0, *;q=0', 'identity'],
  ['*', 'br'],
  ['identity', 'identity'],
  [undefined, 'identity'],
])('the best encoding for a client that accepts %j is %s', (header, encoding) => {
  expect(negotiateEncoding(header)).toBe(encoding);
});
