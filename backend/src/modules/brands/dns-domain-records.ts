import { NODATA, NOTFOUND } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { DomainRecords } from '../../domain/brands/claim-ports.js';

export interface DnsSettings {
  /** Such as `127.0.0.1:5353`; empty for those of the system. */
  readonly servers: readonly string[];
  readonly timeoutMs: number;
}

/** Records of one name, and characters of one, that are read. A name under an attacker's control may have any number. */
const RECORDS_MAX = 20;
const TEXT_MAX = 255;

/** A name without records, or a domain that does not exist. Anything else says nothing of the domain. */
const ABSENT: readonly string[] = [NODATA, NOTFOUND];

/** Looks up TXT records over DNS, once: a person waits for it, and tries again. */
export class DnsDomainRecords extends DomainRecords {
  constructor(private readonly settings: DnsSettings) {
    super();
  }

  async texts(name: string): Promise<readonly string[] | null> {
    const resolver = new Resolver({ timeout: this.settings.timeoutMs, tries: 1 });
    if (this.settings.servers.length > 0) resolver.setServers(this.settings.servers);
    // The time limit of the resolver is for one server and starts again for the next.
    const timer = setTimeout(() => resolver.cancel(), this.settings.timeoutMs);
    try {
      // A text longer than 255 bytes comes in parts.
      const records = (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
      return records.slice(0, RECORDS_MAX).map((text) => text.slice(0, TEXT_MAX));
    } catch (error) {
      if (ABSENT.includes((error as NodeJS.ErrnoException).code ?? '')) return [];
      return null;
    } finally {
      clearTimeout(timer);
    }
  }
}
