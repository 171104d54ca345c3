import type { Actor, AuditEntry } from '../shared/audit.js';
import type { CallingLab } from '../shared/calling-lab.js';
import { domainError } from '../shared/domain-error.js';
import type { ErasedSection, ExportSection, PersonalDataProvider } from '../shared/personal-data.js';
import { Clock, Ids } from '../shared/ports.js';
import {
  assertKeyUsable,
  isTestKey,
  isWellFormed,
  KeyMalformed,
  KeyMissing,
  type KeyMode,
  KeyNotFound,
  type KeyOptions,
  KeyUnknown,
  keyText,
  type LabKey,
  LabSuspended,
  newKey,
  revoke,
  SandboxFull,
  shouldRecordUse,
} from './key.js';
import {
  edit,
  type Lab,
  LabChanged,
  type LabDetails,
  labDetails,
  labEntry,
  newLab,
  setSuspended,
  setTrusted,
} from './lab.js';
import { KeySecrets, LabRepository } from './ports.js';

/** The authenticated lab and key of a partner request. */
export interface Caller {
  readonly lab: CallingLab;
  readonly key: LabKey;
}

/** A newly issued key. */
export interface IssuedKey {
  readonly key: LabKey;
  /** The key itself; shown once. */
  readonly text: string;
}

export class LabNotFound extends domainError('not-found', 'lab-not-found', "We couldn't find this lab.") {}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** About 100,000 certificates with their verdicts. */
const SANDBOX_BYTES_MAX = 2_000_000_000;

/** Partner laboratories and their API keys. */
export class Partners implements PersonalDataProvider {
  constructor(
    private readonly labs: LabRepository,
    private readonly secrets: KeySecrets,
    private readonly clock: Clock,
    private readonly ids: Ids,
    /** Which keys it issues and accepts. */
    private readonly mode: KeyMode,
  ) {}

  all(): Promise<readonly Lab[]> {
    return this.labs.all();
  }

  /** @param id any text; anything but a UUID is not found @throws LabNotFound */
  async labById(id: string): Promise<Lab> {
    const lab = UUID.test(id) ? await this.labs.byId(id) : null;
    if (!lab) throw new LabNotFound();
    return lab;
  }

  /** A lab that staff import certificates for. @throws LabNotFound, LabSuspended */
  async activeLab(id: string): Promise<Lab> {
    const lab = await this.labById(id);
    if (lab.suspended) throw new LabSuspended('This lab is suspended. Resume its access before you import for it.');
    return lab;
  }

  /** @throws LabNameTaken, InvalidInput */
  async create(details: LabDetails, actor: Actor, id = this.ids.uuid()): Promise<Lab> {
    const lab = newLab(details, id, this.clock.now());
    await this.labs.add(lab, this.entry('lab.created', lab, actor, null, labDetails(lab)));
    return lab;
  }

  /** @param version the version the caller saw @throws LabNotFound, LabChanged, LabNameTaken, InvalidInput */
  async edit(id: string, version: number, details: LabDetails, actor: Actor): Promise<Lab> {
    const before = await this.labAtVersion(id, version);
    const after = edit(before, details, this.clock.now());
    await this.labs.change(after, this.entry('lab.changed', after, actor, labDetails(before), labDetails(after)));
    return after;
  }

  /**
   * Sets whether the lab's certificates are published without review.
   * @throws LabNotFound, LabChanged
   */
  async setTrusted(id: string, version: number, trusted: boolean, reason: string, actor: Actor): Promise<Lab> {
    const before = await this.labAtVersion(id, version);
    if (before.trusted === trusted) return before;
    const after = setTrusted(before, trusted);
    const action = trusted ? 'lab.trusted' : 'lab.trust-withdrawn';
    const previous = { trusted: before.trusted };
    await this.labs.change(after, this.entry(action, after, actor, previous, { trusted, reason }));
    return after;
  }

  /**
   * Suspends or resumes API access for all of the lab's keys.
   * @throws LabNotFound, LabChanged
   */
  async setSuspended(id: string, version: number, suspended: boolean, reason: string, actor: Actor): Promise<Lab> {
    const before = await this.labAtVersion(id, version);
    if (before.suspended === suspended) return before;
    const after = setSuspended(before, suspended);
    const action = suspended ? 'lab.suspended' : 'lab.resumed';
    const previous = { suspended: before.suspended };
    await this.labs.change(after, this.entry(action, after, actor, previous, { suspended, reason }));
    return after;
  }

