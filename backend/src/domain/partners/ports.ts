import type { AuditEntry } from '../shared/audit.js';
import type { LabKey } from './key.js';
import type { Lab } from './lab.js';

/** A key and the fields of its laboratory that decide whether it is usable. */
export interface FoundKey {
  readonly key: LabKey;
  readonly lab: Pick<Lab, 'id' | 'name' | 'trusted' | 'suspended'>;
}

/** Stores laboratories and their keys. Each change is stored with its audit entry in one transaction. */
export abstract class LabRepository {
  /** All laboratories by name. */
  abstract all(): Promise<readonly Lab[]>;
  abstract byId(id: string): Promise<Lab | null>;
  /** @throws LabNameTaken */
  abstract add(lab: Lab, entry: AuditEntry): Promise<void>;
  /**
   * Stores the next version of a laboratory.
   * @throws LabNameTaken
   * @throws LabChanged if the stored version is not the one before
   */
  abstract change(lab: Lab, entry: AuditEntry): Promise<void>;
  /** All keys of a laboratory, newest first, including expired and revoked ones. */
  abstract keysOf(labId: string): Promise<readonly LabKey[]>;
  abstract keyById(id: string): Promise<LabKey | null>;
  abstract keyByDigest(digest: string): Promise<FoundKey | null>;
  /** @throws TooManyKeys, also if concurrent requests reach the limit */
  abstract addKey(key: LabKey, entry: AuditEntry): Promise<void>;
  /** @throws KeyAlreadyRevoked if another request did it first */
  abstract revokeKey(key: LabKey, entry: AuditEntry): Promise<void>;
  /** Bytes of the whole database. */
  abstract databaseBytes(): Promise<number>;
  /** Records that a key was used, unless that was recorded less than a minute ago. */
  abstract markUsed(keyId: string, now: Date): Promise<void>;
}

/** Generates keys' random parts, and digests keys for lookup. */
export abstract class KeySecrets {
  /** 32 cryptographically random bytes as 43 characters of base64url. */
  abstract random(): string;
  abstract digest(text: string): string;
}

/** A link with which one sandbox can be opened. */
export interface SandboxLink {
  /** The id of the lab that it opens. */
  readonly sandboxId: string;
  readonly expiresAt: Date;
}

/**
 * Signs the links to open sandboxes. The sandbox verifies them with the shared key, so it needs nothing else from the
 * site.
 */
export abstract class SandboxLinks {
  /** The token of a link. */
  abstract sign(link: SandboxLink): string;
  /** @returns the id of the sandbox; null for a token that was not signed here, or has expired */
  abstract verify(token: string, now: Date): string | null;
}

/** Sends the links to open sandboxes. */
export abstract class SandboxMailer {
  abstract sendLink(email: string, link: SandboxLink, at: Date): Promise<void>;
}
