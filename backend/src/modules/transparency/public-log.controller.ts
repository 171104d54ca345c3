import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { batchKey, CertificateNotFound } from '../../domain/coa-registry/coa-registry.js';
import { LogAnchor, LogSigner } from '../../domain/transparency/ports.js';
import { Public } from '../../platform/http/access.js';
import { ApiProblems } from '../../platform/http/api-problems.js';
import { Ok, Operation, PathParam } from '../../platform/http/operation.js';
import { Integer, OneOf, TextOrNull, Time, TimeOrNull } from '../../platform/http/response-fields.js';
import {
  PUBLIC_DECISIONS,
  type PublicDecision,
  type PublicDecisionType,
  TypeOrmLogStore,
} from './typeorm-log.store.js';

const LOG_ALARMS = ['overdue', 'anchor-ahead'] as const;
type LogAlarm = (typeof LOG_ALARMS)[number];

/** A decision is in the log within 2 seconds as a rule. */
const OVERDUE_SECONDS = 60;

class LogStatusDto {
  @TextOrNull(
    'The key that verifies the log, after the name of the log, which is its origin (c2sp.org/signed-note); null while nothing is signed here',
    'clearbatch.example/log+c457ead7+AW56HN0psLeP0Tr0xVmP7/TvKpcWbjym8uT7/M2AUFvx',
  )
  verifierKey!: string | null;

  @Integer('Entries that the newest checkpoint covers', 1204)
  size!: number;

  @TimeOrNull('When that checkpoint was signed; null while there is none', '2026-11-26T15:04:05.000Z')
  signedAt!: Date | null;

  @ApiProperty({ description: 'How long ago that was', type: 'integer', nullable: true, example: 12 })
  ageSeconds!: number | null;

  @Integer('Decisions that no checkpoint covers yet; up to 1,001', 0)
  waiting!: number;

  @ApiProperty({
    description:
      '`overdue`: a decision has waited for more than 60 seconds. `anchor-ahead`: more entries were signed than the database ' +
      'has, so nothing more is signed. Null: the log works',
    enum: LOG_ALARMS,
    enumName: 'LogAlarm',
    nullable: true,
    example: null,
  })
  alarm!: LogAlarm | null;
}

class PublicDecisionDto implements PublicDecision {
  @OneOf(
    PUBLIC_DECISIONS,
    'PublicDecisionType',
    'What was decided. `recorded`: it had been published before the log began, or is demonstration data. `original-removed`: ' +
      'its PDF was removed; `document.removal` of the certificate says why',
    'withdrawn',
  )
  type!: PublicDecisionType;

  @Time('When, as the log says it', '2026-11-20T15:04:05.000Z')
  at!: Date;

  @ApiProperty({ description: 'Reference of the certificate', example: 'CB-7K3M-9QXD' })
  reference!: string;

  @ApiProperty({ description: 'Its batch, as printed', example: '#C9030' })
  batchId!: string;

  @ApiProperty({ description: 'Its brand', example: 'Juniper & Tide' })
  brandName!: string;

  @ApiProperty({ description: 'Its product', example: 'Yuzu Seltzer 5 mg' })
  productName!: string;

  @ApiProperty({ description: 'Whether it is invented, to show how the site works', example: false })
  demonstration!: boolean;

  @TimeOrNull('When the certificate was published', '2026-10-20T15:04:05.000Z')
  publishedAt!: Date | null;

  @TextOrNull('Why it was withdrawn or replaced; null for other decisions', 'The lab reissued the report.')
  reason!: string | null;

  @TextOrNull('Reference of the certificate that replaced it', null)
  replacedBy!: string | null;

  @ApiProperty({
    description: 'Number of its entry in the public log; null until a checkpoint covers it',
    type: 'integer',
    nullable: true,
    example: 1203,
  })
  entry!: number | null;
}

class BatchHistoryDto {
  @ApiProperty({ description: 'Batch id as printed on the container', example: '#C9030' })
  batchId!: string;

  @ApiProperty({ description: 'The newest first, at most 200', type: [PublicDecisionDto] })
  decisions!: readonly PublicDecisionDto[];
}

@ApiTags('Public log')
@Controller('api')
@Public()
export class PublicLogController {
  constructor(
    private readonly store: TypeOrmLogStore,
    @Inject(LogSigner) private readonly signer: LogSigner | null,
    @Inject(LogAnchor) private readonly anchor: LogAnchor | null,
  ) {}

  @Get('log')
  @Header('cache-control', 'no-store')
  @Operation(
    'Get the status of the public log',
    'How long the log is, and whether decisions wait. The log itself is at `/log/checkpoint`, in the formats of c2sp.org/tlog-tiles.',
  )
  @Ok(LogStatusDto, 'The status as it is now')
  async getLogStatus(): Promise<LogStatusDto> {
    const { size, signedAt, ageSeconds, waiting, oldestDueSeconds } = await this.store.status();
    return {
      verifierKey: this.signer?.verifierKey ?? null,
      size,
      signedAt,
      ageSeconds,
      waiting,
      alarm: (await this.isAnchorAhead())
        ? 'anchor-ahead'
        : (oldestDueSeconds ?? 0) > OVERDUE_SECONDS
          ? 'overdue'
          : null,
    };
  }

  @Get('coa/:batchId/history')
  @Header('cache-control', 'no-store')
  @Operation(
    'List what was decided about a batch',
    'Publications, replacements and withdrawals of all certificates with this batch id, of any brand, with the public reasons ' +
      'and their entries in the log. A batch without any is answered 404 `coa-not-found`.',
  )
  @Ok(BatchHistoryDto, 'The decisions')
  @ApiProblems(404)
  async getBatchHistory(
    @PathParam('batchId', {
      description: 'Batch id as printed, percent-encoded; compared without case',
      example: '#C9030',
    })
    typed: string,
  ): Promise<BatchHistoryDto> {
    const decisions = await this.store.decisionsOnBatch(batchKey(typed));
    const [newest] = decisions;
    if (!newest) throw new CertificateNotFound();
    return { batchId: newest.batchId, decisions: decisions.map(toDecisionDto) };
  }

  /** An anchor that cannot be read stops the log, too: then decisions become overdue. */
  private async isAnchorAhead(): Promise<boolean> {
    const anchored = (await this.anchor?.newest().catch(() => null))?.size ?? 0;
    return anchored > (await this.store.size());
  }
}

const toDecisionDto = (decision: PublicDecision): PublicDecisionDto => ({
  type: decision.type,
  at: decision.at,
  reference: decision.reference,
  batchId: decision.batchId,
  brandName: decision.brandName,
  productName: decision.productName,
  demonstration: decision.demonstration,
  publishedAt: decision.publishedAt,
  reason: decision.reason,
  replacedBy: decision.replacedBy,
  entry: decision.entry,
});
