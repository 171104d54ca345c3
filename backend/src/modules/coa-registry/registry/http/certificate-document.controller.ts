import { Controller, Get, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CoaRegistry } from '../../../../domain/coa-registry/coa-registry.js';
import { Public } from '../../../../platform/http/access.js';
import { Operation, PathParam } from '../../../../platform/http/operation.js';
import {
  ApiOriginal,
  ApiPageText,
  ApiPicture,
  DocumentDelivery,
  PageNumber,
} from '../../../documents/document-delivery.http.js';

const Reference = () =>
  PathParam('reference', { description: 'Reference of the certificate', example: 'CB-7K3M-9QXD' });

/** Documents of certificates that are or were published. A withdrawn one keeps its document until staff take that down. */
@ApiTags('Public certificates')
@Controller('api/certificates/:reference/document')
@Public()
export class CertificateDocumentController {
  constructor(
    private readonly registry: CoaRegistry,
    private readonly delivery: DocumentDelivery,
  ) {}

  @Get()
  @Operation(
    "Download the lab's PDF of a certificate",
    'The original, byte by byte as we received it: its SHA-256 is `document.sha256` of `getCertificate`. Open it with care: ' +
      'it comes from a third party. A certificate without a PDF, or whose PDF was removed, is answered 404 ' +
      '`document-not-found`.',
  )
  @ApiOriginal()
  async getCertificateDocument(
    @Reference() reference: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const sha256 = await this.registry.documentOf(reference);
    return this.delivery.file(sha256, reference.toUpperCase(), request, reply, 'public');
  }

  @Get('pages/:number.png')
  @Operation(
    "Get a page of the lab's PDF as a picture",
    'A PNG. `document.pages` of `getCertificate` names the pages that have one.',
  )
  @ApiPicture()
  async getCertificateDocumentPage(
    @Reference() reference: string,
    @PageNumber() number: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    return this.delivery.picture(await this.registry.documentOf(reference), number, request, reply, 'public');
  }

  @Get('pages/:number')
  @Operation(
    "Get the text of a page of the lab's PDF",
    'The lines of the page with their places, as software found them: for screen readers and for searching.',
  )
  @ApiPageText()
  async getCertificateDocumentPageText(@Reference() reference: string, @PageNumber() number: string) {
    return this.delivery.pageText(await this.registry.documentOf(reference), number);
  }
}
