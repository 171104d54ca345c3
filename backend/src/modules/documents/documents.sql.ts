/** SQL: the state of a document that `sha256` names, such as `c."documentId"`; null if there is none. */
export const documentState = (sha256: string) => `(SELECT d."state" FROM documents d WHERE d."id" = ${sha256})`;

/** SQL: the state of a document that this laboratory uploaded; null if it did not, even if others did. */
export const documentStateOfLab = (sha256: string, labId: string) =>
  `(SELECT d."state" FROM documents d JOIN document_labs l ON l."documentId" = d."id"
     WHERE d."id" = ${sha256} AND l."labId" = ${labId})`;

/**
 * SQL: what the public page of a certificate needs of a document, as JSON; null if there is none. Times are texts, and the
 * reading comes without its fingerprint.
 */
export const documentJson = (sha256: string) => `(
  SELECT json_build_object('id', d."id", 'bytes', d."bytes", 'state', d."state", 'refusal', d."refusal",
    'pageCount', d."pageCount", 'receivedAt', d."receivedAt", 'receivedFrom', d."receivedFrom",
    'damagedAt', d."damagedAt", 'removedAt', d."removedAt", 'removalReason', d."removalReason",
    'reading', d."reading" - 'fingerprint')
    FROM documents d WHERE d."id" = ${sha256})`;
