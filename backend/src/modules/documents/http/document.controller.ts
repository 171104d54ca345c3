import { Controller, Get, Put, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DocumentNotFound } from '../../../domain/documents/document.js';
import { Documents } from '../../../domain/documents/documents.js';
import { Clock } from '../../../domain/shared/ports.js';
import { Public } from '../../../platform/http/access.js';
import { OptionalText } from '../../../platform/http/fields.js';
import { Ok, Operation } from '../../../platform/http/operation.js';
import { DocumentAccess } from '../document-access.http.js';
import { ApiPicture, DocumentDelivery, PageNumber } from '../document-delivery.http.js';
import { DocumentUploads, TakesPdf } from '../document-uploads.http.js';
import { DocumentHash, DocumentUploadDto, SentHash, toDocumentDto } from './document.dto.js';
import { DocumentReadingDto, toDocumentReadingDto } from './document-reading.dto.js';

/** Long enough for filling in the form the next morning. */
const ACCESS_MS = 24 * 3_600_000;

class DocumentAccessQueryDto {
  @OptionalText('access', 100, {
    description: 'The `access` of the answer to the upload',
    example: 't4k2hs.9f8yUqk3bJ0m8o3Qv3m0m5J1kqJm0m2x3v4c5b6n7a8',
  })
  access?: string;
}

/** For the public form. It doesn't reveal what others sent: only a sender who has the bytes gets a token. */
@ApiTags('Public documents')
@Controller('api/documents')
@Public()
export class DocumentController {
  constructor(
    private readonly documents: Documents,
    private readonly uploads: DocumentUploads,
    private readonly delivery: DocumentDelivery,
    private readonly access: DocumentAccess,
    private readonly clock: Clock,
  ) {}

  @Put(':sha256')
  @Operation(
    "Upload a lab's PDF",
    'Stores the file under its SHA-256, before or after you submit the certificate. Software then reads it: follow that ' +
      'with `getUploadedDocument`. Sending the same file again is fine. A file that no submission refers to is deleted ' +
      'after 7 days.',
  )
  @TakesPdf()
  @Ok(DocumentUploadDto, 'The document, whether it was there before or not')
  async uploadDocument(
    @SentHash() sha256: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DocumentUploadDto> {
    const { document } = await this.uploads.fromVisitor(request, sha256);
    reply.header('cache-control', 'no-store');
    const reading = await this.documents.readingOf(sha256);
    const access = this.access.grant(sha256, new Date(this.clock.now().getTime() + ACCESS_MS));
    return { ...toDocumentDto(document, reading), access };
  }

  @Get(':sha256')
  @Operation(
    'Get what software read from your PDF',
    'Ask again every second or two until `state` is `ready`, `unreadable` or `refused`; most files take two seconds. ' +
      'Without a valid `access` the answer is 404 `document-not-found`.',
  )
  @Ok(DocumentReadingDto, 'The document, and what was read')
  async getUploadedDocument(
    @DocumentHash() sha256: string,
    @Query() { access }: DocumentAccessQueryDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DocumentReadingDto> {
    this.assertGranted(sha256, access);
    reply.header('cache-control', 'no-store');
    return toDocumentReadingDto(await this.documents.document(sha256), await this.documents.readingOf(sha256));
  }

  @Get(':sha256/pages/:number.png')
  @Operation(
    'Get a page of your PDF as a picture',
    'A PNG, once the document is `ready`; `pages` names the pages that have one. Without a valid `access` the answer is ' +
      '404 `document-not-found`.',
  )
  @ApiPicture()
  getUploadedPage(
    @DocumentHash() sha256: string,
    @PageNumber() number: string,
    @Query() { access }: DocumentAccessQueryDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    this.assertGranted(sha256, access);
    return this.delivery.picture(sha256, number, request, reply);
  }

  private assertGranted(sha256: string, access = ''): void {
    if (!this.access.isGranted(access, sha256, this.clock.now())) throw new DocumentNotFound();
  }
}
