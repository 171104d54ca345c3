import { ApiProperty } from '@nestjs/swagger';
import {
  PANEL_VERDICTS,
  type Panel,
  type PanelVerdict,
} from '../../../../domain/coa-registry/certificate/test-results.js';
import {
  type DocumentComparison,
  FIELD_RESULTS,
  type FieldComparison,
  type FieldResult,
  PANEL_RESULTS,
  type PanelComparison,
  type PanelResult,
  ROW_RESULTS,
  type RowComparison,
  type RowResult,
} from '../../../../domain/coa-registry/checks/document-comparison.js';
import { type Box, READ_FIELDS, type ReadFieldName, type ReadRow } from '../../../../domain/shared/document-reading.js';
import { PANELS } from '../../../../domain/shared/result-terms.js';
import { Integer, OneOf, TextOrNull } from '../../../../platform/http/response-fields.js';
import { AnalyteResultDto } from '../../certificate/http/test-results.dto.js';

/** A place on a page of the document, in points from the page's top left corner. */
export class DocumentPlaceDto implements Box {
  @Integer('Page number, from 1', 1)
  page!: number;

  @ApiProperty({ description: 'From the left edge', example: 72.5 })
  x!: number;

  @ApiProperty({ description: 'From the top edge', example: 140.2 })
  y!: number;

  @ApiProperty({ description: 'Width', example: 88 })
  width!: number;

  @ApiProperty({ description: 'Height', example: 11 })
  height!: number;
}

/** A measured line as the document prints it. */
export class PrintedRowDto extends AnalyteResultDto implements ReadRow {
  @ApiProperty({ description: 'Where it is', type: DocumentPlaceDto })
  box!: DocumentPlaceDto;
}

const PLACE_EXAMPLE = { page: 1, x: 72, y: 144, width: 96, height: 11 };

const LINE_EXAMPLE = {
  panel: 'heavyMetals',
  name: 'Lead',
  valueText: '0.021',
  value: 0.021,
  unit: 'µg/g',
  lod: 0.002,
  loq: 0.005,
  limit: 0.5,
  method: 'ICP-MS',
};

export class FieldComparisonDto implements FieldComparison {
  @OneOf(READ_FIELDS, 'ReadFieldName', 'The field', 'batchId')
  field!: ReadFieldName;

  @TextOrNull('What the certificate says; null when it says nothing', '#C9030')
  submitted!: string | null;

  @TextOrNull('What software read in the document; null when it found nothing certain', '#C9030')
  read!: string | null;

  @OneOf(FIELD_RESULTS, 'FieldComparisonResult', 'How they compare', 'same')
  result!: FieldResult;

  @ApiProperty({
    description: 'Where the document says it',
    type: DocumentPlaceDto,
    nullable: true,
    example: PLACE_EXAMPLE,
  })
  box!: DocumentPlaceDto | null;
}

export class RowComparisonDto implements RowComparison {
  @ApiProperty({
    description: 'The line of the certificate',
    type: AnalyteResultDto,
    nullable: true,
    example: LINE_EXAMPLE,
  })
  submitted!: AnalyteResultDto | null;

  @ApiProperty({
    description: 'The line of the document',
    type: PrintedRowDto,
    nullable: true,
    example: { ...LINE_EXAMPLE, box: PLACE_EXAMPLE },
  })
  read!: PrintedRowDto | null;

  @OneOf(ROW_RESULTS, 'RowComparisonResult', 'How they compare', 'same')
  result!: RowResult;
}

export class PanelComparisonDto implements PanelComparison {
  @OneOf(PANELS, 'Panel', 'The panel', 'heavyMetals')
  panel!: Panel;

  @ApiProperty({
    description: 'What the sender reports; null when they report nothing',
    enum: PANEL_VERDICTS,
    enumName: 'PanelVerdict',
    nullable: true,
    example: 'passed',
  })
  submitted!: PanelVerdict | null;

  @ApiProperty({
    description: 'What software read in the document; null when it found nothing certain',
    enum: PANEL_VERDICTS,
    enumName: 'PanelVerdict',
    nullable: true,
    example: 'passed',
  })
  read!: PanelVerdict | null;

  @OneOf(PANEL_RESULTS, 'PanelComparisonResult', 'How they compare', 'same')
  result!: PanelResult;

  @ApiProperty({
    description: 'Where the document says it',
    type: DocumentPlaceDto,
    nullable: true,
    example: PLACE_EXAMPLE,
  })
  box!: DocumentPlaceDto | null;
}

/** A certificate beside what software read from its document. */
export class DocumentComparisonDto implements DocumentComparison {
  @ApiProperty({ description: 'Field by field', type: [FieldComparisonDto] })
  fields!: readonly FieldComparisonDto[];

  @ApiProperty({ description: 'Panel by panel', type: [PanelComparisonDto] })
  panels!: readonly PanelComparisonDto[];

  @ApiProperty({
    description: "The certificate's lines in their order, then the lines that only the document has",
    type: [RowComparisonDto],
  })
  rows!: readonly RowComparisonDto[];
}

export const toDocumentComparisonDto = ({ fields, panels, rows }: DocumentComparison): DocumentComparisonDto => ({
  panels: panels.map(({ box, ...panel }) => ({ ...panel, box: box && toPlaceDto(box) })),
  fields: fields.map(({ field, submitted, read, result, box }) => ({
    field,
    submitted,
    read,
    result,
    box: box && toPlaceDto(box),
  })),
  rows: rows.map(({ submitted, read, result }) => ({
    submitted: submitted && toLineDto(submitted),
    read: read && { ...toLineDto(read), box: toPlaceDto(read.box) },
    result,
  })),
});

export const toPlaceDto = ({ page, x, y, width, height }: Box): DocumentPlaceDto => ({ page, x, y, width, height });

const toLineDto = (line: AnalyteResultDto): AnalyteResultDto => ({
  panel: line.panel,
  name: line.name,
  valueText: line.valueText,
  value: line.value,
  unit: line.unit,
  lod: line.lod,
  loq: line.loq,
  limit: line.limit,
  method: line.method,
});
