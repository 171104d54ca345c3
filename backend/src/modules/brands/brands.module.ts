import { Module } from '@nestjs/common';
import { Brands } from '../../domain/brands/brands.js';
import { BrandRepository } from '../../domain/brands/ports.js';
import { Clock } from '../../domain/shared/ports.js';
import { RetentionRegistry } from '../../platform/database/retention.js';
import { useCase } from '../../platform/use-case.js';
import { BrandController } from './brand.controller.js';
import { BRAND_RETENTION } from './brand.table.js';
import { TypeOrmBrandRepository } from './typeorm-brand.repository.js';

@Module({
  controllers: [BrandController],
  providers: [
    { provide: BrandRepository, useClass: TypeOrmBrandRepository },
    useCase(Brands, [BrandRepository, Clock]),
  ],
  exports: [Brands],
})
export class BrandsModule {
  constructor(retention: RetentionRegistry) {
    retention.register(BRAND_RETENTION);
  }
}
