import type { Erasure } from '../../domain/privacy/parts.js';
import { RETENTION_DAYS, type RetentionRule } from '../../domain/privacy/retention-days.js';

/** What erasing does with one column that can hold something about a person. */
interface PersonalColumn {
  /** `table.column`. */
  readonly column: string;
  readonly erasure: Erasure;
  readonly why: string;
  /** For how long, and until when counted; a job removes it then. */
  readonly kept: string;
}

const after = (rule: RetentionRule, what: string) => `${RETENTION_DAYS[rule]} days after ${what}`;

const PUBLISHED = 'As long as it is published or part of the record of what was.';
const WITH_ITS_THING = 'As long as the thing it belongs to.';
const AUDIT = 'Always: the log of what staff did loses nothing.';
const SENDER = `${after('publishedSenders', 'the decision on a published certificate')}, ${after('rejectedSenders', 'a refusal')}.`;
const MESSAGE = `${after('handledMessages', 'it was handled')}; until then it waits for an answer.`;
const SUBSCRIPTION = `Until it is ended, and ${after('endedSubscriptions', 'that')}; ${RETENTION_DAYS.unconfirmedSubscriptions} days where it is not confirmed.`;
const MAIL = `30 days after it was sent or closed, ${after('givenUpMail', 'it was given up')}.`;
const WEBHOOK = '30 days.';
const CONTACT = `${after('unverifiedBrandContacts', 'the first certificate of a brand that nobody verified')}.`;
const BULK = `${after('bulkFiles', 'the file was taken in')}.`;
const SESSION = `${after('endedSessions', 'the last use')}.`;
const COUNTED = 'Some minutes.';
const ANSWER = `${RETENTION_DAYS.repeatedRequests} days.`;

/**
 * Every column that can hold something about a person, or looks as if it could. A test compares it with the database: who
 * adds such a column says here what erasing does with it, and how long it is kept.
 */
