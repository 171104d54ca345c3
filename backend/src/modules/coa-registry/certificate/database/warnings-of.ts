import { NOT_TO_DRINK } from '../../../../domain/coa-registry/certificate/batch-notice.js';
import { brandIdOf } from '../../../brands/brands.sql.js';
import { isCoveredBy, labIncidentsOf } from './lab-incidents-of.js';

/** Whether a batch `nb` of a notice is that of a certificate, whichever of its names the brand had then. */
export const isBatchOf = (row: string) => `nb."batchKey" = ${row}."batchKey" AND (nb."brandKey" = ${row}."brandKey"
  OR ${brandIdOf('nb."brandKey"')} = coalesce(${row}."brandId", ${brandIdOf(`${row}."brandKey"`)}))`;

/** Current notices `notice` with the batches `nb` that they are about. */
const CURRENT_NOTICES = `notice_batches nb JOIN notices notice
    ON notice."id" = nb."noticeId" AND nb."isCurrent" AND notice."state" IN ('published', 'updated')`;

/** The current notices about the batch of a certificate, the newest first. */
export const noticesOf = (row: string) => `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', notice."number",
    'kind', notice."content"->'kind', 'sourceName', notice."content"->'sourceName', 'sourceNumber', notice."content"->'sourceNumber',
    'summary', notice."content"->'summary', 'sourceUrl', notice."content"->'references'->0->'url',
    'sourceDate', notice."content"->'references'->0->'date') ORDER BY notice."publishedAt" DESC, notice."id"), '[]')
  FROM ${CURRENT_NOTICES} WHERE ${isBatchOf(row)})`;

/** `Warning` of the domain: notices about its batch, then incidents of its laboratory. */
export const warningsOf = (row: string) => `(${noticesOf(row)} || ${labIncidentsOf(row)}::jsonb)`;

/** Whether there are any. Subqueries of one row: they are looked up and never hashed. */
export const isWarnedAbout = (row: string) =>
  `((SELECT true FROM lab_incidents i WHERE ${isCoveredBy(row)} LIMIT 1) IS TRUE
    OR (SELECT true FROM ${CURRENT_NOTICES} WHERE ${isBatchOf(row)} LIMIT 1) IS TRUE)`;

/** `columns` of the certificates `c` that meet the condition and that a notice says not to drink. */
export const toldNotToDrink = (columns: string, condition: string) => `
  SELECT ${columns} FROM ${CURRENT_NOTICES} AND notice."content"->>'kind' IN (${[...NOT_TO_DRINK].map((kind) => `'${kind}'`)})
    JOIN coa_data c ON ${isBatchOf('c')} WHERE ${condition}`;

/** `columns` of the certificates `c` that meet the condition and that a warning is about, each once for a warning. */
export const warnedAbout = (columns: string, condition: string) => `
  SELECT ${columns} FROM lab_incidents i JOIN coa_data c ON ${isCoveredBy('c')} WHERE ${condition}
  UNION ALL SELECT ${columns} FROM ${CURRENT_NOTICES} JOIN coa_data c ON ${isBatchOf('c')} WHERE ${condition}`;
