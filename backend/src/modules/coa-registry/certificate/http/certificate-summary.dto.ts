import { ApiProperty } from '@nestjs/swagger';
import { SOURCES, type Source } from '../../../../domain/coa-registry/certificate/certificate.js';
import { labelDose } from '../../../../domain/coa-registry/certificate/label-dose.js';
import { SAMPLED_BY, type SampledBy } from '../../../../domain/coa-registry/certificate/printed-sample.js';
import {
  CERTIFICATE_STATUSES,
  type CertificateStatus,
  PANEL_VERDICTS,
  type PanelVerdict,
} from '../../../../domain/coa-registry/certificate/test-results.js';
import { sayNotToDrink } from '../../../../domain/coa-registry/certificate/warning.js';
import {
  compareWithLabel,
  LABEL_LEVELS,
  type LabelComparison,
  type LabelLevel,
} from '../../../../domain/coa-registry/checks/label-comparison.js';
import { doubtOf, statusDisplay } from '../../../../domain/coa-registry/checks/status-display.js';
import type { RegistryStatistics } from '../../../../domain/coa-registry/coa-registry.js';
import type { CertificateSummary } from '../../../../domain/coa-registry/registry/published-certificate.js';
import { Integer, OneOf, TextOrNull, Uuid } from '../../../../platform/http/response-fields.js';
import { type CanStrengthDto, StrengthLevel, strengthLevelOf } from '../../../dosing/can-strength.http.js';
import { LabIncidentNoticeDto, LabIncidentsOf } from './lab-incident.dto.js';
import { BatchNoticeDto, NoticesOf, toWarningDtos } from './warning.dto.js';

export class LabelDoseDto {
  @ApiProperty({ description: 'Labelled THC of the container in milligrams', example: 5, minimum: 0 })
  mg!: number;

  @OneOf(
    ['stated', 'inferred', 'assumed'],
    'LabelDoseBasis',
    'Where the figure comes from: `stated` in the product name, `inferred` from a size word in it, or `assumed` ' +
      'because the name says nothing',
    'stated',
  )
  basis!: 'stated' | 'inferred' | 'assumed';
}

/** Measured THC beside the dose that the product name states in milligrams. */
export class LabelComparisonDto implements LabelComparison {
  @OneOf(
    LABEL_LEVELS,
    'LabelLevel',
    '`over`: more than 10% above the stated dose; `far_over`: 25% or more above; `within`: at most 10% off and at most ' +
      '1 mg below; `under`: further below; `far_under`: 25% or more below; `not_stated`: the product name states no dose ' +
      'in milligrams, so there is nothing to compare with',
    'within',
  )
  level!: LabelLevel;

  @ApiProperty({
    description: 'THC per container in milligrams that the product name states; null when it states none',
    type: Number,
    nullable: true,
    minimum: 0,
    example: 5,
  })
  statedMg!: number | null;

  @ApiProperty({
    description: 'Measured THC as a whole percentage of the stated dose; null when none is stated',
    type: 'integer',
    nullable: true,
    minimum: 0,
    example: 96,
  })
  percent!: number | null;
}

/** A published certificate as lists show it. */
export class CoaSummaryDto {
  @Uuid('Identity of the certificate', '0f8fad5b-d9cb-469f-a165-70867728950e')
  id!: string;

  @ApiProperty({
    description: 'Permanent reference of this certificate; its page is at `/certificates/{reference}`',
    example: 'CB-7K3M-9QXD',
  })
  reference!: string;

  @ApiProperty({ description: 'Brand', example: 'Juniper & Tide' })
  brandName!: string;

  @ApiProperty({ description: 'Product name as on the label', example: 'Yuzu Seltzer 5 mg' })
  productName!: string;

  @ApiProperty({
    description:
      'Batch or lot id as printed on the container. It belongs to the brand: two brands may print the same one',
    example: '#C9030',
  })
  batchId!: string;

  @ApiProperty({ description: 'Measured THC in milligrams per container', example: 4.82, minimum: 0, maximum: 1000 })
  thcContent!: number;

  @ApiProperty({ description: 'Measured CBD in milligrams per container', example: 0.4, minimum: 0, maximum: 1000 })
  cbdContent!: number;

  @ApiProperty({ description: 'Laboratory that measured', example: 'Example Analytical' })
  labName!: string;

  @ApiProperty({ description: 'Day of the test', format: 'date', example: '2026-10-14' })
  testDate!: string;

  @OneOf(
    CERTIFICATE_STATUSES,
    'CertificateStatus',
    'What the reviewer confirmed the certificate says; `pending`: results are outstanding',
    'passed',
  )
  status!: CertificateStatus;

  @OneOf(PANEL_VERDICTS, 'PanelVerdict', 'Verdict of the pesticide panel', 'passed')
  pesticideStatus!: PanelVerdict;

  @ApiProperty({
    description:
      'Whether all four contaminant panels have a result, passed or failed. Not tested and outstanding are no results',
    example: true,
  })
  panelsComplete!: boolean;

