import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsString, MaxLength, MinLength } from 'class-validator';
import { HIT_KINDS, HIT_WARNINGS, type HitKind, type HitWarning, type SearchHit } from '../../../domain/search/hit.js';
import type { SearchGroup, SearchResults } from '../../../domain/search/search.js';
import { OneOf, TextOrNull } from '../../../platform/http/response-fields.js';

const MISSING = { message: 'send one text to search for in q' };

export class SearchQueryDto {
  @ApiProperty({
    description: 'What to look for: words, a name, or a batch id as printed on the can',
    minLength: 1,
    maxLength: 100,
    example: 'yuzu',
  })
  @Transform(({ value }) => (typeof value === 'string' ? value.trim() : value))
  @MaxLength(100, { message: 'q can be at most 100 characters' })
  @MinLength(1, MISSING)
  @IsString(MISSING)
  q!: string;
}

export class SearchHitDto implements SearchHit {
  @OneOf(HIT_KINDS, 'SearchHitKind', 'What it is', 'product')
  kind!: HitKind;

  @ApiProperty({ description: 'Name, title or batch id', example: 'Yuzu Seltzer 5 mg' })
  title!: string;

  @ApiProperty({
    description: 'One line about it, as plain text: measured THC of a product or batch, the passage of an article',
    example: 'Juniper & Tide. Newest report, batch #C9030: 4.82 mg of THC measured',
  })
  text!: string;

  @ApiProperty({
    description: 'Path of its page on the site, percent-encoded',
    example: '/brands/Juniper%20%26%20Tide/coa/%23C9030',
  })
  path!: string;

  @ApiProperty({
    description:
      'Why it must not be taken for a current certificate of the batch that passed: it failed, has results outstanding, ' +
      'was withdrawn, was replaced, or is of a `similar` batch id that differs by one digit; null otherwise. `text` says ' +
      'the same',
    enum: [...HIT_WARNINGS, null],
    type: String,
    nullable: true,
    example: null,
  })
  warning!: HitWarning | null;
}

export class SearchGroupDto implements SearchGroup {
  @OneOf(HIT_KINDS, 'SearchHitKind', 'What the hits are', 'product')
  kind!: HitKind;

  @ApiProperty({ description: 'At most five, best first', type: [SearchHitDto] })
  hits!: SearchHitDto[];

  @TextOrNull(
    'Path of the page with all hits of this kind; null when these are all, or there is no such page',
    '/coa?search=yuzu',
  )
  morePath!: string | null;
}

export class SearchResultsDto implements SearchResults {
  @ApiProperty({ description: 'Only groups with hits, the one with the best hit first', type: [SearchGroupDto] })
  groups!: SearchGroupDto[];

  @TextOrNull('The corrected spelling that these match; null when they match as typed', null)
  spelling!: string | null;
}

export const toSearchResultsDto = ({ groups, spelling }: SearchResults): SearchResultsDto => ({
  groups: groups.map(({ kind, hits, morePath }) => ({ kind, hits: hits.map(toSearchHitDto), morePath })),
  spelling,
});

const toSearchHitDto = ({ kind, title, text, path, warning }: SearchHit): SearchHitDto => ({
  kind,
  title,
  text,
  path,
  warning,
});
