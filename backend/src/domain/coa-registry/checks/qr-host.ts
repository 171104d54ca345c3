/** Where the address in a QR code leads, judging by its text. */
export type QrTarget =
  | { readonly kind: 'host'; readonly host: string }
  /** An address that programs parse in different ways, or that people misread. */
  | { readonly kind: 'unclear' }
  /** Text that is not a web address, such as a report number. */
  | { readonly kind: 'text' };

const SCHEME = /^\s*https?:/i;
const BARE = /^\s*(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?=[:/?#\s]|$)/i;

/** Letters, digits, hyphens and dots: what a host name consists of once it is registered. */
const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]*\p{L}[\p{L}\p{N}-]*$/u;

/**
 * The host of an address. Stricter than any browser: user names (`https://lab.example@evil.example`), backslashes
 * (`https://lab.example\@evil.example`), encoded or invisible characters, IP addresses and odd slashes all make it
 * unclear, because programs disagree about them. The address is only compared, never opened.
 */
export function qrTarget(text: string): QrTarget {
  if (!SCHEME.test(text)) {
    const bare = BARE.exec(text)?.[0];
    return bare === undefined ? { kind: 'text' } : targetOf(bare.trim());
  }
  const rest = text.trim().replace(SCHEME, '');
  if (!/^\/\/[^/]/.test(rest)) return { kind: 'unclear' };
  return targetOf(/^[^/?#]*/.exec(rest.slice(2))?.[0] ?? '');
}

function targetOf(authority: string): QrTarget {
  const host = authority
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '')
    .toLowerCase();
  return HOST.test(host) ? { kind: 'host', host } : { kind: 'unclear' };
}

/** The host of a website that staff entered, without "www."; null when it has none. */
export function websiteHost(website: string): string | null {
  const target = qrTarget(website);
  return target.kind === 'host' ? target.host.replace(/^www\./, '') : null;
}

/** Where a laboratory publishes its reports. */
export interface ReportPlaces {
  readonly website: string | null;
  /** Further hosts, without a scheme. */
  readonly reportHosts: readonly string[];
}

/** The hosts on which a laboratory publishes its reports; null when none is known. */
export function reportHostsOf({ website, reportHosts }: ReportPlaces): readonly string[] | null {
  const ofWebsite = website === null ? null : websiteHost(website);
  const hosts = [...(ofWebsite === null ? [] : [ofWebsite]), ...reportHosts.map((host) => host.toLowerCase())];
  return hosts.length === 0 ? null : hosts;
}

/** Whether a host is one of the registered ones, or below one. */
export const isRegisteredHost = (host: string, registered: readonly string[]): boolean =>
  registered.some((one) => host === one || host.endsWith(`.${one}`));
