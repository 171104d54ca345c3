import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength, MinLength } from 'class-validator';
import { ROLES, type Role } from '../../../domain/shared/role.js';
import { PASSWORD_LENGTH } from '../../../domain/staff/new-password.js';
import type { OwnSession, StaffMember } from '../../../domain/staff/staff.js';
import { OptionalText, RequiredText } from '../../../platform/http/fields.js';
import { Time, Uuid } from '../../../platform/http/response-fields.js';

/** Roles in a response. */
export const ApiRoles = (description: string) =>
  ApiProperty({ description, enum: ROLES, enumName: 'StaffRole', isArray: true, example: ['reviewer'] });

// Decorators apply bottom-up: of a field's rules, the one closest to it is checked first; in `applyDecorators`, the first.

/** Longer passwords are rejected before hashing, whose cost grows with length. */
const SENT_PASSWORD_MAX = 512;

/** @param tooLong error message for a text longer than any password */
export function SentPassword(description: string, tooLong = "This doesn't match your current password") {
  return applyDecorators(
    ApiProperty({
      description,
      format: 'password',
      maxLength: SENT_PASSWORD_MAX,
      example: 'a sentence only robin knows',
    }),
    IsString({ message: 'Password is required' }),
    MinLength(1, { message: 'Password is required' }),
    MaxLength(SENT_PASSWORD_MAX, { message: tooLong }),
  );
}

export class SignInDto {
  @RequiredText('Name', 63, { description: 'Name of the account', example: 'robin' })
  username!: string;

  @SentPassword('Password', "The name and password don't match")
  password!: string;
}

/** Long enough for every kind of code with any spacing. */
const SENT_CODE_MAX = 40;

/** A TOTP code or a recovery code. */
export const Code = () =>
  RequiredText('Code', SENT_CODE_MAX, {
    description: 'Six digits from the authenticator app, or a recovery code',
    example: '492039',
  });

export class CodeDto {
  @Code()
  code!: string;
}

export class ChangePasswordDto {
  @ApiProperty({
    description: 'The password so far',
    format: 'password',
    maxLength: SENT_PASSWORD_MAX,
    example: 'abcde-fghjk-mnpqr-stuvw',
  })
  @MaxLength(SENT_PASSWORD_MAX, { message: "This doesn't match your current password" })
  @IsString({ message: 'Enter your current password' })
  currentPassword!: string;

  @ApiProperty({
    description: 'The new one; what is easy to guess is refused',
    format: 'password',
    minLength: PASSWORD_LENGTH.min,
    maxLength: PASSWORD_LENGTH.max,
    example: 'a sentence only robin knows',
  })
  @MaxLength(SENT_PASSWORD_MAX, { message: `Use at most ${PASSWORD_LENGTH.max} characters` })
  @IsString({ message: 'Choose a new password' })
  newPassword!: string;

  @OptionalText('Code', SENT_CODE_MAX, {
    description: 'Required where a second factor is on: six digits from the authenticator app, or a recovery code',
    example: '492039',
  })
  code?: string;
}

export class StaffMemberDto {
  @Uuid('Identity of the account', '0f8fad5b-d9cb-469f-a165-70867728950e')
  id!: string;

  @ApiProperty({ description: 'Name of the account', example: 'robin' })
  name!: string;

  @ApiProperty({
    description: 'True until a password of their own is chosen; only that is possible before',
    example: false,
  })
  passwordIsOneTime!: boolean;

  @ApiRoles('What they may do')
  roles!: Role[];

  @ApiProperty({ description: 'Whether signing in asks for a code', example: true })
  hasSecondFactor!: boolean;
}

export const toStaffMemberDto = ({
  id,
  name,
  passwordIsOneTime,
  roles,
  hasSecondFactor,
}: StaffMember): StaffMemberDto => ({
  id,
  name,
  passwordIsOneTime,
  roles: [...roles],
  hasSecondFactor,
});

export class SessionDto {
  @Uuid('Identity', '1f8fad5b-d9cb-469f-a165-70867728950e')
  id!: string;

  @ApiProperty({ description: 'Roughly what signed in', example: 'Firefox on Windows' })
  device!: string;

  @ApiProperty({ description: 'When it signed in', format: 'date-time', example: '2026-11-20T08:00:00.000Z' })
  signedInAt!: string;

  @Time('When it was used last, to within ten minutes', '2026-11-20T09:40:00.000Z')
  lastUsedAt!: string;

  @ApiProperty({ description: 'Whether it is the one that asks', example: true })
  isThisOne!: boolean;
}

export const toSessionDto = ({ id, device, createdAt, lastUsedAt, isThisOne }: OwnSession): SessionDto => ({
  id,
  device,
  isThisOne,
  signedInAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
});
