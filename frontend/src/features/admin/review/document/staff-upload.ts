import { getDocumentReading } from '../../../../api/generated/sdk-staff.gen';
import type { DocumentCalls } from '../../../../components/documents/send-document';

/** How staff send a document: their session lets them see it. */
export const staffUpload: DocumentCalls = {
  put: (sha256) => `/api/staff/documents/${sha256}`,
  get: async (sha256, _access, signal) => {
    const { data } = await getDocumentReading({ path: { sha256 }, signal, throwOnError: true });
    return data;
  },
};
