import { Readable } from 'node:stream';
import {
  Controller,
  Get,
  Param,
  ParseUUIDPipe,
  Post,
  Query,
  Req,
  Res,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BulkImport, BulkJobNotFound } from '../../../../domain/coa-registry/labs/bulk-import.js';
import { Partners } from '../../../../domain/partners/partners.js';
import type { CallingLab } from '../../../../domain/shared/calling-lab.js';
import { CurrentLab, PartnerOnly } from '../../../../platform/http/access.js';
import { ApiProblems } from '../../../../platform/http/api-problems.js';
import { CSV, NDJSON } from '../../../../platform/http/download.js';
import { ApiIdempotencyKey, REPLAYED_HEADER, readIdempotencyKey } from '../../../../platform/http/idempotency.js';
import { isGzip, mediaTypeOf, type StreamedBody } from '../../../../platform/http/media-types.js';
import { CsvReader } from '../../submission/http/certificate-csv.js';
import type { LineReader } from '../../submission/http/lines.js';
import { BulkJobDto, LineResultDto, LineResultsQueryDto, toBulkJobDto, toLineResultDto } from './bulk.dto.js';
import { COMPRESSED_MAX_MB, DECOMPRESSED_MAX_MB, decompress, LINES_MAX, requireContent } from './bulk-file.js';
import { JSON_READER, receiveUpload } from './bulk-upload.js';

const JobIdPipe = new ParseUUIDPipe({ exceptionFactory: () => new BulkJobNotFound() });

const ApiJobId = () =>
  ApiParam({ name: 'id', description: 'Identity of the job', example: '5b3c7a1e-8f0d-4c6e-9a57-2f1f0f3f9d10' });

const JOBS_LISTED = 100;

const LINES: StreamedBody = {
  types: [NDJSON, CSV],
  mayBeGzip: true,
  explanation:
    'Send the file as application/x-ndjson, one JSON object per line, or as text/csv. You can compress it with gzip.',
};

const LINES_EXAMPLE = ['01201', '01202']
  .map((number) =>
    JSON.stringify({
      labReportId: `EA-2026-${number}`,
      brandName: 'Juniper & Tide',
      productName: 'Yuzu Seltzer 5 mg',
      batchId: `JT-26-${number}`,
      testDate: '2026-11-02',
      thcContent: 4.91,
      cbdContent: 0.4,
      status: 'passed',
      panels: { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'passed' },
    }),
  )
  .map((line) => `${line}\n`)
  .join('');

@ApiTags('Partner bulk files')
@Controller('api/partner/bulk-jobs')
export class BulkController {
  constructor(
    private readonly bulkImport: BulkImport,
    private readonly partners: Partners,
  ) {}

  @Get()
  @PartnerOnly('certificates:read')
  @ApiOperation({
    operationId: 'listBulkJobs',
    summary: `List your last ${JOBS_LISTED} bulk jobs`,
    description:
      'Each bulk file you sent is a job, and so is each spreadsheet that staff imported for you. Shows how many lines were taken and refused. Use it to find a job ' +
      'whose `id` you did not store.',
  })
  @ApiOkResponse({ description: 'The jobs', type: [BulkJobDto] })
  async list(@CurrentLab() lab: CallingLab): Promise<BulkJobDto[]> {
    return (await this.bulkImport.jobsOf(lab, JOBS_LISTED)).map(toBulkJobDto);
  }

  @Get(':id')
  @PartnerOnly('certificates:read')
  @ApiOperation({
    operationId: 'getBulkJob',
    summary: 'Get one bulk job',
    description:
      'Counts of the lines so far, and whether the job is still open or completed. An open job means the ' +
      'file did not arrive in full; send it again with the same `Idempotency-Key`.',
  })
  @ApiJobId()
  @ApiOkResponse({ description: 'The job', type: BulkJobDto })
  async byId(@Param('id', JobIdPipe) id: string, @CurrentLab() lab: CallingLab): Promise<BulkJobDto> {
    return toBulkJobDto(await this.bulkImport.jobOf(lab, id));
  }

