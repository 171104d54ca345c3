import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { DatabaseProbe } from '../database/database-probe.js';
import { Public } from './access.js';
import { Ok, Operation } from './operation.js';

class HealthDto {
  @ApiProperty({
    description: 'Always "ok": anything else is an error status',
    example: 'ok',
    enum: ['ok'],
    enumName: 'HealthStatus',
  })
  status!: 'ok';
}

@ApiTags('Public health checks')
@Controller('health')
@Public()
export class HealthController {
  constructor(private readonly database: DatabaseProbe) {}

  @Get('live')
  @Operation(
    'Check that the process runs',
    'Answers as long as the process can answer at all, and looks at nothing else. Use it to decide on a ' +
      'restart. A database outage does not change it.',
  )
  @Ok(HealthDto, 'The process runs')
  getLiveness(): HealthDto {
    return { status: 'ok' };
  }

  @Get('ready')
  @Operation(
    'Check that the process can serve requests',
    'Asks the database one question. Use it to decide whether to send traffic here. It answers 503 while ' +
      'the database cannot be reached.',
  )
  @Ok(HealthDto, 'The database answers')
  async getReadiness(): Promise<HealthDto> {
    await this.database.time();
    return { status: 'ok' };
  }
}
