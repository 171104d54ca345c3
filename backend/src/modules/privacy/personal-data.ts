import type { Erasure } from '../../domain/privacy/parts.js';

/** What erasing does with one column that can hold something about a person. */
interface PersonalColumn {
  /** `table.column`. */
  readonly column: string;
  readonly erasure: Erasure;
  readonly why: string;
}

/**
 * Every column that can hold something about a person, or looks as if it could. A test compares it with the database: who
 * adds such a column says here what erasing does with it.
 */
export const PERSONAL_DATA: readonly PersonalColumn[] = [
  { column: 'email_subscriptions.email', erasure: 'deleted', why: 'With the subscription.' },
  { column: 'email_subscriptions.source', erasure: 'deleted', why: 'With the subscription.' },
  { column: 'newsletter_issues.subject', erasure: 'stays', why: 'Staff wrote it for every reader.' },
  { column: 'newsletter_issues.introduction', erasure: 'stays', why: 'Staff wrote it for every reader.' },
  {
    column: 'newsletter_issues.content',
    erasure: 'stays',
    why: 'Articles and published certificates, for every reader.',
  },
  { column: 'contact_messages.name', erasure: 'deleted', why: 'With the message.' },
  { column: 'contact_messages.email', erasure: 'deleted', why: 'With the message. It is what a message is found by.' },
  {
    column: 'contact_messages.message',
    erasure: 'deleted',
    why: 'With the message. What somebody else wrote about a person is found by the search of the messages.',
  },
  { column: 'contact_messages.changedBy', erasure: 'deleted', why: 'With the message. Name of a staff member.' },
  { column: 'contact_messages.note', erasure: 'deleted', why: 'With the message it was noted on.' },
  { column: 'coa_data.submittedBy', erasure: 'emptied', why: 'It is what a certificate is found by.' },
  { column: 'coa_data.contactName', erasure: 'emptied', why: 'Where the address beside it is this one.' },
  { column: 'coa_data.notes', erasure: 'emptied', why: 'Where the address beside it is this one.' },
  {
    column: 'coa_data.testResults',
    erasure: 'emptied',
    why: "Results in a format of the sender's own are removed, where the address beside them is this one. Figures and verdicts stay.",
  },
  { column: 'coa_data.website', erasure: 'stays', why: "The brand's website, which is public." },
  { column: 'coa_data.productName', erasure: 'stays', why: 'Name of a product.' },
  { column: 'coa_data.brandName', erasure: 'stays', why: 'Name of a brand.' },
  { column: 'coa_data.labName', erasure: 'stays', why: 'Name of a laboratory.' },
  { column: 'coa_data.searchText', erasure: 'stays', why: 'Made of the names of product, brand and batch.' },
  { column: 'coa_data.source', erasure: 'stays', why: 'Says through which door it came, not from whom.' },
  {
    column: 'coa_data.coaFileUrl',
    erasure: 'stays',
    why: "Where the laboratory's certificate is. It is public, or would be.",
  },
  {
    column: 'coa_data.comments',
    erasure: 'stays',
    why: 'What reviewers found wrong with the certificate. They name no person in it.',
  },
  {
    column: 'coa_data.rejectionReason',
    erasure: 'stays',
    why: 'What was wrong with the certificate. The audit log has it as well.',
  },
  { column: 'coa_data.amendmentReason', erasure: 'stays', why: 'Published with the certificate.' },
  { column: 'coa_data.withdrawalReason', erasure: 'stays', why: 'Published with the certificate.' },
  { column: 'brands.name', erasure: 'stays', why: 'Name of a brand.' },
  { column: 'brands.nameKey', erasure: 'stays', why: 'Name of a brand.' },
  { column: 'brands.website', erasure: 'stays', why: 'Published with the brand.' },
  {
    column: 'brands.contactEmail',
    erasure: 'emptied',
    why: "Unless staff verified the brand: then it is the brand's public address, and staff decide.",
  },
  {
    column: 'brands.contactName',
    erasure: 'emptied',
    why: 'Where the address beside it is this one. A verified brand has none.',
  },
  { column: 'brand_aliases.nameKey', erasure: 'stays', why: 'Former name of a brand.' },
  { column: 'partner_labs.name', erasure: 'stays', why: 'Name of a laboratory.' },
  { column: 'partner_labs.nameKey', erasure: 'stays', why: 'Name of a laboratory.' },
  { column: 'partner_labs.website', erasure: 'stays', why: 'Website of a laboratory.' },
  {
    column: 'partner_labs.contactEmail',
    erasure: 'stays',
    why: 'Part of the agreement with the laboratory. Change it under Partner labs.',
  },
  { column: 'partner_keys.label', erasure: 'stays', why: 'What staff call a key.' },
  { column: 'partner_keys.createdBy', erasure: 'stays', why: 'Name of a staff member.' },
  { column: 'webhook_endpoints.url', erasure: 'stays', why: "Address of a laboratory's server." },
  { column: 'webhook_endpoints.disabledReason', erasure: 'stays', why: "Why a laboratory's server is told no more." },
  {
    column: 'webhook_events.body',
    erasure: 'stays',
    why: 'What laboratories are told about their own certificates. It goes after 30 days.',
  },
  { column: 'webhook_attempts.error', erasure: 'stays', why: "Why a laboratory's server could not be reached." },
  { column: 'webhook_attempts.answer', erasure: 'stays', why: "What a laboratory's server answered." },
  { column: 'bulk_portions.results', erasure: 'stays', why: "What became of a laboratory's certificates." },
  { column: 'idempotency_keys.headers', erasure: 'stays', why: 'Answers to laboratories. They go after a day.' },
  {
    column: 'idempotency_keys.body',
    erasure: 'stays',
    why: 'Answers to laboratories, who send no contact of a person. They go after a day.',
  },
  {
    column: 'request_counts.digest',
    erasure: 'stays',
    why: 'Stands for the network address of a visitor, under a key that is not in the database. It goes some minutes after the last request.',
  },
  {
    column: 'mail_outbox.payload',
    erasure: 'deleted',
    why: 'With the mail. It names the thing that the mail is about. The address of a test of a newsletter is sealed, and goes with the mail after 30 days.',
  },
  { column: 'mail_outbox.lastError', erasure: 'deleted', why: 'With the mail. A code, without an address.' },
  { column: 'mail_outbox.messageId', erasure: 'deleted', why: 'With the mail.' },
  {
    column: 'users.username',
    erasure: 'stays',
    why: 'Name of a staff account, without an address. Accounts are ended under Accounts.',
  },
  { column: 'staff_sessions.device', erasure: 'stays', why: 'Browser of a staff member. It goes with the session.' },
  { column: 'articles.content', erasure: 'stays', why: 'Published.' },
  { column: 'article_withdrawals.reason', erasure: 'stays', why: 'Why staff withdrew an article.' },
  { column: 'article_withdrawals.withdrawnBy', erasure: 'stays', why: 'Name of a staff member.' },
  { column: 'audit_log.actorId', erasure: 'stays', why: 'Who of the staff it was.' },
  { column: 'audit_log.actorName', erasure: 'stays', why: 'Who of the staff it was.' },
  {
    column: 'audit_log.subject',
    erasure: 'stays',
    why: 'Names the thing by its number, or a person by a fingerprint.',
  },
  { column: 'audit_log.before', erasure: 'stays', why: 'Mail addresses are taken out before it is written.' },
  { column: 'audit_log.after', erasure: 'stays', why: 'Mail addresses are taken out before it is written.' },
];
