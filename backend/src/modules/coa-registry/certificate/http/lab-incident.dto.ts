import { ApiProperty } from '@nestjs/swagger';
import {
  INCIDENT_KINDS,
  INCIDENT_STATES,
  type IncidentKind,
  type IncidentNotice,
  type IncidentState,
  type LabIncident,
  noticeSentence,
} from '../../../../domain/coa-registry/certificate/lab-incident.js';
import { OneOf, TextOrNull, Time, TimeOrNull, Uuid } from '../../../../platform/http/response-fields.js';

/** An incident of a laboratory as a certificate carries it. */
export class LabIncidentNoticeDto implements IncidentNotice {
  @Uuid('Identity of the incident', '0f8fad5b-d9cb-469f-a165-70867728950e')
  id!: string;

  @ApiProperty({ description: 'Laboratory', example: 'Example Analytical' })
  labName!: string;

  @OneOf(
    INCIDENT_KINDS,
    'LabIncidentKind',
    'What the source says: it was suspended, lost its accreditation, was not accredited for these tests, or reported ' +
      'results that are in question. There can be more kinds one day',
    'suspended',
  )
  kind!: IncidentKind;

  @ApiProperty({ description: 'First day of the tests that it is about', format: 'date', example: '2026-09-01' })
  testedFrom!: string;

  @ApiProperty({
    description: 'Last day of the tests that it is about; null while the end is not known',
    type: String,
    format: 'date',
    nullable: true,
    example: null,
  })
  testedTo!: string | null;

  @ApiProperty({ description: 'Who says so', example: 'Example Accreditation Board' })
  sourceName!: string;

  @ApiProperty({ description: 'Where they say it', format: 'iri', example: 'https://board.example/notices/17' })
  sourceUrl!: string;

  @ApiProperty({ description: 'Day of the source', format: 'date', example: '2026-11-02' })
  sourceDate!: string;

  @ApiProperty({
    description: 'What it means, in a sentence of ours',
    example: 'Results of these tests may not be reliable.',
  })
  statement!: string;

  @ApiProperty({
    description: 'All of it in words, to show to people before the verdict of a certificate',
    example:
      'Notice about the laboratory. Example Accreditation Board (November 2, 2026) says that Example Analytical was ' +
      'suspended. It is about tests from September 1, 2026 on. Results of these tests may not be reliable.',
  })
  sentence!: string;
}

/** An incident with its history. */
export class LabIncidentDto extends LabIncidentNoticeDto {
  @OneOf(
    INCIDENT_STATES,
    'LabIncidentState',
    '`open`: certificates carry it. `cleared`: it is over. `retracted`: opening it was our mistake, such as for the ' +
      'wrong laboratory',
    'open',
  )
  state!: IncidentState;

  @Time('When it was opened', '2026-11-03T15:04:05.000Z')
  openedAt!: Date;

  @TimeOrNull('When it was cleared or retracted', null)
  endedAt!: Date | null;

  @TextOrNull('Why it was cleared or retracted', null)
  endReason!: string | null;
}

/** On everything that shows a certificate. */
export const LabIncidentsOf = () =>
  ApiProperty({
    description:
      'Open incidents of its laboratory that are about tests of its day; show them before its verdict. While there is any, ' +
      'nothing about the certificate counts as good news',
    type: [LabIncidentNoticeDto],
    example: [],
  });

export const toLabIncidentNoticeDto = (incident: IncidentNotice): LabIncidentNoticeDto => ({
  id: incident.id,
  labName: incident.labName,
  kind: incident.kind,
  testedFrom: incident.testedFrom,
  testedTo: incident.testedTo,
  sourceName: incident.sourceName,
  sourceUrl: incident.sourceUrl,
  sourceDate: incident.sourceDate,
  statement: incident.statement,
  sentence: noticeSentence(incident),
});

export const toLabIncidentDto = (incident: LabIncident): LabIncidentDto => ({
  ...toLabIncidentNoticeDto(incident),
  state: incident.state,
  openedAt: incident.openedAt,
  endedAt: incident.endedAt,
  endReason: incident.endReason,
});
