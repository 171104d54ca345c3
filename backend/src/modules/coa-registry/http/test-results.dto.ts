import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import {
  type AnalyteResult,
  CERTIFICATE_STATUSES,
  type CertificateStatus,
  PANEL_VERDICTS,
  PANELS,
  type PanelVerdict,
  type PanelVerdicts,
} from '../../../domain/coa-registry/test-results.js';

export class PanelVerdictsDto implements PanelVerdicts {
  @ApiProperty({ description: 'Pesticides', enum: PANEL_VERDICTS, enumName: 'PanelVerdict', example: 'passed' })
  @IsIn(PANEL_VERDICTS, { message: 'Choose a result for the pesticide panel' })
  pesticides!: PanelVerdict;

  @ApiProperty({ description: 'Heavy metals', enum: PANEL_VERDICTS, enumName: 'PanelVerdict', example: 'passed' })
  @IsIn(PANEL_VERDICTS, { message: 'Choose a result for the heavy metal panel' })
  heavyMetals!: PanelVerdict;

  @ApiProperty({ description: 'Microbials', enum: PANEL_VERDICTS, enumName: 'PanelVerdict', example: 'passed' })
  @IsIn(PANEL_VERDICTS, { message: 'Choose a result for the microbial panel' })
  microbials!: PanelVerdict;

  @ApiProperty({
    description: 'Residual solvents',
    enum: PANEL_VERDICTS,
    enumName: 'PanelVerdict',
    example: 'passed',
  })
  @IsIn(PANEL_VERDICTS, { message: 'Choose a result for the residual solvent panel' })
  residualSolvents!: PanelVerdict;
}

export const ANALYTE_PANELS = [...PANELS, 'cannabinoids', 'other'] as const;

/** One measured line of a certificate. */
export class AnalyteResultDto implements AnalyteResult {
  @ApiProperty({
    description: 'Panel it belongs to',
    enum: ANALYTE_PANELS,
    enumName: 'AnalytePanel',
    example: 'heavyMetals',
  })
  panel!: AnalyteResult['panel'];

  @ApiProperty({ description: 'Name as printed', example: 'Lead' })
  name!: string;

  @ApiProperty({ description: 'Result as printed; "ND" or "<LOQ" are not zero', example: '<LOQ' })
  valueText!: string;

  @ApiProperty({ description: 'Result as a number, where it is one', type: Number, nullable: true, example: null })
  value!: number | null;

  @ApiProperty({
    description: 'Unit of value, limits of detection and quantification, and action limit',
    type: String,
    nullable: true,
    example: 'µg/g',
  })
  unit!: string | null;

  @ApiProperty({ description: 'Limit of detection', type: Number, nullable: true, example: 0.002 })
  lod!: number | null;

  @ApiProperty({ description: 'Limit of quantification', type: Number, nullable: true, example: 0.005 })
  loq!: number | null;

  @ApiProperty({ description: 'Action limit printed beside the result', type: Number, nullable: true, example: 0.5 })
  limit!: number | null;

  @ApiProperty({ description: 'Method of measurement', type: String, nullable: true, example: 'ICP-MS' })
  method!: string | null;
}

export class TestResultsDto {
  @ApiProperty({ description: 'Version of this shape', enum: [1], enumName: 'TestResultsVersion', example: 1 })
  version!: 1;

  @ApiProperty({ description: 'What the reviewer confirmed for each panel', type: PanelVerdictsDto })
  panels!: PanelVerdictsDto;

  @ApiProperty({ description: 'Measured lines as the laboratory reported them', type: [AnalyteResultDto] })
  analytes!: readonly AnalyteResultDto[];
}

export class ReportedResultsDto {
  @ApiProperty({
    description: 'The certificate as a whole',
    enum: CERTIFICATE_STATUSES,
    enumName: 'CertificateStatus',
    example: 'passed',
  })
  status!: CertificateStatus;

  @ApiProperty({ description: 'Each panel', type: PanelVerdictsDto })
  panels!: PanelVerdictsDto;
}
