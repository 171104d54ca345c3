import type { EntityManager } from 'typeorm';

/** Locks a lab until the transaction ends, so that what is counted for it is counted by one transaction at a time. */
export async function lockLab(manager: EntityManager, labId: string): Promise<void> {
  await manager.query(`SELECT 1 FROM partner_labs WHERE "id" = $1 FOR NO KEY UPDATE`, [labId]);
}

/** Whether a partner lab has the name with this key. */
export const isPartnerLab = (key: string) => `EXISTS (SELECT 1 FROM partner_labs WHERE "nameKey" = ${key})`;
