import { EntitySchema } from 'typeorm';
import type { LabKey } from '../../../domain/partners/key.js';
import type { Lab } from '../../../domain/partners/lab.js';
import { foreignKey, uuidKey } from '../../../platform/database/columns.js';

export const partnerLabTable = new EntitySchema<Lab>({
  name: 'PartnerLab',
  tableName: 'partner_labs',
  columns: {
    id: uuidKey('partner_labs_pkey'),
    name: { type: 'text' },
    nameKey: { type: 'text' },
    website: { type: 'text', nullable: true },
    reportHosts: { type: 'text', array: true, default: [] },
    contactEmail: { type: 'text' },
    accreditation: { type: 'jsonb', nullable: true },
    trusted: { type: 'boolean', default: false },
    suspended: { type: 'boolean', default: false },
    version: { type: 'integer', default: 1 },
    createdAt: { type: 'timestamptz' },
    demonstration: { type: 'boolean', default: false },
  },
  uniques: [{ name: 'partner_labs_name_key', columns: ['nameKey'] }],
});

export const partnerKeyTable = new EntitySchema<LabKey>({
  name: 'PartnerKey',
  tableName: 'partner_keys',
  columns: {
    id: uuidKey('partner_keys_pkey'),
    labId: { type: 'uuid' },
    digest: { type: 'text' },
    prefix: { type: 'text' },
    lastFour: { type: 'text' },
    label: { type: 'text' },
    scopes: { type: 'text', array: true },
    createdAt: { type: 'timestamptz' },
    createdBy: { type: 'text' },
    expiresAt: { type: 'timestamptz', nullable: true },
    lastUsedAt: { type: 'timestamptz', nullable: true },
    revokedAt: { type: 'timestamptz', nullable: true },
  },
  uniques: [{ name: 'partner_keys_digest_key', columns: ['digest'] }],
  checks: [
    {
      name: 'partner_keys_scopes_check',
      expression: `cardinality(scopes) > 0 AND scopes <@ ARRAY['certificates:write', 'certificates:read', 'webhooks:manage']`,
    },
  ],
  foreignKeys: [foreignKey('partner_keys_lab_fkey', 'labId', 'PartnerLab')],
  indices: [{ name: 'partner_keys_lab', columns: ['labId', 'createdAt'] }],
});
