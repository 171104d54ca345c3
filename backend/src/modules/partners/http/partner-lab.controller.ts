import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { Partners } from '../../../domain/partners/partners.js';
import { Sandboxes } from '../../../domain/partners/sandboxes.js';
import type { CallingLab } from '../../../domain/shared/calling-lab.js';
import { Clock } from '../../../domain/shared/ports.js';
import { CurrentLab, PartnerOnly } from '../../../platform/http/access.js';
import { NoContent, Ok, Operation } from '../../../platform/http/operation.js';
import { PartnerLabDto, toPartnerLabDto } from './lab.dto.js';

class SandboxTrustDto {
  @ApiProperty({
    description: 'True: your certificates are published without review, unless a finding is an `error`',
    type: Boolean,
    example: true,
  })
  @IsBoolean({ message: 'Use true or false' })
  trusted!: boolean;
}

@ApiTags('Partner key')
@Controller('api/partner/lab')
export class PartnerLabController {
  constructor(
    private readonly partners: Partners,
    private readonly sandboxes: Sandboxes,
    private readonly clock: Clock,
  ) {}

  @Get()
  @PartnerOnly()
  @Operation(
    'See which lab a key belongs to',
    'The quickest way to test a key. Says whose key it is, what it may do and when it expires. It needs a' +
      ' valid key but no scope.',
  )
  @Ok(PartnerLabDto, 'Your laboratory and the key you call with')
  async getPartnerLab(@CurrentLab() lab: CallingLab): Promise<PartnerLabDto> {
    const [details, key] = await Promise.all([this.partners.labById(lab.id), this.partners.keyOf(lab)]);
    return toPartnerLabDto(details, key, this.clock.now());
  }

  @Put('sandbox-trust')
  @PartnerOnly('certificates:write')
  @Operation(
    'Be trusted in the sandbox, or not',
    'In the registry our staff decide this. It affects only what you send from now on. It works with a test key only; ' +
      'with another key the answer is 403 `only-in-sandbox`.',
  )
  @NoContent('Changed; `getPartnerLab` says so')
  changeSandboxTrust(@Body() { trusted }: SandboxTrustDto, @CurrentLab() lab: CallingLab): Promise<void> {
    return this.sandboxes.setTrusted(lab, trusted);
  }
}
