import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { CoaRegistry } from '../../../../domain/coa-registry/coa-registry.js';
import {
  type KnownAccreditation,
  type Laboratory,
  PANELS_OF_NEWEST,
} from '../../../../domain/coa-registry/registry/laboratory.js';
import {
  type Count,
  LABORATORY_FIGURES,
  type LaboratoryComparison,
  type LaboratoryFigure,
} from '../../../../domain/coa-registry/registry/laboratory-comparison.js';
import { MeasuredResults } from '../../../../domain/measurements/measurements.js';
import { Clock } from '../../../../domain/shared/ports.js';
import { PANELS, type Panel } from '../../../../domain/shared/result-terms.js';
import { CacheResponse } from '../../../../platform/cache/cached-routes.js';
import { Public } from '../../../../platform/http/access.js';
import { Ok, Operation, PathParam } from '../../../../platform/http/operation.js';
import { Integer, IntegerOrNull, OneOf, TextOrNull } from '../../../../platform/http/response-fields.js';
import { LabIncidentDto, toLabIncidentDto } from '../../certificate/http/lab-incident.dto.js';

class KnownAccreditationDto implements KnownAccreditation {
  @ApiProperty({ description: 'Who accredits it', example: 'Example Accreditation Board' })
  body!: string;

  @TextOrNull('Number of its accreditation', '1234.56')
  number!: string | null;

  @TextOrNull("The accreditor's page about the scope", 'https://board.example/labs/1234.56')
  scopeUrl!: string | null;

  @TextOrNull('The last day on which it is valid', '2027-03-31')
  expiresOn!: string | null;

  @ApiProperty({ description: 'The day our staff entered it', format: 'date', example: '2026-10-01' })
  enteredOn!: string;
}

class ReportedPanelDto {
  @OneOf(PANELS, 'Panel', 'Panel', 'heavyMetals')
  panel!: Panel;

  @Integer('How many of its newest certificates have a result for it, passed or failed', 28)
  certificates!: number;
}

class CountDto implements Count {
  @Integer('How many results were counted', 320)
  results!: number;

  @Integer('How many of them are on the side that the figure counts', 316)
  holds!: number;
}

class ExpectedShareDto {
  @ApiProperty({ description: 'From 0 to 1', example: 0.921 })
  from!: number;

  @ApiProperty({ description: 'From 0 to 1', example: 0.99 })
  to!: number;
}

/** A share of its results, compared with that of all other laboratories. There is no order by quality. */
class LaboratoryComparisonDto extends CountDto implements LaboratoryComparison {
  @OneOf(
    LABORATORY_FIGURES,
    'LaboratoryFigure',
    'What is compared: certificates that a corrected one `replaced`; certificates on which a reported panel passed; or measured ' +
      'Δ9-THC on the better side of a threshold, among results close to it. Thresholds are 90, 100 and 110 % of the dose in the ' +
      'product name, and the limits of rules',
    'heavyMetalsPassed',
  )
  figure!: LaboratoryFigure;

  @ApiProperty({
    description: 'The limit of `withinLimit`, in milligrams per container; null for other figures',
    type: Number,
    nullable: true,
    example: null,
  })
  limitMg!: number | null;

  @ApiProperty({ description: 'The same of all other laboratories together', type: CountDto })
  others!: CountDto;

  @IntegerOrNull('How many results are needed to tell; null while the other laboratories have too few', 260)
  minimum!: number | null;

  @ApiProperty({
    description:
      'The shares that chance alone gives 99.95 % of laboratories that are like the others; null while it has too few results to tell',
    type: ExpectedShareDto,
    nullable: true,
    example: { from: 0.921, to: 0.99 },
  })
  expected!: ExpectedShareDto | null;

  @ApiProperty({
    description:
      'Whether its share is outside the expected ones. Laboratories test different drinks, so this is a question, not a finding',
    example: false,
  })
  isOutside!: boolean;
}

