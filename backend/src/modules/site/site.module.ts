import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config.js';
import { AgeVerificationModule } from '../age-verification/age-verification.module.js';
import { BrandsModule } from '../brands/brands.module.js';
import { CoaRegistryModule } from '../coa-registry/coa-registry.module.js';
import { EducationModule } from '../education/education.module.js';
import { EDITORIAL, type Editorial, readEditorial } from './site-content.js';
import { FeedsController } from './http/feeds.controller.js';
import { PageTemplate } from './page-template.js';
import { SiteController } from './http/site.controller.js';
import { SocialImageController } from './http/social-image.controller.js';

/** The pages themselves, and what others read of them: it delivers the built site and belongs to no context. */
@Module({
  imports: [AgeVerificationModule, EducationModule, CoaRegistryModule, BrandsModule],
  controllers: [FeedsController, SocialImageController, SiteController],
  providers: [
    { provide: EDITORIAL, inject: [CONFIG], useFactory: (config: Config) => readEditorial(config.contentRoot) },
    {
      provide: PageTemplate,
      inject: [CONFIG, EDITORIAL],
      useFactory: (config: Config, editorial: Editorial) => new PageTemplate(config.webRoot, editorial),
    },
  ],
})
export class SiteModule {}
