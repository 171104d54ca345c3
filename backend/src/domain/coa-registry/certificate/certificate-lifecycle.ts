import { DomainError, domainError } from '../../shared/domain-error.js';
import type { Certificate, Lifecycle } from './certificate.js';

/**
 * Allowed transitions. Published certificates are never changed or deleted: they are withdrawn, or superseded by an
 * amendment, and stay readable. A submission whose requested changes never arrived can be rejected.
 */
const TRANSITIONS: Record<Lifecycle, readonly Lifecycle[]> = {
  pending: ['approved', 'rejected', 'changes_requested'],
  changes_requested: ['pending', 'rejected'],
  approved: ['withdrawn', 'superseded'],
  rejected: [],
  withdrawn: [],
  superseded: [],
};

/** Two people decided at the same time, or one from a stale page. The first decision wins. */
export class AlreadyDecided extends domainError(
  'conflict',
  'already-decided',
  'This submission has already been decided. Reload it to see the decision.',
) {}

/** Its lifecycle does not allow this transition. */
export class NotPublished extends domainError(
  'conflict',
  'not-published',
  'Only a published certificate can be withdrawn or amended.',
) {}

export class NotAwaitingChanges extends domainError(
  'conflict',
  'not-awaiting-changes',
  "This submission isn't waiting for changes, or they were already sent.",
) {}

/** Another amendment of the same certificate is still open. */
export class AmendmentUnderWay extends domainError(
  'conflict',
  'amendment-under-way',
  'An amendment of this certificate is already waiting for review.',
) {}

export class CertificateNotFound extends domainError(
  'not-found',
  'coa-not-found',
  "The certificate of analysis you're looking for doesn't exist or has been removed.",
) {}

/** Optimistic lock: it was changed since it was read. */
export class ChangedMeanwhile extends DomainError {
  constructor(message = 'Someone else changed this after you opened it. Reload it and try again.') {
    super('stale', 'changed-meanwhile', message);
  }
}

/** The certificate's document is not the one that the reviewer saw. @param seen, now the documents' ids */
export function documentChanged(seen: string | null, now: string | null): ChangedMeanwhile {
  if (seen === null) {
    return new ChangedMeanwhile('A PDF was attached since you opened this. Look at it, then decide again.');
  }
  if (now === null) return new ChangedMeanwhile('The PDF was removed since you opened this. Look again, then decide.');
  return new ChangedMeanwhile('The PDF was replaced since you opened this. Look at the new one, then decide again.');
}

/** @throws ChangedMeanwhile when the caller saw another version */
export function assertVersion(certificate: Certificate, seen: number): void {
  if (certificate.version !== seen) throw new ChangedMeanwhile();
}

/** @throws an error of the given class if the lifecycle of the certificate does not allow the transition */
export function assertTransition(certificate: Certificate, next: Lifecycle, ErrorClass: new () => DomainError): void {
  if (!TRANSITIONS[certificate.lifecycle].includes(next)) throw new ErrorClass();
}

/** Whether the certificate waits for review or for changes. */
export const isOpen = ({ lifecycle }: Pick<Certificate, 'lifecycle'>): boolean =>
  lifecycle === 'pending' || lifecycle === 'changes_requested';

/** Whether it is or was published, and was not replaced. */
export const isPublic = ({ lifecycle }: Pick<Certificate, 'lifecycle'>): boolean =>
  lifecycle === 'approved' || lifecycle === 'withdrawn';

/** @throws AlreadyDecided unless the certificate {@link isOpen} */
export function assertOpen(certificate: Certificate): void {
  if (!isOpen(certificate)) throw new AlreadyDecided();
}

/** The changed certificate, with the next version. */
export const nextVersion = (certificate: Certificate, changed: Partial<Certificate>): Certificate => ({
  ...certificate,
  ...changed,
  version: certificate.version + 1,
});
