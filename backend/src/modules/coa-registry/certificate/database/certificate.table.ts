import { EntitySchema } from 'typeorm';
import type { Certificate } from '../../../../domain/coa-registry/certificate/certificate.js';
import { ownErrors } from '../../../../domain/coa-registry/checks/automated-checks.js';
import { isDoNotDrink } from '../../../../domain/coa-registry/checks/verdict.js';
import { nameKey } from '../../../../domain/shared/name-key.js';
import { foreignKey, uuidKey } from '../../../../platform/database/columns.js';

/** numeric arrives as text, because not every numeric fits a double; ours have two decimals and do. */
const asNumber = { to: (value: number) => value, from: (value: string) => Number(value) };

const PUBLISHED = `"submissionStatus" = 'approved'`;

const ENDED = `"submissionStatus" IN ('withdrawn', 'superseded')`;

/** Submissions that wait for a document. */
export const AWAITING = `"awaitedDocument" IS NOT NULL AND "submissionStatus" IN ('pending', 'changes_requested')`;

/** `panelsComplete`: a trigger stores what `reportsAllPanels` says. `doNotDrink`: what `isDoNotDrink` says. `ownErrors`: what the function of this name counts. `shownStatus`: a trigger stores the mark that the certificate alone is shown with (see `statusDisplay`). `printedSha256`: a trigger stores the hash of lines and sample (decision 0051). `leasedUntil`: a worker settles what became of the document that the certificate waits for. `updatedAt`: a trigger stores when the transaction that changed it last began. */
interface NotOfDomain {
  readonly brandKey: string | null;
  readonly panelsComplete: boolean;
  readonly doNotDrink: boolean | null;
  readonly ownErrors: number;
  readonly shownStatus: string;
  readonly printedSha256: Buffer;
  readonly leasedUntil: Date | null;
  readonly updatedAt: Date;
}

