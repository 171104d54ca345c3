import type { DataSource } from 'typeorm';

/** Finds the messages that mail is about: by their reference, or by their sender's address. */
export const findMailedMessages = (database: DataSource, typed: string) =>
  database.query<{ messageId: string }[]>(
    `SELECT "id" AS "messageId" FROM contact_messages WHERE lower("email") = lower($1)
     UNION SELECT "id" FROM contact_messages WHERE "reference" = upper($1)`,
    [typed],
  );
