import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Put, Query, Req, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CertificateNotFound } from '../../../domain/coa-registry/coa-registry.js';
import { type CheckedCertificate, LabCertificates, type Seen } from '../../../domain/coa-registry/lab-certificates.js';
import type { CallingLab } from '../../../domain/shared/calling-lab.js';
import { InvalidInput } from '../../../domain/shared/domain-error.js';
import { CurrentLab, PartnerOnly } from '../../../platform/http/access.js';
import { ApiPartnerProblems } from '../../../platform/http/api-problems.js';
import {
  ApiIfMatch,
  ApiIfNoneMatch,
  ETAG_HEADER,
  entityTag,
  hasVersion,
  SeenVersions,
} from '../../../platform/http/conditional.js';
import {
  ApiIdempotencyKey,
  Idempotency,
  type IdempotentResponse,
  REPLAYED_HEADER,
} from '../../../platform/http/idempotency.js';
import { ApiPage, decodeCursor, encodeCursor, sendPageHeaders } from '../../../platform/http/paging.js';
import { labListCursorSchema } from './lab-certificate.dto.js';
import {
  CertificateCheckDto,
  OwnCertificateDto,
  OwnCertificateSummaryDto,
  OwnCertificatesQueryDto,
  pathOf,
  toCertificateCheckDto,
  toOwnCertificateDto,
  toOwnCertificateSummaryDto,
} from './own-certificate.dto.js';
import {
  labContentOf,
  PartnerAmendmentDto,
  PartnerCertificateDto,
  PartnerWithdrawalDto,
  parseLeniently,
} from './partner-certificate.dto.js';

/** An id that is not a UUID is answered as not found. */
const KnownId = new ParseUUIDPipe({ exceptionFactory: () => new CertificateNotFound() });

const ApiCertificateId = () =>
  ApiParam({
    name: 'id',
    description: 'Identity of the certificate, as `createCertificate` answered it',
    example: '0f8fad5b-d9cb-469f-a165-70867728950e',
  });

const CREATED_HEADERS = {
  ...ETAG_HEADER,
  ...REPLAYED_HEADER,
  Location: {
    description: 'Address of the certificate',
    schema: { type: 'string', example: '/api/partner/certificates/0f8fad5b-d9cb-469f-a165-70867728950e' },
  },
} as const;

const ApiCreated = (description: string) =>
  ApiCreatedResponse({ description, type: OwnCertificateDto, headers: CREATED_HEADERS });

const ApiChanged = (description: string) =>
  ApiOkResponse({ description, type: OwnCertificateDto, headers: ETAG_HEADER });

@ApiTags('Partner certificates')
@Controller('api/partner')
export class PartnerCertificateController {
  constructor(
    private readonly certificates: LabCertificates,
    private readonly idempotency: Idempotency,
  ) {}

  @Post('certificates')
  @PartnerOnly('certificates:write')
  @ApiOperation({
    operationId: 'createCertificate',
    summary: 'Send one certificate',
    description:
      'One certificate from your lab, for one batch of one product. It waits for a reviewer (`standing` is `pending`) ' +
      'until `dueDate`. If your lab is trusted and no finding is an `error`, it is published right away (`approved`). ' +
      'Read it again with `getOwnCertificate`, or let a webhook tell you. If the brand already has a published ' +
      'certificate for this batch, the answer is 409 `duplicate-batch`. To correct a published one, use ' +
      '`amendOwnCertificate`.',
  })
  @ApiIdempotencyKey()
  @ApiCreated('Stored: published at once, or waiting for review')
  @ApiPartnerProblems(400, 409, 413, 415, 422)
  create(
    @Body() body: PartnerCertificateDto,
    @CurrentLab() lab: CallingLab,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OwnCertificateDto> {
    return this.idempotency.answer(request, reply, async () =>
      created(await this.certificates.create(lab, labContentOf(body))),
    );
  }

  // In a route, `::` is a literal colon.
  @Post('certificates::validate')
  @HttpCode(200)
  @PartnerOnly('certificates:write')
  @ApiOperation({
    operationId: 'validateCertificate',
    summary: 'Check a certificate without sending it',
    description:
      'Takes the same body as `createCertificate`, reports every error and finding, and saves nothing. The answer is 200 ' +
      'as long as the body is a JSON object. It needs no `Idempotency-Key`. It treats the body as a new certificate: ' +
      'if you are about to amend one, its batch is reported as `duplicate`, and you can ignore that.',
  })
  @ApiBody({ type: PartnerCertificateDto })
  @ApiOkResponse({ description: 'What would be said', type: CertificateCheckDto })
  @ApiPartnerProblems(400, 413, 415)
  async validate(@Body() body: unknown, @CurrentLab() lab: CallingLab): Promise<CertificateCheckDto> {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw new InvalidInput([{ field: '', message: 'Send a JSON object with the fields for this call' }]);
    }
    const { content, errors } = parseLeniently(body);
    return toCertificateCheckDto(await this.certificates.dryRun(lab, content, errors));
  }

