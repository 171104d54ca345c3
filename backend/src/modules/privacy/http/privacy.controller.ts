import { Body, Controller, Get, Header, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Privacy } from '../../../domain/privacy/privacy.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { DATA_INVENTORY } from '../data-inventory.js';
import {
  ErasureDto,
  ErasureResultDto,
  HoldingDto,
  PersonalColumnDto,
  PersonalDataExportDto,
  PrivacyRequestDto,
  toErasureResultDto,
  toHoldingDto,
  toPersonalDataExportDto,
  toRequest,
} from './privacy.dto.js';

/** Data subject requests. They are POSTs with the address in the body, because URLs must not contain email addresses. */
@ApiTags('Staff privacy')
@Controller('api/staff/privacy')
@StaffOnly('administrator')
export class PrivacyController {
  constructor(private readonly privacy: Privacy) {}

  @Get('columns')
  @ApiOperation({
    operationId: 'listPersonalColumns',
    summary: 'List where personal data is stored',
    description:
      'Every database column that can hold something about a person, how long we keep it, and what erasing ' +
      'does with it.',
  })
  @ApiOkResponse({ description: 'Every column that can hold something about a person', type: [PersonalColumnDto] })
  @ApiProblems(401, 403)
  columns(): PersonalColumnDto[] {
    return DATA_INVENTORY.map(({ column, erasure, why, kept }) => ({ column, erasure, why, kept }));
  }

  @Post('look-up')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'checkPersonalData',
    summary: 'Look up what we hold about a person',
    description:
      'Counts per category for one email address, without showing the data itself. Use it before an export ' +
      'or an erasure. The audit log records the lookup.',
  })
  @ApiOkResponse({ description: 'Every part, also those of which nothing is held', type: [HoldingDto] })
  @ApiProblems(400, 401, 403, 413, 415, 429)
  async lookUp(@Body() body: PrivacyRequestDto, @CurrentActor() actor: Actor): Promise<HoldingDto[]> {
    return (await this.privacy.lookUp(toRequest(body), actor)).map(toHoldingDto);
  }

  @Post('export')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @ApiOperation({
    operationId: 'exportPersonalData',
    summary: 'Export what we hold about a person',
    description:
      'Everything stored under one email address, for the person who asked for it. First make sure that ' +
      'they are the person. The audit log records the export.',
  })
  @ApiOkResponse({ description: 'What is held, what it is and why it is kept', type: PersonalDataExportDto })
  @ApiProblems(400, 401, 403, 413, 415, 429)
  async export(
    @Body() body: PrivacyRequestDto,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PersonalDataExportDto> {
    const dataExport = await this.privacy.exportOf(toRequest(body), actor);
    const day = dataExport.madeAt.toISOString().slice(0, 10);
    reply.header('content-disposition', `attachment; filename="personal-data-${day}.json"`);
    return toPersonalDataExportDto(body.email, dataExport);
  }

  @Post('erasure')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'erasePersonalData',
    summary: 'Erase what we hold about a person',
    description:
      'Erases all of it, or nothing if something fails. Published certificates stay, without the name of the person. ' +
      'This cannot be undone. Calling it again is harmless.',
  })
  @ApiOkResponse({ description: 'What was erased; the same call again erases nothing more', type: [ErasureResultDto] })
  @ApiProblems(400, 401, 403, 413, 415, 429)
  async erase(@Body() body: ErasureDto, @CurrentActor() actor: Actor): Promise<ErasureResultDto[]> {
    return (await this.privacy.erase(toRequest(body), body.confirmation, actor)).map(toErasureResultDto);
  }
}
