import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength, MinLength } from 'class-validator';
import { PASSWORD_LENGTH } from '../../domain/staff/account.js';
import type { StaffMember } from '../../domain/staff/staff.js';
import { RequiredText } from '../../platform/http/fields.js';

// Of several rules of a field, the one nearest to it is checked first.

/** Longer texts are refused before they reach the hash, which takes longer the longer they are. */
const SENT_PASSWORD_MAX = 512;

export class SignInDto {
  @RequiredText('Name', 63, { description: 'Name of the account', example: 'robin' })
  username!: string;

  @ApiProperty({
    description: 'Password',
    format: 'password',
    maxLength: SENT_PASSWORD_MAX,
    example: 'a sentence only robin knows',
  })
  @MaxLength(SENT_PASSWORD_MAX, { message: 'Name and password do not match' })
  @MinLength(1, { message: 'Password is required' })
  @IsString({ message: 'Password is required' })
  password!: string;
}

export class ChangePasswordDto {
  @ApiProperty({
    description: 'The password so far',
    format: 'password',
    maxLength: SENT_PASSWORD_MAX,
    example: 'abcde-fghjk-mnpqr-stuvw',
  })
  @MaxLength(SENT_PASSWORD_MAX, { message: 'This is not the password you signed in with' })
  @IsString({ message: 'Enter the password you signed in with' })
  currentPassword!: string;

  @ApiProperty({
    description: 'The new one',
    format: 'password',
    minLength: PASSWORD_LENGTH.min,
    maxLength: PASSWORD_LENGTH.max,
    example: 'a sentence only robin knows',
  })
  @MaxLength(SENT_PASSWORD_MAX, { message: `Use at most ${PASSWORD_LENGTH.max} characters` })
  @IsString({ message: 'Choose a new password' })
  newPassword!: string;
}

export class StaffMemberDto {
  @ApiProperty({
    description: 'Identity of the account',
    format: 'uuid',
    example: '0f8fad5b-d9cb-469f-a165-70867728950e',
  })
  id!: string;

  @ApiProperty({ description: 'Name of the account', example: 'robin' })
  name!: string;

  @ApiProperty({
    description: 'True until a password of their own is chosen; only that is possible before',
    example: false,
  })
  passwordIsOneTime!: boolean;
}

export const toStaffMemberDto = ({ id, name, passwordIsOneTime }: StaffMember): StaffMemberDto => ({
  id,
  name,
  passwordIsOneTime,
});
