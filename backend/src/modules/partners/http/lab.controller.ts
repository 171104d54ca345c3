import { Body, Controller, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { KeyNotFound } from '../../../domain/partners/key.js';
import type { Lab } from '../../../domain/partners/lab.js';
import { LabNotFound, Partners } from '../../../domain/partners/partners.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { Clock } from '../../../domain/shared/ports.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { Created, Ok, Operation, UuidParam } from '../../../platform/http/operation.js';
import {
  IssuedLabKeyDto,
  LabChangeDto,
  LabDto,
  LabKeyDto,
  LabSuspensionDto,
  LabTrustDto,
  NewLabDto,
  NewLabKeyDto,
  toIssuedLabKeyDto,
  toLabDetails,
  toLabDto,
  toLabKeyDto,
} from './lab.dto.js';

const LabId = () => UuidParam('id', 'Identity of the laboratory', LabNotFound, '3f2c1a9e-6d0b-4b57-9a51-0f6f1f7f2c11');

@ApiTags('Staff labs')
@Controller('api/staff/labs')
@StaffOnly('administrator')
export class LabController {
  constructor(
    private readonly partners: Partners,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Operation(
    'List all partner labs',
    'Every lab by name, suspended ones included, with its standing and whether it is trusted.',
  )
  @Ok([LabDto], 'All laboratories')
  async listLabs(): Promise<LabDto[]> {
    return (await this.partners.all()).map((lab) => this.shown(lab));
  }

  @Get(':id')
  @Operation('Get one partner lab', 'The lab as staff see it, with its contact address, which is never published.')
  @Ok(LabDto, 'The laboratory')
  async getLab(@LabId() id: string): Promise<LabDto> {
    return this.shown(await this.partners.labById(id));
  }

  @Post()
  @Operation(
    'Add a partner lab',
    'A new lab is not trusted, so a reviewer looks at each of its certificates. Next, issue a key with ' +
      '`createLabKey`. A name that another lab has is answered 409 `lab-name-taken`.',
  )
  @Created(LabDto, 'Entered')
  @ApiProblems(409)
  async createLab(@Body() body: NewLabDto, @CurrentActor() actor: Actor): Promise<LabDto> {
    return this.shown(await this.partners.create(toLabDetails(body), actor));
  }

  @Put(':id')
  @Operation(
    'Change the details of a lab',
    'Replaces name, website, report hosts, contact address and accreditation. The address is for us and is never published. Send the ' +
      '`version` you saw; if someone changed the lab since, the answer is 409 `lab-changed`.',
  )
  @Ok(LabDto, 'The laboratory, changed')
  @ApiProblems(409)
  async changeLab(@LabId() id: string, @Body() body: LabChangeDto, @CurrentActor() actor: Actor): Promise<LabDto> {
    return this.shown(await this.partners.edit(id, body.version, toLabDetails(body), actor));
  }

  @Put(':id/trust')
  @Operation(
    'Trust a lab, or stop trusting it',
    'Certificates of a trusted lab are published right away unless an automatic check finds an error. ' +
      'This affects only what arrives from now on. Your reason goes into the audit log.',
  )
  @Ok(LabDto, 'The laboratory, changed')
  @ApiProblems(409)
  async changeLabTrust(
    @LabId() id: string,
    @Body() { trusted, reason, version }: LabTrustDto,
    @CurrentActor() actor: Actor,
  ): Promise<LabDto> {
    return this.shown(await this.partners.setTrusted(id, version, trusted, reason, actor));
  }

  @Put(':id/suspension')
  @Operation(
    'Suspend a lab, or let it back in',
    'While a lab is suspended, all of its calls answer 403 `lab-suspended`. What it published stays ' +
      'published. Your reason goes into the audit log.',
  )
  @Ok(LabDto, 'The laboratory, changed')
  @ApiProblems(409)
  async changeLabSuspension(
    @LabId() id: string,
    @Body() { suspended, reason, version }: LabSuspensionDto,
    @CurrentActor() actor: Actor,
  ): Promise<LabDto> {
    return this.shown(await this.partners.setSuspended(id, version, suspended, reason, actor));
  }

  @Get(':id/keys')
  @Operation(
    'List the keys of a lab',
    'All keys, newest first, with those that expired or were revoked. A key is named by its first and ' +
      'last characters. We keep only a hash, so no call can show a key again.',
  )
  @Ok([LabKeyDto], 'All keys, with those that open nothing any more')
  async listLabKeys(@LabId() id: string): Promise<LabKeyDto[]> {
    const now = this.clock.now();
    return (await this.partners.keysOf(id)).map((key) => toLabKeyDto(key, now));
  }

  @Post(':id/keys')
  @Operation(
    'Issue a key to a lab',
    'The answer is the only place where the key is shown. A lab can have two live keys, so that it can ' +
      'switch without a gap; a third is answered 409 `too-many-keys`. Give a key only the scopes its ' +
      'program needs.',
  )
  @Created(IssuedLabKeyDto, 'Issued; two may be live at a time')
  @ApiProblems(409)
  async createLabKey(
    @LabId() id: string,
    @Body() { label, scopes, validDays }: NewLabKeyDto,
    @CurrentActor() actor: Actor,
  ): Promise<IssuedLabKeyDto> {
    return toIssuedLabKeyDto(await this.partners.issueKey(id, { label, scopes, validDays: validDays ?? null }, actor));
  }

  @Post(':id/keys/:keyId/revocation')
  @Operation(
    'Revoke a key',
    'The next call with this key answers 401 `key-revoked`. A revoked key cannot be brought back. ' +
      'Revoking it twice is answered 409 `key-already-revoked`.',
  )
  @Ok(LabKeyDto, 'The key, revoked')
  @ApiProblems(409)
  async revokeLabKey(
    @LabId() id: string,
    @UuidParam('keyId', 'Identity of the key', KeyNotFound, '9b1f6f5e-50a4-4f2c-8f6e-9a3ad4a0c5d2')
    keyId: string,
    @CurrentActor() actor: Actor,
  ): Promise<LabKeyDto> {
    return toLabKeyDto(await this.partners.revokeKey(id, keyId, actor), this.clock.now());
  }

  private shown(lab: Lab): LabDto {
    return toLabDto(lab, this.clock.now());
  }
}
