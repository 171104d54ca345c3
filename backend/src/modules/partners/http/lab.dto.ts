import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  Matches,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import {
  ACCREDITATION_STATES,
  ACCREDITATION_TEXT_MAX,
  type Accreditation,
  type AccreditationState,
  accreditationState,
} from '../../../domain/partners/accreditation.js';
import { type KeyState, keyState, type LabKey, VALID_DAYS } from '../../../domain/partners/key.js';
import type { Lab, LabDetails } from '../../../domain/partners/lab.js';
import type { IssuedKey } from '../../../domain/partners/partners.js';
import { PARTNER_SCOPES, type PartnerScope } from '../../../domain/shared/calling-lab.js';
import {
  OptionalDay,
  OptionalText,
  OptionalUrl,
  RequiredEmail,
  RequiredLines,
  RequiredText,
  SeenVersion,
} from '../../../platform/http/fields.js';
import { Integer, OneOf, TextList, TimeOrNull, Uuid } from '../../../platform/http/response-fields.js';

// Decorators apply bottom-up: of a field's rules, the one closest to it is checked first.

const SEEN_VERSION = 'Version of the laboratory that you read; another one is answered 409';

const BODY = { description: 'Who accredits the lab', example: 'Example Accreditation Board' };
const NUMBER = { description: 'Number that the accreditation body gave the lab', example: '1234.56' };
const SCOPE = {
  description: "The body's page or file on what the accreditation covers; an https address",
  example: 'https://accreditation.example/scopes/1234-56.pdf',
};
const EXPIRES_ON = { description: 'The last day on which the accreditation is valid', example: '2027-06-30' };

const ACCREDITATION_EXAMPLE = {
  body: BODY.example,
  number: NUMBER.example,
  scopeUrl: SCOPE.example,
  expiresOn: EXPIRES_ON.example,
  enteredOn: '2026-11-20',
  state: 'current',
};

/** A lab's accreditation as staff enter it. */
export class AccreditationDetailsDto {
  @RequiredText('Accreditation body', ACCREDITATION_TEXT_MAX, BODY)
  body!: string;

  @OptionalText('Accreditation number', ACCREDITATION_TEXT_MAX, NUMBER)
  number?: string;

  @OptionalUrl('Scope link', SCOPE)
  scopeUrl?: string;

  @OptionalDay('Expiry date', EXPIRES_ON)
  expiresOn?: string;
}

/** A stored accreditation, as entered; we did not verify it. */
export class AccreditationDto {
  @ApiProperty(BODY)
  body!: string;

  @ApiProperty({ ...NUMBER, type: String, nullable: true })
  number!: string | null;

  @ApiProperty({ ...SCOPE, type: String, format: 'iri', nullable: true })
  scopeUrl!: string | null;

  @ApiProperty({ ...EXPIRES_ON, type: String, format: 'date', nullable: true })
  expiresOn!: string | null;

  @ApiProperty({
    description: 'The day on which our staff last changed this entry, in UTC',
    format: 'date',
    example: '2026-11-20',
  })
  enteredOn!: string;

  @OneOf(
    ACCREDITATION_STATES,
    'AccreditationState',
    'By the expiry date that was entered. `expiring`: within 60 days. `undated`: no expiry date was entered',
    'current',
  )
  state!: AccreditationState;
}

/** A host name with at least one dot: no scheme, no path, no port, no bare IP address. */
const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i;

const REPORT_HOSTS_MAX = 20;

export class NewLabDto {
  @RequiredText('Name', 200, {
    description: 'Name of the laboratory; compared without case, no two may have the same',
    example: 'Example Analytical',
  })
  name!: string;

  @OptionalUrl('Website', { description: "The laboratory's website", example: 'https://example-analytical.example' })
  website?: string;

