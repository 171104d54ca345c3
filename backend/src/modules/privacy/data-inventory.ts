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
const REPORT = `${after('closedProblemReports', 'it was closed')}; until then it is waiting for its outcome.`;
const SUBSCRIPTION = `Until it ends, and ${after('endedSubscriptions', 'that')}; ${RETENTION_DAYS.unconfirmedSubscriptions} days if it is not confirmed.`;
const FOLLOW = `As long as it is followed; ${RETENTION_DAYS.unconfirmedFollows} days if it is not confirmed.`;
const MAIL = `30 days after it was sent or closed, or ${after('givenUpMail', 'we gave up on it')}.`;
const WEBHOOK = '30 days.';
const EVENTS = '31 days.';
const MERGED = 'Until the first merge after 30 days, or until the merge is undone.';
const CONTACT = `${after('unverifiedBrandContacts', 'the first certificate of a brand that was never verified')}.`;
const CLAIM = `${after('endedBrandClaims', 'the proof ran out or was ended')}; ${RETENTION_DAYS.unprovenBrandClaims} days if the domain is not proven.`;
const REQUEST = `${after('endedBrandClaims', 'the decision')}; a published reply stays.`;
const BULK = `${after('bulkFiles', 'the file was uploaded')}.`;
const SESSION = `${after('endedSessions', 'the last use')}.`;
const DECIDED = 'Seconds, until the decision takes effect.';
const DECISION = '30 days after the decision.';
const RATE_LIMIT_COUNT = 'A few minutes.';
const DOCUMENT = 'As long as a certificate or submission refers to the document, and 7 days.';
const EVIDENCE =
  'It is the evidence of a certificate, and may name who signed it. Staff can take the whole document down.';
const IDEMPOTENT_RESPONSE = `${RETENTION_DAYS.repeatedRequests} days.`;

const of =
  (erasure: Erasure) =>
  (column: string, why: string, retention: string): PersonalColumn => ({ column, erasure, why, retention });

const deleted = of('deleted');
const emptied = of('emptied');
const stays = of('stays');

/**
 * Every column that can contain personal data, or looks as if it could. A test compares this list with the database, so a
 * new column needs an entry here.
 */
