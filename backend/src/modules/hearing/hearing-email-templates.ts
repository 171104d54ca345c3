import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Hearing } from '../../domain/hearing/hearing.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { EmailTemplateRegistry } from '../../platform/email/email-template-registry.js';
import { type Addressed, acknowledged, decided, exampleReport } from './hearing.email.js';

const Payload = z.object({ problemReportId: z.uuid() });

/** Emails to people who reported a problem and left an address. */
@Injectable()
export class HearingEmailTemplates implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly hearing: Hearing,
    private readonly templates: EmailTemplateRegistry,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.register('acknowledged', 'To a reporter: a person has read your report', acknowledged);
    this.register('outcome', 'To a reporter: what we found', decided);
    this.templates.registerFinder((typed) =>
      this.database.query(
        `SELECT "id" AS "problemReportId" FROM problem_reports WHERE lower("email") = lower($1) OR "reference" = upper($1)`,
        [typed],
      ),
    );
  }

  private register(name: string, title: string, render: typeof decided): void {
    const { publicUrl } = this.config;
    this.templates.register(
      `problem-report.${name}`,
      title,
      async (payload) => {
        const report = await this.hearing.byId(Payload.parse(payload).problemReportId);
        return report?.email ? render(report as Addressed, publicUrl) : null;
      },
      () => render(exampleReport(), publicUrl),
    );
  }
}
