import { Body, Controller, Get, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CertificateNotFound } from '../../../../domain/coa-registry/certificate/certificate-lifecycle.js';
import {
  type CheckedCertificate,
  LabCertificates,
  type Seen,
} from '../../../../domain/coa-registry/labs/lab-certificates.js';
import type { CallingLab } from '../../../../domain/shared/calling-lab.js';
import { InvalidInput } from '../../../../domain/shared/domain-error.js';
import { CurrentLab, PartnerOnly } from '../../../../platform/http/access.js';
import { ApiProblems } from '../../../../platform/http/api-problems.js';
import {
  ApiIfMatch,
  ApiIfNoneMatch,
  ETAG_HEADER,
  entityTag,
  hasTag,
  SeenVersions,
} from '../../../../platform/http/conditional.js';
import {
  ApiIdempotencyKey,
  Idempotency,
  type IdempotentResponse,
  REPLAYED_HEADER,
} from '../../../../platform/http/idempotency.js';
import { Created, Ok, Operation, PathParam, UuidParam } from '../../../../platform/http/operation.js';
import { decodeCursor, PageOf, type PageResponse, pageResponse } from '../../../../platform/http/paging.js';
import { DocumentUploads, TakesPdf } from '../../../documents/document-uploads.http.js';
import { CertificateResults } from '../../certificate/certificate-results.js';
import { labListCursorSchema } from '../../review/http/lab-certificate.dto.js';
import {
  CertificateCheckDto,
  OwnCertificateDto,
  OwnCertificateSummaryDto,
  OwnCertificatesQueryDto,
  pathOf,
  toCertificateCheckDto,
  toOwnCertificateDto,
  toOwnCertificateSummaryDto,
  UPDATED_UNTIL_HEADER,
} from './own-certificate.dto.js';
import {
  labContentOf,
  PartnerAmendmentDto,
  PartnerCertificateDto,
  PartnerWithdrawalDto,
  parseLeniently,
} from './partner-certificate.dto.js';

const CertificateId = () =>
  UuidParam('id', 'Identity of the certificate, as `createCertificate` answered it', CertificateNotFound);

/** A notice about the laboratory changes what is answered, and not the certificate. */
const tagOf = ({ certificate, warnings }: CheckedCertificate) => entityTag(certificate.version, warnings);

const CREATED_HEADERS = {
  ...ETAG_HEADER,
  ...REPLAYED_HEADER,
  Location: {
    description: 'Address of the certificate',
    schema: { type: 'string', example: '/api/partner/certificates/0f8fad5b-d9cb-469f-a165-70867728950e' },
  },
} as const;

@ApiTags('Partner certificates')
@Controller('api/partner')
export class PartnerCertificateController {
  constructor(
    private readonly certificates: LabCertificates,
    private readonly uploads: DocumentUploads,
    private readonly idempotency: Idempotency,
    private readonly results: CertificateResults,
  ) {}

