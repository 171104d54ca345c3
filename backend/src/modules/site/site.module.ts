import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config.js';
import { AgeVerificationModule } from '../age-verification/age-verification.module.js';
import { BrandsModule } from '../brands/brands.module.js';
import { CoaRegistryModule } from '../coa-registry/coa-registry.module.js';
import { EducationModule } from '../education/education.module.js';
import { MeasurementsModule } from '../measurements/measurements.module.js';
import { NewsletterModule } from '../newsletter/newsletter.module.js';
import { FeedsController } from './http/feeds.controller.js';
import { FindBatchController } from './http/find-batch.controller.js';
import { FormController } from './http/form.controller.js';
import { QrCodeController } from './http/qr-code.controller.js';
import { SiteController } from './http/site.controller.js';
import { SocialImageController } from './http/social-image.controller.js';
import { PageBuilder } from './page-builder.js';
import { loadRenderer, PAGE_RENDERER } from './page-renderer.js';
import { PageTemplate } from './page-template.js';
import { readSiteContent, SITE_CONTENT, type SiteContent } from './site-content.js';

/** Serves the built site, its feeds, its sitemap, its link preview images and its QR codes. It belongs to no context. */
@Module({
  imports: [
    AgeVerificationModule,
    EducationModule,
    CoaRegistryModule,
    BrandsModule,
    MeasurementsModule,
    NewsletterModule,
  ],
  controllers: [
    FeedsController,
    QrCodeController,
    SocialImageController,
    FindBatchController,
    FormController,
    SiteController,
  ],
  providers: [
    PageBuilder,
    { provide: SITE_CONTENT, inject: [CONFIG], useFactory: (config: Config) => readSiteContent(config.contentRoot) },
    { provide: PAGE_RENDERER, inject: [CONFIG], useFactory: (config: Config) => loadRenderer(config.webRoot) },
    {
      provide: PageTemplate,
      inject: [CONFIG, SITE_CONTENT],
      useFactory: (config: Config, content: SiteContent) => new PageTemplate(config.webRoot, content),
    },
  ],
})
export class SiteModule {}
