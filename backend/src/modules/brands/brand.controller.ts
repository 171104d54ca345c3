import { Body, Controller, Delete, Get, type PipeTransform, Post, Put, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import {
  type Brand,
  BrandNotFound,
  MERGER_UNDO_DAYS,
  type MergedBrand,
  MergerNotFound,
  publicContactEmail,
  undoableUntil,
} from '../../domain/brands/brand.js';
import { Brands } from '../../domain/brands/brands.js';
import type { Actor } from '../../domain/shared/audit.js';
import { CacheResponse } from '../../platform/cache/cached-routes.js';
import { CurrentActor, Public, StaffOnly } from '../../platform/http/access.js';
import { ApiProblems } from '../../platform/http/api-problems.js';
import { OptionalEmail, OptionalUrl, RequiredEmail, RequiredText, SeenVersion } from '../../platform/http/fields.js';
import { Ok, Operation, PathParam } from '../../platform/http/operation.js';
import { Integer, TextOrNull, Time } from '../../platform/http/response-fields.js';

class BrandDto {
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

class ReportRequestsDto {
  @Integer('How often visitors asked the brand to publish a report', 12)
  count!: number;
}

class VerificationDto {
  @RequiredEmail('Valid email is required', {
    description: "The brand's public contact address; it will be shown on the brand's page",
    example: 'hello@juniper-tide.example',
  })
  contactEmail!: string;

  @OptionalUrl('Website', { description: "The brand's website", example: 'https://juniper-tide.example' })
  website?: string;
}

function toBrandDto(brand: Brand): BrandDto {
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
class StaffBrandDto extends BrandDto {
  @Integer('Counts its changes; send it back with a change', 1)
  version!: number;

  @TextOrNull('Address on file; private until the brand is verified', 'hello@juniper-tide.example')
  contactOnFile!: string | null;
}

const LIMIT = { message: 'limit must be a whole number from 1 to 50' };

class BrandSearchQueryDto {
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

class BrandDetailsDto {
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

class MergerDto {
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
class MergedBrandDto {
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

const toMergedBrandDto = (merged: MergedBrand): MergedBrandDto => ({
  id: merged.id,
  brandName: merged.brand.name,
  into: merged.into,
  certificates: merged.certificates,
  mergedAt: merged.mergedAt.toISOString(),
  undoableUntil: undoableUntil(merged).toISOString(),
});

const toStaffBrandDto = (brand: Brand): StaffBrandDto => ({
  ...toBrandDto(brand),
  version: brand.version,
  contactOnFile: brand.contactEmail || null,
});

/** Ids are PostgreSQL integers; a larger number can't exist. */
const LARGEST_ID = 2_147_483_647;

const idPipe = (notFound: (id: number) => Error): PipeTransform<number, number> => ({
  transform(id) {
    if (Number.isInteger(id) && id >= 1 && id <= LARGEST_ID) return id;
    throw notFound(id);
  },
});

const BrandIdPipe = idPipe((id) => new BrandNotFound(String(id)));
const MergerIdPipe = idPipe(() => new MergerNotFound());

const BrandName = () =>
  PathParam('brandName', {
    description: 'Brand name, percent-encoded; compared without case',
    example: 'Juniper & Tide',
  });
const BrandId = () => PathParam('id', { description: 'Number of the brand', example: 7 }, BrandIdPipe);
const MergerId = () => PathParam('id', { description: 'Number of the merger', example: 12 }, MergerIdPipe);

/** Per address, for all brands together. */
const REPORT_REQUESTS_PER_MINUTE = 3;

@Controller('api')
export class BrandController {
  constructor(private readonly brands: Brands) {}

  @Get('brands')
  @CacheResponse({ tags: ['brands'] })
  @ApiTags('Public brands')
  @Operation(
    'List all brands',
    'Every brand in the directory with its number of published certificates, verified ones first. A ' +
      'contact address is shown only once we verified the brand.',
  )
  @Ok([BrandDto], 'All brands')
  async listBrands(): Promise<BrandDto[]> {
    return (await this.brands.all()).map(toBrandDto);
  }

  @Get('brands/:brandName')
  @CacheResponse({ tags: ['brands'] })
  @ApiTags('Public brands')
  @Operation(
    'Get one brand',
    'Works with the current name or one the brand had before, in upper or lower case. Percent-encode the ' +
      'name. An unknown name is answered 404 `brand-not-found`.',
  )
  @Ok(BrandDto, 'The brand')
  async getBrand(@BrandName() name: string): Promise<BrandDto> {
    return toBrandDto(await this.brands.byName(name));
  }

  @Get('brands/:brandName/report-requests')
  @Public()
  @ApiTags('Public brands')
  @Operation(
    'Get how often a brand was asked to publish a report',
    'Visitors who miss the lab report of a batch count themselves with `requestReport`. An unknown brand is answered 404 ' +
      '`brand-not-found`.',
  )
  @Ok(ReportRequestsDto, 'The count as it is now')
  async getReportRequests(@BrandName() name: string): Promise<ReportRequestsDto> {
    return { count: await this.brands.reportRequests(name) };
  }

  @Post('brands/:brandName/report-requests')
  @Public()
  @RouteConfig({ requestsPerMinute: REPORT_REQUESTS_PER_MINUTE })
  @ApiTags('Public brands')
  @Operation(
    'Ask a brand to publish a report',
    'Adds one to a count that the page of the brand shows. Nothing else is stored: not who asked, when, or for which ' +
      'batch. So the count is of requests, not of people. An unknown brand is answered 404 `brand-not-found`.',
  )
  @Ok(ReportRequestsDto, 'The count with this request')
  async requestReport(@BrandName() name: string): Promise<ReportRequestsDto> {
    return { count: await this.brands.requestReport(name) };
  }

  @Get('staff/brands')
  @StaffOnly('reviewer')
  @ApiTags('Staff brands')
  @Operation(
    'List all brands with their contacts',
    'Like `listBrands`, with the contact address and version of each brand, verified or not.',
  )
  @Ok([StaffBrandDto], 'All brands, verified ones first')
  async listStaffBrands(): Promise<StaffBrandDto[]> {
    return (await this.brands.all()).map(toStaffBrandDto);
  }

  @Get('staff/brands/search')
  @StaffOnly('reviewer')
  @ApiTags('Staff brands')
  @Operation(
    'Search brands by name',
    'Brands with these words in their name, in any case. Use it to pick the brand that stays when two are merged: ' +
      'each comes with its verified mark and its number of certificates.',
  )
  @Ok([StaffBrandDto], 'Names that begin with it first, then verified ones')
  async searchStaffBrands(@Query() { search, limit }: BrandSearchQueryDto): Promise<StaffBrandDto[]> {
    return (await this.brands.search(search, limit)).map(toStaffBrandDto);
  }

  @Put('staff/brands/:id')
  @StaffOnly('reviewer')
  @ApiTags('Staff brands')
  @Operation(
    'Change a brand',
    'Changes name, website and contact address. The old name keeps working in links. A name that another ' +
      'brand has is answered 409 `brand-name-taken`: merge the two instead. Send the `version` you saw.',
  )
  @Ok(StaffBrandDto, 'The brand as changed')
  @ApiProblems(409, 412)
  async editBrand(
    @BrandId() id: number,
    @Body() { version, name, website, contactEmail }: BrandDetailsDto,
    @CurrentActor() actor: Actor,
  ): Promise<StaffBrandDto> {
    const details = { name, website: website ?? null, contactEmail: contactEmail ?? null };
    return toStaffBrandDto(await this.brands.edit(id, version, details, actor));
  }

  @Post('staff/brands/:id/merger')
  @StaffOnly('reviewer')
  @ApiTags('Staff brands')
  @Operation(
    'Merge one brand into another',
    'Moves all certificates to the other brand and removes this one. Its name keeps leading to the other ' +
      `brand. \`undoBrandMerger\` separates them again, for ${MERGER_UNDO_DAYS} days. Send the \`version\` of both, so ` +
      'that nothing you have not seen is lost.',
  )
  @Ok(StaffBrandDto, 'The brand that remains')
  @ApiProblems(409, 412)
  async mergeBrands(
    @BrandId() id: number,
    @Body() { version, into, intoVersion }: MergerDto,
    @CurrentActor() actor: Actor,
  ): Promise<StaffBrandDto> {
    return toStaffBrandDto(await this.brands.merge(id, into, { from: version, into: intoVersion }, actor));
  }

  @Get('staff/brand-mergers')
  @StaffOnly('reviewer')
  @ApiTags('Staff brands')
  @Operation('List merged brands', `Brands that were merged into another one in the last ${MERGER_UNDO_DAYS} days.`)
  @Ok([MergedBrandDto], 'The last one first')
  async listMergedBrands(): Promise<MergedBrandDto[]> {
    return (await this.brands.mergedBrands()).map(toMergedBrandDto);
  }

  @Delete('staff/brand-mergers/:id')
  @StaffOnly('reviewer')
  @ApiTags('Staff brands')
  @Operation(
    'Undo the merger of a brand',
    'The brand comes back with its number, its former names, and the certificates that it had, which keep changes made ' +
      'to them since. Certificates published under its name since then stay with the other brand. The contact of a brand ' +
      'that was not verified does not come back. A name that another brand took is answered 409 `brand-name-taken`.',
  )
  @Ok(StaffBrandDto, 'The brand that is back')
  @ApiProblems(409)
  async undoBrandMerger(@MergerId() id: number, @CurrentActor() actor: Actor): Promise<StaffBrandDto> {
    return toStaffBrandDto(await this.brands.undoMerger(id, actor));
  }

  @Post('staff/brands/:id/verification')
  @StaffOnly('reviewer')
  @ApiTags('Staff brands')
  @Operation(
    'Verify a brand',
    'Records how you confirmed that website and contact address belong to the brand. From then on the ' +
      'contact address is public. A brand that is already verified is answered 409 `already-verified`.',
  )
  @Ok(BrandDto, 'The brand, verified')
  @ApiProblems(409)
  async verifyBrand(
    @BrandId() id: number,
    @Body() { contactEmail, website }: VerificationDto,
    @CurrentActor() actor: Actor,
  ): Promise<BrandDto> {
    return toBrandDto(await this.brands.verify(id, { contactEmail, website: website ?? null }, actor));
  }
}
