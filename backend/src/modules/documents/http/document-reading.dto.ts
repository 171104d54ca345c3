import { ApiProperty } from '@nestjs/swagger';
import {
  type Box,
  type DocumentReading,
  READ_DETAILS,
  READ_FIELDS,
  READ_PANELS,
  READ_VERDICTS,
  type ReadDetailName,
  type ReadField,
  type ReadFieldName,
  type ReadPanel,
  type ReadRow,
  type ReadTotal,
} from '../../../domain/shared/document-reading.js';
import { PANELS } from '../../../domain/shared/result-terms.js';
import { type PageLines, type StoredDocument } from '../../../domain/shared/stored-document.js';
import { Integer, OneOf, TextOrNull } from '../../../platform/http/response-fields.js';
import { DocumentDto, DocumentPageDto, toDocumentDto } from './document.dto.js';

const NumberOrNull = (description: string, example: number | null) =>
  ApiProperty({ description, type: Number, nullable: true, example });

/** A rectangle in points, from the top left corner of the page as it is shown. */
class RectangleDto {
  @ApiProperty({ description: 'Points from the left edge', example: 120.5 })
  x!: number;

  @ApiProperty({ description: 'Points from the top edge', example: 96 })
  y!: number;

  @ApiProperty({ description: 'Width in points', example: 84.2 })
  width!: number;

  @ApiProperty({ description: 'Height in points', example: 11 })
  height!: number;
}

export class BoxDto extends RectangleDto {
  @Integer('Number of the page, from 1', 1)
  page!: number;
}

const PLACE = { description: 'Where it is on the page', type: BoxDto };

class LabeledValueDto {
  @ApiProperty({ description: 'The value as the form takes it', example: 'JT-26-01201' })
  value!: string;

  @ApiProperty({ description: 'The value as it is printed', example: 'JT-26-01201' })
  printed!: string;

  @ApiProperty(PLACE)
  box!: BoxDto;

  @TextOrNull('The label beside or above it; null for a value recognized without one', 'Batch ID:')
  label!: string | null;
}

export class ReadFieldDto extends LabeledValueDto {
  @OneOf(READ_FIELDS, 'ReadFieldName', 'The field of the form', 'batchId')
  field!: ReadFieldName;
}

export class ReadDetailDto extends LabeledValueDto {
  @OneOf(READ_DETAILS, 'ReadDetailName', 'What the header says about the sample', 'sampleId')
  field!: ReadDetailName;
}

export class ReadTotalDto {
  @OneOf(['thc', 'cbd'] as const, 'ReadTotalName', 'What is summed up', 'thc')
  total!: ReadTotal['total'];

  @ApiProperty({ description: 'The total as it is printed', example: '4.98' })
  valueText!: string;

  @NumberOrNull('The total as a number; null where it is not one: "ND" is not zero', 4.98)
  value!: number | null;

  @TextOrNull('Its unit as it is printed', 'mg/container')
  unit!: string | null;

  @ApiProperty(PLACE)
  box!: BoxDto;
}

export class ReadPanelDto {
  @OneOf(READ_PANELS, 'ReadPanelName', 'The panel', 'pesticides')
  panel!: ReadPanel['panel'];

  @OneOf(READ_VERDICTS, 'ReadVerdict', 'What the document says about the whole panel', 'passed')
  verdict!: ReadPanel['verdict'];

  @ApiProperty({ description: 'As it is printed', example: 'PASS' })
  printed!: string;

  @ApiProperty(PLACE)
  box!: BoxDto;
}

export class ReadRowDto {
  @OneOf([...PANELS, 'cannabinoids', 'other'] as const, 'ReadRowPanel', 'The table that the line is in', 'heavyMetals')
  panel!: ReadRow['panel'];

  @ApiProperty({ description: 'What was measured, as it is printed', example: 'Lead' })
  name!: string;

  @ApiProperty({ description: 'The result as it is printed, such as `0.31`, `ND` or `<LOQ`', example: '0.31' })
  valueText!: string;

  @NumberOrNull('The result as a number; null where it is not one: "ND" is not zero', 0.31)
  value!: number | null;

  @TextOrNull('Unit of the result and the limits', 'µg/g')
  unit!: string | null;

  @NumberOrNull('Limit of detection', 0.02)
  lod!: number | null;

  @NumberOrNull('Limit of quantitation', 0.05)
  loq!: number | null;

