import type { Erasure } from '../../domain/privacy/categories.js';
import { RETENTION_DAYS, type RetentionRule } from '../../domain/privacy/retention-days.js';

/** A column that can contain personal data, and what erasure does to it. */
interface PersonalColumn {
  /** `table.column`. */
  readonly column: string;
  readonly erasure: Erasure;
  readonly why: string;
  /** Retention period as text; the retention worker enforces it. */
  readonly retention: string;
}

const after = (rule: RetentionRule, what: string) => `${RETENTION_DAYS[rule]} days after ${what}`;

/** For texts written by others. */
const REDACTED = 'The address and full name are replaced with [removed] wherever they appear.';

const PUBLISHED = 'As long as it is published or part of the public record.';
const WITH_ITS_RECORD = 'As long as the record it belongs to.';
const AUDIT = 'Always. Nothing is removed from the staff audit log.';
const CHANGES = 'Always. It says who changed the vocabulary or a rule, and why.';
const SUBMITTER = `${after('publishedSenders', 'the decision on a published certificate')}, ${after('rejectedSenders', 'a refusal')}.`;
const MESSAGE = `${after('handledMessages', 'it was handled')}; until then it is waiting for an answer.`;
const SUBSCRIPTION = `Until it ends, and ${after('endedSubscriptions', 'that')}; ${RETENTION_DAYS.unconfirmedSubscriptions} days if it is not confirmed.`;
const MAIL = `30 days after it was sent or closed, or ${after('givenUpMail', 'we gave up on it')}.`;
const WEBHOOK = '30 days.';
const EVENTS = '31 days.';
const MERGED = 'Until the first merge after 30 days, or until the merge is undone.';
const CONTACT = `${after('unverifiedBrandContacts', 'the first certificate of a brand that was never verified')}.`;
const BULK = `${after('bulkFiles', 'the file was uploaded')}.`;
const SESSION = `${after('endedSessions', 'the last use')}.`;
const DECIDED = 'Seconds, until the decision takes effect.';
const DECISION = '30 days after the decision.';
const RATE_LIMIT_COUNT = 'A few minutes.';
const DOCUMENT = 'As long as a certificate or submission refers to the document, and 7 days.';
const EVIDENCE =
  'It is the evidence of a certificate, and may name who signed it. Staff can take the whole document down.';
const IDEMPOTENT_RESPONSE = `${RETENTION_DAYS.repeatedRequests} days.`;

/**
 * Every column that can contain personal data, or looks as if it could. A test compares this list with the database, so a
 * new column needs an entry here.
 */
