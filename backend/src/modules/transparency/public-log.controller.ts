import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { LogAnchor, LogSigner } from '../../domain/transparency/ports.js';
import { Public } from '../../platform/http/access.js';
import { Ok, Operation } from '../../platform/http/operation.js';
import { Integer, TextOrNull, TimeOrNull } from '../../platform/http/response-fields.js';
import { TypeOrmLogStore } from './typeorm-log.store.js';

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

  /** An anchor that cannot be read stops the log, too: then decisions become overdue. */
  private async isAnchorAhead(): Promise<boolean> {
    const anchored = (await this.anchor?.newest().catch(() => null))?.size ?? 0;
    return anchored > (await this.store.size());
  }
}
