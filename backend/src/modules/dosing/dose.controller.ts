import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { calculateDose } from '../../domain/dosing/dosing.js';
import { Public } from '../../platform/http/access.js';
import { Ok, Operation } from '../../platform/http/operation.js';
import { DoseRequestDto, DoseResultDto, toDoseResultDto } from './dose.dto.js';

@ApiTags('Public dose calculator')
@Controller('api/calculate-dose')
@Public()
export class DoseController {
  @Post()
  @Operation(
    'Estimate how strong an amount of THC in a drink may be, and when it may be felt',
    'General education for adults of 21 and over, not medical advice. Nothing is stored; the same request always gets ' +
      'the same answer, and `reasons` tells the rules behind it with their sources.',
  )
  @Ok(DoseResultDto, 'The estimate')
  calculateDose(@Body() request: DoseRequestDto): DoseResultDto {
    return toDoseResultDto(calculateDose(request));
  }
}
