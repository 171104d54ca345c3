import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { DatabaseProbe } from '../database/database-probe.js';
import { Public } from './access.js';
import { ApiProblems } from './api-problems.js';

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
  @ApiOperation({
    operationId: 'getLiveness',
    summary: 'Check that the process runs',
    description:
      'Answers as long as the process can answer at all, and looks at nothing else. Use it to decide on a ' +
      'restart. A database outage does not change it.',
  })
  @ApiOkResponse({ description: 'The process runs', type: HealthDto })
  live(): HealthDto {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({
    operationId: 'getReadiness',
    summary: 'Check that the process can serve requests',
    description:
      'Asks the database one question. Use it to decide whether to send traffic here. It answers 503 while ' +
      'the database cannot be reached.',
  })
  @ApiOkResponse({ description: 'The database answers', type: HealthDto })
  @ApiProblems()
  async ready(): Promise<HealthDto> {
    await this.database.time();
    return { status: 'ok' };
  }
}
