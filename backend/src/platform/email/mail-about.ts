import type { EntityManager } from 'typeorm';
import type { MailRecord } from '../../domain/shared/personal-data.js';

/** Selects email by the beginning of its kind and by an ID in its payload. */
interface MailFilter {
  readonly kind: string;
  /** The payload's member that has the ID. */
  readonly named: string;
  readonly ids: readonly string[];
}

const MATCHING = `FROM mail_outbox WHERE starts_with("kind", $1) AND "payload"->>$2 = ANY ($3::text[])`;

const valuesOf = ({ kind, named, ids }: MailFilter) => [kind, named, ids];

/** Email about these things in any state, oldest first. */
export const findMail = (manager: EntityManager, about: MailFilter): Promise<MailRecord[]> =>
  manager.query<MailRecord[]>(`SELECT "kind", "createdAt" ${MATCHING} ORDER BY "id"`, valuesOf(about));

/** Deletes email about these things in any state. @returns how many */
export async function deleteMail(manager: EntityManager, about: MailFilter): Promise<number> {
  const [, count] = await manager.query<[unknown, number]>(`DELETE ${MATCHING}`, valuesOf(about));
  return count;
}
