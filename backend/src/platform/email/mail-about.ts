import type { EntityManager } from 'typeorm';
import type { MailRecord } from '../../domain/shared/personal-data.js';

/** Which mail is meant: its kind begins so, and its payload names one of these things. */
export interface MailFilter {
  readonly kind: string;
  /** Member of the payload. */
  readonly named: string;
  readonly ids: readonly string[];
}

const MEANT = `FROM mail_outbox WHERE starts_with("kind", $1) AND "payload"->>$2 = ANY ($3::text[])`;

const valuesOf = ({ kind, named, ids }: MailFilter) => [kind, named, ids];

/** Mail about these things, whether it was sent or not, oldest first. */
export const findMail = (manager: EntityManager, about: MailFilter): Promise<MailRecord[]> =>
  manager.query<MailRecord[]>(`SELECT "kind", "createdAt" ${MEANT} ORDER BY "id"`, valuesOf(about));

/** Takes mail about these things out of the outbox, whether it was sent or not. @returns how much there was */
export async function deleteMail(manager: EntityManager, about: MailFilter): Promise<number> {
  const [, count] = await manager.query<[unknown, number]>(`DELETE ${MEANT}`, valuesOf(about));
  return count;
}
