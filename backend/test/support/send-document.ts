import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import { uploadDocument, uploadOwnDocument } from '../../../frontend/src/api/generated/sdk.gen.js';
import { digestOf, sha256Of } from './tiny-pdf.js';

const pdfOf = (content: Buffer) => new Blob([new Uint8Array(content)], { type: 'application/pdf' });

/** Sends a PDF as the public form does. */
export const sendDocument = (
  client: Client,
  content: Buffer,
  { sha256 = sha256Of(content), digest = digestOf(content) } = {},
) =>
  uploadDocument({
    client,
    path: { sha256 },
    headers: { 'Content-Digest': digest },
    body: pdfOf(content),
    bodySerializer: null,
  });

/** Sends a PDF as a lab does. */
export const sendLabDocument = (client: Client, content: Buffer) =>
  uploadOwnDocument({
    client,
    path: { sha256: sha256Of(content) },
    headers: { 'Content-Digest': digestOf(content) },
    body: pdfOf(content),
    bodySerializer: null,
  });
