import { ApiProperty } from '@nestjs/swagger';
import { z } from 'zod';
import { NAME_SCOPES, type NameScope } from '../../../domain/analytes/analytes.js';
import {
  CHANGE_KINDS,
  CHANGE_STATES,
  type ChangeKind,
  type ChangeState,
  REASON_MAX,
  type ReferenceChange,
} from '../../../domain/proposals/reference-change.js';
import { OneOfOptional, RequiredLines, SeenVersion } from '../../../platform/http/fields.js';
import { PageQueryDto } from '../../../platform/http/page-query.js';
import { cursorTime } from '../../../platform/http/paging.js';
import { Integer, OneOf, TextOrNull, Time, TimeOrNull, Uuid } from '../../../platform/http/response-fields.js';

const SELECTIONS = ['waiting', 'decided'] as const;

export class ReferenceChangeQueryDto extends PageQueryDto {
  @OneOfOptional('state', SELECTIONS, 'ReferenceChangeSelection', {
    description: 'Changes that wait for a second person, or those that were decided',
    default: 'waiting',
    example: 'waiting',
  })
  state: (typeof SELECTIONS)[number] = 'waiting';
}

const EDITION_EXAMPLE = { id: 'us-ct-infused-beverage', edition: 2, title: 'THC in infused beverages' };

const Edition = (description: string) =>
  ApiProperty({ description, type: 'object', additionalProperties: true, nullable: true, example: EDITION_EXAMPLE });

/** What a printed name is proposed to mean. */
export class ExplainedNameDto {
  @ApiProperty({ description: 'Name as printed', example: 'Pb-208' })
  name!: string;

  @ApiProperty({ description: 'Panel under which it is printed', example: 'heavyMetals' })
  panel!: string;

  @ApiProperty({ description: 'Key of the analyte that it means', example: 'lead' })
  analyte!: string;

  @OneOf(NAME_SCOPES, 'NameScope', "Where it means that: in the analyte's own panel only, or everywhere", 'panel')
  scope!: NameScope;
}

export class ReferenceChangeSummaryDto {
  @Uuid('Identity', '0f8fad5b-d9cb-469f-a165-70867728950e')
  id!: string;

  @OneOf(
    CHANGE_KINDS,
    'ReferenceChangeKind',
    'A printed name of the vocabulary, or an edition of a rule',
    'analyteName',
  )
  kind!: ChangeKind;

  @ApiProperty({ description: 'The printed name, or the id of the rule', example: 'Pb-208' })
  subject!: string;

  @ApiProperty({ description: 'Why it is proposed', example: 'Two labs print lead by its isotope.' })
  reason!: string;

  @OneOf(CHANGE_STATES, 'ReferenceChangeState', 'Whether it waits, and what was decided', 'proposed')
  state!: ChangeState;

  @Time('When it was proposed', '2026-11-20T15:04:05.000Z')
  proposedAt!: Date;

  @ApiProperty({ description: 'Name of the person who proposed it', example: 'Robin Vale' })
  proposedBy!: string;

  @ApiProperty({ description: 'Whether you proposed it, so that someone else decides', example: false })
  isYours!: boolean;

  @TimeOrNull('When it was confirmed, declined or withdrawn', null)
  decidedAt!: Date | null;

  @TextOrNull('Name of the person who did', null)
  decidedBy!: string | null;

  @TextOrNull('Why it was declined', null)
  decisionReason!: string | null;

  @Integer('Counts its changes; send it back with a decision', 1)
  version!: number;
}

export class ReferenceChangeDto extends ReferenceChangeSummaryDto {
  @ApiProperty({
    description: 'The name, for a change of that kind',
    type: ExplainedNameDto,
    nullable: true,
    example: { name: 'Pb-208', panel: 'heavyMetals', analyte: 'lead', scope: 'panel' },
  })
  name!: ExplainedNameDto | null;

  @Edition('The new edition with all of its fields, for a change of that kind')
  edition!: Readonly<Record<string, unknown>> | null;

  @Edition('The edition before it, to compare with')
  predecessor!: Readonly<Record<string, unknown>> | null;
}

/** A decision that needs no reason. */
export class ChangeDecisionDto {
  @SeenVersion('The `version` that you read')
  version!: number;
}

export class ChangeRefusalDto extends ChangeDecisionDto {
  @RequiredLines('Reason', REASON_MAX, {
    description: 'Why it is declined, for the person who proposed it',
    example: 'The report prints lead and its isotope in separate lines.',
  })
  reason!: string;
}

export class ReferenceCountsDto {
  @Integer('Rules that are due for reading again, today or before', 2)
  rulesDue!: number;

  @Integer('Proposed changes that wait for a second person', 1)
  changesWaiting!: number;
}

export function toChangeSummaryDto(change: ReferenceChange, readerId: string): ReferenceChangeSummaryDto {
  const { id, kind, subject, reason, state, proposedAt, proposedBy, decidedAt, decidedBy, decisionReason } = change;
  return {
    id,
    kind,
    subject,
    reason,
    state,
    proposedAt,
    proposedBy,
    isYours: change.proposerId === readerId,
    decidedAt,
    decidedBy,
    decisionReason,
    version: change.version,
  };
}

export function toChangeDto(
  change: ReferenceChange,
  predecessor: Readonly<Record<string, unknown>> | null,
  readerId: string,
): ReferenceChangeDto {
  const { content } = change;
  return {
    ...toChangeSummaryDto(change, readerId),
    name: content.kind === 'analyteName' ? toExplainedNameDto(content) : null,
    edition: content.kind === 'ruleEdition' ? content.edition : null,
    predecessor,
  };
}

const toExplainedNameDto = ({ name, panel, analyte, scope }: ExplainedNameDto): ExplainedNameDto => ({
  name,
  panel,
  analyte,
  scope,
});

export const changeCursorSchema = z.object({ proposedAt: cursorTime, id: z.uuid() });
