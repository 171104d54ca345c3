import { ApiProperty } from '@nestjs/swagger';
import { type PanelReport, panelReports } from '../../../../domain/coa-registry/certificate/panel-reports.js';
import {
  PANEL_VERDICTS,
  type Panel,
  type PanelVerdict,
} from '../../../../domain/coa-registry/certificate/test-results.js';
import { compareWithLabel } from '../../../../domain/coa-registry/checks/label-comparison.js';
import { statusDisplay } from '../../../../domain/coa-registry/checks/status-display.js';
import {
  VERDICT_SUBJECTS,
  VERDICT_TONES,
  type Verdict,
  type VerdictAspect,
  type VerdictSubject,
  type VerdictTone,
} from '../../../../domain/coa-registry/checks/verdict.js';
import type { CheckedPublicCertificate } from '../../../../domain/coa-registry/coa-registry.js';
import type {
  BrandReply,
  CertificateLink,
  OtherBrandCertificate,
} from '../../../../domain/coa-registry/registry/published-certificate.js';
import { containerFacts } from '../../../../domain/shared/container-facts.js';
import { outcomeSentence } from '../../../../domain/shared/public-problem.js';
import { PANELS } from '../../../../domain/shared/result-terms.js';
import { isContradictory } from '../../../../domain/shared/units.js';
import { OneOf, TextList, TextOrNull, TimeOrNull } from '../../../../platform/http/response-fields.js';
import { CanStrengthDto, strengthLevelOf, toCanStrengthDto } from '../../../dosing/can-strength.http.js';
import type { CertificateResults } from '../../certificate/certificate-results.js';
import {
  CoaDocumentDto,
  DOCUMENT_EXAMPLE,
  DocumentAbsenceDto,
  FieldProvenanceDto,
  toCoaDocumentDto,
  toDocumentAbsenceDto,
  toFieldProvenanceDto,
} from '../../certificate/http/certificate-document.dto.js';
import { CoaSummaryDto, toCoaSummaryDto } from '../../certificate/http/certificate-summary.dto.js';
import {
  DismissalOrNull,
  FailureDismissalDto,
  toFailureDismissalDto,
} from '../../certificate/http/failure-dismissal.dto.js';
import { FindingDto, toFindingDto } from '../../certificate/http/finding.dto.js';
import { type PrintedSampleDto, SampleOrNull } from '../../certificate/http/printed-sample.dto.js';
import { ResultsReadingDto, toResultsReadingDto } from '../../certificate/http/results.dto.js';
import { AnalyteResultDto, PublishedResultsDto } from '../../certificate/http/test-results.dto.js';
import { OtherTestDto, TestAgreementDto, toOtherTestDto } from '../../checks/http/batch-test.dto.js';

/** What one contaminant panel shows. */
export class PanelReportDto implements PanelReport {
  @OneOf(PANELS, 'Panel', 'Panel', 'heavyMetals')
  panel!: Panel;

  @OneOf(PANEL_VERDICTS, 'PanelVerdict', 'Its verdict', 'passed')
  verdict!: PanelVerdict;

  @ApiProperty({
    description: 'The same as a phrase for people; a failed panel names each analyte with its value and limit',
    example: 'passed, 1 figure reported',
  })
  statement!: string;

  @ApiProperty({
    description: 'Lines of this panel above the limit printed beside them, found where they must not be, or failed',
    type: [AnalyteResultDto],
    example: [],
  })
  overLimit!: readonly AnalyteResultDto[];

  @ApiProperty({
    description: 'Lines of a panel that is reported as passed which give no result within the limit',
    type: [AnalyteResultDto],
    example: [],
  })
  unsettled!: readonly AnalyteResultDto[];
}

/** One sentence of a verdict. */
export class VerdictAspectDto implements VerdictAspect {
  @OneOf(VERDICT_SUBJECTS, 'VerdictSubject', 'What it is about', 'strength')
  subject!: VerdictSubject;

  @OneOf(VERDICT_TONES, 'VerdictTone', 'How serious it is', 'good')
  tone!: VerdictTone;

