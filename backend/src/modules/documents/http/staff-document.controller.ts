import { Body, Controller, Get, Post, Put, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Documents } from '../../../domain/documents/documents.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { REMOVAL_REASONS, type RemovalReason } from '../../../domain/shared/stored-document.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { RequiredLines } from '../../../platform/http/fields.js';
import { Accepted, Ok, Operation } from '../../../platform/http/operation.js';
import { ApiOriginal, ApiPageText, ApiPicture, DocumentDelivery, PageNumber } from '../document-delivery.http.js';
import { DocumentUploads, TakesPdf } from '../document-uploads.http.js';
import { DocumentDto, DocumentHash, SentHash, toDocumentDto } from './document.dto.js';
import { DocumentReadingDto, type PageTextDto, toDocumentReadingDto } from './document-reading.dto.js';

const TEXT_MAX = 1_000;

class TakedownDto {
  @ApiProperty({
    description: 'Why, as the public reads it',
    enum: REMOVAL_REASONS,
    enumName: 'DocumentRemovalReason',
    example: 'personal-data',
  })
  @IsIn(REMOVAL_REASONS, { message: `reason must be one of ${REMOVAL_REASONS.join(', ')}` })
  reason!: RemovalReason;

  @RequiredLines('The reason in words', TEXT_MAX, {
    description: 'What led to it, for other staff and the audit log. Never public',
    example: 'The lab asked us to: page 2 shows the home address of a sampler.',
  })
  text!: string;
}

@ApiTags('Staff documents')
@Controller('api/staff/documents/:sha256')
@StaffOnly('reviewer')
export class StaffDocumentController {
  constructor(
    private readonly documents: Documents,
    private readonly uploads: DocumentUploads,
    private readonly delivery: DocumentDelivery,
  ) {}

  @Put()
  @Operation(
    'Upload a PDF as staff',
    'For a PDF that came by another way, such as email. Attach it to a submission or an amendment afterwards.',
  )
  @TakesPdf()
  @Ok(DocumentDto, 'The document, whether it was there before or not')
  async uploadStaffDocument(@SentHash() sha256: string, @Req() request: FastifyRequest): Promise<DocumentDto> {
    const { document } = await this.uploads.fromStaff(request, sha256);
    return toDocumentDto(document, await this.documents.readingOf(sha256));
  }

  @Get()
  @Operation(
    'Get a document and what software read from it',
    'Also for documents that were refused or taken down: then `refusal` says why.',
  )
  @Ok(DocumentReadingDto, 'The document, and what was read')
  async getDocumentReading(@DocumentHash() sha256: string): Promise<DocumentReadingDto> {
    return toDocumentReadingDto(await this.documents.document(sha256), await this.documents.readingOf(sha256));
  }

  @Get('pages/:number.png')
  @Operation('Get a page as a picture', 'A PNG, once the document is `ready`; `pages` names the pages that have one.')
  @ApiPicture()
  getDocumentPage(
    @DocumentHash() sha256: string,
    @PageNumber() number: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    return this.delivery.picture(sha256, number, request, reply);
  }

  @Get('pages/:number')
  @Operation('Get the text of a page', 'Its lines with their places on the page, for searching and marking.')
  @ApiPageText()
  getDocumentPageText(@DocumentHash() sha256: string, @PageNumber() number: string): Promise<PageTextDto> {
    return this.delivery.pageText(sha256, number);
  }

  @Get('file')
  @Operation(
    'Download a document',
    'The original, byte by byte as it was sent. Open it with care: it comes from a third party.',
  )
  @ApiOriginal()
  getDocumentFile(
    @DocumentHash() sha256: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    return this.delivery.file(sha256, sha256.slice(0, 12), request, reply);
  }

  @Post('reading')
  @Operation(
    'Read a document again',
    'Queues it for the reader, for instance after the reader was improved. One whose bytes are gone is answered 409 ' +
      '`document-not-kept`.',
  )
  @Accepted(DocumentDto, 'Queued')
  @ApiProblems(409)
  async requestDocumentReading(@DocumentHash() sha256: string, @CurrentActor() actor: Actor): Promise<DocumentDto> {
    const document = await this.documents.readAgain(sha256, actor);
    return toDocumentDto(document, await this.documents.readingOf(sha256));
  }

  @Post('takedown')
  @Operation(
    'Take a document down',
    'Deletes its bytes, pictures and reading for good. Its hash, the reason and an entry in the audit log stay, and the ' +
      'public page says why it is gone. The same file is not taken again. One that is gone already is answered 409 ' +
      '`document-not-kept`.',
  )
  @Ok(DocumentDto, 'Taken down')
  @ApiProblems(409)
  async takeDownDocument(
    @DocumentHash() sha256: string,
    @Body() { reason, text }: TakedownDto,
    @CurrentActor() actor: Actor,
  ): Promise<DocumentDto> {
    return toDocumentDto(await this.documents.takeDown(sha256, reason, text, actor), null);
  }
}