/** Certificates, from submission on. Some columns have older names than the fields. Only migrations can express the trigram index, and columns that an index only carries. */
export const certificateTable = new EntitySchema<Certificate & NotOfDomain>({
  name: 'Certificate',
  tableName: 'coa_data',
  columns: {
    id: uuidKey('coa_data_pkey'),
    reference: { type: 'text' },
    productName: { type: 'text' },
    batchId: { type: 'text' },
    batchKey: { type: 'text' },
    brandId: { type: 'integer', nullable: true },
    brandName: { type: 'text' },
    brandKey: { type: 'text', nullable: true, select: false },
    thcContent: { type: 'numeric', precision: 6, scale: 2, transformer: asNumber },
    cbdContent: { type: 'numeric', precision: 6, scale: 2, transformer: asNumber },
    testDate: { type: 'date' },
    labName: { type: 'text' },
    labKey: { type: 'text' },
    labReportId: { type: 'text', nullable: true },
    source: { type: 'text', default: 'submitter' },
    labId: { type: 'uuid', nullable: true },
    outcome: { name: 'status', type: 'text' },
    lifecycle: { name: 'submissionStatus', type: 'text', default: 'approved' },
    testResults: { type: 'jsonb' },
    sample: { type: 'jsonb', nullable: true },
    printedSha256: { type: 'bytea', select: false, insert: false, update: false },
    coaFileUrl: { type: 'text', nullable: true },
    documentId: { type: 'text', nullable: true },
    documentAbsence: { type: 'text', nullable: true },
    awaitedDocument: { type: 'text', nullable: true },
    awaitedUntil: { type: 'timestamptz', nullable: true },
    provenance: { type: 'jsonb', default: [] },
    contactEmail: { name: 'submittedBy', type: 'text', nullable: true },
    contactName: { type: 'text', nullable: true },
    website: { type: 'text', nullable: true },
    notes: { type: 'text', nullable: true },
    rejectionReason: { type: 'text', nullable: true },
    takenBack: { type: 'boolean', default: false },
    comments: { type: 'jsonb', default: [] },
    createdAt: { type: 'timestamptz', default: () => 'now()' },
    reviewDueDate: { name: 'dueOn', type: 'date' },
    reviewedAt: { type: 'timestamptz', nullable: true },
    supersedes: { type: 'uuid', nullable: true },
    amendmentReason: { type: 'text', nullable: true },
    overrideReason: { type: 'text', nullable: true },
    failureDismissal: { type: 'jsonb', nullable: true },
    spotCheck: { type: 'text', nullable: true },
    endedAt: { type: 'timestamptz', nullable: true },
    withdrawalReason: { type: 'text', nullable: true },
    version: { type: 'integer', default: 1 },
    underDosed: { type: 'boolean' },
    panelsComplete: { type: 'boolean', default: false, select: false, insert: false, update: false },
    doNotDrink: { type: 'boolean', nullable: true, select: false },
    ownErrors: { type: 'smallint', default: 0, select: false },
    shownStatus: { type: 'text', default: 'pending', select: false, insert: false, update: false },
    searchText: { type: 'text' },
    demonstration: { type: 'boolean', default: false },
    leasedUntil: { type: 'timestamptz', nullable: true, select: false },
    updatedAt: { type: 'timestamptz', default: () => 'now()', select: false, insert: false, update: false },
  },
  foreignKeys: [
    foreignKey('coa_data_brand_fkey', 'brandId', 'Brand'),
    foreignKey('coa_data_lab_fkey', 'labId', 'PartnerLab'),
    foreignKey('coa_data_supersedes_fkey', 'supersedes', 'Certificate'),
    foreignKey('coa_data_document_fkey', 'documentId', 'Document'),
  ],
  uniques: [{ name: 'coa_data_reference_key', columns: ['reference'] }],
  indices: [
    { name: 'coa_data_with_sender', columns: ['reviewedAt'], where: `"submittedBy" IS NOT NULL` },
    { name: 'coa_data_published_batch', columns: ['batchKey', 'brandId', 'labKey'], synchronize: false },
    {
      name: 'coa_data_amendment_key',
      columns: ['supersedes'],
      unique: true,
      where: `"supersedes" IS NOT NULL AND "submissionStatus" <> 'rejected'`,
    },
    { name: 'coa_data_by_batch', columns: ['batchKey', 'brandId'] },
    { name: 'coa_data_by_claimed_batch', columns: ['batchKey', 'brandKey'], where: `"brandKey" IS NOT NULL` },
    { name: 'coa_data_by_lab_name', columns: ['labKey'], where: PUBLISHED },
    { name: 'coa_data_by_lab', columns: ['labId', 'createdAt', 'id'], where: `"labId" IS NOT NULL` },
    {
      name: 'coa_data_by_lab_status',
      columns: ['labId', 'lifecycle', 'createdAt', 'id'],
      where: `"labId" IS NOT NULL`,
    },
    { name: 'coa_data_by_lab_change', columns: ['labId', 'updatedAt'], where: `"labId" IS NOT NULL` },
    { name: 'coa_data_by_sender', columns: ['contactEmail'], synchronize: false },
    { name: 'coa_data_lab_search', columns: ['searchText'], synchronize: false },
    { name: 'coa_data_due', columns: ['reviewDueDate', 'id'], where: `"submissionStatus" = 'pending'` },
    { name: 'coa_data_by_lab_report', columns: ['labId', 'labReportId'], synchronize: false },
    { name: 'coa_data_by_report', columns: ['labKey', 'labReportId'], synchronize: false },
    { name: 'coa_data_by_document', columns: ['documentId'], where: `"documentId" IS NOT NULL` },
    { name: 'coa_data_awaiting', columns: ['awaitedDocument', 'id'], where: AWAITING },
    { name: 'coa_data_by_withdrawal', columns: ['endedAt', 'id'], where: `"submissionStatus" = 'withdrawn'` },
    { name: 'coa_data_by_sampler', columns: ['sample', 'testDate', 'id'], synchronize: false },
    { name: 'coa_data_ended_by_lab', columns: ['labKey'], where: ENDED },
    {
      name: 'coa_data_do_not_drink',
      columns: ['batchKey', 'brandId'],
      where: `${PUBLISHED} AND "doNotDrink"`,
    },
    {
      name: 'coa_data_spot_checks',
      columns: ['createdAt', 'id'],
      where: `"spotCheck" = 'due' AND ${PUBLISHED}`,
    },
    { name: 'coa_data_findings', columns: ['labId', 'endedAt'], where: `"spotCheck" = 'differs'` },
    { name: 'coa_data_by_publication', columns: ['reviewedAt', 'id'], where: PUBLISHED },
    { name: 'coa_data_queue', columns: ['lifecycle', 'createdAt', 'id'] },
    { name: 'coa_data_queue_by_brand', columns: ['lifecycle', 'brandName', 'id'], synchronize: false },
    { name: 'coa_data_queue_by_lab', columns: ['lifecycle', 'labKey', 'id'], synchronize: false },
    { name: 'coa_data_queue_search', columns: ['searchText'], synchronize: false },
    { name: 'coa_data_report_number', columns: ['labReportId'], synchronize: false },
    { name: 'coa_data_search', columns: ['searchText'], synchronize: false },
    { name: 'coa_data_by_test_date', columns: ['testDate', 'id'], synchronize: false },
    { name: 'coa_data_by_strength', columns: ['thcContent', 'id'], synchronize: false },
    { name: 'coa_data_complete_by_test_date', columns: ['testDate', 'id'], synchronize: false },
    { name: 'coa_data_complete_by_strength', columns: ['thcContent', 'id'], synchronize: false },
    { name: 'coa_data_by_product', columns: ['brandId', 'testDate', 'id'], synchronize: false },
    { name: 'coa_data_by_brand', columns: ['brandId', 'testDate', 'id'], synchronize: false },
    { name: 'coa_data_not_passed', columns: ['shownStatus', 'testDate', 'id'], synchronize: false },
    {
      name: 'coa_data_long_search_text',
      columns: ['testDate', 'id'],
      where: `${PUBLISHED} AND octet_length("searchText") > 1000`,
    },
  ],
  checks: [
    { name: 'coa_data_status_check', expression: `status IN ('passed', 'failed', 'pending')` },
    {
      name: 'coa_data_submission_status_check',
      expression: `"submissionStatus" IN ('pending', 'changes_requested', 'approved', 'rejected', 'withdrawn', 'superseded')`,
    },
    { name: 'coa_data_thc_check', expression: `"thcContent" BETWEEN 0 AND 1000` },
    { name: 'coa_data_cbd_check', expression: `"cbdContent" BETWEEN 0 AND 1000` },
    {
      name: 'coa_data_published_check',
      expression: `"submissionStatus" NOT IN ('approved', 'withdrawn', 'superseded') OR ("brandId" IS NOT NULL AND "reviewedAt" IS NOT NULL)`,
    },
    {
      name: 'coa_data_ended_check',
      expression: `("endedAt" IS NOT NULL) = ("submissionStatus" IN ('withdrawn', 'superseded'))`,
    },
    { name: 'coa_data_spot_check_check', expression: `"spotCheck" IN ('due', 'agrees', 'differs')` },
    { name: 'coa_data_taken_back_check', expression: `NOT "takenBack" OR "submissionStatus" = 'rejected'` },
    { name: 'coa_data_source_check', expression: `source IN ('submitter', 'lab', 'staff')` },
    {
      name: 'coa_data_document_check',
      expression: `"submissionStatus" NOT IN ('approved', 'withdrawn', 'superseded') OR ("documentId" IS NULL) <> ("documentAbsence" IS NULL)`,
    },
    { name: 'coa_data_awaited_check', expression: `"awaitedUntil" IS NULL OR "awaitedDocument" IS NOT NULL` },
    { name: 'coa_data_amendment_check', expression: `("supersedes" IS NULL) = ("amendmentReason" IS NULL)` },
  ],
});

/** The row of a certificate. Until it is tied to a brand, `brandKey` holds the key of the brand name it claims. */
export const rowOf = (certificate: Certificate) => ({
  ...certificate,
  doNotDrink: isDoNotDrink(certificate),
  ownErrors: ownErrors(certificate),
  brandKey: certificate.brandId === null ? nameKey(certificate.brandName) : null,
});
