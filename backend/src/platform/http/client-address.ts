import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';

/** An address with the port that some proxies write behind it. */
const WITH_PORT = /^(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([0-9a-f:.]+)\])(?::\d{1,5})?$/i;

/** An IPv6 address with a port in brackets. */
const LONGEST = '[0000:0000:0000:0000:0000:ffff:255.255.255.255]:65535'.length;

/**
 * Whom to count a request for: of IPv4 an address, of IPv6 a network, because one subscriber has all 2^64 addresses of it.
 * @param forwardedFor `X-Forwarded-For` where a proxy is trusted; of it the last entry counts, which the proxy wrote, and
 * what stands before that a visitor may have made up. What is no address there is counted for the proxy itself.
 * @param peer the address at the other end of the connection
 */
export function clientAddress(forwardedFor: string | undefined, peer: string): string {
  const given = forwardedFor === undefined ? null : addressIn(forwardedFor.slice(forwardedFor.lastIndexOf(',') + 1));
  return normalizeIP(given ?? peer);
}

function addressIn(entry: string): string | null {
  const text = entry.replace(/^[ \t]+|[ \t]+$/g, '');
  if (text.length > LONGEST) return null;
  const [, v4, v6] = WITH_PORT.exec(text) ?? [];
  const address = v4 ?? v6 ?? text;
  // A zone names a network card of the machine that wrote it, and could be any text.
  return isIP(address) !== 0 && !address.includes('%') ? address : null;
}
