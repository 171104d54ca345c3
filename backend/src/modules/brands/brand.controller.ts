import { Body, Controller, Delete, Get, type PipeTransform, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { BrandNotFound, MERGER_UNDO_DAYS, MergerNotFound } from '../../domain/brands/brand.js';
import { Brands } from '../../domain/brands/brands.js';
import type { Actor } from '../../domain/shared/audit.js';
import { CacheResponse } from '../../platform/cache/cached-routes.js';
import { CurrentActor, StaffOnly } from '../../platform/http/access.js';
import { ApiProblems } from '../../platform/http/api-problems.js';
import { Ok, Operation, PathParam } from '../../platform/http/operation.js';
import {
  BrandDetailsDto,
  BrandDto,
  BrandSearchQueryDto,
  MergedBrandDto,
  MergerDto,
  StaffBrandDto,
  toBrandDetails,
  toBrandDto,
  toMergedBrandDto,
  toStaffBrandDto,
  toVerification,
  VerificationDto,
} from './brand.dto.js';

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

const BrandId = () => PathParam('id', { description: 'Number of the brand', example: 7 }, BrandIdPipe);
const MergerId = () => PathParam('id', { description: 'Number of the merger', example: 12 }, MergerIdPipe);

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
  async getBrand(
    @PathParam('brandName', {
      description: 'Brand name, percent-encoded; compared without case',
      example: 'Juniper & Tide',
    })
    name: string,
  ): Promise<BrandDto> {
    return toBrandDto(await this.brands.byName(name));
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
    @Body() body: BrandDetailsDto,
    @CurrentActor() actor: Actor,
  ): Promise<StaffBrandDto> {
    return toStaffBrandDto(await this.brands.edit(id, body.version, toBrandDetails(body), actor));
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
    @Body() body: VerificationDto,
    @CurrentActor() actor: Actor,
  ): Promise<BrandDto> {
    return toBrandDto(await this.brands.verify(id, toVerification(body), actor));
  }
}
