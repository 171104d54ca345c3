import type { Actor, AuditEntry } from '../shared/audit.js';
import type { CallingLab } from '../shared/calling-lab.js';
import { DomainError } from '../shared/domain-error.js';
import type { ErasedSection, ExportSection, PersonalDataProvider } from '../shared/personal-data.js';
import { Clock, Ids } from '../shared/ports.js';
import {
  assertKeyUsable,
  isWellFormed,
  KeyMalformed,
  KeyMissing,
  KeyNotFound,
  type KeyOrder,
  KeyUnknown,
  keyText,
  type LabKey,
  newKey,
  revoke,
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

/** Who sends a partner request, and with which key. */
export interface Caller {
  readonly lab: CallingLab;
  readonly key: LabKey;
}

/** A key just made. */
export interface IssuedKey {
  readonly key: LabKey;
  /** The key itself, to be shown once. */
  readonly text: string;
}

export class LabNotFound extends DomainError {
  constructor() {
    super('not-found', 'lab-not-found', "We couldn't find this lab.");
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The laboratories that send certificates over the API. */
export class Partners implements PersonalDataProvider {
  constructor(
    private readonly labs: LabRepository,
    private readonly secrets: KeySecrets,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  all(): Promise<readonly Lab[]> {
    return this.labs.all();
  }

  /** @param id an id that is no UUID names no lab @throws LabNotFound */
  async labById(id: string): Promise<Lab> {
    const lab = UUID.test(id) ? await this.labs.byId(id) : null;
    if (!lab) throw new LabNotFound();
    return lab;
  }

  /** @throws LabNameTaken, InvalidInput */
  async create(details: LabDetails, actor: Actor): Promise<Lab> {
    const lab = newLab(details, this.ids.uuid(), this.clock.now());
    await this.labs.add(lab, this.entry('lab.created', lab, actor, null, labDetails(lab)));
    return lab;
  }

  /** @param version the one that the caller saw @throws LabNotFound, LabChanged, LabNameTaken, InvalidInput */
  async edit(id: string, version: number, details: LabDetails, actor: Actor): Promise<Lab> {
    const before = await this.labAt(id, version);
    const after = edit(before, details, this.clock.now());
    await this.labs.change(after, this.entry('lab.changed', after, actor, labDetails(before), labDetails(after)));
    return after;
  }

  /**
   * Decides whether its certificates are published without review.
   * @throws LabNotFound, LabChanged
   */
  async setTrusted(id: string, version: number, trusted: boolean, reason: string, actor: Actor): Promise<Lab> {
    const before = await this.labAt(id, version);
    if (before.trusted === trusted) return before;
    const after = setTrusted(before, trusted);
    const action = trusted ? 'lab.trusted' : 'lab.trust-withdrawn';
    const was = { trusted: before.trusted };
    await this.labs.change(after, this.entry(action, after, actor, was, { trusted, reason }));
    return after;
  }

  /**
   * Closes the API to a laboratory with all its keys, or opens it again.
   * @throws LabNotFound, LabChanged
   */
  async setSuspended(id: string, version: number, suspended: boolean, reason: string, actor: Actor): Promise<Lab> {
    const before = await this.labAt(id, version);
    if (before.suspended === suspended) return before;
    const after = setSuspended(before, suspended);
    const action = suspended ? 'lab.suspended' : 'lab.resumed';
    const was = { suspended: before.suspended };
    await this.labs.change(after, this.entry(action, after, actor, was, { suspended, reason }));
    return after;
  }

  async exportOf(address: string): Promise<readonly ExportSection[]> {
    const labs = (await this.labs.all()).filter((lab) => lab.contactEmail.toLowerCase() === address.toLowerCase());
    const records = labs.map(({ name, website, contactEmail, createdAt }) => ({
      ...{ name, website, contactEmail, createdAt },
    }));
    return [{ part: 'partner-labs', records }];
  }

  /** A laboratory's contact is part of the agreement with it: staff enter another one. */
  async erase(): Promise<readonly ErasedSection[]> {
    return [];
  }

  /** @throws LabNotFound */
  async keysOf(labId: string): Promise<readonly LabKey[]> {
    await this.labById(labId);
    return this.labs.keysOf(labId);
  }

  /** @throws LabNotFound, InvalidInput, TooManyKeys */
  async issueKey(labId: string, order: KeyOrder, actor: Actor): Promise<IssuedKey> {
    const lab = await this.labById(labId);
    const text = keyText(this.secrets.random());
    const parts = { id: this.ids.uuid(), labId, text, digest: this.secrets.digest(text), createdBy: actor.name };
    const key = newKey(parts, order, this.clock.now());
    await this.labs.addKey(key, this.entry('lab-key.issued', lab, actor, null, factsOf(key)));
    return { key, text };
  }

  /** @throws KeyNotFound, KeyAlreadyRevoked */
  async revokeKey(labId: string, keyId: string, actor: Actor): Promise<LabKey> {
    const before = await this.labs.keyById(keyId);
    if (before?.labId !== labId) throw new KeyNotFound();
    const lab = await this.labById(labId);
    const after = revoke(before, this.clock.now());
    await this.labs.revokeKey(after, this.entry('lab-key.revoked', lab, actor, factsOf(before), null));
    return after;
  }

  /**
   * Who presents a key. It is found by its digest, so that comparing takes no time from which it could be guessed: a
   * digest that is nearly right belongs to no key that is nearly right.
   * @param presented what stood in the header; null when nothing did
   * @throws KeyMissing, KeyMalformed, KeyUnknown, KeyRevoked, KeyExpired, LabSuspended
   */
  async caller(presented: string | null): Promise<Caller> {
    if (presented === null) throw new KeyMissing();
    if (!isWellFormed(presented)) throw new KeyMalformed();
    const found = await this.labs.keyByDigest(this.secrets.digest(presented));
    if (!found) throw new KeyUnknown();
    const { key, lab } = found;
    const now = this.clock.now();
    assertKeyUsable(key, lab, now);
    if (shouldRecordUse(key, now)) await this.labs.markUsed(key.id, now);
    return { lab: callingLab(lab, key), key };
  }

  /**
   * The same caller as things stand by now: for requests that last long.
   * @throws KeyNotFound, KeyRevoked, KeyExpired, LabSuspended
   */
  async callerNow(caller: CallingLab): Promise<CallingLab> {
    const key = await this.keyOf(caller);
    const lab = await this.labById(caller.id);
    assertKeyUsable(key, lab, this.clock.now());
    return callingLab(lab, key);
  }

  /** The key that a laboratory is calling with. @throws KeyNotFound */
  async keyOf({ keyId }: CallingLab): Promise<LabKey> {
    const key = await this.labs.keyById(keyId);
    if (!key) throw new KeyNotFound();
    return key;
  }

  private async labAt(id: string, version: number): Promise<Lab> {
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
  ...{ id, name, trusted },
  keyId: key.id,
});

/** What of a key may be written down: never the key, and not its digest either. */
const factsOf = ({ id, prefix, lastFour, label, scopes, expiresAt }: LabKey) => ({
  keyId: id,
  prefix,
  lastFour,
  label,
  scopes,
  expiresAt,
});
