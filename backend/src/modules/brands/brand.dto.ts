import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import {
  type Brand,
  type BrandDetails,
  type MergedBrand,
  publicContactEmail,
  undoableUntil,
  type Verification,
} from '../../domain/brands/brand.js';
import { OptionalEmail, OptionalUrl, RequiredEmail, RequiredText, SeenVersion } from '../../platform/http/fields.js';
import { Integer, TextOrNull, Time } from '../../platform/http/response-fields.js';

export class BrandDto {
  @Integer('Number of the brand', 7)
  id!: number;

  @ApiProperty({ description: 'Name of the brand', example: 'Juniper & Tide' })
  brandName!: string;

  @ApiProperty({
    description: "The brand's website",
    type: String,
    format: 'iri',
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

  @Integer('Published certificates', 3)
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

/** A brand for staff, with the contact on file. Until the brand is verified, that is the submitter's. */
export class StaffBrandDto extends BrandDto {
  @Integer('Counts its changes; send it back with a change', 1)
  version!: number;

  @TextOrNull('Address on file; private until the brand is verified', 'hello@juniper-tide.example')
  contactOnFile!: string | null;
}

const LIMIT = { message: 'limit must be a whole number from 1 to 50' };

export class BrandSearchQueryDto {
  @RequiredText('search', 120, {
    description: 'Part of a name; compared without case and accents',
    example: 'juniper',
  })
  search!: string;

  @ApiPropertyOptional({
    description: 'At most so many brands',
    type: 'integer',
    minimum: 1,
    maximum: 50,
    default: 20,
    example: 20,
  })
  @Type(() => Number)
  @IsInt(LIMIT)
  @Min(1, LIMIT)
  @Max(50, LIMIT)
  limit: number = 20;
}

export class BrandDetailsDto {
  @SeenVersion()
  version!: number;

  @RequiredText('Name', 120, {
    description: 'Name of the brand as on its labels; former names go on leading to it',
    example: 'Juniper & Tide',
  })
  name!: string;

  @OptionalUrl('Website', { description: "The brand's website", example: 'https://juniper-tide.example' })
  website?: string;

  @OptionalEmail('Valid email is required', {
    description:
      "The brand's public contact address. Left out or blank, an unverified brand keeps the address on file; a verified brand needs one",
    example: 'hello@juniper-tide.example',
  })
  contactEmail?: string;
}

const KNOWN_BRAND = { message: 'Choose the brand to keep' };

export class MergerDto {
  @SeenVersion()
  version!: number;

  @ApiProperty({ description: 'Number of the brand that remains', type: 'integer', minimum: 1, example: 3 })
  @IsInt(KNOWN_BRAND)
  @Min(1, KNOWN_BRAND)
  @Max(2_147_483_647, KNOWN_BRAND)
  into!: number;

  @SeenVersion()
  intoVersion!: number;
}

/** A brand that was merged into another one, while that can be undone. */
export class MergedBrandDto {
  @Integer('Number of the merger', 12)
  id!: number;

  @ApiProperty({ description: 'Name of the brand that was merged', example: 'Juniper and Tide' })
  brandName!: string;

  @TextOrNull('Name of the brand that has its certificates now; null if its name leads to none', 'Juniper & Tide')
  into!: string | null;

  @Integer('Certificates that come back with it, withdrawn ones included', 3)
  certificates!: number;

  @Time('When it was merged', '2026-11-20T15:04:05.000Z')
  mergedAt!: string;

  @Time('Until when that can be undone', '2026-12-20T15:04:05.000Z')
  undoableUntil!: string;
}

export const toMergedBrandDto = (merged: MergedBrand): MergedBrandDto => ({
  id: merged.id,
  brandName: merged.brand.name,
  into: merged.into,
  certificates: merged.certificates,
  mergedAt: merged.mergedAt.toISOString(),
  undoableUntil: undoableUntil(merged).toISOString(),
});

export const toBrandDetails = ({ name, website, contactEmail }: BrandDetailsDto): BrandDetails => ({
  name,
  website: website ?? null,
  contactEmail: contactEmail ?? null,
});

export const toStaffBrandDto = (brand: Brand): StaffBrandDto => ({
  ...toBrandDto(brand),
  version: brand.version,
  contactOnFile: brand.contactEmail || null,
});
