import { ApiProperty } from '@nestjs/swagger';
import { panelReports, reportsAllPanels } from '../../../../domain/coa-registry/certificate/panel-reports.js';
import {
  CERTIFICATE_STATUSES,
  type CertificateStatus,
} from '../../../../domain/coa-registry/certificate/test-results.js';
import { isIncident } from '../../../../domain/coa-registry/certificate/warning.js';
import type { BatchTest, TestAgreement } from '../../../../domain/coa-registry/checks/batch-tests.js';
import { doubtOf, statusDisplay } from '../../../../domain/coa-registry/checks/status-display.js';
import { isDoNotDrink } from '../../../../domain/coa-registry/checks/verdict.js';
import { Integer, OneOf, TextOrNull } from '../../../../platform/http/response-fields.js';
import {
  DismissalOrNull,
  FailureDismissalDto,
  toFailureDismissalDto,
} from '../../certificate/http/failure-dismissal.dto.js';
import {
  LabIncidentNoticeDto,
  LabIncidentsOf,
  toLabIncidentNoticeDto,
} from '../../certificate/http/lab-incident.dto.js';

/** Another current certificate of the same batch. */
export class OtherTestDto {
  @ApiProperty({ description: 'Its reference; read it with `getCertificate`', example: 'CB-4T2V-8WYC' })
  reference!: string;

  @ApiProperty({ description: 'Laboratory', example: 'Example Analytics' })
  labName!: string;

  @TextOrNull("The laboratory's own number of its report", 'EA-2026-01212')
  labReportId!: string | null;

  @ApiProperty({ description: 'Day of the test', format: 'date', example: '2026-10-12' })
  testDate!: string;

  @ApiProperty({ description: 'Measured THC of the container in milligrams', example: 5.1 })
  thcContent!: number;

  @ApiProperty({ description: 'Measured CBD of the container in milligrams', example: 0 })
  cbdContent!: number;

  @OneOf(CERTIFICATE_STATUSES, 'CertificateStatus', 'What the certificate says', 'passed')
  status!: CertificateStatus;

  @ApiProperty({ description: 'The status as a word for people', example: 'Passed' })
  statusLabel!: string;

  @ApiProperty({ description: 'Whether a contaminant failed or is above its limit', example: false })
  doNotDrink!: boolean;

  @LabIncidentsOf()
  labIncidents!: readonly LabIncidentNoticeDto[];

  @DismissalOrNull('Why its failure no longer stands for the batch. Null otherwise')
  failureDismissal!: FailureDismissalDto | null;
}

/** How far the current certificates of one batch agree. */
export class TestAgreementDto implements TestAgreement {
  @ApiProperty({ description: 'Reference of the one with the newest test', example: 'CB-7K3M-9QXD' })
  newest!: string;

  @Integer('How many are compared', 2)
  tests!: number;

  @Integer('How many the batch has', 2)
  current!: number;

  @ApiProperty({ description: 'Lowest measured THC in milligrams', example: 4.82 })
  thcLowestMg!: number;

  @ApiProperty({ description: 'Highest measured THC in milligrams; count on this one', example: 5.1 })
  thcHighestMg!: number;

  @ApiProperty({ description: 'Difference of the two in milligrams', example: 0.28 })
  thcDifferenceMg!: number;

  @ApiProperty({
    description: 'The difference in percent of the mean of the two, rounded up to one decimal',
    example: 5.7,
    minimum: 0,
    maximum: 200,
  })
  thcDifferencePercent!: number;

  @ApiProperty({
    description: 'The same as a sentence for people',
    example:
      'The 2 current lab reports of this batch measured 4.82 and 5.1 mg of THC: 0.28 mg apart, or 5.7% of the mean of both. Count on the higher figure.',
  })
  sentence!: string;
}

const doubtAbout = (test: BatchTest, doNotDrink: boolean) => {
  const { contradictory, warnings, testResults } = test;
  const { panels, analytes } = testResults;
  return doubtOf({
    warnings,
    doNotDrink,
    contradictory: contradictory || panelReports({ panels, analytes }).some(({ unsettled }) => unsettled.length > 0),
    panelsComplete: reportsAllPanels(panels),
  });
};

export const toOtherTestDto = (test: BatchTest, doNotDrink = isDoNotDrink(test)): OtherTestDto => ({
  reference: test.reference,
  labName: test.labName,
  labReportId: test.labReportId,
  testDate: test.testDate,
  thcContent: test.thcContent,
  cbdContent: test.cbdContent,
  status: test.outcome,
  statusLabel: statusDisplay(test.outcome, test.testResults.panels.pesticides, doubtAbout(test, doNotDrink)).label,
  doNotDrink,
  labIncidents: test.warnings.filter(isIncident).map(toLabIncidentNoticeDto),
  failureDismissal: toFailureDismissalDto(test.failureDismissal),
});