  @Get(':id/results')
  @PartnerOnly('certificates:read')
  @ApiOperation({
    operationId: 'listLineResults',
    summary: 'Get the result of each line',
    description:
      'One entry per line, in the order of the file: taken with the `id` of its certificate, or refused ' +
      'with the reason. Ask for `outcome=refused` to see only what needs fixing. Follow the `Link` header ' +
      'for the next page.',
  })
  @ApiJobId()
  @ApiOkResponse({ description: 'Results; the next page is in the `Link` header', type: [LineResultDto] })
  async results(
    @Param('id', JobIdPipe) jobId: string,
    @Query() { outcome = undefined, afterLine, limit }: LineResultsQueryDto,
    @CurrentLab() lab: CallingLab,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly LineResultDto[]> {
    const results = await this.bulkImport.resultsOf(lab, { jobId, outcome: outcome ?? null, afterLine, limit });
    const last = results.at(-1);
    if (last && results.length === limit) {
      const next = new URL(request.url, 'http://localhost');
      next.searchParams.set('afterLine', String(last.line));
      reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
    }
    return results.map(toLineResultDto);
  }

  @Post()
  @PartnerOnly('certificates:write')
  @RouteConfig({ streamedBody: LINES })
  @ApiOperation({
    operationId: 'sendBulkJob',
    summary: 'Send many certificates in one file',
    description:
      'Newline-delimited JSON: each line is a body of `createCertificate`. Or CSV, as in the ' +
      '[template](/api/docs/certificates.csv): columns have the names of the fields, with dots for those inside others ' +
      '(`panels.pesticides`). Empty cells are left out, and measured lines have no columns. A row is checked like a line, ' +
      'and its number counts from the header, which is 1. We take or refuse each line on its own. The ' +
      'answer counts them, and `listLineResults` has the result of each. If the connection breaks, we keep what arrived: ' +
      'send the same file with the same `Idempotency-Key`, and it continues after the last line we took. A completed ' +
      'file sent again gets the same answer, with `Idempotent-Replayed: true`. Certificates that are published right ' +
      'away are in the results and cause no webhook.\n\n' +
      `You may compress the file with gzip (\`Content-Encoding: gzip\`): at most ${COMPRESSED_MAX_MB} MB, and at most ` +
      `${DECOMPRESSED_MAX_MB} MB and ${LINES_MAX.toLocaleString('en-US')} lines unpacked. Compressed or not, it counts as the ` +
      'same file for its `Idempotency-Key`.',
  })
  @ApiHeader({
    name: 'Content-Encoding',
    required: false,
    description: '`gzip` if the file is compressed; leave it out otherwise',
    schema: { type: 'string', enum: ['gzip'], example: 'gzip' },
  })
  @ApiConsumes(NDJSON, CSV)
  @ApiBody({
    description:
      'One JSON object a line, or CSV whose first row names the columns, in UTF-8, at most 128 kB a line or row',
    schema: { type: 'string', example: LINES_EXAMPLE },
  })
  @ApiIdempotencyKey()
  @ApiCreatedResponse({ description: 'Every line was taken or refused', type: BulkJobDto, headers: REPLAYED_HEADER })
  @ApiProblems(409, 413, 415, 422)
  async send(
    @Req() request: FastifyRequest,
    @CurrentLab() lab: CallingLab,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BulkJobDto> {
    const { body } = request;
    if (!(body instanceof Readable)) throw new UnsupportedMediaTypeException();
    const key = readIdempotencyKey(request);
    const bytes = body.iterator({ destroyOnReturn: false });
    const stream = isGzip(request) ? decompress(bytes) : bytes;
    const reader = mediaTypeOf(request.headers['content-type']) === CSV ? new CsvReader() : JSON_READER;
    const { found, job } = await this.receive(stream, key, lab, reader).finally(
      () => void discardRest(body, stream, bytes),
    );
    if (found.state === 'completed') reply.header('idempotent-replayed', 'true');
    reply.header('location', `/api/partner/bulk-jobs/${job.id}`);
    return toBulkJobDto(job);
  }

  private async receive(stream: AsyncIterable<Buffer>, key: string, lab: CallingLab, reader: LineReader) {
    const lines = await requireContent(stream);
    const found = await this.bulkImport.begin(lab, key);
    const job = await receiveUpload(this.bulkImport, () => this.partners.reauthenticate(lab), found, lines, reader);
    return { found, job };
  }
}

/** Reads the rest of a refused upload: most clients read the response only after they have sent everything. */
async function discardRest(body: Readable, ...readers: AsyncIterableIterator<Buffer>[]): Promise<void> {
  for (const reader of readers) await reader.return?.().catch(() => {});
  body.resume();
}
