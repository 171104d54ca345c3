import { z } from 'zod';
import { isCalendarDay } from '../../../domain/coa-registry/certificate.js';
import { CERTIFICATE_STATUSES, PANEL_VERDICTS } from '../../../domain/coa-registry/test-results.js';
import { isPlainText } from '../../../platform/http/fields.js';
import type { PartnerCertificateDto } from './partner-certificate.dto.js';
import { ANALYTE_PANELS } from './test-results.dto.js';

const text = (max: number) =>
  z
    .string()
    .regex(/^\S(?:[\s\S]*\S)?$/)
    .max(max)
    .refine(isPlainText);
const amount = z.number().nonnegative().max(1_000_000_000).nullable().default(null);
const milligrams = z
  .number()
  .min(0)
  .max(1000)
  .refine((mg) => Number(mg.toFixed(2)) === mg);
const verdict = z.enum(PANEL_VERDICTS);
const address = z
  .string()
  .regex(/^https?:\/\/(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,20}(?:\/[a-z0-9./_-]*)?$/)
  .max(200);

const PlainCertificate = z.strictObject({
  brandName: text(120),
  productName: text(200),
  batchId: text(100),
  thcContent: milligrams,
  cbdContent: milligrams,
  testDate: z.string().refine(isCalendarDay),
  labReportId: text(100),
  status: z.enum(CERTIFICATE_STATUSES),
  panels: z.strictObject({
    pesticides: verdict,
    heavyMetals: verdict,
    microbials: verdict,
    residualSolvents: verdict,
  }),
  website: address.optional(),
  coaFileUrl: address.optional(),
  notes: text(2000).optional(),
  analytes: z
    .array(
      z.strictObject({
        panel: z.enum(ANALYTE_PANELS),
        name: text(200),
        valueText: text(200),
        value: amount,
        unit: text(50).optional(),
        lod: amount,
        loq: amount,
        limit: amount,
        method: text(200).optional(),
      }),
    )
    .max(500)
    .default([]),
});

/**
 * Most lines of a file hold nothing unusual. Checking those takes a tenth of the time that {@link PartnerCertificateDto}
 * takes, whose word is the last on every line that is not recognised here: this accepts nothing that it refuses.
 */
export function fastPathParse(sent: object): PartnerCertificateDto | null {
  return PlainCertificate.safeParse(sent).data ?? null;
}
