import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Certificate } from '../../../../domain/coa-registry/certificate/certificate.js';
import { type RegisteredLab, RegisteredLabs } from '../../../../domain/coa-registry/checks/ports.js';
import { managerOf } from '../../../../platform/database/transaction.js';
import { partnerLab } from '../../../partners/partners.sql.js';

@Injectable()
export class SqlRegisteredLabs extends RegisteredLabs {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  async registered({ labId, labKey }: Pick<Certificate, 'labId' | 'labKey'>): Promise<RegisteredLab | null> {
    const [lab] = await managerOf(this.database).query<RegisteredLab[]>(partnerLab('$1::uuid', '$2'), [labId, labKey]);
    return lab ?? null;
  }
}