  @Post('certificates')
  @PartnerOnly('certificates:write')
  @Operation(
    'Send one certificate',
    'One certificate from your lab, for one batch of one product. It waits for a reviewer (`standing` is `pending`) ' +
      'until `dueDate`. If your lab is trusted and no finding is an `error`, it is published right away (`approved`). ' +
      'Read it again with `getOwnCertificate`, or let a webhook tell you. A batch can have ' +
      'several reports: another one of yours, with its own `labReportId`, is taken as a retest. The same report again, once ' +
      'it is published, is answered 409 `duplicate-batch`: to correct it, use `amendOwnCertificate`.',
  )
  @ApiIdempotencyKey()
  @Created(OwnCertificateDto, 'Stored: published at once, or waiting for review', CREATED_HEADERS)
  @ApiProblems(409, 422)
  createCertificate(
    @Body() body: PartnerCertificateDto,
    @CurrentLab() lab: CallingLab,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OwnCertificateDto> {
    return this.idempotency.answer(request, reply, async () =>
      this.created(await this.certificates.create(lab, labContentOf(body))),
    );
  }

  // In a route, `::` is a literal colon.
  @Post('certificates::validate')
  @PartnerOnly('certificates:write')
  @Operation(
    'Check a certificate without sending it',
    'Takes the same body as `createCertificate`, reports every error and finding, what follows from your figures, and how they compare with your PDF, as ' +
      '`createCertificate` would, and saves nothing. The answer is 200 ' +
      'as long as the body is a JSON object. It needs no `Idempotency-Key`. A PDF in `documentSha256` is compared if you ' +
      'uploaded it and it is `ready`; one that has not arrived is no error, as in `createCertificate`. It treats the body as a new certificate: ' +
      'if you are about to amend one, its batch is reported as `duplicate`, and you can ignore that.',
  )
  @ApiBody({ type: PartnerCertificateDto })
  @Ok(CertificateCheckDto, 'What would be said')
  async validateCertificate(@Body() body: unknown, @CurrentLab() lab: CallingLab): Promise<CertificateCheckDto> {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw new InvalidInput([{ field: '', message: 'Send a JSON object with the fields for this call' }]);
    }
    const { content, errors } = parseLeniently(body);
    return toCertificateCheckDto(await this.certificates.dryRun(lab, content, errors), this.results);
  }

