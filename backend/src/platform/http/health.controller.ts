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

@ApiTags('Health')
@Controller('health')
@Public()
export class HealthController {
  constructor(private readonly database: DatabaseProbe) {}

  @Get('live')
  @ApiOperation({ operationId: 'getLiveness', summary: 'Whether the process runs' })
  @ApiOkResponse({ description: 'The process runs', type: HealthDto })
  live(): HealthDto {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({ operationId: 'getReadiness', summary: 'Whether the process can serve: its database answers' })
  @ApiOkResponse({ description: 'The database answers', type: HealthDto })
  @ApiProblems()
  async ready(): Promise<HealthDto> {
    await this.database.time();
    return { status: 'ok' };
  }
}
