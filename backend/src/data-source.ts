import 'reflect-metadata';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { migrations } from './migrations/index.js';
import { brandTable } from './modules/brands/brand.table.js';
import { coaTable } from './modules/coa-registry/coa.table.js';
import { contactMessageTable } from './modules/contact/contact-message.table.js';
import { articleTable } from './modules/education/article.table.js';
import { subscriptionTable } from './modules/newsletter/subscription.table.js';
import { accountTable, sessionTable } from './modules/staff/account.table.js';
import { auditLogTable } from './platform/database/audit-log.js';
import { connectionOptions } from './platform/database/connection.js';
import { mailOutboxTable } from './platform/mail/outbox.js';

const entities = [
  accountTable,
  sessionTable,
  articleTable,
  auditLogTable,
  brandTable,
  coaTable,
  subscriptionTable,
  contactMessageTable,
  mailOutboxTable,
];

export const dataSourceOptions = (url: string, poolMax = 20): DataSourceOptions => ({
  ...connectionOptions(url, poolMax),
  entities,
  migrations,
});

/** For TypeORM's command line, which makes migrations and checks them for drift. */
export default new DataSource(dataSourceOptions(process.env.DATABASE_URL ?? ''));
