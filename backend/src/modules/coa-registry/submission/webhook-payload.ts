import type { CertificateEvent } from '../../../domain/coa-registry/certificate/certificate-event.js';
import { COMMENT_CODES } from '../../../domain/coa-registry/certificate/review-comment.js';
import type { Warning } from '../../../domain/coa-registry/certificate/warning.js';
import type { CertificateNewsDto } from '../certificate/http/registry-event.dto.js';
import { toWarningDtos } from '../certificate/http/warning.dto.js';

/**
 * The data of a webhook about a certificate, in the format of the partner API: enough to find it and act on it, nothing
 * personal.
 * @param warnings notices about its batch, and incidents of its laboratory
 */
export function webhookPayload(
  { certificate, replacedBy, missingDocument }: CertificateEvent,
  warnings: readonly Warning[],
): CertificateNewsDto {
  const { id, reference, labReportId, batchId, productName, lifecycle, takenBack, version } = certificate;
  return {
    id,
    reference,
    labReportId,
    batchId,
    productName,
    standing: lifecycle,
    takenBack,
    version,
    // The lab withdrew it, whether it was published or not: both events give the reason in the same place.
    rejectionReason: takenBack ? null : certificate.rejectionReason,
    withdrawalReason: takenBack ? certificate.rejectionReason : certificate.withdrawalReason,
    comments: certificate.comments
      .filter(({ settledAt }) => settledAt === null)
      .map(({ code, weight, text }) => ({ code, weight, sentence: COMMENT_CODES[code], text })),
    replacedBy: replacedBy && { id: replacedBy.id, reference: replacedBy.reference, batchId: replacedBy.batchId },
    ...toWarningDtos(warnings),
    missingDocument: missingDocument ?? null,
  };
}
