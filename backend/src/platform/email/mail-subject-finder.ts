import type { FactoryProvider, OnModuleInit } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { EmailTemplates, type MailSubject } from './email-template-registry.js';

/**
 * A provider that lets staff search queued mail by what it is about.
 * @param find see {@link MailSubjectFinder}
 */
export const mailSubjectFinder = (
  find: (database: DataSource, typed: string) => Promise<readonly MailSubject[]>,
): FactoryProvider => ({
  provide: Symbol('mail subject finder'),
  inject: [EmailTemplates, getDataSourceToken()],
  useFactory: (templates: EmailTemplates, database: DataSource): OnModuleInit => ({
    onModuleInit: () => templates.registerFinder((typed) => find(database, typed)),
  }),
});