  @ApiProperty({ description: 'The sentence', example: 'Close to its label: 4.82 mg measured, 5 mg stated.' })
  sentence!: string;
}

/** What a certificate means for the person holding the can. */
export class VerdictDto implements Verdict {
  @OneOf(
    VERDICT_TONES,
    'VerdictTone',
    'How serious it is. `danger`: do not drink it, or do not rely on the figures; `good` only for a current certificate ' +
      'that passed and is close to its label',
    'good',
  )
  tone!: VerdictTone;

  @ApiProperty({
    description: 'Whether a contaminant failed or is above its limit, or it is recalled, current or not',
    example: false,
  })
  doNotDrink!: boolean;

  @ApiProperty({
    description: 'The most important thing, in a sentence',
    example: 'Close to its label: 4.82 mg measured, 5 mg stated.',
  })
  headline!: string;

  @TextList('The rest, in sentences, the most serious first: contaminants, strength, age of the test', [
    'The lab reported that it passed all four contaminant panels.',
    'Tested 37 days ago.',
  ])
  details!: readonly string[];

  @ApiProperty({ description: 'All of these again, each with what it is about', type: [VerdictAspectDto] })
  aspects!: readonly VerdictAspectDto[];

  @ApiProperty({
    description:
      'Milligrams of THC per container to count on: `thcContent`, or what a line of the report comes to where that is more',
    example: 4.82,
  })
  countedThcMg!: number;

  @ApiProperty({
    description:
      "False where the lab's own line does not measure what its total says: then nothing tells how strong it is",
    example: true,
  })
  isStrengthKnown!: boolean;
}

/** Names another certificate of the registry. */
export class CoaLinkDto implements CertificateLink {
  @ApiProperty({ description: 'Its reference', example: 'CB-7K3M-9QXD' })
  reference!: string;

  @ApiProperty({ description: 'Its batch id', example: '#C9030' })
  batchId!: string;

  @ApiProperty({ description: 'Its product', example: 'Yuzu Seltzer 5 mg' })
  productName!: string;
}

export class ReplacementDto extends CoaLinkDto {
  @ApiProperty({ description: 'Why it replaces this one', example: 'The laboratory corrected the container size.' })
  reason!: string;
}

/** The lifecycle of a certificate that is or was published. */
export const PUBLIC_STANDINGS = ['approved', 'withdrawn', 'superseded'] as const;

export type PublicStanding = (typeof PUBLIC_STANDINGS)[number];

/** A certificate that another brand has, or had, under the same batch id. */
export class OtherBrandCoaDto {
  @ApiProperty({ description: 'Brand', example: 'Otter Creek' })
  brandName!: string;

  @ApiProperty({ description: 'Its product', example: 'Plum Tonic 10 mg' })
  productName!: string;

  @ApiProperty({ description: 'Its batch id, as that brand prints it', example: '#C9030' })
  batchId!: string;

  @ApiProperty({ description: 'Its reference', example: 'CB-9QXD-7K3M' })
  reference!: string;

  @OneOf(
    PUBLIC_STANDINGS,
    'PublicStanding',
    'Whether it is current: `approved`, `superseded` or `withdrawn`',
    'approved',
  )
  standing!: PublicStanding;
}

class BrandReplyDto {
  @ApiProperty({ description: 'Name of the brand when it wrote', example: 'Juniper & Tide' })
  brandName!: string;

  @ApiProperty({ description: 'Its words, not checked by us', example: 'We recalled it.' })
  text!: string;

  @ApiProperty({ description: 'Day of publication', format: 'date', example: '2026-11-24' })
  publishedOn!: string;
}

const toBrandReplyDto = (reply: BrandReply | null): BrandReplyDto | null =>
  reply && { brandName: reply.brandName, text: reply.text, publishedOn: reply.publishedOn };

/** A certificate that is or was published, whole. */
export class CoaDto extends CoaSummaryDto {
  @ApiProperty({
    description: 'What it means, by fixed rules: contaminants, strength against the label, age, current or not',
    type: VerdictDto,
  })
  verdict!: VerdictDto;

