import { ApiProperty } from '@nestjs/swagger';
import type { ProductHistory } from '../../../../domain/coa-registry/registry/product-history.js';
import type { ProductCertificate } from '../../../../domain/coa-registry/registry/published-certificate.js';
import { OneOf } from '../../../../platform/http/response-fields.js';
import { CoaSummaryDto, toCoaSummaryDto } from '../../certificate/http/certificate-summary.dto.js';
import { endedStatus, PUBLIC_STANDINGS, type PublicStanding } from './certificate.dto.js';

/** One certificate of a product. */
export class ProductCertificateDto extends CoaSummaryDto {
  @OneOf(
    PUBLIC_STANDINGS,
    'PublicStanding',
    '`approved`: current; `superseded`: replaced by a corrected certificate; `withdrawn`: not to be relied on',
    'approved',
  )
  standing!: PublicStanding;
}

/** A product of a brand, with the certificates of its batches. */
export class ProductDto {
  @ApiProperty({ description: "The brand's present name", example: 'Juniper & Tide' })
  brandName!: string;

  @ApiProperty({ description: 'Product name as on its newest certificate', example: 'Yuzu Seltzer 5 mg' })
  productName!: string;

  @ApiProperty({
    description:
      'Its certificates by test date, the newest first, at most 200. Withdrawn and replaced ones are among them, and ' +
      'their `standing` says so: do not count their figures',
    type: [ProductCertificateDto],
  })
  certificates!: readonly ProductCertificateDto[];

  @ApiProperty({ description: 'Whether there are older certificates that are not in the list', example: false })
  hasMore!: boolean;

  @ApiProperty({
    description: 'Day on which the brand said that it ended it',
    type: String,
    format: 'date',
    nullable: true,
    example: null,
  })
  discontinuedOn!: string | null;
}

export const toProductDto = ({
  brandName,
  productName,
  certificates,
  hasMore,
  discontinuedOn,
}: ProductHistory): ProductDto => ({
  brandName,
  productName,
  certificates: certificates.map(toProductCertificateDto),
  hasMore,
  discontinuedOn,
});

function toProductCertificateDto(certificate: ProductCertificate): ProductCertificateDto {
  const standing = certificate.lifecycle as PublicStanding;
  return {
    standing,
    ...toCoaSummaryDto(certificate),
    ...(standing === 'approved' ? {} : endedStatus(standing)),
  };
}
