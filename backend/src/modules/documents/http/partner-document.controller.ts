import { Controller, Get, Post, Put, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Documents } from '../../../domain/documents/documents.js';
import type { CallingLab } from '../../../domain/shared/calling-lab.js';
import { CurrentLab, PartnerOnly } from '../../../platform/http/access.js';
import { Accepted, Created, Ok, Operation } from '../../../platform/http/operation.js';
import { DocumentUploads, TakesPdf } from '../document-uploads.http.js';
import { DocumentDto, DocumentHash, SentHash, toDocumentDto } from './document.dto.js';
import { DocumentReadingDto, toDocumentReadingDto } from './document-reading.dto.js';

@ApiTags('Partner documents')
@Controller('api/partner/documents')
export class PartnerDocumentController {
  constructor(
    private readonly documents: Documents,
    private readonly uploads: DocumentUploads,
  ) {}

  @Put(':sha256')
  @PartnerOnly('certificates:write')
  @Operation(
    'Upload the PDF of a certificate',
    'Stores the file under its SHA-256, before or after the certificate that refers to it. Sending the same file again ' +
      'changes nothing and is answered 200. A file that no certificate refers to is deleted after 7 days.',
  )
  @TakesPdf()
  @Ok(DocumentDto, 'It was there already')
  @Created(DocumentDto, 'Stored; it will be read within minutes')
  async uploadOwnDocument(
    @SentHash() sha256: string,
    @CurrentLab() lab: CallingLab,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DocumentDto> {
    const { document, isNew } = await this.uploads.fromLab(request, sha256, lab);
    reply.code(isNew ? 201 : 200).header('location', `/api/partner/documents/${sha256}`);
    return toDocumentDto(document, await this.documents.readingOf(sha256));
  }

  @Get(':sha256')
  @PartnerOnly('certificates:read')
  @Operation(
    'Get one of your documents',
    'Whether it was read, and if not, why. A document that you never sent is answered 404 `document-not-found`.',
  )
  @Ok(DocumentDto, 'The document')
  async getOwnDocument(@DocumentHash() sha256: string, @CurrentLab() lab: CallingLab): Promise<DocumentDto> {
    const document = await this.documents.ofLab(sha256, lab.id);
    return toDocumentDto(document, await this.documents.readingOf(sha256));
  }
  @Post(':sha256/reading')
  @PartnerOnly('certificates:read')
  @Operation(
    'Get what software read from one of your documents',
    'To compare it with your own system before we do. It changes nothing, so you can ask again. While `state` is ' +
      '`received` or `reading` the answer is 202; most files take two seconds. It is what software read, not what a ' +
      'person confirmed. A document that you never sent is answered 404 `document-not-found`.',
  )
  @Accepted(DocumentReadingDto, 'Not read yet: ask again in a second or two')
  @Ok(DocumentReadingDto, 'What was read; if it was not, `refusal` says why')
  async readOwnDocument(
    @DocumentHash() sha256: string,
    @CurrentLab() lab: CallingLab,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DocumentReadingDto> {
    const document = await this.documents.ofLab(sha256, lab.id);
    const isWaiting = document.state === 'received' || document.state === 'reading';
    reply.code(isWaiting ? 202 : 200);
    return toDocumentReadingDto(document, await this.documents.readingOf(sha256));
  }
}