  @ApiProperty({
    description:
      'Whether a contaminant failed or is above its limit, here or on another current report of its batch, or its batch was recalled or is contaminated',
    example: false,
  })
  doNotDrink!: boolean;

  @ApiProperty({
    description: 'Whether something on it contradicts itself, another record or its PDF',
    example: false,
  })
  contradictory!: boolean;

  @OneOf(
    ['passed', 'failed', 'pending'],
    'StatusMark',
    'How to show the status: a check, a cross or a clock. A withdrawn or replaced certificate shows a clock and its word',
    'passed',
  )
  statusMark!: 'passed' | 'failed' | 'pending';

  @ApiProperty({ description: 'The word to show beside the mark', example: 'Passed' })
  statusLabel!: string;

  @ApiProperty({
    description: 'Measured THC beside the stated dose. Show this to people, not `labelDose`',
    type: LabelComparisonDto,
  })
  labelComparison!: LabelComparisonDto;

  @StrengthLevel()
  strengthLevel!: CanStrengthDto['level'] | null;

  @ApiProperty({
    description:
      'The dose that the under-dosed statistic uses. Only a `stated` one is on the label; never show the others as a label',
    type: LabelDoseDto,
  })
  labelDose!: LabelDoseDto;

  @ApiProperty({
    description:
      'Whether measured THC is more than 1 mg below `labelDose`, also where that is only assumed. For the statistic; what ' +
      'to tell people is in `labelComparison`',
    example: false,
  })
  underDosed!: boolean;

  @ApiProperty({ description: 'True for an invented record that only shows how the registry works', example: false })
  demonstration!: boolean;

  @OneOf(SOURCES, 'CertificateSource', 'Who supplied it', 'lab')
  source!: Source;

  @OneOf(
    SAMPLED_BY,
    'SampledBy',
    'Who picked the can: the brand sent it, the laboratory sampled it, or `boughtBy` bought it in a store. `unknown`: not stated',
    'laboratory',
  )
  sampledBy!: SampledBy;

  @TextOrNull('The organization that bought the can in a store; null otherwise', null)
  boughtBy!: string | null;

  @LabIncidentsOf()
  labIncidents!: readonly LabIncidentNoticeDto[];

  @NoticesOf()
  notices!: readonly BatchNoticeDto[];
}

export class CoaStatisticsDto implements RegistryStatistics {
  @Integer('Published certificates', 32)
  totalCoas!: number;

  @Integer('Brands with at least one', 16)
  totalBrands!: number;

  @Integer('Certificates with THC more than 1 mg below the labelled dose', 5)
  underDosedCount!: number;

  @ApiProperty({ description: 'The same in percent of all, with one decimal', example: 15.6, minimum: 0, maximum: 100 })
  underDosedPercent!: number;

  @Integer('Certificates that report a result for all four contaminant panels', 28)
  allPanelsCount!: number;

  @ApiProperty({
    description: 'The same in whole percent of all, rounded down: 100 only where all of them do',
    type: 'integer',
    minimum: 0,
    maximum: 100,
    example: 87,
  })
  allPanelsPercent!: number;
}

export function toCoaSummaryDto(certificate: CertificateSummary): CoaSummaryDto {
  const { mark, label } = statusDisplay(certificate.outcome, certificate.pesticideStatus, doubtOf(certificate));
  return {
    id: certificate.id,
    reference: certificate.reference,
    brandName: certificate.brandName,
    productName: certificate.productName,
    batchId: certificate.batchId,
    thcContent: certificate.thcContent,
    cbdContent: certificate.cbdContent,
    labName: certificate.labName,
    testDate: certificate.testDate,
    status: certificate.outcome,
    pesticideStatus: certificate.pesticideStatus,
    panelsComplete: certificate.panelsComplete,
    doNotDrink: certificate.doNotDrink || sayNotToDrink(certificate.warnings),
    contradictory: certificate.contradictory,
    statusMark: mark,
    statusLabel: label,
    labelComparison: compareWithLabel(certificate.productName, certificate.thcContent),
    strengthLevel: strengthLevelOf(certificate.thcContent, !certificate.contradictory),
    labelDose: labelDose(certificate.productName),
    underDosed: certificate.underDosed,
    demonstration: certificate.demonstration,
    source: certificate.source,
    sampledBy: certificate.sampledBy,
    boughtBy: certificate.boughtBy,
    ...toWarningDtos(certificate.warnings),
  };
}

export const toCoaStatisticsDto = (statistics: RegistryStatistics): CoaStatisticsDto => ({
  totalCoas: statistics.totalCoas,
  totalBrands: statistics.totalBrands,
  underDosedCount: statistics.underDosedCount,
  underDosedPercent: statistics.underDosedPercent,
  allPanelsCount: statistics.allPanelsCount,
  allPanelsPercent: statistics.allPanelsPercent,
});
