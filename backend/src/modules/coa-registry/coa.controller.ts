import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CoaRegistry, SEARCH_MATCHES } from '../../domain/coa-registry/coa-registry.js';
import type { OtherBrandCoa } from '../../domain/coa-registry/ports.js';
import { PAGE_LIMIT } from '../../domain/shared/page.js';
import { Public } from '../../platform/http/access.js';
import { ApiProblems } from '../../platform/http/api-problems.js';
import { ApiPage, decodeCursor, sendPageHeaders } from '../../platform/http/paging.js';
import { Kept, SEARCH_MATCH_HEADER } from '../../platform/http/public-answers.js';
import {
  BatchQueryDto,
  CoaDto,
  CoaListQueryDto,
  CoaPageQueryDto,
  CoaStatisticsDto,
  CoaSummaryDto,
  coaCursorSchema,
  draftOf,
  encodeCoaCursor,
  FindingsDto,
  SubmissionReceiptDto,
  SubmitCoaDto,
  toCoaDto,
  toCoaSummaryDto,
  toReceiptDto,
} from './coa.dto.js';

/** Lists can be asked for by any name of a brand, also one that it had before. */
const LISTED = ['certificates', 'brands'];

const SEARCH_MATCH = {
  'X-Search-Match': {
    description:
      'With `search` only. `exact`: the certificates match the search. `similar`: none does, and these match it with a ' +
      'word spelled another way ("sarsaparila": "sarsaparilla"). Batch ids and amounts are never guessed.',
    schema: { type: 'string' as const, enum: [...SEARCH_MATCHES], example: 'exact' },
  },
};

const alternateLink = ({ batchId, brandName }: OtherBrandCoa) =>
  `</api/coa/${encodeURIComponent(batchId)}?${new URLSearchParams({ brand: brandName })}>; rel="alternate"`;

/** As {@link CoaPageQueryDto} has them. */
const PAGE_QUERY = { sort: 'newest', limit: PAGE_LIMIT.default, cursor: '' };

@ApiTags('Certificates')
@Controller('api')
@Public()
export class CoaController {
  constructor(private readonly registry: CoaRegistry) {}

  @Get('coa')
  @Kept({ kinds: LISTED, query: { ...PAGE_QUERY, search: '', brand: '', status: '' } })
  @ApiOperation({ operationId: 'listCoas', summary: 'Published certificates, page by page' })
  @ApiPage({ description: 'One page', type: [CoaSummaryDto] }, SEARCH_MATCH)
  @ApiProblems(400)
  async list(
    @Query() query: CoaListQueryDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CoaSummaryDto[]> {
    const after = query.cursor === undefined ? null : decodeCursor(query.cursor, coaCursorSchema(query.sort));
    const page = await this.registry.list({ ...query, after });
    sendPageHeaders(request, reply, page, encodeCoaCursor(query.sort));
    if (query.search !== undefined) reply.header(SEARCH_MATCH_HEADER, page.match);
    return page.items.map(toCoaSummaryDto);
  }

  @Get('brands/:brandName/coa')
  @Kept({ kinds: LISTED, query: PAGE_QUERY })
  @ApiOperation({ operationId: 'listBrandCoas', summary: "A brand's published certificates, page by page" })
  @ApiParam({
    name: 'brandName',
    description: 'Brand name, percent-encoded; compared without case',
    example: 'Juniper & Tide',
  })
  @ApiPage({ description: 'One page; empty for a brand without certificates', type: [CoaSummaryDto] })
  @ApiProblems(400)
  listOfBrand(
    @Param('brandName') brand: string,
    @Query() query: CoaPageQueryDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CoaSummaryDto[]> {
    return this.list({ ...query, brand }, request, reply);
  }

  @Get('coa-statistics')
  @Kept({ kinds: LISTED })
  @ApiOperation({
    operationId: 'getCoaStatistics',
    summary: 'How many certificates and brands, and how many under-dosed',
  })
  @ApiOkResponse({ description: 'Figures of the registry as it is now', type: CoaStatisticsDto })
  @ApiProblems()
  statistics(): Promise<CoaStatisticsDto> {
    return this.registry.statistics();
  }

  @Get('coa/:batchId')
  @Kept({ kinds: LISTED, query: { brand: '' }, dependsOnDay: true })
  @ApiOperation({ operationId: 'getCoa', summary: 'The certificate of a batch' })
  @ApiParam({
    name: 'batchId',
    description: 'Batch id as printed, percent-encoded; compared without case',
    example: '#C9030',
  })
  @ApiOkResponse({
    description:
      'The certificate published last, or else the last one that was; `standing` says which. Without `brand` it is the ' +
      'newest of any brand: `otherBrands` and the `Link` header name the others',
    type: CoaDto,
    headers: {
      Link: {
        description:
          'With `rel="alternate"`: the address of each certificate in `otherBrands` (RFC 8288); absent when none',
        schema: { type: 'string', example: '</api/coa/%23C9030?brand=Otter+Creek>; rel="alternate"' },
      },
    },
  })
  @ApiProblems(400, 404)
  async byBatch(
    @Param('batchId') batchId: string,
    @Query() { brand }: BatchQueryDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CoaDto> {
    const coa = await this.registry.byBatch(batchId, brand);
    if (coa.otherBrands.length > 0) reply.header('link', coa.otherBrands.map(alternateLink).join(', '));
    return toCoaDto(coa);
  }

  @Get('certificates/:reference')
  @Kept({ kinds: ['certificates'], dependsOnDay: true })
  @ApiOperation({ operationId: 'getCertificate', summary: 'One certificate, also when it was replaced or withdrawn' })
  @ApiParam({ name: 'reference', description: 'Reference of the certificate', example: 'CB-7K3M-9QXD' })
  @ApiOkResponse({ description: 'The certificate', type: CoaDto })
  @ApiProblems(400, 404)
  async byReference(@Param('reference') reference: string): Promise<CoaDto> {
    return toCoaDto(await this.registry.byReference(reference));
  }

  @Post('coa/check')
  @HttpCode(200)
  @ApiOperation({ operationId: 'checkCoa', summary: 'What machines notice about a certificate; stores nothing' })
  @ApiOkResponse({ description: 'The findings', type: FindingsDto })
  @ApiProblems(400, 403, 413, 415, 429)
  async check(@Body() body: SubmitCoaDto): Promise<FindingsDto> {
    return { findings: [...(await this.registry.check(draftOf(body)))] };
  }

  @Post('coa/submit')
  @ApiOperation({ operationId: 'submitCoa', summary: 'Submit a certificate for review' })
  @ApiCreatedResponse({ description: 'Stored and waiting for review', type: SubmissionReceiptDto })
  @ApiProblems(400, 403, 409, 413, 415, 429)
  async submit(@Body() body: SubmitCoaDto): Promise<SubmissionReceiptDto> {
    return toReceiptDto(await this.registry.submit(draftOf(body)));
  }
}
