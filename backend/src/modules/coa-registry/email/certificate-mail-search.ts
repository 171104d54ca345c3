import { parseReference } from '../../../domain/shared/reference.js';
import { mailSubjectFinder } from '../../../platform/email/mail-subject-finder.js';

/** Finds the certificates that mail is about: by their reference, or by the submitter's address. */
export const certificateMailSearch = mailSubjectFinder((database, typed) =>
  database.query<{ certificateId: string }[]>(
    `SELECT "id" AS "certificateId" FROM coa_data WHERE "submittedBy" IS NOT NULL AND lower("submittedBy") = lower($1)
     UNION SELECT "id" FROM coa_data WHERE "reference" = $2`,
    [typed, parseReference(typed)],
  ),
);
