import { EntitySchema } from 'typeorm';
import type { Account, Challenge, Session } from '../../../domain/staff/account.js';
import type { Failures } from '../../../domain/staff/sign-in-attempts.js';
import { cascadingKey, uuidKey } from '../../../platform/database/columns.js';
import type { RetentionRules } from '../../../platform/database/retention.js';

export const accountTable = new EntitySchema<Account>({
  name: 'Account',
  tableName: 'users',
  columns: {
    id: uuidKey('users_pkey'),
    username: { type: 'text' },
    password: { type: 'text' },
    passwordIsOneTime: { type: 'boolean', default: false },
    roles: { type: 'text', array: true },
    disabledAt: { type: 'timestamptz', nullable: true },
    lastSignInAt: { type: 'timestamptz', nullable: true },
    codeSecret: { type: 'text', nullable: true },
    secondFactorSince: { type: 'timestamptz', nullable: true },
    lastCodeStep: { type: 'integer' },
    recoveryDigests: { type: 'text', array: true },
    version: { type: 'integer' },
  },
  uniques: [{ name: 'users_username_key', columns: ['username'] }],
  checks: [
    {
      name: 'users_roles_check',
      expression: `cardinality(roles) > 0 AND roles <@ ARRAY['reviewer', 'editor', 'administrator']`,
    },
    { name: 'users_second_factor_check', expression: `"secondFactorSince" IS NULL OR "codeSecret" IS NOT NULL` },
  ],
});

export const sessionTable = new EntitySchema<Session>({
  name: 'Session',
  tableName: 'staff_sessions',
  columns: {
    tokenDigest: { type: 'text', primary: true, primaryKeyConstraintName: 'staff_sessions_pkey' },
    id: { type: 'uuid' },
    accountId: { type: 'uuid' },
    createdAt: { type: 'timestamptz' },
    expiresAt: { type: 'timestamptz' },
    lastUsedAt: { type: 'timestamptz' },
    device: { type: 'text' },
  },
  foreignKeys: [cascadingKey('staff_sessions_account_fkey', 'accountId', 'Account')],
  uniques: [{ name: 'staff_sessions_id_key', columns: ['id'] }],
  indices: [
    { name: 'staff_sessions_account', columns: ['accountId'] },
    { name: 'staff_sessions_expiry', columns: ['expiresAt'] },
  ],
});

export const challengeTable = new EntitySchema<Challenge>({
  name: 'Challenge',
  tableName: 'staff_challenges',
  columns: {
    tokenDigest: { type: 'text', primary: true, primaryKeyConstraintName: 'staff_challenges_pkey' },
    accountId: { type: 'uuid' },
    expiresAt: { type: 'timestamptz' },
    failures: { type: 'integer' },
  },
  foreignKeys: [cascadingKey('staff_challenges_account_fkey', 'accountId', 'Account')],
  indices: [{ name: 'staff_challenges_account', columns: ['accountId'] }],
});

export const attemptTable = new EntitySchema<Failures & { key: string }>({
  name: 'Attempt',
  tableName: 'staff_attempts',
  columns: {
    key: { type: 'text', primary: true, primaryKeyConstraintName: 'staff_attempts_pkey' },
    count: { type: 'integer' },
    lastAt: { type: 'timestamptz' },
  },
  indices: [{ name: 'staff_attempts_age', columns: ['lastAt'] }],
});

export const STAFF_RETENTION: RetentionRules = {
  endedSessions: {
    table: 'staff_sessions',
    due: `"lastUsedAt" < $1`,
    key: ['tokenDigest'],
  },
  failedSignIns: { table: 'staff_attempts', due: `"lastAt" < $1`, key: ['key'] },
};