  @ApiProperty({
    description: 'How strong it is. Null where it must not be drunk, has ended, or nothing tells how strong it is',
    type: CanStrengthDto,
    nullable: true,
    example: toCanStrengthDto(4.82, 355),
  })
  strength!: CanStrengthDto | null;

  @OneOf(
    PUBLIC_STANDINGS,
    'PublicStanding',
    '`approved`: current. `superseded`: replaced by an amended certificate. `withdrawn`: no longer stands, and nothing replaced it',
    'approved',
  )
  standing!: PublicStanding;

  @TextOrNull("The laboratory's own number of its report", 'EA-2026-01187')
  labReportId!: string | null;

  @TimeOrNull('When it was withdrawn or replaced', null)
  endedAt!: Date | null;

  @TextOrNull('Why it was withdrawn', null)
  withdrawalReason!: string | null;

  @ApiProperty({
    description: 'The certificate that replaced it, and why',
    type: ReplacementDto,
    nullable: true,
    example: null,
  })
  replacedBy!: ReplacementDto | null;

  @ApiProperty({
    description:
      'The certificate that counts now, where this one was withdrawn or replaced; null when there is none, and while this ' +
      'one is current',
    type: CoaLinkDto,
    nullable: true,
    example: null,
  })
  current!: CoaLinkDto | null;

  @ApiProperty({ description: 'The certificate that it replaced', type: CoaLinkDto, nullable: true, example: null })
  replaces!: CoaLinkDto | null;

  @TextOrNull('Why it replaced that one', null)
  amendmentReason!: string | null;

  @TextOrNull(
    'Why a reviewer published it although the automated checks found errors; null where they found none',
    null,
  )
  overrideReason!: string | null;

  @DismissalOrNull(
    'Why its failure no longer stands for the batch, as a reviewer recorded it. This one keeps its verdict. Null otherwise',
  )
  failureDismissal!: FailureDismissalDto | null;

  @TextList(
    'What staff found about problems that people reported with it, in sentences, the newest first; at most 5. Reports that wait for ' +
      'their outcome are not public',
    [],
  )
  reportedProblems!: readonly string[];

  @ApiProperty({
    description:
      'What its brand says about it. We check who wrote it, not what it says. It changes no verdict; null when there is none',
    type: BrandReplyDto,
    nullable: true,
    example: null,
  })
  brandReply!: BrandReplyDto | null;

  @ApiProperty({
    description:
      'One certificate of each of at most 20 other brands with the same batch id. Ask people which brand is on their ' +
      'container',
    type: [OtherBrandCoaDto],
    example: [],
  })
  otherBrands!: readonly OtherBrandCoaDto[];

  @ApiProperty({
    description: 'At most 20 other current certificates of the batch, newest test first. Empty when this one has ended',
    type: [OtherTestDto],
    example: [],
  })
  otherTests!: readonly OtherTestDto[];

  @ApiProperty({
    description: 'How far it agrees with `otherTests`; null when there are none',
    type: TestAgreementDto,
    nullable: true,
    example: null,
  })
  agreement!: TestAgreementDto | null;

  @ApiProperty({ description: 'What machines notice about it today, errors first', type: [FindingDto] })
  findings!: readonly FindingDto[];

  @ApiProperty({
    description: 'The four contaminant panels, in words',
    type: [PanelReportDto],
    example: PANELS.map((panel) => ({
      panel,
      verdict: 'passed',
      statement: `passed, ${panel === 'heavyMetals' ? '1 figure' : 'no figures'} reported`,
      overLimit: [],
      unsettled: [],
    })),
  })
  panelReports!: readonly PanelReportDto[];

  @ApiProperty({ description: 'Results by panel and analyte', type: PublishedResultsDto })
  testResults!: PublishedResultsDto;

  @SampleOrNull()
  sample!: PrintedSampleDto | null;

  @ApiProperty({ description: 'What follows from the lines: arithmetic, not legal advice', type: ResultsReadingDto })
  results!: ResultsReadingDto;

  @ApiProperty({
    description: "Address of the laboratory's own file, where it is known",
    type: String,
    format: 'iri',
    nullable: true,
    example: 'https://lab.example/certificates/C9030.pdf',
  })
  coaFileUrl!: string | null;

