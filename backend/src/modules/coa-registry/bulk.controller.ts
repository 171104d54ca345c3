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
import { BulkIntake, BulkJobNotFound } from '../../domain/coa-registry/bulk-intake.js';
import { Partners } from '../../domain/partners/partners.js';
import type { CallingLab } from '../../domain/shared/calling-lab.js';
import { CurrentLab, PartnerOnly } from '../../platform/http/access.js';
import { ApiProblems } from '../../platform/http/api-problems.js';
import { ApiIdempotencyKey, idempotencyKeyOf, REPLAYED_HEADER } from '../../platform/http/idempotency.js';
import { isGzip } from '../../platform/http/media-types.js';
import { BulkJobDto, LineResultDto, LineResultsQueryDto, toBulkJobDto } from './bulk.dto.js';
import { LINES_MAX, PACKED_MAX_MB, UNPACKED_MAX_MB, unpacked, withContent } from './bulk-file.js';
import { takeUpload } from './bulk-upload.js';

const KnownId = new ParseUUIDPipe({ exceptionFactory: () => new BulkJobNotFound() });

const ApiJobId = () =>
  ApiParam({ name: 'id', description: 'Identity of the job', example: '5b3c7a1e-8f0d-4c6e-9a57-2f1f0f3f9d10' });

const JOBS_LISTED = 100;

@ApiTags('Partner bulk files')
@Controller('api/partner/bulk-jobs')
export class BulkController {
  constructor(
    private readonly intake: BulkIntake,
    private readonly partners: Partners,
  ) {}

  @Get()
  @PartnerOnly('certificates:read')
  @ApiOperation({ operationId: 'listBulkJobs', summary: `Your last ${JOBS_LISTED} bulk jobs, newest first` })
  @ApiOkResponse({ description: 'The jobs', type: [BulkJobDto] })
  @ApiProblems(401, 403, 429)
  async list(@CurrentLab() lab: CallingLab): Promise<BulkJobDto[]> {
    return (await this.intake.jobsOf(lab, JOBS_LISTED)).map(toBulkJobDto);
  }

  @Get(':id')
  @PartnerOnly('certificates:read')
  @ApiOperation({ operationId: 'getBulkJob', summary: 'How far a bulk job is' })
  @ApiJobId()
  @ApiOkResponse({ description: 'The job', type: BulkJobDto })
  @ApiProblems(400, 401, 403, 404, 429)
  async byId(@Param('id', KnownId) id: string, @CurrentLab() lab: CallingLab): Promise<BulkJobDto> {
    return toBulkJobDto(await this.intake.jobOf(lab, id));
  }

  @Get(':id/results')
  @PartnerOnly('certificates:read')
  @ApiOperation({ operationId: 'listLineResults', summary: 'What became of each line, in the order of the file' })
  @ApiJobId()
  @ApiOkResponse({ description: 'Results; the next page is in the `Link` header', type: [LineResultDto] })
  @ApiProblems(400, 401, 403, 404, 429)
  async results(
    @Param('id', KnownId) jobId: string,
    @Query() { outcome = undefined, afterLine, limit }: LineResultsQueryDto,
    @CurrentLab() lab: CallingLab,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly LineResultDto[]> {
    const results = await this.intake.resultsOf(lab, { jobId, outcome: outcome ?? null, afterLine, limit });
    const last = results.at(-1);
    if (last && results.length === limit) {
      const next = new URL(request.url, 'http://localhost');
      next.searchParams.set('afterLine', String(last.line));
      reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
    }
    return results;
  }

  @Post()
  @PartnerOnly('certificates:write')
  @RouteConfig({ takesLines: true })
  @ApiOperation({
    operationId: 'sendBulkJob',
    summary: 'Send many certificates, one a line',
    description: `Newline-delimited JSON: each line is a body of \`createCertificate\`. Every line is taken or refused by itself;
the answer counts them and the results say what became of each. If the connection is cut, what was taken stays taken:
send the same file under the same Idempotency-Key and it goes on behind the last line taken. Sent again after it is
completed, it is answered the same, with \`Idempotent-Replayed: true\`. Certificates that are published at once are told
in the results and not by webhook.

The file may be compressed with gzip (\`Content-Encoding: gzip\`): at most ${PACKED_MAX_MB} MB, and at most ${UNPACKED_MAX_MB} MB and
${LINES_MAX.toLocaleString('en-US')} lines unpacked. Compressed or not, it is the same file to its Idempotency-Key.`,
  })
  @ApiHeader({
    name: 'Content-Encoding',
    required: false,
    description: '`gzip` if the file is compressed; leave it out otherwise',
    schema: { type: 'string', enum: ['gzip'], example: 'gzip' },
  })
  @ApiConsumes('application/x-ndjson')
  @ApiBody({
    description: 'One JSON object a line, in UTF-8, at most 128 kB each',
    schema: { type: 'string', example: '{"brandName":"Juniper & Tide", …}\n{"brandName":"Waxwing", …}\n' },
  })
  @ApiIdempotencyKey()
  @ApiCreatedResponse({ description: 'Every line was taken or refused', type: BulkJobDto, headers: REPLAYED_HEADER })
  @ApiProblems(400, 401, 403, 409, 413, 415, 422, 429)
  async send(
    @Req() request: FastifyRequest,
    @CurrentLab() lab: CallingLab,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BulkJobDto> {
    const { body } = request;
    if (!(body instanceof Readable)) throw new UnsupportedMediaTypeException();
    const key = idempotencyKeyOf(request);
    const packed = body.iterator({ destroyOnReturn: false });
    const stream = isGzip(request) ? unpacked(packed) : packed;
    const { found, job } = await this.take(stream, key, lab).finally(() => void letThrough(body, stream, packed));
    if (found.state === 'completed') reply.header('idempotent-replayed', 'true');
    reply.header('location', `/api/partner/bulk-jobs/${job.id}`);
    return toBulkJobDto(job);
  }

  private async take(stream: AsyncIterable<Buffer>, key: string, lab: CallingLab) {
    const lines = await withContent(stream);
    const found = await this.intake.begin(lab, key);
    const job = await takeUpload(this.intake, () => this.partners.callerNow(lab), found, lines);
    return { found, job };
  }
}

/** A sender who is refused midway can only read why once the rest of the file is let through. */
async function letThrough(body: Readable, ...readers: AsyncIterableIterator<Buffer>[]): Promise<void> {
  for (const reader of readers) await reader.return?.().catch(() => {});
  body.resume();
}
