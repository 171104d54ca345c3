import { ApiProperty } from '@nestjs/swagger';
import { type Brand, publicContactEmail, type Verification } from '../../domain/brands/brand.js';
import { OptionalUrl, RequiredEmail } from '../../platform/http/fields.js';

export class BrandDto {
  @ApiProperty({ description: 'Number of the brand', type: 'integer', example: 7 })
  id!: number;

  @ApiProperty({ description: 'Name of the brand', example: 'Juniper & Tide' })
  brandName!: string;

  @ApiProperty({
    description: "The brand's website",
    type: String,
    format: 'uri',
    nullable: true,
    example: 'https://juniper-tide.example',
  })
  website!: string | null;

  @ApiProperty({
    description: "The brand's public contact address; null until staff verified the brand",
    type: String,
    format: 'email',
    nullable: true,
    example: 'hello@juniper-tide.example',
  })
  contactEmail!: string | null;

  @ApiProperty({
    description: 'Staff confirmed that website and contact address belong to the brand; it says nothing about products',
    example: true,
  })
  verified!: boolean;

  @ApiProperty({ description: 'Published certificates', type: 'integer', example: 3 })
  coaCount!: number;

  @ApiProperty({ description: 'True for an invented brand that only shows how the registry works', example: false })
  demonstration!: boolean;
}

export class VerificationDto {
  @RequiredEmail('Valid email is required', {
    description: "The brand's public contact address; it will be shown on the brand's page",
    example: 'hello@juniper-tide.example',
  })
  contactEmail!: string;

  @OptionalUrl('Website', { description: "The brand's website", example: 'https://juniper-tide.example' })
  website?: string;
}

export const toVerification = ({ contactEmail, website }: VerificationDto): Verification => ({
  contactEmail,
  website: website ?? null,
});

export function toBrandDto(brand: Brand): BrandDto {
  return {
    id: brand.id,
    brandName: brand.name,
    website: brand.website,
    contactEmail: publicContactEmail(brand),
    verified: brand.verified,
    coaCount: brand.coaCount,
    demonstration: brand.demonstration,
  };
}
