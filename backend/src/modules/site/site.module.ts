import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config.js';
import { AgeVerificationModule } from '../age-verification/age-verification.module.js';
import { PageTemplate } from './page-template.js';
import { SiteController } from './site.controller.js';

/** The pages themselves: it delivers the built site and belongs to no context. */
@Module({
  imports: [AgeVerificationModule],
  controllers: [SiteController],
  providers: [
    { provide: PageTemplate, inject: [CONFIG], useFactory: (config: Config) => new PageTemplate(config.webRoot) },
  ],
})
export class SiteModule {}
