import { KeyAlreadyRevoked, keyState, type LabKey, LIVE_KEYS_MAX, TooManyKeys } from '../../src/domain/partners/key.js';
import { type Lab, LabChanged, LabNameTaken } from '../../src/domain/partners/lab.js';
import { type FoundKey, KeySecrets, LabRepository } from '../../src/domain/partners/ports.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { MINUTE_MS } from '../../src/domain/shared/durations.js';

export class InMemoryLabRepository extends LabRepository {
  readonly audit: AuditEntry[] = [];
  private labs: readonly Lab[] = [];
  private keys: readonly LabKey[] = [];

  async all(): Promise<readonly Lab[]> {
    return this.labs.toSorted((a, b) => (a.nameKey < b.nameKey ? -1 : 1));
  }

  async byId(id: string): Promise<Lab | null> {
    return this.labs.find((lab) => lab.id === id) ?? null;
  }

  async add(lab: Lab, entry: AuditEntry): Promise<void> {
    this.assertNameIsFree(lab);
    this.labs = [...this.labs, lab];
    this.audit.push(entry);
  }

  async change(changed: Lab, entry: AuditEntry): Promise<void> {
    if (!this.labs.some(({ id, version }) => id === changed.id && version === changed.version - 1)) {
      throw new LabChanged();
    }
    this.assertNameIsFree(changed);
    this.labs = this.labs.map((lab) => (lab.id === changed.id ? changed : lab));
    this.audit.push(entry);
  }

  async keysOf(labId: string): Promise<readonly LabKey[]> {
    return this.keys
      .filter((key) => key.labId === labId)
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
  }

  async keyById(id: string): Promise<LabKey | null> {
    return this.keys.find((key) => key.id === id) ?? null;
  }

  async keyByDigest(digest: string): Promise<FoundKey | null> {
    const key = this.keys.find((one) => one.digest === digest);
    const lab = this.labs.find(({ id }) => id === key?.labId);
    if (!key || !lab) return null;
    const { id, name, trusted, suspended } = lab;
    return { key, lab: { id, name, trusted, suspended } };
  }

  async addKey(key: LabKey, entry: AuditEntry): Promise<void> {
    const live = this.keys.filter((one) => one.labId === key.labId && keyState(one, key.createdAt) === 'live');
    if (live.length >= LIVE_KEYS_MAX) throw new TooManyKeys();
    this.keys = [...this.keys, key];
    this.audit.push(entry);
  }

  async revokeKey(revoked: LabKey, entry: AuditEntry): Promise<void> {
    if (!this.keys.some(({ id, revokedAt }) => id === revoked.id && revokedAt === null)) throw new KeyAlreadyRevoked();
    this.replace(revoked.id, { revokedAt: revoked.revokedAt });
    this.audit.push(entry);
  }

  bytes = 0;

  async databaseBytes(): Promise<number> {
    return this.bytes;
  }

  async markUsed(keyId: string, now: Date): Promise<void> {
    const key = await this.keyById(keyId);
    if (key?.lastUsedAt && key.lastUsedAt.getTime() > now.getTime() - MINUTE_MS) return;
    this.replace(keyId, { lastUsedAt: now });
  }

  private replace(id: string, differing: Partial<LabKey>): void {
    this.keys = this.keys.map((key) => (key.id === id ? { ...key, ...differing } : key));
  }

  private assertNameIsFree({ id, name, nameKey }: Lab): void {
    if (this.labs.some((lab) => lab.nameKey === nameKey && lab.id !== id)) throw new LabNameTaken(name);
  }
}

/** Sequential keys with readable digests. */
export class InMemoryKeySecrets extends KeySecrets {
  private made = 0;

  random(): string {
    this.made += 1;
    return `${this.made}`.padStart(43, 'k');
  }

  digest(text: string): string {
    return `digest of ${text}`;
  }
}
