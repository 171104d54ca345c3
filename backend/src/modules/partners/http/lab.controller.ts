import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { KeyNotFound } from '../../../domain/partners/key.js';
import type { Lab } from '../../../domain/partners/lab.js';
import { LabNotFound, Partners } from '../../../domain/partners/partners.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { Clock } from '../../../domain/shared/ports.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
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

/** An id that is not a UUID can't exist. */
const KnownLab = new ParseUUIDPipe({ exceptionFactory: () => new LabNotFound() });
const KnownKey = new ParseUUIDPipe({ exceptionFactory: () => new KeyNotFound() });

const ApiLabId = () =>
  ApiParam({
    name: 'id',
    description: 'Identity of the laboratory',
    example: '3f2c1a9e-6d0b-4b57-9a51-0f6f1f7f2c11',
  });

@ApiTags('Staff labs')
@Controller('api/staff/labs')
@StaffOnly('administrator')
export class LabController {
  constructor(
    private readonly partners: Partners,
    private readonly clock: Clock,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listLabs',
    summary: 'List all partner labs',
    description: 'Every lab by name, suspended ones included, with its standing and whether it is trusted.',
  })
  @ApiOkResponse({ description: 'All laboratories', type: [LabDto] })
  @ApiProblems(401, 403)
  async list(): Promise<LabDto[]> {
    return (await this.partners.all()).map((lab) => this.shown(lab));
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getLab',
    summary: 'Get one partner lab',
    description: 'The lab as staff see it, with its contact address, which is never published.',
  })
  @ApiLabId()
  @ApiOkResponse({ description: 'The laboratory', type: LabDto })
  @ApiProblems(400, 401, 403, 404)
  async byId(@Param('id', KnownLab) id: string): Promise<LabDto> {
    return this.shown(await this.partners.labById(id));
  }

  @Post()
  @ApiOperation({
    operationId: 'createLab',
    summary: 'Add a partner lab',
    description:
      'A new lab is not trusted, so a reviewer looks at each of its certificates. Next, issue a key with ' +
      '`createLabKey`. A name that another lab has is answered 409 `lab-name-taken`.',
  })
  @ApiCreatedResponse({ description: 'Entered', type: LabDto })
  @ApiProblems(400, 401, 403, 409, 413, 415, 429)
  async create(@Body() body: NewLabDto, @CurrentActor() actor: Actor): Promise<LabDto> {
    return this.shown(await this.partners.create(toLabDetails(body), actor));
  }

  @Put(':id')
  @ApiOperation({
    operationId: 'changeLab',
    summary: 'Change the details of a lab',
    description:
      'Replaces name, website, contact address and accreditation. The address is for us and is never published. Send the ' +
      '`version` you saw; if someone changed the lab since, the answer is 409 `lab-changed`.',
  })
  @ApiLabId()
  @ApiOkResponse({ description: 'The laboratory, changed', type: LabDto })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 429)
  async change(
    @Param('id', KnownLab) id: string,
    @Body() body: LabChangeDto,
    @CurrentActor() actor: Actor,
  ): Promise<LabDto> {
    return this.shown(await this.partners.edit(id, body.version, toLabDetails(body), actor));
  }

  @Put(':id/trust')
  @ApiOperation({
    operationId: 'changeLabTrust',
    summary: 'Trust a lab, or stop trusting it',
    description:
      'Certificates of a trusted lab are published right away unless an automatic check finds an error. ' +
      'This affects only what arrives from now on. Your reason goes into the audit log.',
  })
  @ApiLabId()
  @ApiOkResponse({ description: 'The laboratory, changed', type: LabDto })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 429)
  async changeTrust(
    @Param('id', KnownLab) id: string,
    @Body() { trusted, reason, version }: LabTrustDto,
    @CurrentActor() actor: Actor,
  ): Promise<LabDto> {
    return this.shown(await this.partners.setTrusted(id, version, trusted, reason, actor));
  }

  @Put(':id/suspension')
  @ApiOperation({
    operationId: 'changeLabSuspension',
    summary: 'Suspend a lab, or let it back in',
    description:
      'While a lab is suspended, all of its calls answer 403 `lab-suspended`. What it published stays ' +
      'published. Your reason goes into the audit log.',
  })
  @ApiLabId()
  @ApiOkResponse({ description: 'The laboratory, changed', type: LabDto })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 429)
  async changeSuspension(
    @Param('id', KnownLab) id: string,
    @Body() { suspended, reason, version }: LabSuspensionDto,
    @CurrentActor() actor: Actor,
  ): Promise<LabDto> {
    return this.shown(await this.partners.setSuspended(id, version, suspended, reason, actor));
  }

  @Get(':id/keys')
  @ApiOperation({
    operationId: 'listLabKeys',
    summary: 'List the keys of a lab',
    description:
      'All keys, newest first, with those that expired or were revoked. A key is named by its first and ' +
      'last characters. We keep only a hash, so no call can show a key again.',
  })
  @ApiLabId()
  @ApiOkResponse({ description: 'All keys, with those that open nothing any more', type: [LabKeyDto] })
  @ApiProblems(400, 401, 403, 404)
  async keys(@Param('id', KnownLab) id: string): Promise<LabKeyDto[]> {
    const now = this.clock.now();
    return (await this.partners.keysOf(id)).map((key) => toLabKeyDto(key, now));
  }

  @Post(':id/keys')
  @ApiOperation({
    operationId: 'createLabKey',
    summary: 'Issue a key to a lab',
    description:
      'The answer is the only place where the key is shown. A lab can have two live keys, so that it can ' +
      'switch without a gap; a third is answered 409 `too-many-keys`. Give a key only the scopes its ' +
      'program needs.',
  })
  @ApiLabId()
  @ApiCreatedResponse({ description: 'Issued; two may be live at a time', type: IssuedLabKeyDto })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 429)
  async createKey(
    @Param('id', KnownLab) id: string,
    @Body() { label, scopes, validDays }: NewLabKeyDto,
    @CurrentActor() actor: Actor,
  ): Promise<IssuedLabKeyDto> {
    return toIssuedLabKeyDto(await this.partners.issueKey(id, { label, scopes, validDays: validDays ?? null }, actor));
  }

  @Post(':id/keys/:keyId/revocation')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'revokeLabKey',
    summary: 'Revoke a key',
    description:
      'The next call with this key answers 401 `key-revoked`. A revoked key cannot be brought back. ' +
      'Revoking it twice is answered 409 `key-already-revoked`.',
  })
  @ApiLabId()
  @ApiParam({
    name: 'keyId',
    description: 'Identity of the key',
    example: '9b1f6f5e-50a4-4f2c-8f6e-9a3ad4a0c5d2',
  })
  @ApiOkResponse({ description: 'The key, revoked', type: LabKeyDto })
  @ApiProblems(400, 401, 403, 404, 409, 429)
  async revokeKey(
    @Param('id', KnownLab) id: string,
    @Param('keyId', KnownKey) keyId: string,
    @CurrentActor() actor: Actor,
  ): Promise<LabKeyDto> {
    return toLabKeyDto(await this.partners.revokeKey(id, keyId, actor), this.clock.now());
  }

  private shown(lab: Lab): LabDto {
    return toLabDto(lab, this.clock.now());
  }
}
