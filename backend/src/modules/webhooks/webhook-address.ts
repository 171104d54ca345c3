import { BlockList, isIP } from 'node:net';

/**
 * Blocked networks: loopback, private and reserved addresses (IANA's special-purpose address registries), and
 * 168.63.129.16, the one public address at which a cloud's internal services answer.
 */
const NOT_PUBLIC_V4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** IPv6 global unicast. Excludes mapped and translated IPv4 addresses (::ffff:…, 64:ff9b::…). */
const GLOBAL_V6: readonly [string, number] = ['2000::', 3];

/** Global unicast networks that are not public or embed an IPv4 address: protocol assignments, documentation, 6to4. */
const NOT_PUBLIC_V6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const listOf = (family: 'ipv4' | 'ipv6', subnets: readonly (readonly [string, number])[]) => {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family);
  return list;
};

const notPublicV4 = listOf('ipv4', NOT_PUBLIC_V4);
const globalV6 = listOf('ipv6', [GLOBAL_V6]);
const notPublicV6 = listOf('ipv6', NOT_PUBLIC_V6);
const loopbackV4 = listOf('ipv4', [['127.0.0.0', 8]]);

/** @param address an IP address as text */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !notPublicV4.check(address, 'ipv4');
  return isIP(address) === 6 && globalV6.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6');
}

export function isLoopbackAddress(address: string): boolean {
  return isIP(address) === 4 ? loopbackV4.check(address, 'ipv4') : address === '::1';
}

/** The IP address in a URL's host; null when the host is a name. */
export function ipLiteral({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) ? bare : null;
}

export const isLocalhost = ({ hostname }: URL) => hostname === 'localhost';

/** Names that resolve only inside a network (RFC 6761, RFC 6762, RFC 8375), and names without a dot. */
const INTERNAL_NAME = /^[^.]+\.?$|\.(localhost|local|internal|home\.arpa)\.?$/;

export const URL_MAX = 500;

/**
 * Why a URL is not acceptable, as far as that is known without resolving its name; null when it is.
 * @param allowsLoopback for tests: accepts http and this machine
 */
export function urlProblem(text: string, allowsLoopback: boolean): string | null {
  const url = URL.parse(text);
  if (!url || /[\s\\]/.test(text)) return 'Enter a full URL, such as https://lab.example/webhooks';
  if (text.length > URL_MAX) return `The URL can be at most ${URL_MAX} characters`;
  const isHttpForTests = allowsLoopback && url.protocol === 'http:';
  if (url.protocol !== 'https:' && !isHttpForTests) return 'The URL must start with https://';
  if (url.username || url.password)
    return 'Leave the user name and password out of the URL. The signature shows who is calling';
  if (!isPortAllowed(url)) return 'Use port 443, or 1024 and up';
  if (allowsLoopback && (isLocalhost(url) || isLoopbackAddress(ipLiteral(url) ?? ''))) return null;
  return hostProblem(url);
}

/** Of the ports below 1024 only 443 is allowed: the others belong to mail, shells and file services. */
const isPortAllowed = ({ port, protocol }: URL) => (port === '' ? protocol === 'https:' : Number(port) >= 1024);

function hostProblem(url: URL): string | null {
  const literal = ipLiteral(url);
  const isInside = literal === null ? INTERNAL_NAME.test(url.hostname) : !isPublicAddress(literal);
  return isInside ? 'The URL must point to a server on the public internet' : null;
}
