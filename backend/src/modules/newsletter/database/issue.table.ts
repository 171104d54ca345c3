import { EntitySchema } from 'typeorm';
import type { Issue, RecipientState } from '../../../domain/newsletter/issue.js';
import { cascadingKey, foreignKey, uuidKey } from '../../../platform/database/columns.js';

export const issueTable = new EntitySchema<Issue>({
  name: 'NewsletterIssue',
  tableName: 'newsletter_issues',
  columns: {
    id: uuidKey('newsletter_issues_pkey'),
    subject: { type: 'text' },
    introduction: { type: 'text' },
    articleIds: { type: 'jsonb' },
    batchIds: { type: 'jsonb' },
    state: { type: 'text' },
    version: { type: 'integer' },
    createdAt: { type: 'timestamptz' },
    changedAt: { type: 'timestamptz' },
    startedAt: { type: 'timestamptz', nullable: true },
    endedAt: { type: 'timestamptz', nullable: true },
    content: { type: 'jsonb', nullable: true },
    recipients: { type: 'integer' },
    lastSubscription: { type: 'integer' },
    enteredThrough: { type: 'integer' },
  },
  indices: [{ name: 'newsletter_issues_newest', columns: ['createdAt', 'id'] }],
  checks: [
    { name: 'newsletter_issues_state_check', expression: `state IN ('draft', 'sending', 'stopped', 'sent')` },
    { name: 'newsletter_issues_content_check', expression: `(content IS NULL) = (state = 'draft')` },
  ],
});

interface RecipientRow {
  readonly issueId: string;
  readonly subscriptionId: number;
  readonly state: RecipientState;
  readonly round: number;
}

/** The recipients of an issue, each subscription once. Deleting a subscription deletes its rows. */
export const recipientTable = new EntitySchema<RecipientRow>({
  name: 'NewsletterRecipient',
  tableName: 'newsletter_recipients',
  columns: {
    issueId: uuidKey('newsletter_recipients_pkey'),
    subscriptionId: { type: 'integer', primary: true, primaryKeyConstraintName: 'newsletter_recipients_pkey' },
    state: { type: 'text' },
    round: { type: 'integer' },
  },
  foreignKeys: [
    foreignKey('newsletter_recipients_issue_fkey', 'issueId', 'NewsletterIssue'),
    cascadingKey('newsletter_recipients_subscription_fkey', 'subscriptionId', 'Subscription'),
  ],
  indices: [
    { name: 'newsletter_recipients_by_state', columns: ['issueId', 'state'] },
    { name: 'newsletter_recipients_of', columns: ['subscriptionId'] },
  ],
  checks: [
    {
      name: 'newsletter_recipients_state_check',
      expression: `state IN ('waiting', 'held', 'sent', 'failed', 'left')`,
    },
  ],
});