  @Get('certificates')
  @PartnerOnly('certificates:read')
  @Operation(
    'List your certificates',
    'All certificates you sent, newest first, in any state. Filters can be combined. Follow the `Link` header for the ' +
      'next page until there is none. To ask only for what changed, see `updatedSince`. The analytes and findings are left out here; `getOwnCertificate` has them.',
  )
  @PageOf(OwnCertificateSummaryDto, { headers: UPDATED_UNTIL_HEADER })
  async listOwnCertificates(
    @Query() query: OwnCertificatesQueryDto,
    @CurrentLab() lab: CallingLab,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResponse<OwnCertificateSummaryDto>> {
    const { standing, labReportId, batchId, updatedSince, limit, cursor } = query;
    const page = await this.certificates.list(lab, {
      lifecycle: standing ?? null,
      labReportId: labReportId ?? null,
      batchId: batchId ?? null,
      updatedSince: updatedSince === undefined ? null : new Date(updatedSince),
      limit,
      after: decodeCursor(cursor, labListCursorSchema),
    });
    reply.header('x-updated-until', page.updatedUntil.toISOString());
    return pageResponse(page, toOwnCertificateSummaryDto);
  }

  @Get('certificates/:id')
  @PartnerOnly('certificates:read')
  @Operation(
    'Get one of your certificates',
    'Where it stands, with the comments of reviewers and the findings of our automatic checks. Send the ' +
      '`ETag` you have as `If-None-Match` to get an empty 304 while nothing has changed. Poll once a minute' +
      ' at most, or use a webhook. A certificate of another lab is answered 404 `coa-not-found`.',
  )
  @ApiIfNoneMatch()
  @Ok(OwnCertificateDto, 'The certificate as it is now', ETAG_HEADER)
  @ApiResponse({ status: 304, description: 'Unchanged since the version that you named', headers: ETAG_HEADER })
  async getOwnCertificate(
    @CertificateId() id: string,
    @CurrentLab() lab: CallingLab,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await this.certificates.byId(lab, id);
    const etag = tagOf(found);
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (hasTag(request.headers['if-none-match'], etag.slice(1, -1))) reply.code(304).send();
    else reply.send(toOwnCertificateDto(found, this.results));
  }

  @Put('certificates/:id')
  @PartnerOnly('certificates:write')
  @Operation(
    'Correct a certificate that is not published yet',
    'For a certificate that waits for review, or that a reviewer sent back. Send all fields again, changed or not. One ' +
      'that was sent back (`changes_requested`) then waits for review again, with a new `dueDate`. One that was published ' +
      'or rejected is answered 409 `already-decided`.',
  )
  @ApiIfMatch()
  @Ok(OwnCertificateDto, 'Corrected: waiting for review, or published at once', ETAG_HEADER)
  @ApiProblems(409, 412, 428)
  async correctCertificate(
    @CertificateId() id: string,
    @SeenVersions() seen: Seen,
    @Body() body: PartnerCertificateDto,
    @CurrentLab() lab: CallingLab,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OwnCertificateDto> {
    return this.changed(reply, await this.certificates.correct(lab, id, seen, labContentOf(body)));
  }

  @Put('certificates/:id/document')
  @PartnerOnly('certificates:write')
  @Operation(
    'Send the PDF of a certificate',
    'For a certificate that is not published yet: the PDF becomes its document, in place of another one. Sending the same ' +
      'PDF again changes nothing, also after the certificate was published. Software then reads the PDF, and the checks ' +
      'compare it with your figures; only then is the certificate of a trusted lab published. If it is published or ' +
      'rejected already, the answer is 409 `already-decided`: amend it with the PDF instead.',
  )
  @TakesPdf()
  @Ok(OwnCertificateDto, 'The certificate with its document', ETAG_HEADER)
  @ApiProblems(409, 412)
  async attachOwnDocument(
    @PathParam('id', {
      description: 'Identity or reference of the certificate, as `createCertificate` answered it',
      example: '0f8fad5b-d9cb-469f-a165-70867728950e',
    })
    name: string,
    @CurrentLab() lab: CallingLab,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OwnCertificateDto> {
    const id = await this.certificates.idOf(lab, name);
    const { document } = await this.uploads.fromLab(request, null, lab);
    return this.changed(reply, await this.certificates.attach(lab, id, document.id));
  }

  @Post('certificates/:id/amendments')
  @PartnerOnly('certificates:write')
  @Operation(
    'Replace a published certificate',
    'A published certificate is never overwritten. This creates a new one with a new id that `supersedes` it. ' +
      'Once the new one is published, the old one is `superseded`, and its address says what replaced it and why. Until ' +
      'then it stays as it is. `If-Match` takes the `ETag` of the old one.',
  )
  @ApiIdempotencyKey()
  @ApiIfMatch()
  @Created(
    OwnCertificateDto,
    'The new certificate: it took the place of the old one, or waits for review',
    CREATED_HEADERS,
  )
  @ApiProblems(409, 412, 422, 428)
  amendOwnCertificate(
    @CertificateId() id: string,
    @SeenVersions() seen: Seen,
    @Body() { reason, ...content }: PartnerAmendmentDto,
    @CurrentLab() lab: CallingLab,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OwnCertificateDto> {
    const amendment = { content: labContentOf(content), reason };
    return this.idempotency.answer(request, reply, async () =>
      this.created(await this.certificates.amend(lab, id, seen, amendment)),
    );
  }

  @Post('certificates/:id/withdrawal')
  @PartnerOnly('certificates:write')
  @Operation(
    'Withdraw a certificate',
    'The address of a published certificate keeps working and says that it was withdrawn, and why: your reason is ' +
      'public. One that is not published yet never will be: its `standing` becomes `rejected`, with `takenBack` true. ' +
      'Neither can be undone.',
  )
  @ApiIfMatch()
  @Ok(OwnCertificateDto, 'Withdrawn', ETAG_HEADER)
  @ApiProblems(409, 412, 428)
  async withdrawOwnCertificate(
    @CertificateId() id: string,
    @SeenVersions() seen: Seen,
    @Body() { reason }: PartnerWithdrawalDto,
    @CurrentLab() lab: CallingLab,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OwnCertificateDto> {
    return this.changed(reply, await this.certificates.withdraw(lab, id, seen, reason));
  }

  private created(checked: CheckedCertificate): IdempotentResponse<OwnCertificateDto> {
    const headers = { location: pathOf(checked.certificate), etag: tagOf(checked) };
    return { status: 201, headers, body: toOwnCertificateDto(checked, this.results) };
  }

  private changed(reply: FastifyReply, checked: CheckedCertificate): OwnCertificateDto {
    reply.header('etag', tagOf(checked));
    return toOwnCertificateDto(checked, this.results);
  }
}