export const DATA_INVENTORY: readonly PersonalColumn[] = [
  deleted('email_subscriptions.email', 'Removed with the subscription.', SUBSCRIPTION),
  deleted('email_subscriptions.source', 'Removed with the subscription.', SUBSCRIPTION),
  deleted('followers.email', 'Removed with everything that it follows.', FOLLOW),
  deleted(
    'follows.label',
    'Removed with the address. A batch ID that is not in the registry is as it was typed.',
    FOLLOW,
  ),
  deleted('follows.key', 'Removed with the address.', FOLLOW),
  deleted('follows.brandKey', 'Removed with the address.', FOLLOW),
  stays('newsletter_issues.subject', 'Staff wrote it for all readers.', PUBLISHED),
  stays('newsletter_issues.introduction', 'Staff wrote it for all readers.', PUBLISHED),
  stays('newsletter_issues.content', 'Articles and published certificates, for all readers.', PUBLISHED),
  deleted('contact_messages.name', 'Removed with the message.', MESSAGE),
  deleted('contact_messages.email', 'Removed with the message. Messages are looked up by it.', MESSAGE),
  deleted(
    'contact_messages.message',
    'Removed with the message. In messages of others, the address and full name are replaced with [removed].',
    MESSAGE,
  ),
  deleted('contact_messages.changedBy', 'Removed with the message. Name of a staff member.', MESSAGE),
  deleted('contact_messages.note', 'Removed with its message.', MESSAGE),
  emptied('problem_reports.email', 'Reports are looked up by it.', REPORT),
  emptied('problem_reports.text', 'Removed if the address next to it matches.', REPORT),
  emptied(
    'problem_reports.reporterKey',
    'A code made from the email address, or else from the network address, with a secret key.',
    'Until the report is closed.',
  ),
  stays('problem_reports.reason', 'One of a few codes.', PUBLISHED),
  stays('problem_reports.sentence', 'Public, written by staff about a certificate.', PUBLISHED),
  stays('problem_reports.decidedBy', 'Name of a staff member.', CHANGES),
  emptied('coa_data.submittedBy', 'Certificates are looked up by it.', SUBMITTER),
  emptied('coa_data.contactName', 'Only if the address next to it matches.', SUBMITTER),
  emptied(
    'coa_data.notes',
    'Removed if the address next to it matches. Elsewhere the address and full name are replaced with [removed].',
    SUBMITTER,
  ),
  emptied(
    'coa_data.testResults',
    "Results in the sender's own format are removed if the address next to them matches. Figures and verdicts stay.",
    SUBMITTER,
  ),
  emptied(
    'submission_revisions.submittedBy',
    'What was sent before it was sent again. Looked up by it, and emptied with its certificate.',
    SUBMITTER,
  ),
  emptied('submission_revisions.contactName', 'Emptied with the address next to it.', SUBMITTER),
  emptied('submission_revisions.notes', 'Emptied with the address next to it.', SUBMITTER),
  emptied(
    'submission_revisions.testResults',
    "Results in the sender's own format are removed with the address next to them. Figures stay.",
    SUBMITTER,
  ),
  stays('submission_revisions.content', 'Names of the product, brand, batch and lab, and figures.', WITH_ITS_RECORD),
  stays('coa_data.website', "The brand's website, which is public.", PUBLISHED),
  stays('coa_data.productName', 'Name of a product.', PUBLISHED),
  stays('coa_data.brandName', 'Name of a brand.', PUBLISHED),
  stays('coa_data.labName', 'Name of a lab.', PUBLISHED),
  stays('coa_data.searchText', 'Made from the names of the product, brand and batch.', PUBLISHED),
  stays('coa_data.source', 'Says how it was submitted, not by whom.', PUBLISHED),
  stays('coa_data.coaFileUrl', "Link to the lab's certificate. It is public, or would be.", PUBLISHED),
  emptied('coa_data.comments', REDACTED, WITH_ITS_RECORD),
  emptied('coa_data.rejectionReason', REDACTED, WITH_ITS_RECORD),
  emptied('coa_data.amendmentReason', REDACTED, PUBLISHED),
  emptied('coa_data.overrideReason', REDACTED, PUBLISHED),
  emptied('coa_data.failureDismissal', REDACTED, PUBLISHED),
  emptied('coa_data.withdrawalReason', REDACTED, PUBLISHED),
  stays(
    'pending_decisions.decision',
    'A decision that its reviewer can still undo, with the comments or the reason. A submission that was erased meanwhile is not decided.',
    DECIDED,
  ),
  stays(
    'pending_decisions.problem',
    'Why a decision failed: a fixed sentence, at most with the name of a staff member.',
    DECISION,
  ),
  ...['actorId', 'actorName'].map((column) =>
    stays(`pending_decisions.${column}`, 'Which staff member decided.', DECISION),
  ),
  stays('brands.name', 'Name of a brand.', PUBLISHED),
  stays('brands.nameKey', 'Name of a brand.', PUBLISHED),
  stays('brands.website', 'Published with the brand.', PUBLISHED),
  emptied(
    'brands.contactEmail',
    "Unless staff verified the brand. Then it is the brand's public address, and staff decide.",
    CONTACT,
  ),
  emptied('brands.contactName', 'Only if the address next to it matches. A verified brand has none.', CONTACT),
  deleted('brand_claims.email', 'Removed with the claim. Claims are looked up by it.', CLAIM),
  stays('brand_claims.domain', 'Domain of a brand.', CLAIM),
  deleted(
    'brand_requests.contactEmail',
    'Removed with the request, whose claim or new contact has the address.',
    REQUEST,
  ),
  stays('brand_requests.text', 'Words of a brand that staff read before they are public.', REQUEST),
  stays('brand_requests.website', 'Website of a brand.', REQUEST),
  stays('brand_requests.brandName', 'Name of a brand.', REQUEST),
  stays('brand_requests.domain', 'Domain of a brand.', REQUEST),
  stays('brand_requests.decidedBy', 'Name of a staff member.', REQUEST),
  emptied('brand_requests.reason', REDACTED, REQUEST),
  stays('discontinued_products.productName', 'Name of a product.', WITH_ITS_RECORD),
  stays('discontinued_products.productKey', 'Name of a product.', WITH_ITS_RECORD),
  stays(
    'brand_mergers.brand',
    'Name, website and public contact of a brand. The private contact of one that was not verified is not copied.',
    MERGED,
  ),
  stays('brand_mergers.formerNameKeys', 'Former names of a brand.', MERGED),
  stays('brand_aliases.nameKey', 'Former name of a brand.', PUBLISHED),
  stays('partner_labs.name', 'Name of a lab.', WITH_ITS_RECORD),
  stays('partner_labs.nameKey', 'Name of a lab.', WITH_ITS_RECORD),
  stays('partner_labs.website', 'Website of a lab.', WITH_ITS_RECORD),
  stays(
    'partner_labs.contactEmail',
    'Part of our agreement with the lab. Change it under Partner labs.',
    WITH_ITS_RECORD,
  ),
  emptied('partner_keys.label', REDACTED, WITH_ITS_RECORD),
  stays('partner_keys.createdBy', 'Name of a staff member.', WITH_ITS_RECORD),
  stays('webhook_endpoints.url', "Address of a lab's server.", WITH_ITS_RECORD),
  stays('webhook_endpoints.disabledReason', "Why we stopped sending to a lab's server.", WITH_ITS_RECORD),
  emptied('webhook_events.body', REDACTED, EVENTS),
  emptied('webhook_attempts.error', REDACTED, WEBHOOK),
  emptied('webhook_attempts.answer', REDACTED, WEBHOOK),
  emptied('bulk_portions.results', REDACTED, BULK),
  emptied('idempotency_keys.headers', REDACTED, IDEMPOTENT_RESPONSE),
  emptied('idempotency_keys.body', REDACTED, IDEMPOTENT_RESPONSE),
  stays(
    'request_counts.digest',
    "Stands for a visitor's network address, scrambled with a key that is not in the database. Removed a few minutes after the last request.",
    RATE_LIMIT_COUNT,
  ),
  emptied('log_records.content', 'Removed with its salt if the address or full name appears in it.', PUBLISHED),
  ...['log_records.ref', 'log_records.leaf', 'log_entries.text', 'log_entries.file', 'log_checkpoints.note'].map(
    (column) =>
      stays(column, 'Types, times, references and hashes of decisions. No names, and no words of people.', PUBLISHED),
  ),
  stays('document_chunks.content', EVIDENCE, DOCUMENT),
  stays('document_pages.png', EVIDENCE, DOCUMENT),
  stays('document_pages.lines', EVIDENCE, DOCUMENT),
  stays('documents.reading', EVIDENCE, DOCUMENT),
  stays('documents.removalReason', 'One of a few fixed reasons.', WITH_ITS_RECORD),
  stays('documents.removalNote', 'Staff wrote it for other staff. The audit log has the same text.', WITH_ITS_RECORD),
  stays(
    'documents.sender',
    "Whose turn it is to have a document read: a lab, or a visitor's network address, scrambled with a key that is not in the database. Removed when the document was read and the day is over.",
    'A day, and until the document was read.',
  ),
  stays(
    'document_quotas.sender',
    "A lab, or a visitor's network address, scrambled with a key that is not in the database. Removed after the day.",
    'A day.',
  ),
  deleted(
    'mail_outbox.payload',
    'Removed with the email. It names what the email is about. The address of a newsletter test is encrypted and removed with the email after 30 days.',
    MAIL,
  ),
  deleted('mail_outbox.lastError', 'Removed with the email. A code, without an address.', MAIL),
  deleted('mail_outbox.messageId', 'Removed with the email.', MAIL),
  stays(
    'users.username',
    'Name of a staff account, without an address. Disable accounts under Accounts.',
    WITH_ITS_RECORD,
  ),
  stays('staff_sessions.device', 'Browser of a staff member. Removed with the session.', SESSION),
  stays('articles.content', 'Published.', PUBLISHED),
  emptied('article_withdrawals.reason', REDACTED, PUBLISHED),
  stays('article_withdrawals.withdrawnBy', 'Name of a staff member.', PUBLISHED),
  ...['content', 'subject', 'reason', 'decisionReason'].map((column) =>
    stays(
      `reference_changes.${column}`,
      'Staff wrote it about a printed name or a rule. What was decided cannot be changed.',
      CHANGES,
    ),
  ),
  ...['proposedBy', 'decidedBy'].map((column) =>
    stays(`reference_changes.${column}`, 'Name of a staff member.', CHANGES),
  ),
  ...['labName', 'sourceName', 'sourceUrl', 'statement', 'endReason'].map((column) =>
    stays(`lab_incidents.${column}`, 'Public, about a laboratory and not about a person.', CHANGES),
  ),
  ...['content', 'draft', 'withdrawalReason'].map((column) =>
    stays(`notices.${column}`, 'Public, or meant to be, about batches and not about a person.', CHANGES),
  ),
  ...['brandName', 'productName'].map((column) =>
    stays(`notice_batches.${column}`, 'Names of a brand and its product, not of a person.', CHANGES),
  ),
  ...['draftedBy', 'drafterId', 'publishedBy', 'withdrawnBy'].map((column) =>
    stays(`notices.${column}`, 'Which staff member it was.', CHANGES),
  ),
  ...['openedBy', 'endedBy'].map((column) => stays(`lab_incidents.${column}`, 'Name of a staff member.', CHANGES)),
  stays('audit_log.actorId', 'Which staff member it was.', AUDIT),
  stays('audit_log.actorName', 'Which staff member it was.', AUDIT),
  stays('audit_log.subject', 'Names a record by its number, or a person by a fingerprint.', AUDIT),
  stays(
    'audit_log.before',
    'Email addresses are taken out before it is saved. A name that staff wrote in a reason stays, because this log cannot be changed.',
    AUDIT,
  ),
  stays(
    'audit_log.after',
    'Email addresses are taken out before it is saved. A name that staff wrote in a reason stays, because this log cannot be changed.',
    AUDIT,
  ),
];