  async exportOf(address: string): Promise<readonly ExportSection[]> {
    const labs = (await this.labs.all()).filter((lab) => lab.contactEmail.toLowerCase() === address.toLowerCase());
    const records = labs.map(({ name, website, contactEmail, createdAt }) => ({
      name,
      website,
      contactEmail,
      createdAt,
    }));
    return [{ part: 'partner-labs', records }];
  }

  /** Erases nothing: a lab's contact is part of the agreement with it, so staff replace it instead. */
  async erase(): Promise<readonly ErasedSection[]> {
    return [];
  }

  /** @throws LabNotFound */
  async keysOf(labId: string): Promise<readonly LabKey[]> {
    await this.labById(labId);
    return this.labs.keysOf(labId);
  }

  /** @throws LabNotFound, InvalidInput, TooManyKeys */
  async issueKey(labId: string, order: KeyOptions, actor: Actor): Promise<IssuedKey> {
    const lab = await this.labById(labId);
    const text = keyText(this.secrets.random(), this.mode);
    const parts = { id: this.ids.uuid(), labId, text, digest: this.secrets.digest(text), createdBy: actor.name };
    const key = newKey(parts, order, this.clock.now());
    await this.labs.addKey(key, this.entry('lab-key.issued', lab, actor, null, auditFields(key)));
    return { key, text };
  }

  /** @throws KeyNotFound, KeyAlreadyRevoked */
  async revokeKey(labId: string, keyId: string, actor: Actor): Promise<LabKey> {
    const before = await this.labs.keyById(keyId);
    if (before?.labId !== labId) throw new KeyNotFound();
    const lab = await this.labById(labId);
    const after = revoke(before, this.clock.now());
    await this.labs.revokeKey(after, this.entry('lab-key.revoked', lab, actor, auditFields(before), null));
    return after;
  }

  /**
   * Authenticates a key. The lookup uses the key's digest, so its timing leaks nothing: a similar digest does not belong
   * to a similar key.
   * @param presented the key from the header; null if there was none
   * @throws KeyMissing, KeyMalformed, KeyUnknown, KeyRevoked, KeyExpired, LabSuspended
   */
  async authenticate(presented: string | null): Promise<Caller> {
    if (presented === null) throw new KeyMissing();
    if (!isWellFormed(presented, this.mode)) throw new KeyMalformed();
    const found = await this.labs.keyByDigest(this.secrets.digest(presented));
    if (!found) throw new KeyUnknown();
    const { key, lab } = found;
    const now = this.clock.now();
    assertKeyUsable(key, lab, now);
    if (shouldRecordUse(key, now)) await this.labs.markUsed(key.id, now);
    return { lab: callingLab(lab, key), key };
  }

  /**
   * Checks again that the caller's key is usable, and reloads the lab. For long-running requests.
   * @throws KeyNotFound, KeyRevoked, KeyExpired, LabSuspended, SandboxFull
   */
  async reauthenticate(caller: CallingLab): Promise<CallingLab> {
    await this.assertRoom();
    const key = await this.keyOf(caller);
    const lab = await this.labById(caller.id);
    assertKeyUsable(key, lab, this.clock.now());
    return callingLab(lab, key);
  }

  /** Before anything is stored. @throws SandboxFull */
  async assertRoom(): Promise<void> {
    if (this.mode === 'test' && (await this.labs.databaseBytes()) > SANDBOX_BYTES_MAX) throw new SandboxFull();
  }

  /** The key used by the caller. @throws KeyNotFound */
  async keyOf({ keyId }: CallingLab): Promise<LabKey> {
    const key = await this.labs.keyById(keyId);
    if (!key) throw new KeyNotFound();
    return key;
  }

  private async labAtVersion(id: string, version: number): Promise<Lab> {
    const lab = await this.labById(id);
    if (lab.version !== version) throw new LabChanged();
    return lab;
  }

  private entry(
    action: string,
    lab: Lab,
    actor: Actor,
    before: AuditEntry['before'],
    after: AuditEntry['after'],
  ): AuditEntry {
    return labEntry(action, lab, actor, this.clock.now(), before, after);
  }
}

const callingLab = ({ id, name, trusted }: Pick<Lab, 'id' | 'name' | 'trusted'>, key: LabKey): CallingLab => ({
  id,
  name,
  trusted,
  keyId: key.id,
  isSandbox: isTestKey(key),
});

/** Fields of a key for the audit log: neither the key nor its digest. */
const auditFields = ({ id, prefix, lastFour, label, scopes, expiresAt }: LabKey) => ({
  keyId: id,
  prefix,
  lastFour,
  label,
  scopes,
  expiresAt,
});
