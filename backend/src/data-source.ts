import 'reflect-metadata';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { migrations } from './migrations/index.js';
import { brandAliasTable, brandMergerTable, brandTable, reportRequestsTable } from './modules/brands/brand.table.js';
import { brandClaimTable, brandRequestTable, discontinuedProductTable } from './modules/brands/brand-claim.table.js';
import { certificateTable } from './modules/coa-registry/certificate/database/certificate.table.js';
import { labIncidentTable } from './modules/coa-registry/certificate/database/lab-incident.table.js';
import { noticeBatchTable, noticeTable } from './modules/coa-registry/certificate/database/notice.table.js';
import { submissionRevisionTable } from './modules/coa-registry/certificate/database/submission-revision.table.js';
import {
  certificateVerdictsTable,
  verdictRunTable,
} from './modules/coa-registry/certificate/database/verdict.table.js';
import { bulkChunkTable, bulkJobTable } from './modules/coa-registry/labs/database/bulk.table.js';
import { pendingDecisionTable } from './modules/coa-registry/review/database/pending-decision.table.js';
import { contactMessageTable } from './modules/contact/database/contact-message.table.js';
import {
  documentChunkTable,
  documentFileTable,
  documentLabTable,
  documentPageTable,
  documentQuotaTable,
  documentTable,
} from './modules/documents/database/document.table.js';
import { articleTable, withdrawalTable } from './modules/education/database/article.table.js';
import { problemReportTable } from './modules/hearing/problem-report.table.js';
import { followEventTable, followerTable, followTable } from './modules/newsletter/database/follow.table.js';
import { issueTable, recipientTable } from './modules/newsletter/database/issue.table.js';
import { subscriptionTable } from './modules/newsletter/database/subscription.table.js';
import { partnerKeyTable, partnerLabTable } from './modules/partners/database/partner.table.js';
import { referenceChangeTable } from './modules/proposals/database/reference-change.table.js';
import { accountTable, attemptTable, challengeTable, sessionTable } from './modules/staff/database/account.table.js';
import { logCheckpointTable, logEntryTable, logHashTable, logRecordTable } from './modules/transparency/log.table.js';
import {
  webhookAttemptTable,
  webhookDeliveryTable,
  webhookEndpointTable,
  webhookEventTable,
} from './modules/webhooks/database/webhook.table.js';
import { auditLogTable } from './platform/database/audit-log.js';
import { connectionOptions, type RequestLimits } from './platform/database/connection.js';
import { requestCountTable } from './platform/database/request-counts.js';
import { mailOutboxTable } from './platform/email/outbox.js';
import { idempotencyKeyTable } from './platform/http/idempotency.js';

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
  brandMergerTable,
  reportRequestsTable,
  brandClaimTable,
  brandRequestTable,
  discontinuedProductTable,
  certificateTable,
  labIncidentTable,
  noticeTable,
  noticeBatchTable,
  verdictRunTable,
  certificateVerdictsTable,
  submissionRevisionTable,
  pendingDecisionTable,
  bulkJobTable,
  bulkChunkTable,
  subscriptionTable,
  issueTable,
  recipientTable,
  followerTable,
  followTable,
  followEventTable,
  contactMessageTable,
  problemReportTable,
  partnerLabTable,
  partnerKeyTable,
  webhookEndpointTable,
  webhookEventTable,
  webhookDeliveryTable,
  webhookAttemptTable,
  documentTable,
  documentLabTable,
  documentPageTable,
  documentQuotaTable,
  documentFileTable,
  documentChunkTable,
  referenceChangeTable,
  logRecordTable,
  logEntryTable,
  logHashTable,
  logCheckpointTable,
  mailOutboxTable,
  idempotencyKeyTable,
  requestCountTable,
];

export const dataSourceOptions = (url: string, poolMax = 20, limits?: RequestLimits): DataSourceOptions => ({
  ...connectionOptions(url, poolMax, limits),
  entities,
  migrations,
});

/** For TypeORM's CLI, which generates migrations and checks for schema drift. */
export default new DataSource(dataSourceOptions(process.env.DATABASE_URL ?? ''));
