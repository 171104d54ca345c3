import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { BatchTest } from '../../../../domain/coa-registry/checks/batch-tests.js';
import { CoaRegistry, SEARCH_MATCHES } from '../../../../domain/coa-registry/coa-registry.js';
import type { OtherBrandCertificate } from '../../../../domain/coa-registry/registry/published-certificate.js';
import { PAGE_LIMIT } from '../../../../domain/shared/page.js';
import { CacheResponse } from '../../../../platform/cache/cached-routes.js';
import { Public } from '../../../../platform/http/access.js';
import { Ok, Operation, PathParam } from '../../../../platform/http/operation.js';
import { decodeCursor, PageOf, type PageResponse, pageResponse } from '../../../../platform/http/paging.js';
import { CertificateResults } from '../../certificate/certificate-results.js';
import {
  BatchQueryDto,
  CoaListQueryDto,
  CoaPageQueryDto,
  coaCursorSchema,
  encodeCoaCursor,
} from '../../certificate/http/certificate-query.dto.js';
import {
  CoaStatisticsDto,
  CoaSummaryDto,
  toCoaStatisticsDto,
  toCoaSummaryDto,
} from '../../certificate/http/certificate-summary.dto.js';
import { StoredVerdicts } from '../../checks/stored-verdicts.js';
import { CoaDto, toCoaDto } from './certificate.dto.js';
import { ListedBatchDto, NearestBatchesQueryDto, toListedBatchDto } from './nearest-batches.dto.js';
import { ProductDto, toProductDto } from './product.dto.js';

/** Cache tags. Brands too, because lists can be filtered by present and former brand names. */
const LISTED = ['certificates', 'brands'];

const SEARCH_MATCH = {
  'X-Search-Match': {
    description:
      'With `search` only. `exact`: the certificates match the search. `similar`: none does, and these match it with a ' +
      'word spelled another way ("sarsaparila": "sarsaparilla"). Batch ids and amounts are never guessed.',
    schema: { type: 'string' as const, enum: [...SEARCH_MATCHES], example: 'exact' },
  },
};

const alternateLink = ({ batchId, brandName }: OtherBrandCertificate) =>
  `</api/coa/${encodeURIComponent(batchId)}?${new URLSearchParams({ brand: brandName })}>; rel="alternate"`;

const otherTestLink = ({ reference }: BatchTest) => `</api/certificates/${reference}>; rel="alternate"`;

/** How well the results of a search match it. */
const SEARCH_MATCH_HEADER = 'x-search-match';

const NOT_COMPARED_HEADER = 'x-certificates-not-compared';

const NOT_COMPARED = {
  'X-Certificates-Not-Compared': {
    description:
      'With `rule` only. Certificates still being compared with the present rules: until all are, lists answer as before, ' +
      'without new ones; up to 1,001',
    schema: { type: 'integer' as const, minimum: 0, example: 0 },
  },
};

/** As {@link CoaPageQueryDto} has them. */
const PAGE_QUERY = {
  sort: 'newest',
  limit: PAGE_LIMIT.default,
  cursor: '',
  testedWithinDays: '',
  panels: '',
  sampledBy: '',
  rule: '',
  verdict: '',
};

@ApiTags('Public certificates')
@Controller('api')
@Public()
export class CertificateController {
  constructor(
    private readonly registry: CoaRegistry,
    private readonly results: CertificateResults,
    private readonly verdicts: StoredVerdicts,
  ) {}