export const DATA_INVENTORY: readonly PersonalColumn[] = [
  {
    column: 'email_subscriptions.email',
    erasure: 'deleted',
    why: 'Removed with the subscription.',
    retention: SUBSCRIPTION,
  },
  {
    column: 'email_subscriptions.source',
    erasure: 'deleted',
    why: 'Removed with the subscription.',
    retention: SUBSCRIPTION,
  },
  {
    column: 'newsletter_issues.subject',
    erasure: 'stays',
    why: 'Staff wrote it for all readers.',
    retention: PUBLISHED,
  },
  {
    column: 'newsletter_issues.introduction',
    erasure: 'stays',
    why: 'Staff wrote it for all readers.',
    retention: PUBLISHED,
  },
  {
    column: 'newsletter_issues.content',
    erasure: 'stays',
    why: 'Articles and published certificates, for all readers.',
    retention: PUBLISHED,
  },
  { column: 'contact_messages.name', erasure: 'deleted', why: 'Removed with the message.', retention: MESSAGE },
  {
    column: 'contact_messages.email',
    erasure: 'deleted',
    why: 'Removed with the message. Messages are looked up by it.',
    retention: MESSAGE,
  },
  {
    column: 'contact_messages.message',
    erasure: 'deleted',
    why: 'Removed with the message. In messages of others, the address and full name are replaced with [removed].',
    retention: MESSAGE,
  },
  {
    column: 'contact_messages.changedBy',
    erasure: 'deleted',
    why: 'Removed with the message. Name of a staff member.',
    retention: MESSAGE,
  },
  { column: 'contact_messages.note', erasure: 'deleted', why: 'Removed with its message.', retention: MESSAGE },
  {
    column: 'coa_data.submittedBy',
    erasure: 'emptied',
    why: 'Certificates are looked up by it.',
    retention: SUBMITTER,
  },
  {
    column: 'coa_data.contactName',
    erasure: 'emptied',
    why: 'Only if the address next to it matches.',
    retention: SUBMITTER,
  },
  {
    column: 'coa_data.notes',
    erasure: 'emptied',
    why: 'Removed if the address next to it matches. Elsewhere the address and full name are replaced with [removed].',
    retention: SUBMITTER,
  },
  {
    column: 'coa_data.testResults',
    erasure: 'emptied',
    why: "Results in the sender's own format are removed if the address next to them matches. Figures and verdicts stay.",
    retention: SUBMITTER,
  },
  {
    column: 'submission_revisions.submittedBy',
    erasure: 'emptied',
    why: 'What was sent before it was sent again. Looked up by it, and emptied with its certificate.',
    retention: SUBMITTER,
  },
  {
    column: 'submission_revisions.contactName',
    erasure: 'emptied',
    why: 'Emptied with the address next to it.',
    retention: SUBMITTER,
  },
  {
    column: 'submission_revisions.notes',
    erasure: 'emptied',
    why: 'Emptied with the address next to it.',
    retention: SUBMITTER,
  },
  {
    column: 'submission_revisions.testResults',
    erasure: 'emptied',
    why: "Results in the sender's own format are removed with the address next to them. Figures stay.",
    retention: SUBMITTER,
  },
  {
    column: 'submission_revisions.content',
    erasure: 'stays',
    why: 'Names of the product, brand, batch and lab, and figures.',
    retention: WITH_ITS_RECORD,
  },
  { column: 'coa_data.website', erasure: 'stays', why: "The brand's website, which is public.", retention: PUBLISHED },
  { column: 'coa_data.productName', erasure: 'stays', why: 'Name of a product.', retention: PUBLISHED },
  { column: 'coa_data.brandName', erasure: 'stays', why: 'Name of a brand.', retention: PUBLISHED },
  { column: 'coa_data.labName', erasure: 'stays', why: 'Name of a lab.', retention: PUBLISHED },
  {
    column: 'coa_data.searchText',
    erasure: 'stays',
    why: 'Made from the names of the product, brand and batch.',
    retention: PUBLISHED,
  },
  {
    column: 'coa_data.source',
    erasure: 'stays',
    why: 'Says how it was submitted, not by whom.',
    retention: PUBLISHED,
  },
  {
    column: 'coa_data.coaFileUrl',
    erasure: 'stays',
    why: "Link to the lab's certificate. It is public, or would be.",
    retention: PUBLISHED,
  },
  {
    column: 'coa_data.comments',
    erasure: 'emptied',
    why: REDACTED,
    retention: WITH_ITS_RECORD,
  },
  {
    column: 'coa_data.rejectionReason',
    erasure: 'emptied',
    why: REDACTED,
    retention: WITH_ITS_RECORD,
  },
  { column: 'coa_data.amendmentReason', erasure: 'emptied', why: REDACTED, retention: PUBLISHED },
  { column: 'coa_data.overrideReason', erasure: 'emptied', why: REDACTED, retention: PUBLISHED },
  { column: 'coa_data.failureDismissal', erasure: 'emptied', why: REDACTED, retention: PUBLISHED },
  { column: 'coa_data.withdrawalReason', erasure: 'emptied', why: REDACTED, retention: PUBLISHED },
  {
    column: 'pending_decisions.decision',
    erasure: 'stays',
    why: 'A decision that its reviewer can still undo, with the comments or the reason. A submission that was erased meanwhile is not decided.',
    retention: DECIDED,
  },
  {
    column: 'pending_decisions.problem',
    erasure: 'stays',
    why: 'Why a decision failed: a fixed sentence, at most with the name of a staff member.',
    retention: DECISION,
  },
  ...['actorId', 'actorName'].map(
    (column): PersonalColumn => ({
      column: `pending_decisions.${column}`,
      erasure: 'stays',
      why: 'Which staff member decided.',
      retention: DECISION,
    }),
  ),
  { column: 'brands.name', erasure: 'stays', why: 'Name of a brand.', retention: PUBLISHED },
  { column: 'brands.nameKey', erasure: 'stays', why: 'Name of a brand.', retention: PUBLISHED },
  { column: 'brands.website', erasure: 'stays', why: 'Published with the brand.', retention: PUBLISHED },
  {
    column: 'brands.contactEmail',
    erasure: 'emptied',
    why: "Unless staff verified the brand. Then it is the brand's public address, and staff decide.",
    retention: CONTACT,
  },
  {
    column: 'brands.contactName',
    erasure: 'emptied',
    why: 'Only if the address next to it matches. A verified brand has none.',
    retention: CONTACT,
  },
  {
    column: 'brand_mergers.brand',
    erasure: 'stays',
    why: 'Name, website and public contact of a brand. The private contact of one that was not verified is not copied.',
    retention: MERGED,
  },
  {
    column: 'brand_mergers.formerNameKeys',
    erasure: 'stays',
    why: 'Former names of a brand.',
    retention: MERGED,
  },
  { column: 'brand_aliases.nameKey', erasure: 'stays', why: 'Former name of a brand.', retention: PUBLISHED },
  { column: 'partner_labs.name', erasure: 'stays', why: 'Name of a lab.', retention: WITH_ITS_RECORD },
  { column: 'partner_labs.nameKey', erasure: 'stays', why: 'Name of a lab.', retention: WITH_ITS_RECORD },
  { column: 'partner_labs.website', erasure: 'stays', why: 'Website of a lab.', retention: WITH_ITS_RECORD },
  {
    column: 'partner_labs.contactEmail',
    erasure: 'stays',
    why: 'Part of our agreement with the lab. Change it under Partner labs.',
    retention: WITH_ITS_RECORD,
  },
  { column: 'partner_keys.label', erasure: 'emptied', why: REDACTED, retention: WITH_ITS_RECORD },
  { column: 'partner_keys.createdBy', erasure: 'stays', why: 'Name of a staff member.', retention: WITH_ITS_RECORD },
  { column: 'webhook_endpoints.url', erasure: 'stays', why: "Address of a lab's server.", retention: WITH_ITS_RECORD },
  {
    column: 'webhook_endpoints.disabledReason',
    erasure: 'stays',
    why: "Why we stopped sending to a lab's server.",
    retention: WITH_ITS_RECORD,
  },
  {
    column: 'webhook_events.body',
    erasure: 'emptied',
    why: REDACTED,
    retention: EVENTS,
  },
  {
    column: 'webhook_attempts.error',
    erasure: 'emptied',
    why: REDACTED,
    retention: WEBHOOK,
  },
  { column: 'webhook_attempts.answer', erasure: 'emptied', why: REDACTED, retention: WEBHOOK },
  { column: 'bulk_portions.results', erasure: 'emptied', why: REDACTED, retention: BULK },
  {
    column: 'idempotency_keys.headers',
    erasure: 'emptied',
    why: REDACTED,
    retention: IDEMPOTENT_RESPONSE,
  },
  {
    column: 'idempotency_keys.body',
    erasure: 'emptied',
    why: REDACTED,
    retention: IDEMPOTENT_RESPONSE,
  },
  {
    column: 'request_counts.digest',
    erasure: 'stays',
    why: "Stands for a visitor's network address, scrambled with a key that is not in the database. Removed a few minutes after the last request.",
    retention: RATE_LIMIT_COUNT,
  },
  { column: 'document_chunks.content', erasure: 'stays', why: EVIDENCE, retention: DOCUMENT },
  { column: 'document_pages.png', erasure: 'stays', why: EVIDENCE, retention: DOCUMENT },
  { column: 'document_pages.lines', erasure: 'stays', why: EVIDENCE, retention: DOCUMENT },
  { column: 'documents.reading', erasure: 'stays', why: EVIDENCE, retention: DOCUMENT },
  {
    column: 'documents.removalReason',
    erasure: 'stays',
    why: 'One of a few fixed reasons.',
    retention: WITH_ITS_RECORD,
  },
  {
    column: 'documents.removalNote',
    erasure: 'stays',
    why: 'Staff wrote it for other staff. The audit log has the same text.',
    retention: WITH_ITS_RECORD,
  },
  {
    column: 'documents.sender',
    erasure: 'stays',
    why: "Whose turn it is to have a document read: a lab, or a visitor's network address, scrambled with a key that is not in the database. Removed when the document was read and the day is over.",
    retention: 'A day, and until the document was read.',
  },
  {
    column: 'document_quotas.sender',
    erasure: 'stays',
    why: "A lab, or a visitor's network address, scrambled with a key that is not in the database. Removed after the day.",
    retention: 'A day.',
  },
  {
    column: 'mail_outbox.payload',
    erasure: 'deleted',
    why: 'Removed with the email. It names what the email is about. The address of a newsletter test is encrypted and removed with the email after 30 days.',
    retention: MAIL,
  },
  {
    column: 'mail_outbox.lastError',
    erasure: 'deleted',
    why: 'Removed with the email. A code, without an address.',
    retention: MAIL,
  },
  { column: 'mail_outbox.messageId', erasure: 'deleted', why: 'Removed with the email.', retention: MAIL },
  {
    column: 'users.username',
    erasure: 'stays',
    why: 'Name of a staff account, without an address. Disable accounts under Accounts.',
    retention: WITH_ITS_RECORD,
  },
  {
    column: 'staff_sessions.device',
    erasure: 'stays',
    why: 'Browser of a staff member. Removed with the session.',
    retention: SESSION,
  },
  { column: 'articles.content', erasure: 'stays', why: 'Published.', retention: PUBLISHED },
  { column: 'article_withdrawals.reason', erasure: 'emptied', why: REDACTED, retention: PUBLISHED },
  { column: 'article_withdrawals.withdrawnBy', erasure: 'stays', why: 'Name of a staff member.', retention: PUBLISHED },
  ...['content', 'subject', 'reason', 'decisionReason'].map(
    (column): PersonalColumn => ({
      column: `reference_changes.${column}`,
      erasure: 'stays',
      why: 'Staff wrote it about a printed name or a rule. What was decided cannot be changed.',
      retention: CHANGES,
    }),
  ),
  ...['proposedBy', 'decidedBy'].map(
    (column): PersonalColumn => ({
      column: `reference_changes.${column}`,
      erasure: 'stays',
      why: 'Name of a staff member.',
      retention: CHANGES,
    }),
  ),
  { column: 'audit_log.actorId', erasure: 'stays', why: 'Which staff member it was.', retention: AUDIT },
  { column: 'audit_log.actorName', erasure: 'stays', why: 'Which staff member it was.', retention: AUDIT },
  {
    column: 'audit_log.subject',
    erasure: 'stays',
    why: 'Names a record by its number, or a person by a fingerprint.',
    retention: AUDIT,
  },
  {
    column: 'audit_log.before',
    erasure: 'stays',
    why: 'Email addresses are taken out before it is saved. A name that staff wrote in a reason stays, because this log cannot be changed.',
    retention: AUDIT,
  },
  {
    column: 'audit_log.after',
    erasure: 'stays',
    why: 'Email addresses are taken out before it is saved. A name that staff wrote in a reason stays, because this log cannot be changed.',
    retention: AUDIT,
  },
];
