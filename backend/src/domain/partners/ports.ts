import type { AuditEntry } from '../shared/audit.js';
import type { LabKey } from './key.js';
import type { Lab } from './lab.js';

/** A key as it was found, and what of its laboratory decides whether it opens anything. */
export interface FoundKey {
  readonly key: LabKey;
  readonly lab: Pick<Lab, 'id' | 'name' | 'trusted' | 'suspended'>;
}

/** Where laboratories and their keys are kept. Each change is stored with its audit entry in one transaction. */
export abstract class LabRepository {
  /** All laboratories by name. */
  abstract all(): Promise<readonly Lab[]>;
  abstract byId(id: string): Promise<Lab | null>;
  /** @throws LabNameTaken */
  abstract add(lab: Lab, entry: AuditEntry): Promise<void>;
  /**
   * Stores the next version of a laboratory.
   * @throws LabNameTaken
   * @throws LabChanged when the stored one is not the version before
   */
  abstract change(lab: Lab, entry: AuditEntry): Promise<void>;
  /** All keys of a laboratory, newest first, with those that open nothing any more. */
  abstract keysOf(labId: string): Promise<readonly LabKey[]>;
  abstract keyById(id: string): Promise<LabKey | null>;
  abstract keyByDigest(digest: string): Promise<FoundKey | null>;
  /** @throws TooManyKeys, also when the keys before it are being stored at this moment */
  abstract addKey(key: LabKey, entry: AuditEntry): Promise<void>;
  /** @throws KeyAlreadyRevoked when somebody else came first */
  abstract revokeKey(key: LabKey, entry: AuditEntry): Promise<void>;
  /** Writes down that a key was used, unless somebody wrote that less than a minute before. */
  abstract markUsed(keyId: string, now: Date): Promise<void>;
}

/** What keys are made of and found by. */
export abstract class KeySecrets {
  /** 32 random bytes that cannot be guessed, as 43 characters of base64url. */
  abstract random(): string;
  abstract digest(text: string): string;
}
