import { EntitySchema } from 'typeorm';
import type { SubmissionRevision } from '../../../../domain/coa-registry/certificate/submission-revision.js';
import { cascadingKey, uuidKey } from '../../../../platform/database/columns.js';

/** A revision as stored. Personal data has separate columns, so that erasure can find it. */
export type RevisionRow = Pick<
  SubmissionRevision,
  'certificateId' | 'version' | 'replacedAt' | 'contactEmail' | 'contactName' | 'notes' | 'testResults' | 'findings'
> & { readonly content: Omit<SubmissionRevision, keyof RevisionRow> };

/** The earlier content of resubmitted submissions. Only a migration can express the index by address. */
export const submissionRevisionTable = new EntitySchema<RevisionRow>({
  name: 'SubmissionRevision',
  tableName: 'submission_revisions',
  columns: {
    certificateId: uuidKey('submission_revisions_pkey'),
    version: { type: 'integer', primary: true, primaryKeyConstraintName: 'submission_revisions_pkey' },
    replacedAt: { type: 'timestamptz' },
    contactEmail: { name: 'submittedBy', type: 'text', nullable: true },
    contactName: { type: 'text', nullable: true },
    notes: { type: 'text', nullable: true },
    content: { type: 'jsonb' },
    testResults: { type: 'jsonb' },
    findings: { type: 'jsonb' },
  },
  foreignKeys: [cascadingKey('submission_revisions_certificate_fkey', 'certificateId', 'Certificate')],
  indices: [{ name: 'submission_revisions_by_sender', columns: ['contactEmail'], synchronize: false }],
});
