import { EntitySchema } from 'typeorm';
import type { Brand } from '../../domain/brands/brand.js';

export const brandTable = new EntitySchema<Brand>({
  name: 'Brand',
  tableName: 'brands',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment', primaryKeyConstraintName: 'brands_pkey' },
    name: { type: 'text' },
    nameKey: { type: 'text' },
    contactEmail: { type: 'text' },
    contactName: { type: 'text', nullable: true },
    website: { type: 'text', nullable: true },
    verified: { type: 'boolean', default: false },
    createdAt: { type: 'timestamptz', default: () => 'now()' },
    updatedAt: { type: 'timestamptz', default: () => 'now()' },
    coaCount: { type: 'integer', default: 0 },
    demonstration: { type: 'boolean', default: false },
  },
  uniques: [{ name: 'brands_name_key', columns: ['nameKey'] }],
});
