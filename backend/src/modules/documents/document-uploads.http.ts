import { createHmac, hkdfSync } from 'node:crypto';
import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes, ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { DOCUMENT_MAX_BYTES } from '../../domain/documents/document.js';
import type { Documents } from '../../domain/documents/documents.js';
import type { SendingParty } from '../../domain/documents/ports.js';
import type { CallingLab } from '../../domain/shared/calling-lab.js';
import type { StoredDocument } from '../../domain/shared/stored-document.js';
import { ApiProblems } from '../../platform/http/api-problems.js';
import type { StreamedBody } from '../../platform/http/media-types.js';
import { clientKey } from '../../platform/http/rate-limit.js';
import { discardRest, pdfUpload } from './http/pdf-upload.js';
import { UploadPace } from './http/upload-pace.js';
import { UploadSlots } from './upload-slots.js';

const MB = 1024 * 1024;

const PDF: StreamedBody = {
  types: ['application/pdf'],
  mayBeGzip: false,
  explanation: 'Send the PDF itself as the body, with Content-Type: application/pdf.',
};

/** Uploads of one address to one route in a minute, where the partner limits don't apply. */
const UPLOADS_PER_MINUTE = 20;

const EXAMPLE_DIGEST = 'sha-256=:RK/5rwBHkadkDNnXpPEShRexoEhAxYCGbuiTGKCKTgw=:';

/** A route whose body is a PDF. */
export const TakesPdf = () =>
  applyDecorators(
    RouteConfig({ streamedBody: PDF, requestsPerMinute: UPLOADS_PER_MINUTE }),
    ApiConsumes('application/pdf'),
    ApiBody({
      description: `The bytes of the PDF, at most ${DOCUMENT_MAX_BYTES / MB} MB, sent with \`Content-Length\``,
      schema: { type: 'string', format: 'binary', example: '%PDF-1.7 …' },
    }),
    ApiHeader({
      name: 'Content-Digest',
      required: true,
      description:
        'The SHA-256 of the file in base64, as RFC 9530 has it. It must be the hash in the address. What arrives is compared ' +
        'with it; if it differs, nothing is kept',
      schema: { type: 'string', minLength: 1, example: EXAMPLE_DIGEST },
    }),
    ApiProblems(413, 415, 422),
  );

interface Received {
  readonly document: StoredDocument;
  /** Whether it arrived for the first time. */
  readonly isNew: boolean;
}

/** Receives PDFs from requests whose route is marked `TakesPdf`. */
export class DocumentUploads {
  private readonly key: Uint8Array;
  private readonly slots = new UploadSlots();

  /**
   * @param countsAddresses false where visitors' addresses are not limited
   * @param stallMs how long a sender may pause
   */
  constructor(
    private readonly documents: Documents,
    secret: string,
    private readonly countsAddresses: boolean,
    private readonly stallMs: number,
  ) {
    this.key = new Uint8Array(hkdfSync('sha256', secret, '', 'document quotas', 32));
  }

  /** @param sha256 the hash in the address of the request */
  fromVisitor(request: FastifyRequest, sha256: string): Promise<Received> {
    // A copy of the database must not reveal addresses in the counts.
    const sender = createHmac('sha256', this.key).update(clientKey(request)).digest('base64url');
    return this.receive(request, sha256, { from: 'submitter', labId: null, sender, isLimited: this.countsAddresses });
  }

  /** @param sha256 null where the address does not name it: then `Content-Digest` does */
  fromLab(request: FastifyRequest, sha256: string | null, { id }: CallingLab): Promise<Received> {
    return this.receive(request, sha256, { from: 'lab', labId: id, sender: id, isLimited: true });
  }

  fromStaff(request: FastifyRequest, sha256: string): Promise<Received> {
    return this.receive(request, sha256, { from: 'staff', labId: null, sender: null, isLimited: false });
  }

  private async receive(request: FastifyRequest, sha256: string | null, party: SendingParty): Promise<Received> {
    const pace = new UploadPace(this.stallMs);
    const upload = pdfUpload(request, sha256, pace);
    const { sender, from } = party;
    try {
      return await this.slots.run({ sender, isVisitor: from === 'submitter', pace }, () =>
        this.documents.receive(upload, party),
      );
    } finally {
      void discardRest(request, upload);
    }
  }
}
