import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { edit } from '../../src/domain/brands/brand.js';
import type { BrandRepository } from '../../src/domain/brands/ports.js';
import type { Certificate } from '../../src/domain/coa-registry/certificate/certificate.js';
import { newLab } from '../../src/domain/partners/lab.js';
import { nameKey } from '../../src/domain/shared/name-key.js';
import { brandTable } from '../../src/modules/brands/brand.table.js';
import { TypeOrmBrandRepository } from '../../src/modules/brands/typeorm-brand.repository.js';
import { certificateTable, rowOf } from '../../src/modules/coa-registry/certificate/database/certificate.table.js';
import { TypeOrmCertificateRepository } from '../../src/modules/coa-registry/certificate/database/typeorm-certificate.repository.js';
import { TypeOrmCheckContextReader } from '../../src/modules/coa-registry/checks/database/typeorm-check-context.reader.js';
import { TypeOrmPublishedCertificateReader } from '../../src/modules/coa-registry/registry/database/typeorm-published-certificate.reader.js';
import { TypeOrmSubmissionReader } from '../../src/modules/coa-registry/review/database/typeorm-submission.reader.js';
import { partnerLabTable } from '../../src/modules/partners/database/partner.table.js';
import { PublicReader } from '../../src/platform/database/public-reader.js';
import { ACTOR, NOW } from '../support/builders.js';
import type { OpenRegistry } from './certificate-steps.js';
import { auditLogOf, databaseOfThisFile } from './open-database.js';

/** A registry in one database for all tests of a file. @returns a function that empties it and returns it */
export function registryOfThisFile(): () => Promise<OpenRegistry & { database: DataSource }> {
  const emptyDatabase = databaseOfThisFile();
  return async () => registryIn(await emptyDatabase());
}

function registryIn(database: DataSource): OpenRegistry & { database: DataSource } {
  const brands = new TypeOrmBrandRepository(database, new PublicReader(database));
  return {
    coas: new TypeOrmCertificateRepository(database),
    published: new TypeOrmPublishedCertificateReader(new PublicReader(database)),
    checks: new TypeOrmCheckContextReader(database),
    submissions: new TypeOrmSubmissionReader(database),
    brands,
    renameBrand: (name, to) => renameBrand(brands, name, to),
    audit: () => auditLogOf(database),
    load: (certificates) => load(database, certificates),
    addPartnerLab: async (name) => {
      const lab = newLab({ name, website: null, contactEmail: 'lab@lab.example' }, randomUUID(), NOW);
      await database.manager.insert(partnerLabTable, lab);
      return lab.id;
    },
    database,
  };
}

async function renameBrand(brands: BrandRepository, name: string, to: string): Promise<void> {
  const brand = await brands.byNameKey(nameKey(name));
  if (!brand) throw new Error('no brand');
  const details = { name: to, website: null, contactEmail: null };
  const entry = { at: NOW, actor: ACTOR, action: 'brand.edited', subject: '?', before: null, after: null };
  await brands.change(edit(brand, details, brand.version, NOW), entry);
}

async function load(database: DataSource, certificates: readonly Certificate[]): Promise<void> {
  const published = certificates.filter(({ lifecycle }) => lifecycle === 'approved');
  const names = [...new Set(published.map(({ brandName }) => brandName))];
  const brands = names.map((name) => ({ name, nameKey: nameKey(name), contactEmail: '' }));
  const { identifiers } = await database.manager.insert(brandTable, brands);
  const idOf = new Map(names.map((name, i) => [name, identifiers[i]?.id]));
  const rows = certificates.map((certificate) =>
    rowOf({ ...certificate, brandId: idOf.get(certificate.brandName) ?? null }),
  );
  for (let from = 0; from < rows.length; from += 1000) {
    await database.manager.insert(certificateTable, rows.slice(from, from + 1000) as object[]);
  }
}
