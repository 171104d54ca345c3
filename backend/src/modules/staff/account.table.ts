import { EntitySchema } from 'typeorm';
import type { Account, Session } from '../../domain/staff/account.js';

export const accountTable = new EntitySchema<Account>({
  name: 'Account',
  tableName: 'users',
  columns: {
    id: { type: 'uuid', primary: true, primaryKeyConstraintName: 'users_pkey' },
    username: { type: 'text' },
    password: { type: 'text' },
    passwordIsOneTime: { type: 'boolean', default: false },
  },
  uniques: [{ name: 'users_username_key', columns: ['username'] }],
});

export const sessionTable = new EntitySchema<Session>({
  name: 'Session',
  tableName: 'staff_sessions',
  columns: {
    tokenDigest: { type: 'text', primary: true, primaryKeyConstraintName: 'staff_sessions_pkey' },
    accountId: { type: 'uuid' },
    createdAt: { type: 'timestamptz' },
    expiresAt: { type: 'timestamptz' },
  },
  foreignKeys: [
    {
      name: 'staff_sessions_account_fkey',
      target: 'Account',
      columnNames: ['accountId'],
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
    },
  ],
  indices: [
    { name: 'staff_sessions_account', columns: ['accountId'] },
    { name: 'staff_sessions_expiry', columns: ['expiresAt'] },
  ],
});
