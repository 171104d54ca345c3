import { Body, Controller, Get, Header, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Privacy } from '../../../domain/privacy/privacy.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { Ok, Operation } from '../../../platform/http/operation.js';
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
  @Operation(
    'List where personal data is stored',
    'Every database column that can hold something about a person, how long we keep it, and what erasing ' +
      'does with it.',
  )
  @Ok([PersonalColumnDto], 'Every column that can hold something about a person')
  listPersonalColumns(): PersonalColumnDto[] {
    return DATA_INVENTORY.map(({ column, erasure, why, retention }) => ({ column, erasure, why, kept: retention }));
  }

  @Post('look-up')
  @Operation(
    'Look up what we hold about a person',
    'Counts per category for one email address, without showing the data itself. Use it before an export ' +
      'or an erasure. The audit log records the lookup.',
  )
  @Ok([HoldingDto], 'Every part, also those of which nothing is held')
  async checkPersonalData(@Body() body: PrivacyRequestDto, @CurrentActor() actor: Actor): Promise<HoldingDto[]> {
    return (await this.privacy.lookUp(toRequest(body), actor)).map(toHoldingDto);
  }

  @Post('export')
  @Header('cache-control', 'no-store')
  @Operation(
    'Export what we hold about a person',
    'Everything stored under one email address, for the person who asked for it. First make sure that ' +
      'they are the person. The audit log records the export.',
  )
  @Ok(PersonalDataExportDto, 'The stored data, what it is, and why we keep it')
  async exportPersonalData(
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
  @Operation(
    'Erase what we hold about a person',
    'Erases all of it, or nothing if something fails. Published certificates stay, without the name of the person. ' +
      'This cannot be undone. Calling it again is harmless.',
  )
  @Ok([ErasureResultDto], 'What was erased; the same call again erases nothing more')
  async erasePersonalData(@Body() body: ErasureDto, @CurrentActor() actor: Actor): Promise<ErasureResultDto[]> {
    return (await this.privacy.erase(toRequest(body), body.confirmation, actor)).map(toErasureResultDto);
  }
}
