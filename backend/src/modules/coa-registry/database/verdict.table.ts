import { EntitySchema } from 'typeorm';
import type { VerdictChanges } from '../../../domain/coa-registry/verdict-changes.js';
import { cascadingKey, foreignKey } from '../../../platform/database/columns.js';

/** Rules and vocabulary that certificates were compared with, and what the last comparison with them changed. */
export interface VerdictBasis {
  readonly fingerprint: string;
  readonly announcedAt: Date;
  readonly compared: number;
  readonly changes: VerdictChanges;
  /** When lists began to answer with it. Before {@link announcedAt}, it was announced again since. */
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
  /** What lists answer with until all certificates are compared on the basis. */
  readonly listedVerdicts: readonly string[];
  readonly outcome: string;
  readonly panelsComplete: boolean;
  /** Hash of all the others. */
  readonly key: string;
}

export const verdictProfileTable = new EntitySchema<VerdictProfile>({
  name: 'VerdictProfile',
  tableName: 'verdict_profiles',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment', primaryKeyConstraintName: 'verdict_profiles_pkey' },
    basis: { type: 'text' },
    verdicts: { type: 'text', array: true },
    listedVerdicts: { type: 'text', array: true },
    outcome: { type: 'text' },
    panelsComplete: { type: 'boolean' },
    key: { type: 'text' },
  },
  uniques: [{ name: 'verdict_profiles_key', columns: ['key'] }],
});

/** Triggers keep one row for each published certificate. Without a profile, it is not compared yet. */
interface CertificateVerdicts {
  readonly certificateId: string;
  readonly profileId: number | null;
  /** The version of the judgment that is stored with the certificate. */
  readonly judgment: number;
  readonly testDate: string;
  readonly thcContent: string;
}

export const certificateVerdictsTable = new EntitySchema<CertificateVerdicts>({
  name: 'CertificateVerdicts',
  tableName: 'certificate_verdicts',
  columns: {
    certificateId: { type: 'uuid', primary: true, primaryKeyConstraintName: 'certificate_verdicts_pkey' },
    profileId: { type: 'integer', nullable: true },
    judgment: { type: 'smallint', default: 0 },
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
    { name: 'certificate_verdicts_all_by_test_date', columns: ['testDate', 'certificateId'], synchronize: false },
    { name: 'certificate_verdicts_all_by_strength', columns: ['thcContent', 'certificateId'], synchronize: false },
  ],
});
