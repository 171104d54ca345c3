import type { Actor, AuditEntry } from '../shared/audit.js';
import { DomainError } from '../shared/domain-error.js';
import { foldSpaces, nameKey } from '../shared/name-key.js';

/** A laboratory that sends certificates over the API. */
export interface Lab {
  readonly id: string;
  readonly name: string;
  /** The form in which names are compared; unique. */
  readonly nameKey: string;
  readonly website: string | null;
  /** Where staff write to; never shown in public. */
  readonly contactEmail: string;
  /** Its certificates are published without review. */
  readonly trusted: boolean;
  /** None of its keys opens anything for as long. */
  readonly suspended: boolean;
  /** Counts the changes, so that nobody overwrites what they have not seen. */
  readonly version: number;
  readonly createdAt: Date;
  /** True for invented laboratories that only show how the registry works. */
  readonly demonstration: boolean;
}

/** What staff write about a laboratory. */
export interface LabDetails {
  readonly name: string;
  readonly website: string | null;
  readonly contactEmail: string;
}

export class LabNotFound extends DomainError {
  constructor() {
    super('not-found', 'lab-not-found', "We couldn't find this lab.");
  }
}

export class LabNameTaken extends DomainError {
  constructor(name: string) {
    super('conflict', 'lab-name-taken', `There is already a lab named ${name}.`);
  }
}

export class LabChanged extends DomainError {
  constructor() {
    super('conflict', 'lab-changed', 'Someone else changed this lab after you opened it. Reload it and look again.');
  }
}

/** A new laboratory: active, and not trusted until staff decide so. */
export function newLab(details: LabDetails, id: string, now: Date): Lab {
  return {
    ...named(details),
    id,
    trusted: false,
    suspended: false,
    version: 1,
    createdAt: now,
    demonstration: false,
  };
}

export const edit = (lab: Lab, details: LabDetails): Lab => changed({ ...lab, ...named(details) });

export const setTrusted = (lab: Lab, trusted: boolean): Lab => changed({ ...lab, trusted });

export const setSuspended = (lab: Lab, suspended: boolean): Lab => changed({ ...lab, suspended });

/** What staff wrote about a laboratory, for the audit log. */
export const detailsOf = ({ name, website, contactEmail }: Lab): LabDetails & Record<string, unknown> => ({
  name,
  website,
  contactEmail,
});

export function labEntry(
  action: string,
  { id }: Pick<Lab, 'id'>,
  actor: Actor,
  at: Date,
  before: AuditEntry['before'],
  after: AuditEntry['after'],
): AuditEntry {
  return { at, actor, action, subject: `lab:${id}`, before, after };
}

const changed = (lab: Lab): Lab => ({ ...lab, version: lab.version + 1 });

const named = ({ name, website, contactEmail }: LabDetails) => ({
  name: foldSpaces(name),
  nameKey: nameKey(name),
  website,
  contactEmail,
});