  @Get('certificates')
  @PartnerOnly('certificates:read')
  @ApiOperation({
    operationId: 'listOwnCertificates',
    summary: 'List your certificates',
    description:
      'All certificates you sent, newest first, in any state. Filters can be combined. Follow the `Link` header for the ' +
      'next page until there is none. The analytes and findings are left out here; `getOwnCertificate` has them.',
  })
  @ApiPage({ description: 'One page', type: [OwnCertificateSummaryDto] })
  @ApiPartnerProblems(400)
  async list(
    @Query() query: OwnCertificatesQueryDto,
    @CurrentLab() lab: CallingLab,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OwnCertificateSummaryDto[]> {
    const { standing, labReportId, batchId, limit, cursor } = query;
    const after = cursor === undefined ? null : decodeCursor(cursor, labListCursorSchema);
    const filters = { lifecycle: standing ?? null, labReportId: labReportId ?? null, batchId: batchId ?? null };
    const page = await this.certificates.list(lab, { ...filters, limit, after });
    sendPageHeaders(request, reply, page, encodeCursor);
    return page.items.map(toOwnCertificateSummaryDto);
  }

  @Get('certificates/:id')
  @PartnerOnly('certificates:read')
  @ApiOperation({
    operationId: 'getOwnCertificate',
    summary: 'Get one of your certificates',
    description:
      'Where it stands, with the comments of reviewers and the findings of our automatic checks. Send the ' +
      '`ETag` you have as `If-None-Match` to get an empty 304 while nothing has changed. Poll once a minute' +
      ' at most, or use a webhook. A certificate of another lab is answered 404 `coa-not-found`.',
  })
  @ApiCertificateId()
  @ApiIfNoneMatch()
  @ApiChanged('The certificate as it is now')
  @ApiResponse({ status: 304, description: 'Unchanged since the version that you named', headers: ETAG_HEADER })
  @ApiPartnerProblems(400, 404)
  async byId(
    @Param('id', KnownId) id: string,
    @CurrentLab() lab: CallingLab,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await this.certificates.byId(lab, id);
    const { version } = found.certificate;
    reply.header('etag', entityTag(version)).header('cache-control', 'private, no-cache');
    if (hasVersion(request.headers['if-none-match'], version)) reply.code(304).send();
    else reply.send(toOwnCertificateDto(found));
  }

  @Put('certificates/:id')
  @PartnerOnly('certificates:write')
  @ApiOperation({
    operationId: 'correctCertificate',
    summary: 'Correct a certificate that is not published yet',
    description:
      'For a certificate that waits for review, or that a reviewer sent back. Send all fields again, changed or not. One ' +
      'that was sent back (`changes_requested`) then waits for review again, with a new `dueDate`. One that was published ' +
      'or rejected is answered 409 `already-decided`.',
  })
  @ApiCertificateId()
  @ApiIfMatch()
  @ApiChanged('Corrected: waiting for review, or published at once')
  @ApiPartnerProblems(400, 404, 409, 412, 413, 415, 428)
  async correct(
    @Param('id', KnownId) id: string,
    @SeenVersions() seen: Seen,
    @Body() body: PartnerCertificateDto,
    @CurrentLab() lab: CallingLab,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OwnCertificateDto> {
    return changed(reply, await this.certificates.correct(lab, id, seen, labContentOf(body)));
  }

  @Post('certificates/:id/amendments')
  @PartnerOnly('certificates:write')
  @ApiOperation({
    operationId: 'amendOwnCertificate',
    summary: 'Replace a published certificate',
    description:
      'A published certificate is never overwritten. This creates a new one with a new id that `supersedes` it. ' +
      'Once the new one is published, the old one is `superseded`, and its address says what replaced it and why. Until ' +
      'then it stays as it is. `If-Match` takes the `ETag` of the old one.',
  })
  @ApiCertificateId()
  @ApiIdempotencyKey()
  @ApiIfMatch()
  @ApiCreated('The new certificate: it took the place of the old one, or waits for review')
  @ApiPartnerProblems(400, 404, 409, 412, 413, 415, 422, 428)
  amend(
    @Param('id', KnownId) id: string,
    @SeenVersions() seen: Seen,
    @Body() { reason, ...content }: PartnerAmendmentDto,
    @CurrentLab() lab: CallingLab,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OwnCertificateDto> {
    const amendment = { content: labContentOf(content), reason };
    return this.idempotency.answer(request, reply, async () =>
      created(await this.certificates.amend(lab, id, seen, amendment)),
    );
  }

  @Post('certificates/:id/withdrawal')
  @HttpCode(200)
  @PartnerOnly('certificates:write')
  @ApiOperation({
    operationId: 'withdrawOwnCertificate',
    summary: 'Withdraw a certificate',
    description:
      'The address of a published certificate keeps working and says that it was withdrawn, and why: your reason is ' +
      'public. One that waits for review or for changes is taken back: its `standing` is `rejected`, `takenBack` is true, ' +
      'and nothing is published. Neither can be undone.',
  })
  @ApiCertificateId()
  @ApiIfMatch()
  @ApiChanged('Withdrawn, or taken back')
  @ApiPartnerProblems(400, 404, 409, 412, 413, 415, 428)
  async withdraw(
    @Param('id', KnownId) id: string,
    @SeenVersions() seen: Seen,
    @Body() { reason }: PartnerWithdrawalDto,
    @CurrentLab() lab: CallingLab,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OwnCertificateDto> {
    return changed(reply, await this.certificates.withdraw(lab, id, seen, reason));
  }
}

function created(checked: CheckedCertificate): IdempotentResponse<OwnCertificateDto> {
  const { certificate } = checked;
  const headers = { location: pathOf(certificate), etag: entityTag(certificate.version) };
  return { status: 201, headers, body: toOwnCertificateDto(checked) };
}

function changed(reply: FastifyReply, checked: CheckedCertificate): OwnCertificateDto {
  reply.header('etag', entityTag(checked.certificate.version));
  return toOwnCertificateDto(checked);
}
