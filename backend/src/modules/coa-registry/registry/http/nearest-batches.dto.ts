import { ApiProperty } from '@nestjs/swagger';
import type { ListedBatch } from '../../../../domain/coa-registry/registry/nearest-batches.js';
import { OptionalText } from '../../../../platform/http/fields.js';

export class NearestBatchesQueryDto {
  @OptionalText('near', 120, {
    description: 'The batch id as printed on the can. Without it, the newest tests come first',
    example: '#C9031',
  })
  near?: string;
}

/** A batch of a brand that has a current certificate. */
export class ListedBatchDto {
  @ApiProperty({ description: "The brand's present name", example: 'Juniper & Tide' })
  brandName!: string;

  @ApiProperty({ description: 'Product name as on the label', example: 'Yuzu Seltzer 5 mg' })
  productName!: string;

  @ApiProperty({ description: 'Batch or lot id as printed on the container', example: '#C9030' })
  batchId!: string;

  @ApiProperty({ description: 'Day of its newest test', format: 'date', example: '2026-10-14' })
  testDate!: string;
}

export const toListedBatchDto = ({ brandName, productName, batchId, testDate }: ListedBatch): ListedBatchDto => ({
  brandName,
  productName,
  batchId,
  testDate,
});