  @Get('coa')
  @CacheResponse({
    tags: LISTED,
    query: { ...PAGE_QUERY, search: '', brand: '', status: '' },
    headers: [SEARCH_MATCH_HEADER, NOT_COMPARED_HEADER],
    dependsOnDay: true,
  })
  @Operation(
    'List published certificates',
    'Newest test first, unless you ask for another `sort`. Follow the `Link` header until there is none. A certificate ' +
      'that was replaced or withdrawn is not here: read it with `getCertificate`.',
  )
  @PageOf(CoaSummaryDto, { headers: { ...SEARCH_MATCH, ...NOT_COMPARED } })
  async listCoas(
    @Query() query: CoaListQueryDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResponse<CoaSummaryDto>> {
    const { cursor, status, panels, rule, verdict: wanted, ...rest } = query;
    const verdict = this.verdicts.filter(rule, wanted);
    const after = decodeCursor(cursor, coaCursorSchema(query.sort));
    const filters = { ...(status !== undefined && { outcome: status }), panelsComplete: panels === 'complete' };
    // Counted first, so that certificates compared between the two reads are in the page.
    const notCompared = verdict && (await this.registry.uncompared(this.verdicts.basis));
    const page = await this.registry.list({ ...rest, ...filters, verdict, after });
    if (notCompared !== null) reply.header(NOT_COMPARED_HEADER, notCompared);
    // Not cached, because no notification announces that they have been compared.
    if (notCompared) reply.header('cache-control', 'no-store');
    if (query.search !== undefined) reply.header(SEARCH_MATCH_HEADER, page.match);
    return pageResponse(page, toCoaSummaryDto, encodeCoaCursor(query.sort));
  }

  @Get('brands/:brandName/coa')
  @CacheResponse({ tags: LISTED, query: PAGE_QUERY, headers: [NOT_COMPARED_HEADER], dependsOnDay: true })
  @Operation(
    "List a brand's published certificates",
    'The same as `listCoas` for one brand. Also works with a name the brand had before. A brand we do not' +
      ' know has an empty list, not a 404.',
  )
  @PageOf(CoaSummaryDto, { description: 'One page; empty for a brand without certificates', headers: NOT_COMPARED })
  listBrandCoas(
    @PathParam('brandName', {
      description: 'Brand name, percent-encoded; compared without case',
      example: 'Juniper & Tide',
    })
    brand: string,
    @Query() query: CoaPageQueryDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PageResponse<CoaSummaryDto>> {
    return this.listCoas({ ...query, brand }, reply);
  }

  @Get('brands/:brandName/batches')
  @CacheResponse({ tags: LISTED, query: { near: '' } })
  @Operation(
    "List a brand's batches whose ids are like one",
    'For a batch without a certificate: up to six batches of the same brand that have a current one, the ids most like `near` ' +
      'first. None of them is that batch, so do not show their results as its own. Of a brand with more than a thousand ' +
      'certificates only those with the newest tests are compared. A brand we do not know has an empty list, not a 404.',
  )
  @Ok([ListedBatchDto], 'The ids most like it first; of those as much like it, the newest test first')
  async listNearestBatches(
    @PathParam('brandName', {
      description: 'Brand name, percent-encoded; compared without case',
      example: 'Juniper & Tide',
    })
    brand: string,
    @Query() { near }: NearestBatchesQueryDto,
  ): Promise<ListedBatchDto[]> {
    return (await this.registry.batchesNear(brand, near ?? '')).map(toListedBatchDto);
  }

  @Get('brands/:brandName/products/:productName')
  @CacheResponse({ tags: LISTED })
  @Operation(
    'Get a product with the certificates of its batches',
    'Works with the current name of the brand or one it had before. Names are compared without case; percent-encode ' +
      'them. Withdrawn and replaced certificates are included, and `standing` says which they are. A product without ' +
      'any is answered 404 `product-not-found`.',
  )
  @Ok(ProductDto, 'The product')
  async getProduct(
    @PathParam('brandName', {
      description: 'Brand name, percent-encoded; compared without case',
      example: 'Juniper & Tide',
    })
    brand: string,
    @PathParam('productName', {
      description: 'Product name as on the label, percent-encoded; compared without case',
      example: 'Yuzu Seltzer 5 mg',
    })
    product: string,
  ): Promise<ProductDto> {
    return toProductDto(await this.registry.productHistory(brand, product));
  }

  @Get('coa-statistics')
  @CacheResponse({ tags: LISTED })
  @Operation(
    'Get the totals of the registry',
    'Counts of published certificates and brands, and how many certificates measured less THC than the ' +
      'label states. The counts are live.',
  )
  @Ok(CoaStatisticsDto, 'Figures of the registry as it is now')
  async getCoaStatistics(): Promise<CoaStatisticsDto> {
    return toCoaStatisticsDto(await this.registry.statistics());
  }

  @Get('coa/:batchId')
  @CacheResponse({ tags: [...LISTED, 'documents'], query: { brand: '' }, dependsOnDay: true })
  @Operation(
    'Get the certificate of a batch',
    'The certificate that is published for this batch now; of several the one with the newest test, and `otherTests` lists ' +
      'the others. If it was withdrawn or replaced and nothing is published instead, the last one, and `standing` says so. Two brands may print the same batch id: send `brand`, ' +
      'or look at `otherBrands`. One that waits for review is never shown: the answer is 404 ' +
      '`coa-not-found`. Percent-encode the batch id, so `#C9030` is `%23C9030`.',
  )
  @Ok(CoaDto, 'The certificate. `otherTests`, `otherBrands` and the `Link` header name the others', {
    Link: {
      description:
        'With `rel="alternate"`: the address of each certificate in `otherTests` and `otherBrands` (RFC 8288); absent when none',
      schema: { type: 'string', example: '</api/coa/%23C9030?brand=Otter+Creek>; rel="alternate"' },
    },
  })
  async getCoa(
    @PathParam('batchId', {
      description: 'Batch id as printed, percent-encoded; compared without case',
      example: '#C9030',
    })
    batchId: string,
    @Query() { brand }: BatchQueryDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CoaDto> {
    const certificate = await this.registry.byBatch(batchId, brand);
    const others = [...certificate.otherTests.map(otherTestLink), ...certificate.otherBrands.map(alternateLink)];
    if (others.length > 0) reply.header('link', others.join(', '));
    return toCoaDto(certificate, this.results);
  }

  @Get('certificates/:reference')
  @CacheResponse({ tags: ['certificates', 'documents'], dependsOnDay: true })
  @Operation(
    'Get a certificate by its reference',
    'A reference stays valid for good: after an amendment or a withdrawal, `standing` says what happened and why. A ' +
      'certificate that was never published is answered 404 `coa-not-found`.',
  )
  @Ok(CoaDto, 'The certificate')
  async getCertificate(
    @PathParam('reference', { description: 'Reference of the certificate', example: 'CB-7K3M-9QXD' }) reference: string,
  ): Promise<CoaDto> {
    return toCoaDto(await this.registry.byReference(reference), this.results);
  }
}
