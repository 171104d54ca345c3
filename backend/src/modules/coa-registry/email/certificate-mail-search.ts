import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { parseReference } from '../../../domain/shared/reference.js';
import { EmailTemplates } from '../../../platform/email/email-template-registry.js';

/** Finds the certificates that mail is about: by their reference, or by the address of who sent them. */
@Injectable()
export class CertificateMailSearch implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly templates: EmailTemplates,
  ) {}

  onModuleInit(): void {
    this.templates.registerFinder(async (typed) => {
      const rows = await this.database.query<{ certificateId: string }[]>(
        `SELECT "id" AS "certificateId" FROM coa_data WHERE "submittedBy" IS NOT NULL AND lower("submittedBy") = lower($1)
         UNION SELECT "id" FROM coa_data WHERE "reference" = $2`,
        [typed, parseReference(typed)],
      );
      return rows.map(({ certificateId }) => ({ certificateId }));
    });
  }
}
