import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions } from './data-source.js';
import { AgeVerificationModule } from './modules/age-verification/age-verification.module.js';
import { AnalytesModule } from './modules/analytes/analytes.module.js';
import { AuditModule } from './modules/audit/audit.module.js';
import { BrandsModule } from './modules/brands/brands.module.js';
import { CoaRegistryModule } from './modules/coa-registry/coa-registry.module.js';
import { ContactModule } from './modules/contact/contact.module.js';
import { DocumentRoutesModule } from './modules/documents/document-routes.module.js';
import { DosingModule } from './modules/dosing/dosing.module.js';
import { EducationModule } from './modules/education/education.module.js';
import { HearingModule } from './modules/hearing/hearing.module.js';
import { MailModule } from './modules/mail/mail.module.js';
import { MeasurementsModule } from './modules/measurements/measurements.module.js';
import { NewsletterModule } from './modules/newsletter/newsletter.module.js';
import { PartnersModule } from './modules/partners/partners.module.js';
import { PrivacyModule } from './modules/privacy/privacy.module.js';
import { ProposalsModule } from './modules/proposals/proposals.module.js';
import { SearchModule } from './modules/search/search.module.js';
import { SiteModule } from './modules/site/site.module.js';
import { StaffModule } from './modules/staff/staff.module.js';
import { TransparencyModule } from './modules/transparency/transparency.module.js';
import type { Config } from './platform/config.js';
import { Telemetry } from './platform/observability/telemetry.js';
import { PlatformModule } from './platform/platform.module.js';

@Module({})
export class AppModule {
  static with(config: Config, telemetry = new Telemetry()): DynamicModule {
    return {
      module: AppModule,
      imports: [
        TypeOrmModule.forRoot({
          ...dataSourceOptions(config.databaseUrl, config.databasePoolMax, config),
          retryAttempts: 1,
        }),
        PlatformModule.with(config, telemetry),
        StaffModule,
        AgeVerificationModule,
        EducationModule,
        AnalytesModule,
        MeasurementsModule,
        ProposalsModule,
        PartnersModule,
        DocumentRoutesModule,
        CoaRegistryModule,
        BrandsModule,
        DosingModule,
        SearchModule,
        NewsletterModule,
        ContactModule,
        HearingModule,
        AuditModule,
        PrivacyModule,
        MailModule,
        TransparencyModule,
        // In the sandbox, no page shows anything.
        ...(config.isSandbox ? [] : [SiteModule]),
      ],
    };
  }
}
