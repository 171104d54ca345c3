import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsIn, IsInt, Min } from 'class-validator';
import {
  INCIDENT_KINDS,
  type IncidentKind,
  IncidentNotFound,
  type LabIncident,
  SOURCE_NAME_MAX,
  STATEMENT_MAX,
} from '../../../../domain/coa-registry/certificate/lab-incident.js';
import { LabIncidents } from '../../../../domain/coa-registry/review/lab-incidents.js';
import type { Actor } from '../../../../domain/shared/audit.js';
import { CurrentActor, StaffOnly } from '../../../../platform/http/access.js';
import { ApiProblems } from '../../../../platform/http/api-problems.js';
import { OptionalDay, RequiredDay, RequiredText, RequiredUrl, SeenVersion } from '../../../../platform/http/fields.js';
import { Created, Ok, Operation, UuidParam } from '../../../../platform/http/operation.js';
import { Integer, OneOf, TextOrNull } from '../../../../platform/http/response-fields.js';
import { LabIncidentDto, toLabIncidentDto } from '../../certificate/http/lab-incident.dto.js';

const LAB_NAME_MAX = 120;

class IncidentWindowDto {
  @RequiredText('Laboratory', LAB_NAME_MAX, {
    description: 'The laboratory, as certificates name it; compared without case',
    example: 'Example Analytical',
  })
  labName!: string;

  @RequiredDay('First test day', { description: 'First day of the tests that it is about', example: '2026-09-01' })
  testedFrom!: string;

  @OptionalDay('Last test day', {
    description: 'Last day of the tests that it is about; leave it out while the end is not known',
    example: '2026-10-31',
  })
  testedTo?: string;
}

class NewLabIncidentDto extends IncidentWindowDto {
  @OneOf(INCIDENT_KINDS, 'LabIncidentKind', 'What the source says', 'suspended')
  @IsIn(INCIDENT_KINDS, { message: `kind must be one of ${INCIDENT_KINDS.join(', ')}` })
  kind!: IncidentKind;

  @RequiredText('Source', SOURCE_NAME_MAX, {
    description: 'Who says so; public',
    example: 'Example Accreditation Board',
  })
  sourceName!: string;

  @RequiredUrl('Source link', { description: 'Where they say it; public', example: 'https://board.example/notices/17' })
  sourceUrl!: string;

  @RequiredDay('Day of the source', { description: 'The day on which they said it', example: '2026-11-02' })
  sourceDate!: string;

  @RequiredText('Public sentence', STATEMENT_MAX, {
    description: 'What it means for people who have the can. Public: no addresses, phone numbers or links',
    example: 'Results of these tests may not be reliable.',
  })
  statement!: string;

  @ApiProperty({
    description: 'The number that `previewLabIncident` answered. If it has changed since, nothing is opened',
    type: 'integer',
    minimum: 0,
    example: 12,
  })
  @IsInt({ message: 'Confirm how many certificates it covers' })
  @Min(0, { message: 'Confirm how many certificates it covers' })
  certificates!: number;
}

class LabIncidentEndDto {
  @SeenVersion()
  version!: number;

  @RequiredText('Reason', STATEMENT_MAX, {
    description: 'Why; public, so no addresses, phone numbers or links',
    example: 'The board lifted the suspension on November 20, 2026.',
  })
  reason!: string;
}

class LabIncidentPreviewDto {
  @Integer('Published certificates that it would cover', 12)
  certificates!: number;
}

class StaffLabIncidentDto extends LabIncidentDto {
  @ApiProperty({ description: 'Who opened it', example: 'robin' })
  openedBy!: string;

  @TextOrNull('Who cleared or retracted it', null)
  endedBy!: string | null;

  @Integer('Optimistic lock', 1)
  version!: number;
}

const toStaffDto = (incident: LabIncident): StaffLabIncidentDto => ({
  ...toLabIncidentDto(incident),
  openedBy: incident.openedBy,
  endedBy: incident.endedBy,
  version: incident.version,
});

const IncidentId = () => UuidParam('id', 'Identity of the incident', IncidentNotFound);

@ApiTags('Staff labs')
@Controller('api/staff/lab-incidents')
@StaffOnly('administrator')
export class LabIncidentController {
  constructor(private readonly incidents: LabIncidents) {}

  @Get()
  @Operation(
    'List incidents of laboratories',
    'Open ones and those that have ended, the newest first, with who opened and ended them.',
  )
  @Ok([StaffLabIncidentDto], 'All incidents')
  async listStaffLabIncidents(): Promise<StaffLabIncidentDto[]> {
    return (await this.incidents.all()).map(toStaffDto);
  }

  @Get('preview')
  @Operation(
    'Count what an incident would cover',
    'Published certificates of this laboratory whose test was on one of these days. Where a report prints two days of its ' +
      'test, those between them count too. Send the number with `openLabIncident`.',
  )
  @Ok(LabIncidentPreviewDto, 'The number')
  async previewLabIncident(@Query() query: IncidentWindowDto): Promise<LabIncidentPreviewDto> {
    const { labName, testedFrom, testedTo = null } = query;
    return { certificates: await this.incidents.preview({ labName, testedFrom, testedTo }) };
  }

  @Post()
  @Operation(
    'Open an incident of a laboratory',
    'From then on every certificate that it covers carries it before its verdict, nothing about them counts as good news, ' +
      'and new ones wait for a reviewer even if the lab is trusted. If the number of certificates is no longer the one you ' +
      'send, the answer is 409 `lab-incident-count-changed` and nothing is opened.',
  )
  @Created(StaffLabIncidentDto, 'Opened')
  @ApiProblems(409)
  async openLabIncident(@Body() body: NewLabIncidentDto, @CurrentActor() actor: Actor): Promise<StaffLabIncidentDto> {
    const { certificates, testedTo = null, ...rest } = body;
    return toStaffDto(await this.incidents.open({ ...rest, testedTo }, certificates, actor));
  }

  @Post(':id/clearance')
  @Operation(
    'Clear an incident',
    'It is over: certificates are shown as before. The incident stays in the public history with your reason.',
  )
  @Ok(StaffLabIncidentDto, 'Cleared')
  @ApiProblems(409)
  async clearLabIncident(
    @IncidentId() id: string,
    @Body() { version, reason }: LabIncidentEndDto,
    @CurrentActor() actor: Actor,
  ): Promise<StaffLabIncidentDto> {
    return toStaffDto(await this.incidents.clear(id, version, reason, actor));
  }

  @Post(':id/retraction')
  @Operation(
    'Retract an incident that was opened in error',
    'For our own mistakes, such as the wrong laboratory. Certificates are shown as before, and the public history says that ' +
      'it was an error, with your reason.',
  )
  @Ok(StaffLabIncidentDto, 'Retracted')
  @ApiProblems(409)
  async retractLabIncident(
    @IncidentId() id: string,
    @Body() { version, reason }: LabIncidentEndDto,
    @CurrentActor() actor: Actor,
  ): Promise<StaffLabIncidentDto> {
    return toStaffDto(await this.incidents.retract(id, version, reason, actor));
  }
}
