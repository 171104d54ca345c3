import { Readable } from 'node:stream';
import { UnsupportedMediaTypeException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DOCUMENT_MAX_BYTES } from '../../../domain/documents/document.js';
import type { DocumentUpload } from '../../../domain/documents/documents.js';
import { DocumentDigestDiffers } from '../../../domain/documents/ports.js';
import { domainError, InvalidInput } from '../../../domain/shared/domain-error.js';
import { SHA256 } from '../../../domain/shared/stored-document.js';
import { verified } from '../chunks.js';
import type { UploadPace } from './upload-pace.js';

export class ContentDigestMissing extends domainError(
  'invalid',
  'content-digest-missing',
  'Send the SHA-256 of the file in the header Content-Digest, as sha-256=:<base64>: (RFC 9530).',
) {}

export class ContentDigestMalformed extends domainError(
  'invalid',
  'content-digest-malformed',
  'Write Content-Digest as sha-256=:<base64>: with the 32 bytes of the SHA-256 in base64 (RFC 9530).',
) {}

export class ContentLengthMissing extends domainError(
  'invalid',
  'content-length-missing',
  'Send the size of the file in the header Content-Length.',
) {}

export class DocumentTooLarge extends domainError(
  'too-large',
  'document-too-large',
  'A document can be at most 10 MB.',
) {}

export class DocumentNotAPdf extends domainError(
  'unprocessable',
  'document-not-a-pdf',
  "This file isn't a PDF: it doesn't begin with %PDF-. We kept nothing.",
) {}

/**
 * Checks the headers of an upload. Nothing of the body is read yet.
 * @param sha256 the hash in the address; null to take the one in the header
 * @param pace watches how fast it arrives
 * @throws InvalidInput, ContentDigestMissing, ContentDigestMalformed, ContentLengthMissing, DocumentTooLarge, DocumentDigestDiffers
 */
export function pdfUpload(request: FastifyRequest, sha256: string | null, pace: UploadPace): DocumentUpload {
  if (!(request.body instanceof Readable)) throw new UnsupportedMediaTypeException();
  if (sha256 !== null && !SHA256.test(sha256)) throw new InvalidInput([{ field: 'sha256', message: HASH_EXPECTED }]);
  const digest = digestOf(request.headers['content-digest']?.toString());
  if (sha256 !== null && digest !== sha256) throw new DocumentDigestDiffers();
  const bytes = lengthOf(request.headers['content-length']);
  return { sha256: digest, bytes, content: verified(digest, bytes, startingAsPdf(pace.passOn(request.body))) };
}

const HASH_EXPECTED = 'The address must end with the SHA-256 of the file: 64 hex digits in lower case';

/** The digest of other algorithms beside it is not read. */
const SHA256_DIGEST = /(?:^|,)[ \t]*sha-256=:([A-Za-z0-9+/]{43}=):[ \t]*(?:,|;|$)/;

function digestOf(header: string | undefined): string {
  if (header === undefined || header.trim() === '') throw new ContentDigestMissing();
  const base64 = SHA256_DIGEST.exec(header)?.[1];
  if (base64 === undefined) throw new ContentDigestMalformed();
  return Buffer.from(base64, 'base64').toString('hex');
}

function lengthOf(header: string | undefined): number {
  if (header === undefined) throw new ContentLengthMissing();
  const bytes = Number(header);
  if (bytes > DOCUMENT_MAX_BYTES) throw new DocumentTooLarge();
  return bytes;
}

const SIGNATURE = Buffer.from('%PDF-');

/** Passes content on if it begins like a PDF. @throws DocumentNotAPdf */
async function* startingAsPdf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start = Buffer.alloc(0);
  for await (const piece of content) {
    if (start.length >= SIGNATURE.length) yield piece;
    else {
      start = Buffer.concat([start, piece]);
      if (start.length < SIGNATURE.length) continue;
      if (!start.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new DocumentNotAPdf();
      yield start;
    }
  }
  if (start.length < SIGNATURE.length) throw new DocumentNotAPdf();
}

/** Reads the rest of a refused upload: most clients read the response only after they have sent everything. */
export async function discardRest({ body }: FastifyRequest, { content }: DocumentUpload): Promise<void> {
  await (content as AsyncGenerator<Uint8Array>).return?.(undefined).catch(() => {});
  if (body instanceof Readable) body.resume();
}
