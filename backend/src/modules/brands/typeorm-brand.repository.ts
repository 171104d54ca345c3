import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AlreadyVerified, type Brand } from '../../domain/brands/brand.js';
import { BrandRepository } from '../../domain/brands/ports.js';
import type { AuditEntry } from '../../domain/shared/audit.js';
import { appendToAuditLog } from '../../platform/database/audit-log.js';
import { brandTable } from './brand.table.js';

@Injectable()
export class TypeOrmBrandRepository extends BrandRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  all(): Promise<Brand[]> {
    return this.database.manager.find(brandTable, { order: { verified: 'DESC', nameKey: 'ASC' } });
  }

  byNameKey(nameKey: string): Promise<Brand | null> {
    return this.database.manager.findOneBy(brandTable, { nameKey });
  }

  byId(id: number): Promise<Brand | null> {
    return this.database.manager.findOneBy(brandTable, { id });
  }

  verify(brand: Brand, entry: AuditEntry): Promise<void> {
    const { id, contactEmail, contactName, website, verified, updatedAt } = brand;
    return this.database.transaction(async (manager) => {
      const changed = { contactEmail, contactName, website, verified, updatedAt };
      const { affected } = await manager.update(brandTable, { id, verified: false }, changed);
      if (affected !== 1) throw new AlreadyVerified();
      await appendToAuditLog(manager, entry);
    });
  }
}
