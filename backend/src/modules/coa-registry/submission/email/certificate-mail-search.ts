import type { DataSource } from 'typeorm';
import { parseReference } from '../../../../domain/shared/reference.js';

/** Finds the certificates that mail is about: by their reference, or by the submitter's address. */
export const findMailedCertificates = (database: DataSource, typed: string) =>
  database.query<{ certificateId: string }[]>(
    `SELECT "id" AS "certificateId" FROM coa_data WHERE "submittedBy" IS NOT NULL AND lower("submittedBy") = lower($1)
     UNION SELECT "id" FROM coa_data WHERE "reference" = $2`,
    [typed, parseReference(typed)],
  );