  @ApiProperty({
    description: "The lab's own PDF: its pages and the file are at `/api/certificates/{reference}/document`",
    type: CoaDocumentDto,
    nullable: true,
    example: DOCUMENT_EXAMPLE,
  })
  document!: CoaDocumentDto | null;

  @ApiProperty({
    description: 'Why the certificate was published without a document',
    type: DocumentAbsenceDto,
    nullable: true,
    example: null,
  })
  documentAbsence!: DocumentAbsenceDto | null;

  @ApiProperty({
    description: 'Where the value of each field is from; empty for certificates from before we recorded it',
    type: [FieldProvenanceDto],
  })
  provenance!: FieldProvenanceDto[];

  @TimeOrNull('When the certificate was published', '2026-10-20T15:04:05.000Z')
  reviewedAt!: Date | null;
}

/** A withdrawn or superseded certificate shows neither a check nor "Passed", whatever its outcome. */
export function endedStatus(standing: 'withdrawn' | 'superseded'): Pick<CoaSummaryDto, 'statusMark' | 'statusLabel'> {
  const { mark, label } = statusDisplay(standing === 'withdrawn' ? 'withdrawn' : 'replaced');
  return { statusMark: mark, statusLabel: label };
}

export function toCoaDto(certificate: CheckedPublicCertificate, reader: CertificateResults): CoaDto {
  const { version, panels } = certificate.testResults;
  const { lines, results } = reader.read(certificate);
  const standing = certificate.lifecycle as PublicStanding;
  return {
    // First, so that clients see a withdrawal before any figure.
    standing,
    verdict: certificate.verdict,
    ...toCoaSummaryDto(certificate),
    labelComparison: compareWithLabel(certificate.productName, certificate.verdict.countedThcMg),
    strengthLevel: strengthLevelOf(certificate.verdict.countedThcMg, certificate.verdict.isStrengthKnown),
    strength: strengthOf(certificate),
    ...(standing === 'approved' ? {} : endedStatus(standing)),
    labReportId: certificate.labReportId,
    panelReports: panelReports(certificate.testResults),
    testResults: { version, panels, analytes: lines },
    results: toResultsReadingDto(results),
    sample: certificate.sample,
    coaFileUrl: certificate.coaFileUrl,
    reviewedAt: certificate.reviewedAt,
    endedAt: certificate.endedAt,
    withdrawalReason: certificate.withdrawalReason,
    replacedBy: certificate.replacedBy,
    current: certificate.current,
    replaces: certificate.replaces,
    amendmentReason: certificate.amendmentReason,
    overrideReason: certificate.overrideReason,
    failureDismissal: toFailureDismissalDto(certificate.failureDismissal),
    reportedProblems: certificate.reportedProblems.map(outcomeSentence),
    brandReply: toBrandReplyDto(certificate.brandReply),
    otherBrands: certificate.otherBrands.map(toOtherBrandDto),
    otherTests: certificate.otherTests.map((test) => toOtherTestDto(test)),
    agreement: certificate.agreement,
    findings: certificate.findings.map(toFindingDto),
    document: toCoaDocumentDto(certificate.document),
    documentAbsence: toDocumentAbsenceDto(certificate.documentAbsence),
    provenance: certificate.provenance.map(toFieldProvenanceDto),
  };
}

/** A failed certificate gives no help with doses. */
function strengthOf({ verdict, lifecycle, sample }: CheckedPublicCertificate): CanStrengthDto | null {
  if (verdict.doNotDrink || !verdict.isStrengthKnown || lifecycle !== 'approved') return null;
  const facts = containerFacts(sample);
  // A volume that contradicts the mass would make a serving look larger than it is.
  const volumeMl = isContradictory(facts) ? null : (facts.volumeMl?.valueOf() ?? null);
  return toCanStrengthDto(verdict.countedThcMg, volumeMl);
}

const toOtherBrandDto = ({ lifecycle, ...certificate }: OtherBrandCertificate): OtherBrandCoaDto => ({
  brandName: certificate.brandName,
  productName: certificate.productName,
  batchId: certificate.batchId,
  reference: certificate.reference,
  standing: lifecycle as PublicStanding,
});
