import { EntitySchema } from 'typeorm';
import type { VerdictChanges } from '../../../domain/coa-registry/verdict-changes.js';
import { cascadingKey, foreignKey } from '../../../platform/database/columns.js';

/** Rules and vocabulary that certificates were compared with, and what the last comparison with them changed. */
export interface VerdictBasis {
  readonly fingerprint: string;
  readonly announcedAt: Date;
  readonly compared: number;
  readonly changes: VerdictChanges;
  readonly finishedAt: Date | null;
}

export const verdictBasisTable = new EntitySchema<VerdictBasis>({
  name: 'VerdictBasis',
  tableName: 'verdict_bases',
  columns: {
    fingerprint: { type: 'text', primary: true, primaryKeyConstraintName: 'verdict_bases_pkey' },
    announcedAt: { type: 'timestamptz', default: () => 'clock_timestamp()' },
    compared: { type: 'integer', default: 0 },
    changes: { type: 'jsonb', default: {} },
    finishedAt: { type: 'timestamptz', nullable: true },
  },
});

/** The verdicts that many certificates share, with the completeness and the shown status (`outcome`) that lists filter by. */
interface VerdictProfile {
  readonly id: number;
  readonly basis: string;
  readonly verdicts: readonly string[];
  readonly outcome: string;
  readonly panelsComplete: boolean;
}

export const verdictProfileTable = new EntitySchema<VerdictProfile>({
  name: 'VerdictProfile',
  tableName: 'verdict_profiles',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment', primaryKeyConstraintName: 'verdict_profiles_pkey' },
    basis: { type: 'text' },
    verdicts: { type: 'text', array: true },
    outcome: { type: 'text' },
    panelsComplete: { type: 'boolean' },
  },
  uniques: [{ name: 'verdict_profiles_key', columns: ['basis', 'verdicts', 'outcome', 'panelsComplete'] }],
});

/** Triggers keep one row for each published certificate. Without a profile, it is not compared yet. */
interface CertificateVerdicts {
  readonly certificateId: string;
  readonly profileId: number | null;
  readonly testDate: string;
  readonly thcContent: string;
}

export const certificateVerdictsTable = new EntitySchema<CertificateVerdicts>({
  name: 'CertificateVerdicts',
  tableName: 'certificate_verdicts',
  columns: {
    certificateId: { type: 'uuid', primary: true, primaryKeyConstraintName: 'certificate_verdicts_pkey' },
    profileId: { type: 'integer', nullable: true },
    testDate: { type: 'date' },
    thcContent: { type: 'numeric', precision: 6, scale: 2 },
  },
  foreignKeys: [
    cascadingKey('certificate_verdicts_certificate_fkey', 'certificateId', 'Certificate'),
    foreignKey('certificate_verdicts_profile_fkey', 'profileId', 'VerdictProfile'),
  ],
  indices: [
    {
      name: 'certificate_verdicts_by_test_date',
      columns: ['profileId', 'testDate', 'certificateId'],
      synchronize: false,
    },
    {
      name: 'certificate_verdicts_by_strength',
      columns: ['profileId', 'thcContent', 'certificateId'],
      synchronize: false,
    },
  ],
});
