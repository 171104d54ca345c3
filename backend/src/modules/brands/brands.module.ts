import { Module } from '@nestjs/common';
import { BrandClaims, Brands } from '../../domain/brands/brands.js';
import { BrandClaimRepository, ClaimTokens, DomainRecords } from '../../domain/brands/claim-ports.js';
import { BrandRepository } from '../../domain/brands/ports.js';
import { Clock, Ids, Transactions } from '../../domain/shared/ports.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { RetentionRegistry } from '../../platform/database/retention.js';
import { useCase, useSecret } from '../../platform/use-case.js';
import { BrandController } from './brand.controller.js';
import { BRAND_RETENTION } from './brand.table.js';
import { BrandClaimController, BrandRequestController } from './brand-claim.controller.js';
import { CLAIM_RETENTION } from './brand-claim.table.js';
import { BrandClaimEmailTemplates } from './brand-claim-email-templates.js';
import { DnsDomainRecords } from './dns-domain-records.js';
import { HmacClaimTokens } from './hmac-claim-tokens.js';
import { TypeOrmBrandRepository } from './typeorm-brand.repository.js';
import { TypeOrmBrandClaimRepository } from './typeorm-brand-claim.repository.js';

/** A person waits for the answer of the name servers. */
const DNS_MS = 3_000;

@Module({
  controllers: [BrandController, BrandClaimController, BrandRequestController],
  providers: [
    { provide: BrandRepository, useClass: TypeOrmBrandRepository },
    useCase(Brands, [BrandRepository, Clock]),
    { provide: BrandClaimRepository, useClass: TypeOrmBrandClaimRepository },
    useSecret(ClaimTokens, HmacClaimTokens),
    {
      provide: DomainRecords,
      inject: [CONFIG],
      useFactory: ({ dnsServers }: Config) => new DnsDomainRecords({ servers: dnsServers, timeoutMs: DNS_MS }),
    },
    useCase(BrandClaims, [BrandClaimRepository, BrandRepository, ClaimTokens, DomainRecords, Transactions, Clock, Ids]),
    BrandClaimEmailTemplates,
  ],
  exports: [Brands, BrandClaims],
})
export class BrandsModule {
  constructor(retention: RetentionRegistry) {
    retention.register(BRAND_RETENTION);
    retention.register(CLAIM_RETENTION);
  }
}
