import { getUploadedDocument } from '../../api/generated/sdk-site.gen';
import type { DocumentCalls, DocumentState } from '../../components/documents/send-document';

const addressOf = (sha256: string) => `/api/documents/${sha256}`;

/** The public calls: a document's sender may see it. */
export const labReportCalls: DocumentCalls = {
  put: addressOf,
  get: async (sha256, access, signal) => {
    const { data } = await getUploadedDocument({ path: { sha256 }, query: { access }, signal, throwOnError: true });
    return data;
  },
};

export const labReportPageSrc = ({ file, access }: Extract<DocumentState, { step: 'read' }>, page: number) =>
  `${addressOf(file.sha256)}/pages/${page}.png?access=${encodeURIComponent(access ?? '')}`;
