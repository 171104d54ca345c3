import { Body, Controller, Get, HttpCode, Param, type PipeTransform, Post, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { BrandNotFound } from '../../domain/brands/brand.js';
import { Brands } from '../../domain/brands/brands.js';
import type { Actor } from '../../domain/shared/audit.js';
import { CacheResponse } from '../../platform/cache/cached-routes.js';
import { CurrentActor, StaffOnly } from '../../platform/http/access.js';
import { ApiProblems } from '../../platform/http/api-problems.js';
import {
  BrandDetailsDto,
  BrandDto,
  BrandSearchQueryDto,
  MergerDto,
  StaffBrandDto,
  toBrandDetails,
  toBrandDto,
  toStaffBrandDto,
  toVerification,
  VerificationDto,
} from './brand.dto.js';

/** Ids are PostgreSQL integers; a larger number can't exist. */
const LARGEST_ID = 2_147_483_647;

const IdPipe: PipeTransform<number, number> = {
  transform(id) {
    if (Number.isInteger(id) && id >= 1 && id <= LARGEST_ID) return id;
    throw new BrandNotFound(String(id));
  },
};

const ApiBrandId = () => ApiParam({ name: 'id', description: 'Number of the brand', example: 7 });

@Controller('api')
export class BrandController {
  constructor(private readonly brands: Brands) {}

  @Get('brands')
  @CacheResponse({ tags: ['brands'] })
  @ApiTags('Public brands')
  @ApiOperation({
    operationId: 'listBrands',
    summary: 'List all brands',
    description:
      'Every brand in the directory with its number of published certificates, verified ones first. A ' +
      'contact address is shown only once we verified the brand.',
  })
  @ApiOkResponse({ description: 'All brands', type: [BrandDto] })
  @ApiProblems()
  async list(): Promise<BrandDto[]> {
    return (await this.brands.all()).map(toBrandDto);
  }

  @Get('brands/:brandName')
  @CacheResponse({ tags: ['brands'] })
  @ApiTags('Public brands')
  @ApiOperation({
    operationId: 'getBrand',
    summary: 'Get one brand',
    description:
      'Works with the current name or one the brand had before, in upper or lower case. Percent-encode the ' +
      'name. An unknown name is answered 404 `brand-not-found`.',
  })
  @ApiParam({
    name: 'brandName',
    description: 'Brand name, percent-encoded; compared without case',
    example: 'Juniper & Tide',
  })
  @ApiOkResponse({ description: 'The brand', type: BrandDto })
  @ApiProblems(400, 404)
  async byName(@Param('brandName') name: string): Promise<BrandDto> {
    return toBrandDto(await this.brands.byName(name));
  }

  @Get('staff/brands')
  @StaffOnly('reviewer')
  @ApiTags('Staff brands')
  @ApiOperation({
    operationId: 'listStaffBrands',
    summary: 'List all brands with their contacts',
    description: 'Like `listBrands`, with the contact address and version of each brand, verified or not.',
  })
  @ApiOkResponse({ description: 'All brands, verified ones first', type: [StaffBrandDto] })
  @ApiProblems(401, 403)
  async staffList(): Promise<StaffBrandDto[]> {
    return (await this.brands.all()).map(toStaffBrandDto);
  }

  @Get('staff/brands/search')
  @StaffOnly('reviewer')
  @ApiTags('Staff brands')
  @ApiOperation({
    operationId: 'searchStaffBrands',
    summary: 'Search brands by name',
    description:
      'Brands with these words in their name, in any case. Use it to pick the brand that stays when two are merged: ' +
      'each comes with its verified mark and its number of certificates.',
  })
  @ApiOkResponse({ description: 'Names that begin with it first, then verified ones', type: [StaffBrandDto] })
  @ApiProblems(400, 401, 403)
  async search(@Query() { search, limit }: BrandSearchQueryDto): Promise<StaffBrandDto[]> {
    return (await this.brands.search(search, limit)).map(toStaffBrandDto);
  }

  @Put('staff/brands/:id')
  @StaffOnly('reviewer')
  @ApiTags('Staff brands')
  @ApiOperation({
    operationId: 'editBrand',
    summary: 'Change a brand',
    description:
      'Changes name, website and contact address. The old name keeps working in links. A name that another ' +
      'brand has is answered 409 `brand-name-taken`: merge the two instead. Send the `version` you saw.',
  })
  @ApiBrandId()
  @ApiOkResponse({ description: 'The brand as changed', type: StaffBrandDto })
  @ApiProblems(400, 401, 403, 404, 409, 412, 413, 415, 429)
  async edit(
    @Param('id', IdPipe) id: number,
    @Body() body: BrandDetailsDto,
    @CurrentActor() actor: Actor,
  ): Promise<StaffBrandDto> {
    return toStaffBrandDto(await this.brands.edit(id, body.version, toBrandDetails(body), actor));
  }

  @Post('staff/brands/:id/merger')
  @StaffOnly('reviewer')
  @HttpCode(200)
  @ApiTags('Staff brands')
  @ApiOperation({
    operationId: 'mergeBrands',
    summary: 'Merge one brand into another',
    description:
      'Moves all certificates to the other brand and removes this one. Its name keeps leading to the other ' +
      'brand. This cannot be undone. Send the `version` of both, so that nothing you have not seen is lost.',
  })
  @ApiBrandId()
  @ApiOkResponse({ description: 'The brand that remains', type: StaffBrandDto })
  @ApiProblems(400, 401, 403, 404, 409, 412, 413, 415, 429)
  async merge(
    @Param('id', IdPipe) id: number,
    @Body() { version, into, intoVersion }: MergerDto,
    @CurrentActor() actor: Actor,
  ): Promise<StaffBrandDto> {
    return toStaffBrandDto(await this.brands.merge(id, into, { from: version, into: intoVersion }, actor));
  }

  @Post('staff/brands/:id/verification')
  @StaffOnly('reviewer')
  @HttpCode(200)
  @ApiTags('Staff brands')
  @ApiOperation({
    operationId: 'verifyBrand',
    summary: 'Verify a brand',
    description:
      'Records how you confirmed that website and contact address belong to the brand. From then on the ' +
      'contact address is public. A brand that is already verified is answered 409 `already-verified`.',
  })
  @ApiBrandId()
  @ApiOkResponse({ description: 'The brand, verified', type: BrandDto })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 429)
  async verify(
    @Param('id', IdPipe) id: number,
    @Body() body: VerificationDto,
    @CurrentActor() actor: Actor,
  ): Promise<BrandDto> {
    return toBrandDto(await this.brands.verify(id, toVerification(body), actor));
  }
}
