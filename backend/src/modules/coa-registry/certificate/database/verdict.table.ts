import { EntitySchema } from 'typeorm';
import type { VerdictChanges } from '../../../../domain/coa-registry/checks/verdict-changes.js';
import { cascadingKey } from '../../../../platform/database/columns.js';

/** A comparison of all published certificates with the rules and vocabulary of that time, and what it changed. */
export interface VerdictRun {
  readonly id: number;
  /** Of the rules and vocabulary. */
  readonly fingerprint: string;
  readonly startedAt: Date;
  readonly compared: number;
  readonly changes: VerdictChanges;
  /** When all were compared, and lists began to answer with it. */
  readonly finishedAt: Date | null;
}

export const verdictRunTable = new EntitySchema<VerdictRun>({
  name: 'VerdictRun',
  tableName: 'verdict_runs',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment', primaryKeyConstraintName: 'verdict_runs_pkey' },
    fingerprint: { type: 'text' },
    startedAt: { type: 'timestamptz', default: () => 'clock_timestamp()' },
    compared: { type: 'integer', default: 0 },
    changes: { type: 'jsonb', default: {} },
    finishedAt: { type: 'timestamptz', nullable: true },
  },
});

/** Triggers keep one row for each published certificate. */
interface CertificateVerdicts {
  readonly certificateId: string;
  /** The run that it was compared in last; null before the first one, and once its figures changed. */
  readonly run: number | null;
  /** Such as `7:us-ct-infused-beverage:above`: run, rule, verdict. Of its run, and until that is finished of the one before. */
  readonly verdicts: readonly string[];
  /** The version of the judgment that is stored with the certificate. */
  readonly judgment: number;
}

export const certificateVerdictsTable = new EntitySchema<CertificateVerdicts>({
  name: 'CertificateVerdicts',
  tableName: 'certificate_verdicts',
  columns: {
    certificateId: { type: 'uuid', primary: true, primaryKeyConstraintName: 'certificate_verdicts_pkey' },
    judgment: { type: 'smallint', default: 0 },
    run: { type: 'integer', nullable: true },
    verdicts: { type: 'text', array: true, default: [] },
  },
  foreignKeys: [cascadingKey('certificate_verdicts_certificate_fkey', 'certificateId', 'Certificate')],
  indices: [
    { name: 'certificate_verdicts_by_verdict', columns: ['verdicts'], synchronize: false },
    { name: 'certificate_verdicts_by_run', columns: ['run'], synchronize: false },
  ],
});
