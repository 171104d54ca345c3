import { ApiProperty, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { nearest } from '../../../../domain/shared/spelling.js';
import { FieldErrorDto } from '../../../../platform/http/api-problems.js';
import { OptionalDay } from '../../../../platform/http/fields.js';
import { fieldErrorOf } from '../../../../platform/http/problem.js';
import { TextOrNull } from '../../../../platform/http/response-fields.js';
import { validate } from '../../../../platform/http/validation.js';
import { FORM_COLUMNS } from './certificate-csv.js';
import type { CsvFile } from './csv-file.js';
import { SubmitCoaDto } from './submit.dto.js';

/** The cells of a row that are filled in. What is missing is for the person to enter. */
class FormRowDto extends PartialType(OmitType(PickType(SubmitCoaDto, FORM_COLUMNS), ['testDate'])) {
  @OptionalDay('Test date', { description: 'Day of the test', example: '2026-10-14' })
  testDate?: string;
}

export class CsvRowDto {
  @ApiProperty({ description: 'Number of the row in the file. The header is 1', type: 'integer', example: 2 })
  line!: number;

  @ApiProperty({
    description:
      'What its cells say, by field of `submitCoa`. Empty cells are left out. A number that we could not read is text',
    type: 'object',
    additionalProperties: { type: ['string', 'number'] as never },
    example: { brandName: 'Juniper & Tide', productName: 'Yuzu Seltzer 5 mg', batchId: 'JT-26-1014', thcContent: 4.82 },
  })
  values!: Record<string, string | number>;

  @ApiProperty({
    description: 'What is wrong with its cells. `field` is the name of the column',
    type: [FieldErrorDto],
  })
  errors!: FieldErrorDto[];
}

export class UnusedColumnDto {
  @ApiProperty({ description: 'Name of the column; of a long one the beginning', example: 'status' })
  name!: string;

  @TextOrNull('The name that was probably meant; null where none is near', null)
  suggestion!: string | null;
}

export class CsvRowsDto {
  @ApiProperty({ description: 'The rows, in the order of the file', type: [CsvRowDto] })
  rows!: CsvRowDto[];

  @ApiProperty({
    description: 'Columns that `submitCoa` has no field for, such as those that only labs fill in. At most 20',
    type: [UnusedColumnDto],
  })
  unusedColumns!: UnusedColumnDto[];
}

const UNUSED_MAX = 20;
const NAME_MAX = 60;

export function toCsvRowsDto({ names, rows }: CsvFile): CsvRowsDto {
  const unused = names.filter((name) => name !== '' && !isFormColumn(name)).slice(0, UNUSED_MAX);
  return {
    rows: rows.map(({ line, read }) => {
      const [values, errors] = 'code' in read ? [{}, read.errors] : formRow(read.sent);
      return { line, values, errors: errors.map(fieldErrorOf) };
    }),
    unusedColumns: unused.map((name) => ({
      name: name.slice(0, NAME_MAX).toWellFormed(),
      suggestion: nearest(name, FORM_COLUMNS) ?? null,
    })),
  };
}

const isFormColumn = (name: string) => (FORM_COLUMNS as readonly string[]).includes(name);

function formRow(sent: object) {
  const values: Record<string, string | number> = Object.fromEntries(
    Object.entries(sent).filter(([name]) => isFormColumn(name)),
  );
  const checked = validate(FormRowDto, values);
  return [values, Array.isArray(checked) ? checked : []] as const;
}
