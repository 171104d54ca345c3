import type { CertificateEvent } from '../../../domain/coa-registry/certificate/certificate-event.js';
import type { IncidentNotice } from '../../../domain/coa-registry/certificate/lab-incident.js';
import { COMMENT_CODES } from '../../../domain/coa-registry/certificate/review-comment.js';
import { toLabIncidentNoticeDto } from '../certificate/http/lab-incident.dto.js';
import type { CertificateNewsDto } from '../certificate/http/registry-event.dto.js';

/**
 * The data of a webhook about a certificate, in the format of the partner API: enough to find it and act on it, nothing
 * personal.
 * @param labIncidents open incidents of its laboratory that cover it
 */
export function webhookPayload(
  { certificate, replacedBy, missingDocument }: CertificateEvent,
  labIncidents: readonly IncidentNotice[],
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
    labIncidents: labIncidents.map(toLabIncidentNoticeDto),
    missingDocument: missingDocument ?? null,
  };
}
