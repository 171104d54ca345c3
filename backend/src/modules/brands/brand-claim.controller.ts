import { Body, Controller, Get, Header, Post, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import {
  BrandRequestNotFound,
  type ListedClaim,
  type ListedRequest,
  PROOF_METHODS,
  type ProofMethod,
  provenUntil,
  REFUSAL_MAX,
  REPLY_TEXT,
  REQUEST_BUSINESS_DAYS,
  REQUEST_KINDS,
  REQUEST_STATES,
  type RequestKind,
  type RequestState,
} from '../../domain/brands/brand-claim.js';
import { BrandClaims, type BrandDesk } from '../../domain/brands/brand-claims.js';
import type { Actor } from '../../domain/shared/audit.js';
import { parseReference } from '../../domain/shared/reference.js';
import { CurrentActor, Public, StaffOnly } from '../../platform/http/access.js';
import { ApiProblems } from '../../platform/http/api-problems.js';
import {
  OptionalText,
  RequiredEmail,
  RequiredLines,
  RequiredText,
  RequiredUrl,
  SeenVersion,
} from '../../platform/http/fields.js';
import { NoContent, Ok, Operation, PathParam, UuidParam } from '../../platform/http/operation.js';
import { PageOf, type PageResponse, pageResponse } from '../../platform/http/paging.js';
import { Integer, OneOf, TextOrNull, Time, TimeOrNull, Uuid } from '../../platform/http/response-fields.js';

const EXAMPLE_TOKEN = '0f8fad5b-d9cb-469f-a165-70867728950e.9f8yUqk3bJ0m8o3Qv3m0m5J1kqJm0m2x3v4c5b6n7a8';
const EXAMPLE_REPLY = 'We took this batch off the shelves in November.';

class BrandClaimDto {
  @RequiredText('Domain', 253, {
    description: "The brand's domain, without https://. If it is not that of its recorded website, staff decide",
    example: 'juniper-tide.example',
  })
  domain!: string;

  @RequiredEmail('Enter a valid email address', {
    description:
      'Where the link goes. At the domain, the link proves it; elsewhere the page of the link shows a DNS record to add',
    example: 'hello@juniper-tide.example',
  })
  email!: string;
}

class BrandLinkDto {
  @RequiredText('Token', 100, { description: 'The `token` of the link in the email', example: EXAMPLE_TOKEN })
  token!: string;
}

class BrandAccessDto {
  @ApiProperty({
    description: 'The `token` of the link that acts for the brand; also sent by email',
    example: EXAMPLE_TOKEN,
  })
  token!: string;
}

class CertificateOfBrandDto extends BrandLinkDto {
  @RequiredText('Reference', 20, { description: 'Reference of a lab report of the brand', example: 'CB-7K3M-9QXD' })
  reference!: string;
}

class SendBrandReplyDto extends CertificateOfBrandDto {
  @RequiredLines('Reply', REPLY_TEXT.max, {
    description: `At least ${REPLY_TEXT.min} characters, published as one paragraph. No email addresses, phone numbers or links`,
    example: EXAMPLE_REPLY,
  })
  text!: string;
}

class BrandContactDto extends BrandLinkDto {
  @RequiredUrl('Website', { description: "The brand's website", example: 'https://juniper-tide.example' })
  website!: string;

  @RequiredEmail('Enter a valid email address', {
    description: "The brand's public contact address",
    example: 'hello@juniper-tide.example',
  })
  contactEmail!: string;
}

class DiscontinuedProductDto extends BrandLinkDto {
  @RequiredText('Product', 255, {
    description: 'A product of the brand, by its name here',
    example: 'Yuzu Seltzer 5 mg',
  })
  productName!: string;

  @ApiProperty({ description: 'Whether the brand no longer makes it', example: true })
  @IsBoolean({ message: 'discontinued must be true or false' })
  discontinued!: boolean;
}

class ContactChangeDto {
  @ApiProperty({ description: 'False if staff have to confirm it first', example: true })
  changed!: boolean;
}

class DnsRecordDto {
  @ApiProperty({ description: 'Name of the TXT record', example: '_clearbatch.juniper-tide.example' })
  name!: string;

  @ApiProperty({ description: 'Its text', example: 'clearbatch-domain=k3Xw0123456789abcdefghijklmnopqr' })
  text!: string;
}

class BrandRequestDto {
  @OneOf(
    REQUEST_KINDS,
    'BrandRequestKind',
    'What it is: `claim` to speak for the brand, `reply`, or `contact` data',
    'reply',
  )
  kind!: RequestKind;

  @TextOrNull('Reference of the certificate that a reply is about', 'CB-7K3M-9QXD')
  certificate!: string | null;

  @TextOrNull('Text of a reply', EXAMPLE_REPLY)
  text!: string | null;

  @TextOrNull('New website', null)
  website!: string | null;

  @TextOrNull('New contact address', null)
  contactEmail!: string | null;

  @OneOf(
    REQUEST_STATES,
    'BrandRequestState',
    'Where it stands. An `accepted` reply is public. `withdrawn`: by the brand; `replaced`: by a newer one',
    'waiting',
  )
  state!: RequestState;

  @TextOrNull('Why it was refused or taken down', null)
  reason!: string | null;

  @Time('When it was sent', '2026-11-20T15:04:05.000Z')
  sentAt!: Date;
}

class SaidProductDto {
  @ApiProperty({ description: 'Name of the product', example: 'Yuzu Seltzer 5 mg' })
  productName!: string;

  @ApiProperty({
    description: 'The day on which the brand said so, in Eastern time',
    format: 'date',
    example: '2026-11-24',
  })
  saidOn!: string;
}

class BrandDeskDto {
  @ApiProperty({ description: 'Name of the brand', example: 'Juniper & Tide' })
  brandName!: string;

  @ApiProperty({ description: 'The domain', example: 'juniper-tide.example' })
  domain!: string;

  @OneOf(PROOF_METHODS, 'ProofMethod', 'How the domain is proven: `email` at it, or a `dns` record', 'email')
  method!: ProofMethod;

  @ApiProperty({
    description: 'The DNS record to add; null once the domain is proven, and for email',
    type: DnsRecordDto,
    nullable: true,
    example: null,
  })
  record!: DnsRecordDto | null;

  @TimeOrNull('Until when the proof counts; null before it', '2027-11-20T15:04:05.000Z')
  provenUntil!: Date | null;

  @ApiProperty({
    description: 'Whether the link acts for the brand. If the domain is proven, it waits for staff',
    example: true,
  })
  accepted!: boolean;

  @ApiProperty({ description: 'What the brand asked for, the latest first; at most 50', type: [BrandRequestDto] })
  requests!: BrandRequestDto[];

  @ApiProperty({ description: 'Products that it no longer makes', type: [SaidProductDto] })
  discontinued!: SaidProductDto[];
}

const toRequestDto = (request: ListedRequest): BrandRequestDto => ({
  kind: request.kind,
  certificate: request.certificate,
  text: request.text,
  website: request.website,
  contactEmail: request.contactEmail,
  state: request.state,
  reason: request.reason,
  sentAt: request.sentAt,
});

const toDeskDto = ({ claim, record, requests, discontinued }: BrandDesk): BrandDeskDto => ({
  brandName: claim.brandName,
  domain: claim.domain,
  method: claim.method,
  record: record && { name: record.name, text: record.text },
  provenUntil: provenUntil(claim),
  accepted: claim.acceptedAt !== null,
  requests: requests.map(toRequestDto),
  discontinued: discontinued.map(({ productName, saidOn }) => ({ productName, saidOn })),
});

/** More than a person sends in a minute, too few to fill mailboxes or ask name servers for others. */
const REQUESTS_PER_MINUTE = 6;

/** For brands without an account. The token in the link authorizes them. */
@ApiTags('Public contact')
@Controller('api')
@Public()
export class BrandClaimController {
  constructor(private readonly claims: BrandClaims) {}

  @Post('brands/:brandName/claims')
  @RouteConfig({ requestsPerMinute: REQUESTS_PER_MINUTE })
  @Operation(
    'Claim a brand',
    'Sends a link to the address, at most 10 a day. With its token, `verifyBrandDomain` proves the domain. The token that it answers can reply ' +
      'to certificates of the brand. The answer is the same whatever we know of the address. Domains that many people ' +
      'share are refused. An unknown brand is answered 404 `brand-not-found`.',
  )
  @NoContent('Sent, unless 10 were sent to the address today')
  @ApiProblems(404)
  requestBrandClaim(
    @PathParam('brandName', {
      description: 'Brand name, percent-encoded; compared without case',
      example: 'Juniper & Tide',
    })
    brandName: string,
    @Body() { domain, email }: BrandClaimDto,
  ): Promise<void> {
    return this.claims.ask(brandName, domain, email);
  }

  @Get('brand-desk/:token')
  @Header('cache-control', 'no-store')
  @Operation(
    'Get what a link does for a brand',
    'For the holder of a link: what is left to prove, and what the brand asked for. A link that we did not make, or that is ' +
      'over, is answered 404 `brand-link-invalid`; a first link that did its work, 409 `brand-link-used`.',
  )
  @Ok(BrandDeskDto, 'As it is now')
  @ApiProblems(409)
  async getBrandDesk(
    @PathParam('token', { description: 'The `token` of the link in the email', example: EXAMPLE_TOKEN }) token: string,
  ): Promise<BrandDeskDto> {
    return toDeskDto(await this.claims.desk(token));
  }

  @Post('brand-desk/proof')
  @RouteConfig({ requestsPerMinute: REQUESTS_PER_MINUTE })
  @Operation(
    'Prove the domain of a brand',
    'Takes the first link, once. Where it went to an address at the domain, that is the proof; otherwise the DNS record is ' +
      'looked up, and a missing one is answered 409 `brand-domain-unproven`. The proof counts for a year.',
  )
  @Ok(BrandAccessDto, 'Proven')
  @ApiProblems(404, 409)
  async verifyBrandDomain(@Body() { token }: BrandLinkDto): Promise<BrandAccessDto> {
    return { token: await this.claims.prove(token) };
  }

  @Post('brand-desk/replies')
  @RouteConfig({ requestsPerMinute: REQUESTS_PER_MINUTE })
  @Operation(
    'Reply to a certificate as its brand',
    `Staff publish or refuse it within ${REQUEST_BUSINESS_DAYS} business days. A certificate has one reply: another one replaces it when it is published, ` +
      'and until then the one that waits.',
  )
  @NoContent('Waits for staff')
  @ApiProblems(404, 409)
  sendBrandReply(@Body() { token, reference, text }: SendBrandReplyDto): Promise<void> {
    return this.claims.reply(token, parseReference(reference) ?? reference, text);
  }

  @Post('brand-desk/withdrawal')
  @Operation(
    'Withdraw a reply to a certificate',
    'Takes back at once what is public and what waits. The brand can send another one.',
  )
  @NoContent('Withdrawn')
  @ApiProblems(404, 409)
  withdrawBrandReply(@Body() { token, reference }: CertificateOfBrandDto): Promise<void> {
    return this.claims.withdrawReply(token, parseReference(reference) ?? reference);
  }

  @Post('brand-desk/contact')
  @RouteConfig({ requestsPerMinute: REQUESTS_PER_MINUTE })
  @Operation(
    'Change the contact data of a brand',
    'At once if website and address stay at the proven domain and staff verified the brand before, or else when staff confirm it.',
  )
  @Ok(ContactChangeDto, 'Whether it was changed at once')
  @ApiProblems(404, 409, 412)
  async changeBrandContact(@Body() { token, website, contactEmail }: BrandContactDto): Promise<ContactChangeDto> {
    return { changed: await this.claims.changeContact(token, { website, contactEmail }) };
  }

  @Post('brand-desk/products')
  @RouteConfig({ requestsPerMinute: REQUESTS_PER_MINUTE })
  @Operation(
    'Say whether a brand still makes a product',
    "The product's page shows it as the brand's statement with its day. It changes no verdict.",
  )
  @NoContent('Said, now or before')
  @ApiProblems(404, 409)
  reportDiscontinuedProduct(@Body() { token, productName, discontinued }: DiscontinuedProductDto): Promise<void> {
    return this.claims.setDiscontinued(token, productName, discontinued);
  }
}

const STANDINGS = ['waiting', 'decided'] as const;

class BrandRequestQueryDto {
  @ApiPropertyOptional({
    description: 'Whether they still wait for staff',
    enum: STANDINGS,
    enumName: 'BrandRequestStanding',
    default: 'waiting',
    example: 'waiting',
  })
  @IsIn(STANDINGS, { message: `standing must be one of ${STANDINGS.join(', ')}` })
  standing: (typeof STANDINGS)[number] = 'waiting';
}

class StaffBrandRequestDto extends BrandRequestDto {
  @Uuid('Identity', '0f8fad5b-d9cb-469f-a165-70867728950e')
  id!: string;

  @ApiProperty({ description: 'Name of the brand when it was sent', example: 'Juniper & Tide' })
  brandName!: string;

  @ApiProperty({ description: 'The proven domain', example: 'juniper-tide.example' })
  domain!: string;

  @TextOrNull("The brand's website as we have it, to compare", 'https://juniper-tide.example')
  recordedWebsite!: string | null;

  @TextOrNull('The reply that is public now, and would be replaced', null)
  published!: string | null;

  @ApiProperty({
    description: 'The day by which staff decide',
    type: String,
    format: 'date',
    nullable: true,
    example: '2026-11-24',
  })
  dueBy!: string | null;

  @ApiProperty({ description: 'Whether that day is over', example: false })
  overdue!: boolean;

  @TextOrNull('Who decided', null)
  decidedBy!: string | null;

  @Integer('Counts the changes; send it back with the next one', 1)
  version!: number;
}

class BrandDecisionDto {
  @SeenVersion()
  version!: number;

  @ApiProperty({ description: 'True to publish a reply or accept what is asked', example: true })
  @IsBoolean({ message: 'accepted must be true or false' })
  accepted!: boolean;

  @OptionalText('Reason', REFUSAL_MAX, {
    description: 'Why it is refused or taken down. The brand gets it by email',
    example: 'The recall is not on the website that you named.',
  })
  reason?: string;
}

class RevocationReasonDto {
  @RequiredText('Reason', REFUSAL_MAX, {
    description: 'Why. It is in the audit log and with what is taken down',
    example: 'The domain was sold.',
  })
  reason!: string;
}

class StaffBrandClaimDto {
  @Uuid('Identity', '0f8fad5b-d9cb-469f-a165-70867728950e')
  id!: string;

  @ApiProperty({ description: 'Name of the brand', example: 'Juniper & Tide' })
  brandName!: string;

  @ApiProperty({ description: 'The proven domain', example: 'juniper-tide.example' })
  domain!: string;

  @OneOf(PROOF_METHODS, 'ProofMethod', 'How it was proven', 'email')
  method!: ProofMethod;

  @ApiProperty({ description: 'Who has the link', format: 'email', example: 'hello@juniper-tide.example' })
  email!: string;

  @TimeOrNull('Until when the proof counts', '2027-11-20T15:04:05.000Z')
  provenUntil!: Date | null;
}

const toClaimDto = (claim: ListedClaim): StaffBrandClaimDto => ({
  id: claim.id,
  brandName: claim.brandName,
  domain: claim.domain,
  method: claim.method,
  email: claim.email,
  provenUntil: provenUntil(claim),
});

@ApiTags('Staff brands')
@Controller('api/staff')
@StaffOnly('reviewer')
export class BrandRequestController {
  constructor(private readonly claims: BrandClaims) {}

  @Get('brand-requests')
  @Operation(
    'List what brands ask for',
    'Replies, new contact data, and claims of domains that are not recorded: by what is due first, or those decided by what ' +
      'was decided last; at most 200.',
  )
  @PageOf(StaffBrandRequestDto)
  async listBrandRequests(@Query() { standing }: BrandRequestQueryDto): Promise<PageResponse<StaffBrandRequestDto>> {
    const page = await this.claims.page(standing === 'waiting');
    return pageResponse({ ...page, next: null }, (request) => ({
      ...toRequestDto(request),
      id: request.id,
      brandName: request.brandName,
      domain: request.domain,
      recordedWebsite: request.recordedWebsite,
      published: request.published,
      dueBy: request.dueBy,
      overdue: this.claims.isOverdue(request),
      decidedBy: request.decidedBy,
      version: request.version,
    }));
  }

  @Post('brand-requests/:id/decision')
  @Operation(
    'Decide what a brand asks for',
    'Publishes a reply below the judgment of its certificate, accepts contact data or a claim, or refuses with a reason. A ' +
      'public reply can be refused later: that takes it down. If it changed since: 409 `brand-request-changed`.',
  )
  @NoContent('Decided, and the brand is told by email')
  @ApiProblems(404, 409, 412)
  decideBrandRequest(
    @UuidParam('id', 'Identity of the request', BrandRequestNotFound) id: string,
    @Body() { version, accepted, reason }: BrandDecisionDto,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.claims.decide(id, version, { accepted, reason: reason ?? null }, actor);
  }

  @Get('brand-claims')
  @Operation(
    'List who speaks for brands',
    'Claims that were proven in the last year and accepted, the latest first; at most 200.',
  )
  @Ok([StaffBrandClaimDto], 'The latest first')
  async listBrandClaims(): Promise<StaffBrandClaimDto[]> {
    return (await this.claims.active()).map(toClaimDto);
  }

  @Post('brand-claims/:id/revocation')
  @Operation(
    'Revoke a claim',
    'Its link stops working, and what it published and asked for is taken back, with the reason. Contact data that it changed ' +
      'stays: check it.',
  )
  @NoContent('Revoked')
  @ApiProblems(404)
  revokeBrandClaim(
    @UuidParam('id', 'Identity of the claim', BrandRequestNotFound) id: string,
    @Body() { reason }: RevocationReasonDto,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.claims.revoke(id, reason, actor);
  }
}
