import { Body, Controller, Get, HttpCode, Param, type PipeTransform, Post, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { BrandNotFound } from '../../domain/brands/brand.js';
import { Brands } from '../../domain/brands/brands.js';
import type { Actor } from '../../domain/shared/audit.js';
import { CurrentActor, StaffOnly } from '../../platform/http/access.js';
import { ApiProblems } from '../../platform/http/api-problems.js';
import { Kept } from '../../platform/http/public-answers.js';
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

/** Ids are PostgreSQL integers; another number names nothing. */
const LARGEST_ID = 2_147_483_647;

const KnownId: PipeTransform<number, number> = {
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
  @Kept({ kinds: ['brands'] })
  @ApiTags('Brands')
  @ApiOperation({
    operationId: 'listBrands',
    summary: 'All brands with their numbers of certificates, verified ones first',
  })
  @ApiOkResponse({ description: 'All brands', type: [BrandDto] })
  @ApiProblems()
  async list(): Promise<BrandDto[]> {
    return (await this.brands.all()).map(toBrandDto);
  }

  @Get('brands/:brandName')
  @Kept({ kinds: ['brands'] })
  @ApiTags('Brands')
  @ApiOperation({ operationId: 'getBrand', summary: 'One brand, also by a name that it had before' })
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
  @ApiTags('Staff')
  @ApiOperation({ operationId: 'listStaffBrands', summary: 'All brands with the contact on file' })
  @ApiOkResponse({ description: 'All brands, verified ones first', type: [StaffBrandDto] })
  @ApiProblems(401, 403)
  async staffList(): Promise<StaffBrandDto[]> {
    return (await this.brands.all()).map(toStaffBrandDto);
  }

  @Get('staff/brands/search')
  @StaffOnly('reviewer')
  @ApiTags('Staff')
  @ApiOperation({ operationId: 'searchStaffBrands', summary: 'Brands by part of their name, the closest first' })
  @ApiOkResponse({ description: 'Names that begin with it first, then verified ones', type: [StaffBrandDto] })
  @ApiProblems(400, 401, 403)
  async search(@Query() { search, limit }: BrandSearchQueryDto): Promise<StaffBrandDto[]> {
    return (await this.brands.search(search, limit)).map(toStaffBrandDto);
  }

  @Put('staff/brands/:id')
  @StaffOnly('reviewer')
  @ApiTags('Staff')
  @ApiOperation({ operationId: 'editBrand', summary: "Change a brand's name, website and contact address" })
  @ApiBrandId()
  @ApiOkResponse({ description: 'The brand as changed', type: StaffBrandDto })
  @ApiProblems(400, 401, 403, 404, 409, 412, 413, 415, 429)
  async edit(
    @Param('id', KnownId) id: number,
    @Body() body: BrandDetailsDto,
    @CurrentActor() actor: Actor,
  ): Promise<StaffBrandDto> {
    return toStaffBrandDto(await this.brands.edit(id, body.version, toBrandDetails(body), actor));
  }

  @Post('staff/brands/:id/merger')
  @StaffOnly('reviewer')
  @HttpCode(200)
  @ApiTags('Staff')
  @ApiOperation({
    operationId: 'mergeBrands',
    summary: 'Give the certificates of a brand to another one and remove it',
  })
  @ApiBrandId()
  @ApiOkResponse({ description: 'The brand that remains', type: StaffBrandDto })
  @ApiProblems(400, 401, 403, 404, 409, 412, 413, 415, 429)
  async merge(
    @Param('id', KnownId) id: number,
    @Body() { version, into, intoVersion }: MergerDto,
    @CurrentActor() actor: Actor,
  ): Promise<StaffBrandDto> {
    return toStaffBrandDto(await this.brands.merge(id, into, { from: version, into: intoVersion }, actor));
  }

  @Post('staff/brands/:id/verification')
  @StaffOnly('reviewer')
  @HttpCode(200)
  @ApiTags('Staff')
  @ApiOperation({ operationId: 'verifyBrand', summary: 'Confirm that website and contact address belong to a brand' })
  @ApiBrandId()
  @ApiOkResponse({ description: 'The brand, verified', type: BrandDto })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 429)
  async verify(
    @Param('id', KnownId) id: number,
    @Body() body: VerificationDto,
    @CurrentActor() actor: Actor,
  ): Promise<BrandDto> {
    return toBrandDto(await this.brands.verify(id, toVerification(body), actor));
  }
}