/** A laboratory as certificates name it. */
export class LaboratoryDto {
  @ApiProperty({ description: 'As its newest certificate names it', example: 'Example Analytical' })
  labName!: string;

  @ApiProperty({ description: 'Whether it sends certificates through the partner API', example: true })
  isPartner!: boolean;

  @ApiProperty({
    description: 'As our staff entered it; we did not check it with the accreditor. Null: not known to us',
    type: KnownAccreditationDto,
    nullable: true,
    example: null,
  })
  accreditation!: KnownAccreditationDto | null;

  @Integer('Current certificates', 32)
  certificates!: number;

  @Integer('Certificates that a corrected one has replaced', 2)
  replaced!: number;

  @Integer('Certificates that were withdrawn', 1)
  withdrawn!: number;

  @Integer('How many of its newest certificates `panels` counts', 32)
  panelsOf!: number;

  @ApiProperty({ description: 'The contaminant panels that it reported', type: [ReportedPanelDto] })
  panels!: readonly ReportedPanelDto[];

  @ApiProperty({ description: 'Shares of its results beside those of all others', type: [LaboratoryComparisonDto] })
  comparisons!: readonly LaboratoryComparisonDto[];

  @ApiProperty({ description: 'Its incidents with their history, the newest first', type: [LabIncidentDto] })
  incidents!: readonly LabIncidentDto[];
}

const toLaboratoryDto = (laboratory: Laboratory): LaboratoryDto => ({
  labName: laboratory.name,
  isPartner: laboratory.isPartner,
  accreditation: laboratory.accreditation && toAccreditationDto(laboratory.accreditation),
  certificates: laboratory.certificates,
  replaced: laboratory.replaced,
  withdrawn: laboratory.withdrawn,
  panelsOf: Math.min(laboratory.certificates, PANELS_OF_NEWEST),
  panels: PANELS.map((panel) => ({ panel, certificates: laboratory.panels[panel] })),
  comparisons: laboratory.comparisons,
  incidents: laboratory.incidents.map(toLabIncidentDto),
});

const toAccreditationDto = (accreditation: KnownAccreditation): KnownAccreditationDto => ({
  body: accreditation.body,
  number: accreditation.number,
  scopeUrl: accreditation.scopeUrl,
  expiresOn: accreditation.expiresOn,
  enteredOn: accreditation.enteredOn,
});

@ApiTags('Public certificates')
@Controller('api')
@Public()
export class LaboratoryController {
  constructor(
    private readonly registry: CoaRegistry,
    private readonly rules: MeasuredResults,
    private readonly clock: Clock,
  ) {}

  @Get('laboratories/:labName')
  @CacheResponse({ tags: ['certificates'] })
  @Operation(
    'Get a laboratory',
    'What we know of a laboratory that certificates name: its accreditation, how many certificates it has and how many were ' +
      'corrected, which panels it reported, how its results compare with those of all others, and its incidents. There is ' +
      'no ranking. Percent-encode the name. One that nothing here names is answered 404 `laboratory-not-found`.',
  )
  @Ok(LaboratoryDto, 'The laboratory')
  async getLaboratory(
    @PathParam('labName', {
      description: 'Name of the laboratory, percent-encoded; compared without case',
      example: 'Example Analytical',
    })
    labName: string,
  ): Promise<LaboratoryDto> {
    return toLaboratoryDto(await this.registry.laboratory(labName, this.rules.containerLimitsMg(this.clock.now())));
  }

  @Get('lab-incidents')
  @CacheResponse({ tags: ['certificates'] })
  @Operation(
    'List incidents of laboratories',
    'All of them, the newest first. Ended ones stay, with the reason: `cleared` ones are over, and `retracted` ones were our ' +
      'mistake.',
  )
  @Ok([LabIncidentDto], 'The incidents')
  async listLabIncidents(): Promise<LabIncidentDto[]> {
    return (await this.registry.labIncidents()).map(toLabIncidentDto);
  }
}
