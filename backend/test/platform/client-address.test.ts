import { clientAddress } from '../../src/platform/http/client-address.js';

const PROXY = '192.0.2.200';

/** The keys that these values of `X-Forwarded-For` count under. */
const keysOf = (values: readonly string[]) => new Set(values.map((value) => clientAddress(value, PROXY)));

const ofProxy = clientAddress(undefined, PROXY);

describe('the address that a request counts under', () => {
  it.each<[string, string[]]>([
    ['a port that differs', ['203.0.113.1:1', '203.0.113.1:2', '203.0.113.1', '203.0.113.1:65535']],
    ['brackets and ports', ['[2001:db8::1]:1', '[2001:db8::1]:2', '[2001:db8::1]', '2001:db8::1']],
    ['another spelling', ['2001:db8::1', '2001:0DB8:0:0::1', '2001:db8:0000::0001', '2001:db8::1']],
    ['an IPv4 address as an IPv6 one', ['203.0.113.1', '::ffff:203.0.113.1', '::ffff:cb00:7101', '::FFFF:203.0.113.1']],
    [
      'spaces and tabs',
      ['203.0.113.1', ' 203.0.113.1 ', '198.51.100.1,\t203.0.113.1\t', '198.51.100.2 ,  203.0.113.1'],
    ],
    [
      'many hops before it',
      ['203.0.113.1', ...['1', '2', '3'].map((n) => `${'198.51.100.9, '.repeat(500)}10.0.0.${n}, 203.0.113.1`)],
    ],
    ['another address of the same IPv6 /64 network', ['2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8:0:1:ffff::1']],
  ])('is the same with %s', (_what, values) => {
    expect(keysOf(values).size).toBe(1);
    expect(keysOf(values)).not.toContain(ofProxy);
  });

  it('differs between visitors and between IPv6 /64 networks', () => {
    expect(keysOf(['203.0.113.1', '203.0.113.2', '2001:db8:0:1::1', '2001:db8:0:2::1']).size).toBe(4);
  });

  it.each<[string, string[]]>([
    ['words', ['unknown', 'somebody', '_hidden', 'for=203.0.113.1']],
    ['what is nearly an address', ['203.0.113', '203.0.113.256', '203.0.113.01', '203.0.113.1.1']],
    ['numbers in other systems', ['0xcb.0.113.1', '3405803777', '0313.0.113.1', '127.1']],
    ['zones', ['fe80::1%eth0', 'fe80::1%eth1', 'fe80::1%2', '[fe80::1%3]:80']],
    ['broken brackets and ports', ['[2001:db8::1', '2001:db8::1]', '203.0.113.1:', '203.0.113.1:x']],
    ['nothing at the end', ['203.0.113.1,', '203.0.113.2, ', '203.0.113.3,\t', ',']],
    ['networks', ['203.0.113.1/32', '203.0.113.2/24', '2001:db8::/64', '::/0']],
    ['length', ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(8_000))],
    ['addresses with more behind them', ['203.0.113.1 x', '203.0.113.2;x', '203.0.113.3\tx', '"203.0.113.4"']],
  ])("is the proxy's own when the header has %s", (_what, values) => {
    expect(keysOf(values)).toEqual(new Set([ofProxy]));
  });
});
