import { Body, Controller, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Submissions } from '../../../../domain/coa-registry/submission/submissions.js';
import { Public } from '../../../../platform/http/access.js';
import { ApiProblems } from '../../../../platform/http/api-problems.js';
import { ClientTurns } from '../../../../platform/http/client-turns.js';
import { Created, Ok, Operation } from '../../../../platform/http/operation.js';
import { FindingsDto, toFindingDto } from '../../certificate/http/finding.dto.js';
import { FORM_TEMPLATE } from './certificate-csv.js';
import { CsvRowsDto, toCsvRowsDto } from './csv.dto.js';
import { FORM_CSV, readCsvFile, TakesCsv } from './csv-file.js';
import {
  draftOf,
  namedDocumentOf,
  SubmissionReceiptDto,
  SubmitCoaDto,
  toReceiptDto,
  UploadAccessDto,
} from './submit.dto.js';

/** Per client, so that other clients don't wait behind a queue of files. */
const FILES_AT_ONCE = 1;

@ApiTags('Public certificates')
@Controller('api')
@Public()
export class SubmissionController {
  private readonly turns = new ClientTurns(FILES_AT_ONCE);

  constructor(private readonly submissions: Submissions) {}

  @Post('coa/check')
  @Operation(
    'Check a certificate before sending it',
    'Runs the automatic checks and answers with what they find. Saves nothing. Findings are hints, not a ' +
      'verdict, and do not stop you from sending it with `submitCoa`. With the `access` of your upload, they also compare ' +
      'the PDF in `documentSha256`, once it is `ready`; without it, the PDF is left out. Labs with a key use ' +
      '`validateCertificate` instead.',
  )
  @Ok(FindingsDto, 'The findings')
  async checkCoa(@Body() body: SubmitCoaDto, @Query() { access }: UploadAccessDto): Promise<FindingsDto> {
    const findings = await this.submissions.check(draftOf(body), { documentId: body.documentSha256 ?? null, access });
    return { findings: findings.map(toFindingDto) };
  }

  @Post('coa/csv')
  @TakesCsv(FORM_CSV, FORM_TEMPLATE)
  @Operation(
    'Read a CSV file for the submission form',
    'Answers with the rows of a filled-in [template](/api/docs/submission.csv), field by field, and with what is wrong with ' +
      'them. Saves and submits nothing: choose a row, complete it, and send it with `submitCoa`. Labs with a key send whole ' +
      'files with `sendBulkJob` instead.',
  )
  @Ok(CsvRowsDto, 'The rows')
  @ApiProblems(429)
  async readCoaCsv(@Req() request: FastifyRequest): Promise<CsvRowsDto> {
    return this.turns.run(request, async () => toCsvRowsDto(await readCsvFile(request, FORM_CSV)));
  }

  @Post('coa/submit')
  @Operation(
    'Submit a certificate for review',
    'For brands, shops and readers without a key. A reviewer compares what you send with the certificate ' +
      'itself before anything is published. The answer holds a reference and the day by which we will look ' +
      'at it. We use the email address only to tell you about this submission, and never publish it.',
  )
  @Created(SubmissionReceiptDto, 'Stored and waiting for review')
  @ApiProblems(409)
  async submitCoa(@Body() body: SubmitCoaDto, @Query() access: UploadAccessDto): Promise<SubmissionReceiptDto> {
    return toReceiptDto(await this.submissions.submit(draftOf(body), namedDocumentOf(body, access)));
  }
}
