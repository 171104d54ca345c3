import { EntitySchema } from 'typeorm';
import type { AffectedBatch, Notice } from '../../../../domain/coa-registry/certificate/batch-notice.js';
import { foreignKey, uuidKey } from '../../../../platform/database/columns.js';

export const noticeTable = new EntitySchema<Notice>({
  name: 'Notice',
  tableName: 'notices',
  columns: {
    id: uuidKey('notices_pkey'),
    number: { type: 'text', nullable: true },
    state: { type: 'text' },
    content: { type: 'jsonb', nullable: true },
    draft: { type: 'jsonb', nullable: true },
    draftedAt: { type: 'timestamptz' },
    draftedBy: { type: 'text' },
    drafterId: { type: 'text' },
    publishedAt: { type: 'timestamptz', nullable: true },
    publishedBy: { type: 'text', nullable: true },
    modifiedAt: { type: 'timestamptz', nullable: true },
    withdrawnAt: { type: 'timestamptz', nullable: true },
    withdrawnBy: { type: 'text', nullable: true },
    withdrawalReason: { type: 'text', nullable: true },
    version: { type: 'integer', default: 1 },
  },
  uniques: [{ name: 'notices_number_key', columns: ['number'] }],
  indices: [{ name: 'notices_newest', columns: ['publishedAt', 'id'] }],
  checks: [
    { name: 'notices_state_check', expression: `state IN ('draft', 'published', 'updated', 'withdrawn')` },
    {
      name: 'notices_published_check',
      expression: `num_nulls("number", "content", "publishedAt", "publishedBy", "modifiedAt") IN (0, 5)
          AND (state NOT IN ('published', 'updated') OR "number" IS NOT NULL) AND (state <> 'draft' OR "number" IS NULL)`,
    },
    {
      name: 'notices_withdrawn_check',
      expression: `num_nulls("withdrawnAt", "withdrawnBy", "withdrawalReason") = CASE state WHEN 'withdrawn' THEN 0 ELSE 3 END`,
    },
  ],
});

type NoticeBatch = Omit<AffectedBatch, 'references'> & {
  readonly noticeId: string;
  /** Empty while the product is not known. */
  readonly productKey: string;
  /** False once an update took it out: those who follow the batch still hear what became of the notice. */
  readonly isCurrent: boolean;
};

export const noticeBatchTable = new EntitySchema<NoticeBatch>({
  name: 'NoticeBatch',
  tableName: 'notice_batches',
  columns: {
    noticeId: uuidKey('notice_batches_pkey'),
    brandKey: { type: 'text', primary: true, primaryKeyConstraintName: 'notice_batches_pkey' },
    batchKey: { type: 'text', primary: true, primaryKeyConstraintName: 'notice_batches_pkey' },
    productKey: { type: 'text' },
    brandName: { type: 'text' },
    batchId: { type: 'text' },
    productName: { type: 'text', nullable: true },
    isCurrent: { type: 'boolean' },
  },
  foreignKeys: [foreignKey('notice_batches_notice_fkey', 'noticeId', 'Notice')],
  indices: [{ name: 'notice_batches_by_batch', columns: ['batchKey'] }],
});
