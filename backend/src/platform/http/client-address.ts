import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';

/** An address with a port, as some proxies write it. */
const WITH_PORT = /^(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([0-9a-f:.]+)\])(?::\d{1,5})?$/i;

/** An IPv6 address with a port in brackets. */
const LONGEST = '[0000:0000:0000:0000:0000:ffff:255.255.255.255]:65535'.length;

/**
 * The key for limits per client: an IPv4 address, or an IPv6 /64 network, because one subscriber has all its addresses.
 * @param forwardedFor `X-Forwarded-For` where a proxy is trusted. Only the last entry counts: the proxy wrote it, and
 * clients can forge the others. If it is not an address, the proxy's own is used.
 * @param peer the remote address of the connection
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
  // A zone ID could be any text.
  return isIP(address) !== 0 && !address.includes('%') ? address : null;
}
