import { EntitySchema } from 'typeorm';
import type { Certificate } from '../../domain/coa-registry/certificate.js';

/** numeric arrives as text, because not every numeric fits a double; ours have two decimals and do. */
const asNumber = { to: (value: number) => value, from: (value: string) => Number(value) };

const PUBLISHED = `"submissionStatus" = 'approved'`;

/** Certificates from submission on. `searchText` also has a trigram index, which only the migration can express. */
export const coaTable = new EntitySchema<Certificate>({
  name: 'Certificate',
  tableName: 'coa_data',
  columns: {
    id: { type: 'uuid', primary: true, primaryKeyConstraintName: 'coa_data_pkey' },
    reference: { type: 'text' },
    productName: { type: 'text' },
    batchId: { type: 'text' },
    batchKey: { type: 'text' },
    brandId: { type: 'integer', nullable: true },
    brandName: { type: 'text' },
    thcContent: { type: 'numeric', precision: 6, scale: 2, transformer: asNumber },
    cbdContent: { type: 'numeric', precision: 6, scale: 2, transformer: asNumber },
    testDate: { type: 'date' },
    labName: { type: 'text' },
    status: { type: 'text' },
    submissionStatus: { type: 'text', default: 'approved' },
    testResults: { type: 'jsonb' },
    coaFileUrl: { type: 'text', nullable: true },
    submittedBy: { type: 'text', nullable: true },
    contactName: { type: 'text', nullable: true },
    website: { type: 'text', nullable: true },
    notes: { type: 'text', nullable: true },
    rejectionReason: { type: 'text', nullable: true },
    createdAt: { type: 'timestamptz', default: () => 'now()' },
    reviewedAt: { type: 'timestamptz', nullable: true },
    underDosed: { type: 'boolean' },
    searchText: { type: 'text' },
    demonstration: { type: 'boolean', default: false },
  },
  foreignKeys: [
    { name: 'coa_data_brand_fkey', target: 'Brand', columnNames: ['brandId'], referencedColumnNames: ['id'] },
  ],
  uniques: [{ name: 'coa_data_reference_key', columns: ['reference'] }],
  indices: [
    {
      name: 'coa_data_open_batch_key',
      columns: ['batchKey'],
      unique: true,
      where: `"submissionStatus" <> 'rejected'`,
    },
    { name: 'coa_data_by_test_date', columns: ['testDate', 'id'], where: PUBLISHED },
    { name: 'coa_data_by_strength', columns: ['thcContent', 'id'], where: PUBLISHED },
    { name: 'coa_data_by_publication', columns: ['reviewedAt', 'id'], where: PUBLISHED },
    { name: 'coa_data_by_brand', columns: ['brandId', 'testDate', 'id'], where: PUBLISHED },
    { name: 'coa_data_by_status', columns: ['status', 'testDate', 'id'], where: PUBLISHED },
    { name: 'coa_data_queue', columns: ['submissionStatus', 'createdAt', 'id'] },
    { name: 'coa_data_search', columns: ['searchText'], synchronize: false },
  ],
  checks: [
    { name: 'coa_data_status_check', expression: `status IN ('passed', 'failed', 'pending')` },
    {
      name: 'coa_data_submission_status_check',
      expression: `"submissionStatus" IN ('pending', 'approved', 'rejected')`,
    },
    { name: 'coa_data_thc_check', expression: `"thcContent" BETWEEN 0 AND 1000` },
    { name: 'coa_data_cbd_check', expression: `"cbdContent" BETWEEN 0 AND 1000` },
    {
      name: 'coa_data_published_check',
      expression: `"submissionStatus" <> 'approved' OR ("brandId" IS NOT NULL AND "reviewedAt" IS NOT NULL)`,
    },
  ],
});
