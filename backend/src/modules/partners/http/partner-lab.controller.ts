import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Partners } from '../../../domain/partners/partners.js';
import type { CallingLab } from '../../../domain/shared/calling-lab.js';
import { Clock } from '../../../domain/shared/ports.js';
import { CurrentLab, PartnerOnly } from '../../../platform/http/access.js';
import { Ok, Operation } from '../../../platform/http/operation.js';
import { PartnerLabDto, toPartnerLabDto } from './lab.dto.js';

@ApiTags('Partner key')
@Controller('api/partner/lab')
@PartnerOnly()
export class PartnerLabController {
  constructor(
    private readonly partners: Partners,
    private readonly clock: Clock,
  ) {}

  @Get()
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
}
