import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Dosing } from '../../domain/dosing/dosing.js';
import { Public } from '../../platform/http/access.js';
import { ApiProblems } from '../../platform/http/api-problems.js';
import { DoseRequestDto, DoseResultDto, toDoseResultDto } from './dose.dto.js';

@ApiTags('Public dose calculator')
@Controller('api/calculate-dose')
@Public()
export class DoseController {
  constructor(private readonly dosing: Dosing) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'calculateDose',
    summary: 'Estimate how strong an amount of THC in a drink may be, and when it may be felt',
    description:
      'General education for adults of 21 and over, not medical advice. Nothing is stored; the same request always gets ' +
      'the same answer, and `reasons` tells the rules behind it with their sources.',
  })
  @ApiOkResponse({ description: 'The estimate', type: DoseResultDto })
  @ApiProblems(400, 403, 413, 415, 429)
  calculate(@Body() request: DoseRequestDto): DoseResultDto {
    return toDoseResultDto(this.dosing.calculate(request));
  }
}