export const PERSONAL_DATA: readonly PersonalColumn[] = [
  { column: 'email_subscriptions.email', erasure: 'deleted', why: 'With the subscription.', kept: SUBSCRIPTION },
  { column: 'email_subscriptions.source', erasure: 'deleted', why: 'With the subscription.', kept: SUBSCRIPTION },
  { column: 'newsletter_issues.subject', erasure: 'stays', why: 'Staff wrote it for every reader.', kept: PUBLISHED },
  {
    column: 'newsletter_issues.introduction',
    erasure: 'stays',
    why: 'Staff wrote it for every reader.',
    kept: PUBLISHED,
  },
  {
    column: 'newsletter_issues.content',
    erasure: 'stays',
    why: 'Articles and published certificates, for every reader.',
    kept: PUBLISHED,
  },
  { column: 'contact_messages.name', erasure: 'deleted', why: 'With the message.', kept: MESSAGE },
  {
    column: 'contact_messages.email',
    erasure: 'deleted',
    why: 'With the message. It is what a message is found by.',
    kept: MESSAGE,
  },
  {
    column: 'contact_messages.message',
    erasure: 'deleted',
    why: 'With the message. What somebody else wrote about a person is found by the search of the messages.',
    kept: MESSAGE,
  },
  {
    column: 'contact_messages.changedBy',
    erasure: 'deleted',
    why: 'With the message. Name of a staff member.',
    kept: MESSAGE,
  },
  { column: 'contact_messages.note', erasure: 'deleted', why: 'With the message it was noted on.', kept: MESSAGE },
  { column: 'coa_data.submittedBy', erasure: 'emptied', why: 'It is what a certificate is found by.', kept: SENDER },
  { column: 'coa_data.contactName', erasure: 'emptied', why: 'Where the address beside it is this one.', kept: SENDER },
  { column: 'coa_data.notes', erasure: 'emptied', why: 'Where the address beside it is this one.', kept: SENDER },
  {
    column: 'coa_data.testResults',
    erasure: 'emptied',
    why: "Results in a format of the sender's own are removed, where the address beside them is this one. Figures and verdicts stay.",
    kept: SENDER,
  },
  { column: 'coa_data.website', erasure: 'stays', why: "The brand's website, which is public.", kept: PUBLISHED },
  { column: 'coa_data.productName', erasure: 'stays', why: 'Name of a product.', kept: PUBLISHED },
  { column: 'coa_data.brandName', erasure: 'stays', why: 'Name of a brand.', kept: PUBLISHED },
  { column: 'coa_data.labName', erasure: 'stays', why: 'Name of a laboratory.', kept: PUBLISHED },
  {
    column: 'coa_data.searchText',
    erasure: 'stays',
    why: 'Made of the names of product, brand and batch.',
    kept: PUBLISHED,
  },
  {
    column: 'coa_data.source',
    erasure: 'stays',
    why: 'Says through which door it came, not from whom.',
    kept: PUBLISHED,
  },
  {
    column: 'coa_data.coaFileUrl',
    erasure: 'stays',
    why: "Where the laboratory's certificate is. It is public, or would be.",
    kept: PUBLISHED,
  },
  {
    column: 'coa_data.comments',
    erasure: 'stays',
    why: 'What reviewers found wrong with the certificate. They name no person in it.',
    kept: WITH_ITS_THING,
  },
  {
    column: 'coa_data.rejectionReason',
    erasure: 'stays',
    why: 'What was wrong with the certificate. The audit log has it as well.',
    kept: WITH_ITS_THING,
  },
  { column: 'coa_data.amendmentReason', erasure: 'stays', why: 'Published with the certificate.', kept: PUBLISHED },
  { column: 'coa_data.withdrawalReason', erasure: 'stays', why: 'Published with the certificate.', kept: PUBLISHED },
  { column: 'brands.name', erasure: 'stays', why: 'Name of a brand.', kept: PUBLISHED },
  { column: 'brands.nameKey', erasure: 'stays', why: 'Name of a brand.', kept: PUBLISHED },
  { column: 'brands.website', erasure: 'stays', why: 'Published with the brand.', kept: PUBLISHED },
  {
    column: 'brands.contactEmail',
    erasure: 'emptied',
    why: "Unless staff verified the brand: then it is the brand's public address, and staff decide.",
    kept: CONTACT,
  },
  {
    column: 'brands.contactName',
    erasure: 'emptied',
    why: 'Where the address beside it is this one. A verified brand has none.',
    kept: CONTACT,
  },
  { column: 'brand_aliases.nameKey', erasure: 'stays', why: 'Former name of a brand.', kept: PUBLISHED },
  { column: 'partner_labs.name', erasure: 'stays', why: 'Name of a laboratory.', kept: WITH_ITS_THING },
  { column: 'partner_labs.nameKey', erasure: 'stays', why: 'Name of a laboratory.', kept: WITH_ITS_THING },
  { column: 'partner_labs.website', erasure: 'stays', why: 'Website of a laboratory.', kept: WITH_ITS_THING },
  {
    column: 'partner_labs.contactEmail',
    erasure: 'stays',
    why: 'Part of the agreement with the laboratory. Change it under Partner labs.',
    kept: WITH_ITS_THING,
  },
  { column: 'partner_keys.label', erasure: 'stays', why: 'What staff call a key.', kept: WITH_ITS_THING },
  { column: 'partner_keys.createdBy', erasure: 'stays', why: 'Name of a staff member.', kept: WITH_ITS_THING },
  { column: 'webhook_endpoints.url', erasure: 'stays', why: "Address of a laboratory's server.", kept: WITH_ITS_THING },
  {
    column: 'webhook_endpoints.disabledReason',
    erasure: 'stays',
    why: "Why a laboratory's server is told no more.",
    kept: WITH_ITS_THING,
  },
  {
    column: 'webhook_events.body',
    erasure: 'stays',
    why: 'What laboratories are told about their own certificates. It goes after 30 days.',
    kept: WEBHOOK,
  },
  {
    column: 'webhook_attempts.error',
    erasure: 'stays',
    why: "Why a laboratory's server could not be reached.",
    kept: WEBHOOK,
  },
  { column: 'webhook_attempts.answer', erasure: 'stays', why: "What a laboratory's server answered.", kept: WEBHOOK },
  { column: 'bulk_portions.results', erasure: 'stays', why: "What became of a laboratory's certificates.", kept: BULK },
  {
    column: 'idempotency_keys.headers',
    erasure: 'stays',
    why: 'Answers to laboratories. They go after two days.',
    kept: ANSWER,
  },
  {
    column: 'idempotency_keys.body',
    erasure: 'stays',
    why: 'Answers to laboratories, who send no contact of a person. They go after two days.',
    kept: ANSWER,
  },
  {
    column: 'request_counts.digest',
    erasure: 'stays',
    why: 'Stands for the network address of a visitor, under a key that is not in the database. It goes some minutes after the last request.',
    kept: COUNTED,
  },
  {
    column: 'mail_outbox.payload',
    erasure: 'deleted',
    why: 'With the mail. It names the thing that the mail is about. The address of a test of a newsletter is sealed, and goes with the mail after 30 days.',
    kept: MAIL,
  },
  {
    column: 'mail_outbox.lastError',
    erasure: 'deleted',
    why: 'With the mail. A code, without an address.',
    kept: MAIL,
  },
  { column: 'mail_outbox.messageId', erasure: 'deleted', why: 'With the mail.', kept: MAIL },
  {
    column: 'users.username',
    erasure: 'stays',
    why: 'Name of a staff account, without an address. Accounts are ended under Accounts.',
    kept: WITH_ITS_THING,
  },
  {
    column: 'staff_sessions.device',
    erasure: 'stays',
    why: 'Browser of a staff member. It goes with the session.',
    kept: SESSION,
  },
  { column: 'articles.content', erasure: 'stays', why: 'Published.', kept: PUBLISHED },
  { column: 'article_withdrawals.reason', erasure: 'stays', why: 'Why staff withdrew an article.', kept: PUBLISHED },
  { column: 'article_withdrawals.withdrawnBy', erasure: 'stays', why: 'Name of a staff member.', kept: PUBLISHED },
  { column: 'audit_log.actorId', erasure: 'stays', why: 'Who of the staff it was.', kept: AUDIT },
  { column: 'audit_log.actorName', erasure: 'stays', why: 'Who of the staff it was.', kept: AUDIT },
  {
    column: 'audit_log.subject',
    erasure: 'stays',
    why: 'Names the thing by its number, or a person by a fingerprint.',
    kept: AUDIT,
  },
  {
    column: 'audit_log.before',
    erasure: 'stays',
    why: 'Mail addresses are taken out before it is written.',
    kept: AUDIT,
  },
  {
    column: 'audit_log.after',
    erasure: 'stays',
    why: 'Mail addresses are taken out before it is written.',
    kept: AUDIT,
  },
];
