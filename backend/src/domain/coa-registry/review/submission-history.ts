import type { AuditEntry } from '../../shared/audit.js';
import type { Certificate, Source } from '../certificate/certificate.js';
import type { ReviewComment } from '../certificate/review-comment.js';
import type { CertificateStatus, PanelVerdicts } from '../certificate/test-results.js';

export const HISTORY_EVENTS = [
  'received',
  'commented',
  'comment-resolved',
  'changes-requested',
  'resubmitted',
  'corrected',
  'document-attached',
  'document-missing',
  'approved',
  'rejected',
  'taken-back',
  'replaced',
  'withdrawn',
  'failure-dismissed',
  'failure-reinstated',
  'spot-check-agreed',
] as const;
export type HistoryEventType = (typeof HISTORY_EVENTS)[number];

/** A certificate that this one replaced, or that replaced this one. */
export type HistoryLink = Pick<Certificate, 'id' | 'reference'>;

/** One thing that happened to a submission. */
export interface HistoryEvent {
  readonly type: HistoryEventType;
  readonly at: Date;
  /** Name of the staff member or lab; null for a person without an account. */
  readonly by: string | null;
  readonly role: Source;
  /** True for a submitter whose contact details were erased. */
  readonly isErased: boolean;
  /** The comments written, or resolved, with it. */
  readonly comments: readonly ReviewComment[];
  /** Why; null if the event needs no reason, or it was erased. */
  readonly reason: string | null;
  /** What an approval recorded. */
  readonly verdict: { readonly status: CertificateStatus; readonly panels: PanelVerdicts } | null;
  /** For `received`: what it amends. For `replaced`: what replaced it. */
  readonly link: HistoryLink | null;
}

export interface HistoryLinks {
  readonly original: HistoryLink | null;
  readonly replacement: HistoryLink | null;
}

const LAB_ACTOR = 'lab:';

/**
 * Everything that happened to a submission, oldest first. Reasons and comments are read from the certificate, because the
 * audit log cannot be erased and keeps no comment texts.
 * @param entries the audit log's entries about it, in any order
 */
export function historyOf(
  certificate: Certificate,
  entries: readonly AuditEntry[],
  links: HistoryLinks,
): readonly HistoryEvent[] {
  const ordered = entries.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return [
    received(certificate, ordered, links.original),
    ...ordered.flatMap((entry) => eventOf(certificate, entry, links)),
  ];
}

const NO_DETAILS = { isErased: false, comments: [], reason: null, verdict: null, link: null } as const;

/**
 * The audit log has an entry for receipt only where staff imported a certificate. One that corrects another was approved at
 * once. Either way, the first entry names who entered it.
 */
function received(
  certificate: Certificate,
  entries: readonly AuditEntry[],
  original: HistoryLink | null,
): HistoryEvent {
  const { source, createdAt, labName, amendmentReason } = certificate;
  const by = { submitter: null, lab: labName, staff: entries[0]?.actor.name ?? null }[source];
  return {
    ...NO_DETAILS,
    type: 'received',
    at: createdAt,
    by,
    role: source,
    isErased: isSubmitterErased(certificate),
    reason: amendmentReason,
    link: original,
  };
}

const isSubmitterErased = ({ source, contactEmail, contactName, demonstration }: Certificate) =>
  source === 'submitter' && !demonstration && contactEmail === null && contactName === null;

function eventOf(certificate: Certificate, entry: AuditEntry, links: HistoryLinks): HistoryEvent[] {
  const type = typeOf(entry);
  if (type === null) return [];
  const isSubmitter = entry.actor.id === 'submitter';
  const isLab = entry.actor.id.startsWith(LAB_ACTOR);
  const event: HistoryEvent = {
    ...NO_DETAILS,
    type,
    at: entry.at,
    by: isSubmitter ? null : entry.actor.name,
    role: isSubmitter ? 'submitter' : isLab ? 'lab' : 'staff',
    isErased: isSubmitter && isSubmitterErased(certificate),
  };
  return [{ ...event, ...detailsOf(type, certificate, entry, links) }];
}

const TYPES: Readonly<Record<string, HistoryEventType>> = {
  'submission.commented': 'commented',
  'submission.comment-settled': 'comment-resolved',
  'submission.changes-requested': 'changes-requested',
  'submission.resubmitted': 'resubmitted',
  'submission.document-attached': 'document-attached',
  'submission.document-missing': 'document-missing',
  'submission.approved': 'approved',
  'submission.taken-back': 'taken-back',
  'certificate.superseded': 'replaced',
  'certificate.withdrawn': 'withdrawn',
  'certificate.failure-dismissed': 'failure-dismissed',
  'certificate.failure-reinstated': 'failure-reinstated',
  'certificate.spot-check-agreed': 'spot-check-agreed',
};

function typeOf({ action, actor, before }: AuditEntry): HistoryEventType | null {
  // When a lab withdrew an unpublished certificate, older entries name the reviewers' action.
  if (action === 'submission.rejected') return actor.id.startsWith(LAB_ACTOR) ? 'taken-back' : 'rejected';
  if (action === 'submission.corrected') {
    return before?.submissionStatus === 'changes_requested' ? 'resubmitted' : 'corrected';
  }
  return TYPES[action] ?? null;
}

function detailsOf(
  type: HistoryEventType,
  certificate: Certificate,
  { before, after }: AuditEntry,
  { replacement }: HistoryLinks,
): Partial<HistoryEvent> {
  if (type === 'commented' || type === 'changes-requested') {
    return { comments: certificate.comments.slice(commentsIn(before).length, commentsIn(after).length) };
  }
  if (type === 'comment-resolved') return { comments: resolvedBetween(certificate, before, after) };
  if (type === 'approved') return { verdict: verdictIn(after) };
  if (type === 'rejected' || type === 'taken-back') return { reason: certificate.rejectionReason };
  if (type === 'withdrawn') return { reason: certificate.withdrawalReason };
  if (type === 'replaced') return { link: replacement };
  return {};
}

type Facts = AuditEntry['before'];

/** Comments are append-only, so an index in the entry is the same index in the certificate. */
const commentsIn = (facts: Facts): readonly { readonly settled?: boolean }[] =>
  Array.isArray(facts?.comments) ? facts.comments : [];

function resolvedBetween({ comments }: Certificate, before: Facts, after: Facts): readonly ReviewComment[] {
  const earlier = commentsIn(before);
  const later = commentsIn(after);
  return comments.filter((_, place) => later[place]?.settled === true && earlier[place]?.settled !== true);
}

const verdictIn = (facts: Facts): HistoryEvent['verdict'] =>
  facts?.status && facts.panels
    ? { status: facts.status as CertificateStatus, panels: facts.panels as PanelVerdicts }
    : null;