  @NumberOrNull('Action limit that is printed beside the result', 0.5)
  limit!: number | null;

  @TextOrNull('Method', 'ICP-MS')
  method!: string | null;

  @ApiProperty({ ...PLACE, description: 'Where the line is on the page' })
  box!: BoxDto;
}

export class QrCodeDto {
  @ApiProperty({
    description: 'What the code says. We never open it',
    example: 'https://lab.example/coa/EA-2026-01201',
  })
  text!: string;

  @ApiProperty(PLACE)
  box!: BoxDto;
}

/** What software read from a document: an aid for people, never an authority. */
export class DocumentReadingDto extends DocumentDto {
  @ApiProperty({
    description: 'Values that were found with certainty, at most one for each field',
    type: [ReadFieldDto],
  })
  fields!: ReadFieldDto[];

  @ApiProperty({
    description: 'Fields that were looked for and not found; empty until the document is read',
    enum: READ_FIELDS,
    enumName: 'ReadFieldName',
    isArray: true,
    example: ['labReportId'],
  })
  notFound!: ReadFieldName[];

  @ApiProperty({
    description: 'What else the header says, at most one value each; empty in readings from before it was read',
    type: [ReadDetailDto],
  })
  details!: ReadDetailDto[];

  @ApiProperty({
    description:
      'Values of fields that were not found with certainty, such as several days of testing: choose one, or none. Mostly empty',
    type: [ReadFieldDto],
  })
  candidates!: ReadFieldDto[];

  @ApiProperty({
    description: 'Printed totals of THC and CBD, one for each unit; empty in readings from before they were read',
    type: [ReadTotalDto],
  })
  totals!: ReadTotalDto[];

  @ApiProperty({ description: 'What it says about whole panels', type: [ReadPanelDto] })
  panels!: ReadPanelDto[];

  @ApiProperty({
    description: 'Lines of result tables that were read with certainty, once for each unit that they print',
    type: [ReadRowDto],
  })
  rows!: ReadRowDto[];

  @ApiProperty({ description: 'QR codes on its pages', type: [QrCodeDto] })
  qrCodes!: QrCodeDto[];
}

export class TextLineDto extends RectangleDto {
  @ApiProperty({ description: 'The words of the line', example: 'Batch ID: JT-26-01201' })
  text!: string;
}

export class PageTextDto extends DocumentPageDto {
  @ApiProperty({ description: 'The text in lines, from top to bottom; empty for a scanned page', type: [TextLineDto] })
  lines!: TextLineDto[];
}

const toBoxDto = ({ page, x, y, width, height }: Box): BoxDto => ({ page, x, y, width, height });

const toLabeledDto = <Name>({ field, value, printed, box, label }: ReadField<Name>) => ({
  field,
  value,
  printed,
  label,
  box: toBoxDto(box),
});

export function toDocumentReadingDto(document: StoredDocument, reading: DocumentReading | null): DocumentReadingDto {
  const {
    fields = [],
    details = [],
    candidates = [],
    totals = [],
    panels = [],
    rows = [],
    qrCodes = [],
  } = reading ?? {};
  const found = fields.map(({ field }) => field);
  return {
    ...toDocumentDto(document, reading),
    fields: fields.map(toLabeledDto),
    details: details.map(toLabeledDto),
    candidates: candidates.map(toLabeledDto),
    totals: totals.map(({ total, valueText, value, unit, box }) => ({
      total,
      valueText,
      value,
      unit,
      box: toBoxDto(box),
    })),
    notFound: reading ? READ_FIELDS.filter((field) => !found.includes(field)) : [],
    panels: panels.map(({ panel, verdict, printed, box }) => ({ panel, verdict, printed, box: toBoxDto(box) })),
    rows: rows.map(({ panel, name, valueText, value, unit, lod, loq, limit, method, box }) => ({
      panel,
      name,
      valueText,
      value,
      unit,
      lod,
      loq,
      limit,
      method,
      box: toBoxDto(box),
    })),
    qrCodes: qrCodes.map(({ text, box }) => ({ text, box: toBoxDto(box) })),
  };
}

export const toPageTextDto = ({ number, width, height, lines }: PageLines): PageTextDto => ({
  number,
  width,
  height,
  lines: lines.map(({ text, x, y, width, height }) => ({ text, x, y, width, height })),
});
