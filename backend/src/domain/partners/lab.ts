import type { Actor, AuditEntry } from '../shared/audit.js';
import { DomainError, domainError } from '../shared/domain-error.js';
import { foldSpaces, nameKey } from '../shared/name-key.js';
import { type Accreditation, type AccreditationDetails, updateAccreditation } from './accreditation.js';

/** A laboratory that sends certificates through the API. */
export interface Lab {
  readonly id: string;
  readonly name: string;
  /** Normalized name for comparison; unique. */
  readonly nameKey: string;
  readonly website: string | null;
  /** Further hosts on which it publishes reports, for the check of QR codes; without a scheme, in lower case. */
  readonly reportHosts: readonly string[];
  /** For staff; never public. */
  readonly contactEmail: string;
  /** As staff entered it; null if they entered none. */
  readonly accreditation: Accreditation | null;
  /** Its certificates are published without review. */
  readonly trusted: boolean;
  /** While true, none of its keys work. */
  readonly suspended: boolean;
  /** Optimistic lock; increments with each change. */
  readonly version: number;
  readonly createdAt: Date;
  /** True for made-up laboratories in the demo data. */
  readonly demonstration: boolean;
}

/** What staff enter about a laboratory. */
export interface LabDetails {
  readonly name: string;
  readonly website: string | null;
  readonly contactEmail: string;
  /** Omitted or null if the accreditation is unknown. */
  readonly accreditation?: AccreditationDetails | null;
  /** Omitted if there are none. */
  readonly reportHosts?: readonly string[];
}

export class LabNameTaken extends DomainError {
  constructor(name: string) {
    super('conflict', 'lab-name-taken', `There is already a lab named ${name}.`);
  }
}

export class LabChanged extends domainError(
  'conflict',
  'lab-changed',
  'Someone else changed this lab after you opened it. Reload it and look again.',
) {}

/** A new laboratory: active and not trusted. @throws InvalidInput */
export function newLab(details: LabDetails, id: string, now: Date): Lab {
  return {
    ...normalizeDetails(details, null, now),
    id,
    trusted: false,
    suspended: false,
    version: 1,
    createdAt: now,
    demonstration: false,
  };
}

/** @throws InvalidInput */
export const edit = (lab: Lab, details: LabDetails, now: Date): Lab =>
  nextVersion({ ...lab, ...normalizeDetails(details, lab.accreditation, now) });

export const setTrusted = (lab: Lab, trusted: boolean): Lab => nextVersion({ ...lab, trusted });

export const setSuspended = (lab: Lab, suspended: boolean): Lab => nextVersion({ ...lab, suspended });

/** A laboratory's details, for the audit log. */
export const labDetails = (lab: Lab): LabDetails & Record<string, unknown> => {
  const { name, website, contactEmail, accreditation, reportHosts } = lab;
  return { name, website, contactEmail, accreditation, reportHosts };
};

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

const nextVersion = (lab: Lab): Lab => ({ ...lab, version: lab.version + 1 });

const normalizeDetails = (
  { name, website, contactEmail, accreditation = null, reportHosts = [] }: LabDetails,
  before: Accreditation | null,
  now: Date,
) => ({
  name: foldSpaces(name),
  nameKey: nameKey(name),
  website,
  contactEmail,
  accreditation: updateAccreditation(accreditation, before, now),
  reportHosts: [...new Set(reportHosts.map((host) => host.toLowerCase()))],
});