  @ApiProperty({
    description:
      'Further hosts on which the lab publishes its reports, besides that of its website. A QR code in its PDF that leads ' +
      'elsewhere is reported to the reviewer',
    type: [String],
    required: false,
    minItems: 0,
    maxItems: REPORT_HOSTS_MAX,
    example: ['reports.example'],
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsArray({ message: 'List the hosts' })
  @ArrayMaxSize(REPORT_HOSTS_MAX, { message: `List at most ${REPORT_HOSTS_MAX} hosts` })
  @Matches(HOST, { each: true, message: 'Write each host as in reports.example, without https:// and without a path' })
  reportHosts?: string[];

  @RequiredEmail('A valid contact address is required', {
    description: 'Where staff write to when something is wrong; never shown in public',
    example: 'data@example-analytical.example',
  })
  contactEmail!: string;

  @ApiProperty({
    description: 'The accreditation as the lab or its accreditation body states it; left out when it is not known',
    type: AccreditationDetailsDto,
    required: false,
    example: {
      body: BODY.example,
      number: NUMBER.example,
      scopeUrl: SCOPE.example,
      expiresOn: EXPIRES_ON.example,
    },
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsObject({ message: 'accreditation must be an object' })
  @ValidateNested()
  @Type(() => AccreditationDetailsDto)
  accreditation?: AccreditationDetailsDto;
}

export class LabChangeDto extends NewLabDto {
  @SeenVersion(SEEN_VERSION)
  version!: number;
}

const REASON = {
  description: 'Why; kept in the audit log',
  example: 'Two hundred certificates reviewed without a correction',
};

export class LabTrustDto {
  @ApiProperty({
    description: 'True: its certificates are published without review. False: they go to the queue',
    type: Boolean,
    example: true,
  })
  @IsBoolean({ message: 'Use true or false' })
  trusted!: boolean;

  @RequiredLines('A reason', 500, REASON)
  reason!: string;

  @SeenVersion(SEEN_VERSION)
  version!: number;
}

export class LabSuspensionDto {
  @ApiProperty({
    description: 'True: none of its keys opens anything. False: they do again',
    type: Boolean,
    example: true,
  })
  @IsBoolean({ message: 'Use true or false' })
  suspended!: boolean;

  @RequiredLines('A reason', 500, { ...REASON, example: 'A key was found in a public repository' })
  reason!: string;

  @SeenVersion(SEEN_VERSION)
  version!: number;
}

export class LabDto {
  @Uuid('Identity of the laboratory', '3f2c1a9e-6d0b-4b57-9a51-0f6f1f7f2c11')
  id!: string;

  @ApiProperty({ description: 'Its name', example: 'Example Analytical' })
  name!: string;

  @ApiProperty({
    description: 'Its website',
    type: String,
    format: 'iri',
    nullable: true,
    example: 'https://example-analytical.example',
  })
  website!: string | null;

  @TextList('Further hosts on which it publishes its reports', ['reports.example'])
  reportHosts!: readonly string[];

  @ApiProperty({ description: 'Where staff write to', format: 'email', example: 'data@example-analytical.example' })
  contactEmail!: string;

  @ApiProperty({
    description: 'Its accreditation as staff entered it; null when they entered none',
    type: AccreditationDto,
    nullable: true,
    example: ACCREDITATION_EXAMPLE,
  })
  accreditation!: AccreditationDto | null;

  @ApiProperty({ description: 'Its certificates are published without review', example: false })
  trusted!: boolean;

  @ApiProperty({ description: 'None of its keys opens anything', example: false })
  suspended!: boolean;

  @Integer('Counts the changes; send it back with a change', 1)
  version!: number;

  @ApiProperty({ description: 'When staff entered it', format: 'date-time', example: '2026-11-20T15:00:00.000Z' })
  createdAt!: Date;

  @ApiProperty({
    description: 'True for an invented laboratory that only shows how the registry works',
    example: false,
  })
  demonstration!: boolean;
}

const VALID_DAYS_MESSAGE = { message: `A key is valid for ${VALID_DAYS.min} to ${VALID_DAYS.max} whole days` };

const ApiScopes = () =>
  ApiProperty({
    description: 'What the key may be used for',
    enum: PARTNER_SCOPES,
    enumName: 'PartnerScope',
    isArray: true,
    example: ['certificates:write', 'certificates:read'],
  });

export class NewLabKeyDto {
  @RequiredText('Label', 60, { description: 'What you call it, e.g. the system that uses it', example: 'LIMS' })
  label!: string;

  @ApiScopes()
  @IsIn(PARTNER_SCOPES, { each: true, message: `Scopes are ${PARTNER_SCOPES.join(', ')}` })
  @ArrayUnique({ message: 'List each scope only once' })
  @ArrayMaxSize(PARTNER_SCOPES.length, { message: 'List each scope only once' })
  @ArrayNotEmpty({ message: 'Choose at least one scope' })
  @IsArray({ message: 'Choose at least one scope' })
  scopes!: PartnerScope[];

  @ApiProperty({
    description: 'Days until it expires; without it the key does not expire',
    type: 'integer',
    minimum: VALID_DAYS.min,
    maximum: VALID_DAYS.max,
    required: false,
    example: 365,
  })
  @IsOptional()
  @Max(VALID_DAYS.max, VALID_DAYS_MESSAGE)
  @Min(VALID_DAYS.min, VALID_DAYS_MESSAGE)
  @IsInt(VALID_DAYS_MESSAGE)
  validDays?: number;
}

export class LabKeyDto {
  @Uuid('Identity of the key', '9b1f6f5e-50a4-4f2c-8f6e-9a3ad4a0c5d2')
  id!: string;

  @ApiProperty({ description: 'How it begins', example: 'coa_live_k3Xw' })
  prefix!: string;

  @ApiProperty({ description: 'How it ends', example: 'Q_8s' })
  lastFour!: string;

  @ApiProperty({ description: 'What staff call it', example: 'LIMS' })
  label!: string;

  @ApiScopes()
  scopes!: PartnerScope[];

  @OneOf(['live', 'expired', 'revoked'], 'LabKeyState', 'Whether it opens anything', 'live')
  state!: KeyState;

  @ApiProperty({ description: 'When it was issued', format: 'date-time', example: '2026-11-20T15:00:00.000Z' })
  createdAt!: Date;

  @ApiProperty({ description: 'Who issued it', example: 'robin' })
  createdBy!: string;

  @TimeOrNull('From when on it opens nothing; null when it does not expire', '2027-11-20T15:00:00.000Z')
  expiresAt!: Date | null;

  @TimeOrNull('When it was last used, true to the minute; null when never', '2026-11-21T08:30:00.000Z')
  lastUsedAt!: Date | null;

  @TimeOrNull('When it was revoked; null when it was not', null)
  revokedAt!: Date | null;
}

export class IssuedLabKeyDto extends LabKeyDto {
  @ApiProperty({
    description: 'The key itself. It is in this answer and nowhere else: copy it now',
    example: 'coa_live_k3Xw0123456789abcdefghijklmnopqrstuvwxyzQ_8s',
  })
  key!: string;
}

export class PartnerLabDto {
  @ApiProperty({ description: 'Your name, as we know you', example: 'Example Analytical' })
  name!: string;

  @ApiProperty({
    description: 'True: your certificates are published without review. False: a person looks at them first',
    example: false,
  })
  trusted!: boolean;

  @ApiProperty({
    description:
      'Your accreditation as our staff entered it; null when they entered none. Write to us if it is out of date',
    type: AccreditationDto,
    nullable: true,
    example: ACCREDITATION_EXAMPLE,
  })
  accreditation!: AccreditationDto | null;

  @ApiProperty({ description: 'How the key you call with begins', example: 'coa_live_k3Xw' })
  keyPrefix!: string;

  @ApiProperty({ description: 'How it ends', example: 'Q_8s' })
  keyLastFour!: string;

  @ApiScopes()
  scopes!: PartnerScope[];

  @TimeOrNull('From when on it opens nothing; null when it does not expire', '2027-11-20T15:00:00.000Z')
  keyExpiresAt!: Date | null;
}

export const toLabDetails = ({ name, website, reportHosts, contactEmail, accreditation }: NewLabDto): LabDetails => ({
  name,
  website: website ?? null,
  reportHosts: reportHosts ?? [],
  contactEmail,
  accreditation: accreditation
    ? {
        body: accreditation.body,
        number: accreditation.number ?? null,
        scopeUrl: accreditation.scopeUrl ?? null,
        expiresOn: accreditation.expiresOn ?? null,
      }
    : null,
});

const toAccreditationDto = (details: Accreditation | null, now: Date): AccreditationDto | null =>
  details && {
    body: details.body,
    number: details.number,
    scopeUrl: details.scopeUrl,
    expiresOn: details.expiresOn,
    enteredOn: details.enteredOn,
    state: accreditationState(details, now),
  };

export const toLabDto = (lab: Lab, now: Date): LabDto => ({
  id: lab.id,
  name: lab.name,
  website: lab.website,
  reportHosts: lab.reportHosts,
  contactEmail: lab.contactEmail,
  accreditation: toAccreditationDto(lab.accreditation, now),
  trusted: lab.trusted,
  suspended: lab.suspended,
  version: lab.version,
  createdAt: lab.createdAt,
  demonstration: lab.demonstration,
});

export const toLabKeyDto = (key: LabKey, now: Date): LabKeyDto => ({
  id: key.id,
  prefix: key.prefix,
  lastFour: key.lastFour,
  label: key.label,
  scopes: [...key.scopes],
  state: keyState(key, now),
  createdAt: key.createdAt,
  createdBy: key.createdBy,
  expiresAt: key.expiresAt,
  lastUsedAt: key.lastUsedAt,
  revokedAt: key.revokedAt,
});

export const toIssuedLabKeyDto = ({ key, text }: IssuedKey): IssuedLabKeyDto => ({
  ...toLabKeyDto(key, key.createdAt),
  key: text,
});

export const toPartnerLabDto = (lab: Lab, key: LabKey, now: Date): PartnerLabDto => ({
  name: lab.name,
  trusted: lab.trusted,
  accreditation: toAccreditationDto(lab.accreditation, now),
  keyPrefix: key.prefix,
  keyLastFour: key.lastFour,
  scopes: [...key.scopes],
  keyExpiresAt: key.expiresAt,
});
