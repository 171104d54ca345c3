import type { EntityManager } from 'typeorm';

/** Locks a lab until the transaction ends, so that checks of per-lab limits don't race. */
export async function lockLab(manager: EntityManager, labId: string): Promise<void> {
  await manager.query(`SELECT 1 FROM partner_labs WHERE "id" = $1 FOR NO KEY UPDATE`, [labId]);
}

/** SQL: whether a partner lab has this name. */
export const isPartnerLab = (key: string) => `EXISTS (SELECT 1 FROM partner_labs WHERE "nameKey" = ${key})`;

/** SQL: what the checks need of the partner lab with an id, or else with a name; no row if there is none. */
export const partnerLab = (id: string, key: string) =>
  `SELECT "id", "name", "website", "reportHosts", "trusted", "suspended" FROM partner_labs
    WHERE "id" = ${id} OR (${id} IS NULL AND "nameKey" = ${key})`;

/** SQL: what the public may know of the partner lab with a name; no row if there is none. */
export const partnerByName = (key: string) =>
  `SELECT "name", "accreditation" FROM partner_labs WHERE "nameKey" = ${key}`;

/** SQL: whether a lab is a sandbox whose key expired before `$1`. Test keys and the labs of live keys are never mixed. */
export const isEndedSandbox = (labId: string) =>
  `${labId} IN (SELECT "labId" FROM partner_keys WHERE starts_with("prefix", 'coa_test_') AND "expiresAt" < $1)`;
