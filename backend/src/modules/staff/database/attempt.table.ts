import { EntitySchema } from 'typeorm';
import type { Failures } from '../../../domain/staff/sign-in-attempts.js';

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
