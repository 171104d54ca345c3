import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import {
  type JudgedLine,
  LINE_EVIDENCE,
  type LineEvidence,
} from '../../../../domain/coa-registry/certificate/line-evidence.js';
import {
  type AnalyteResult,
  CERTIFICATE_STATUSES,
  type CertificateStatus,
  PANEL_VERDICTS,
  type PanelVerdict,
  type PanelVerdicts,
} from '../../../../domain/coa-registry/certificate/test-results.js';
import type { SettledResults } from '../../../../domain/coa-registry/checks/settled-results.js';
import { PRINTED_PANELS } from '../../../../domain/shared/result-terms.js';
import { OneOf, TextOrNull } from '../../../../platform/http/response-fields.js';

const SettledPanel = (description: string) =>
  ApiProperty({
    description,
    enum: PANEL_VERDICTS,
    enumName: 'PanelVerdict',
    nullable: true,
    example: 'passed',
  });

const panelResult = (panel: string) => ({
  message: `Choose a result for the ${panel} panel: ${PANEL_VERDICTS.join(', ')}`,
});

export class PanelVerdictsDto implements PanelVerdicts {
  @OneOf(PANEL_VERDICTS, 'PanelVerdict', 'Pesticides', 'passed')
  @IsIn(PANEL_VERDICTS, panelResult('pesticide'))
  pesticides!: PanelVerdict;

  @OneOf(PANEL_VERDICTS, 'PanelVerdict', 'Heavy metals', 'passed')
  @IsIn(PANEL_VERDICTS, panelResult('heavy metal'))
  heavyMetals!: PanelVerdict;

  @OneOf(PANEL_VERDICTS, 'PanelVerdict', 'Microbials', 'passed')
  @IsIn(PANEL_VERDICTS, panelResult('microbial'))
  microbials!: PanelVerdict;

  @OneOf(PANEL_VERDICTS, 'PanelVerdict', 'Residual solvents', 'passed')
  @IsIn(PANEL_VERDICTS, panelResult('residual solvent'))
  residualSolvents!: PanelVerdict;
}

/** One measured line of a certificate. */
export class AnalyteResultDto implements AnalyteResult {
  @OneOf(PRINTED_PANELS, 'AnalytePanel', 'Panel it belongs to', 'heavyMetals')
  panel!: AnalyteResult['panel'];

  @ApiProperty({ description: 'Name as printed', example: 'Lead' })
  name!: string;

  @ApiProperty({ description: 'Result as printed; "ND" or "<LOQ" are not zero', example: '<LOQ' })
  valueText!: string;

  @ApiProperty({ description: 'Result as a number, where it is one', type: Number, nullable: true, example: null })
  value!: number | null;

  @TextOrNull('Unit of value, limits of detection and quantification, and action limit', 'µg/g')
  unit!: string | null;

  @ApiProperty({ description: 'Limit of detection', type: Number, nullable: true, example: 0.002 })
  lod!: number | null;

  @ApiProperty({ description: 'Limit of quantification', type: Number, nullable: true, example: 0.005 })
  loq!: number | null;

  @ApiProperty({ description: 'Action limit printed beside the result', type: Number, nullable: true, example: 0.5 })
  limit!: number | null;

  @TextOrNull('Method of measurement', 'ICP-MS')
  method!: string | null;
}

/** A measured line with its evidence about the contaminant. */
export class JudgedResultDto extends AnalyteResultDto implements JudgedLine {
  @ApiProperty({
    description:
      'What the line says, judged from the printed text and the number; the more cautious of both counts. `above`: over the ' +
      'printed limit, found where only absence is reported ("Detected in 25 g"), or "FAIL". `open`: it could be above. ' +
      '`untested`: it gives no result. Null for cannabinoids, whose limits are no safety limits',
    enum: LINE_EVIDENCE,
    enumName: 'LineEvidence',
    nullable: true,
    example: 'within',
  })
  evidence!: LineEvidence | null;
}

/** A line of a published certificate. */
export class PublishedResultDto extends JudgedResultDto {
  @TextOrNull(
    'Key of the analyte that the printed name means (`listAnalytes`); null for a name that is not in the vocabulary or could ' +
      'mean several analytes',
    'lead',
  )
  analyte!: string | null;
}

export class TestResultsDto {
  @OneOf([1], 'TestResultsVersion', 'Version of this shape', 1)
  version!: 1;

  @ApiProperty({ description: 'What the reviewer confirmed for each panel', type: PanelVerdictsDto })
  panels!: PanelVerdictsDto;

  @ApiProperty({ description: 'Measured lines as the laboratory reported them', type: [AnalyteResultDto] })
  analytes!: readonly AnalyteResultDto[];
}

export class JudgedResultsDto extends TestResultsDto {
  @ApiProperty({ description: 'Measured lines as the laboratory reported them', type: [JudgedResultDto] })
  declare analytes: readonly JudgedResultDto[];
}

export class PublishedResultsDto extends TestResultsDto {
  @ApiProperty({ description: 'Measured lines as the laboratory reported them', type: [PublishedResultDto] })
  declare analytes: readonly PublishedResultDto[];
}

export class SettledPanelsDto {
  @SettledPanel('Pesticides')
  pesticides!: PanelVerdict | null;

  @SettledPanel('Heavy metals')
  heavyMetals!: PanelVerdict | null;

  @SettledPanel('Microbials')
  microbials!: PanelVerdict | null;

  @SettledPanel('Residual solvents')
  residualSolvents!: PanelVerdict | null;
}

/** What the review form starts with. */
export class SettledResultsDto implements SettledResults {
  @ApiProperty({
    description: 'The certificate as a whole',
    enum: CERTIFICATE_STATUSES,
    enumName: 'CertificateStatus',
    nullable: true,
    example: 'passed',
  })
  status!: CertificateStatus | null;

  @ApiProperty({ description: 'Each panel', type: SettledPanelsDto })
  panels!: SettledPanelsDto;
}

export class ReportedResultsDto {
  @OneOf(CERTIFICATE_STATUSES, 'CertificateStatus', 'The certificate as a whole', 'passed')
  status!: CertificateStatus;

  @ApiProperty({ description: 'Each panel', type: PanelVerdictsDto })
  panels!: PanelVerdictsDto;
}
