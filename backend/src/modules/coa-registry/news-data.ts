import type { News } from '../../domain/coa-registry/ports.js';
import { COMMENT_CODES } from '../../domain/coa-registry/review-comment.js';
import type { CertificateNewsDto } from './news.dto.js';

/** What a webhook says about a certificate, in the words of the partner API: enough to find it and to act, nothing personal. */
export function newsData({ certificate, replacedBy }: News): CertificateNewsDto {
  const { id, reference, labReportId, batchId, productName, submissionStatus, version } = certificate;
  return {
    ...{ id, reference, labReportId, batchId, productName, standing: submissionStatus, version },
    rejectionReason: certificate.rejectionReason,
    withdrawalReason: certificate.withdrawalReason,
    comments: certificate.comments
      .filter(({ settledAt }) => settledAt === null)
      .map(({ code, weight, text }) => ({ code, weight, sentence: COMMENT_CODES[code], text })),
    replacedBy: replacedBy && { id: replacedBy.id, reference: replacedBy.reference, batchId: replacedBy.batchId },
  };
}
