import 'reflect-metadata';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { migrations } from './migrations/index.js';
import { brandAliasTable, brandTable } from './modules/brands/brand.table.js';
import { bulkJobTable, bulkPortionTable } from './modules/coa-registry/bulk.table.js';
import { coaTable } from './modules/coa-registry/coa.table.js';
import { submissionRevisionTable } from './modules/coa-registry/submission-revision.table.js';
import { contactMessageTable } from './modules/contact/contact-message.table.js';
import { articleTable } from './modules/education/article.table.js';
import { withdrawalTable } from './modules/education/withdrawal.table.js';
import { issueTable, recipientTable } from './modules/newsletter/issue.table.js';
import { subscriptionTable } from './modules/newsletter/subscription.table.js';
import { partnerKeyTable, partnerLabTable } from './modules/partners/partner.table.js';
import {
  webhookAttemptTable,
  webhookDeliveryTable,
  webhookEndpointTable,
  webhookEventTable,
} from './modules/partners/webhook.table.js';
import { accountTable, challengeTable, sessionTable } from './modules/staff/account.table.js';
import { attemptTable } from './modules/staff/attempt.table.js';
import { auditLogTable } from './platform/database/audit-log.js';
import { connectionOptions } from './platform/database/connection.js';
import { idempotencyKeyTable } from './platform/database/kept-answers.js';
import { requestCountTable } from './platform/database/request-counts.js';
import { mailOutboxTable } from './platform/mail/outbox.js';

const entities = [
  accountTable,
  sessionTable,
  challengeTable,
  attemptTable,
  articleTable,
  withdrawalTable,
  auditLogTable,
  brandTable,
  brandAliasTable,
  coaTable,
  submissionRevisionTable,
  bulkJobTable,
  bulkPortionTable,
  subscriptionTable,
  issueTable,
  recipientTable,
  contactMessageTable,
  partnerLabTable,
  partnerKeyTable,
  webhookEndpointTable,
  webhookEventTable,
  webhookDeliveryTable,
  webhookAttemptTable,
  mailOutboxTable,
  idempotencyKeyTable,
  requestCountTable,
];

export const dataSourceOptions = (url: string, poolMax = 20): DataSourceOptions => ({
  ...connectionOptions(url, poolMax),
  entities,
  migrations,
});

/** For TypeORM's command line, which makes migrations and checks them for drift. */
export default new DataSource(dataSourceOptions(process.env.DATABASE_URL ?? ''));
