import { ApiProperty } from '@nestjs/swagger';
import type { Role } from '../../../domain/shared/role.js';
import type { Account } from '../../../domain/staff/account.js';
import type { AccountWithPassword } from '../../../domain/staff/accounts.js';
import { hasSecondFactor } from '../../../domain/staff/second-factor.js';
import { RequiredText, SeenVersion } from '../../../platform/http/fields.js';
import { TimeOrNull, Uuid } from '../../../platform/http/response-fields.js';
import { ApiRoles, RequiredRoles } from './roles.field.js';

export class CreateAccountDto {
  @RequiredText('Name', 63, { description: 'Name to sign in with', example: 'robin' })
  username!: string;

  @RequiredRoles('What they are to do')
  roles!: Role[];
}

export class ChangeRolesDto {
  @RequiredRoles('All roles they are to have from now on')
  roles!: Role[];

  @SeenVersion()
  version!: number;
}

export class SeenAccountDto {
  @SeenVersion()
  version!: number;
}

export class AccountDto {
  @Uuid('Identity', '0f8fad5b-d9cb-469f-a165-70867728950e')
  id!: string;

  @ApiProperty({ description: 'Name to sign in with', example: 'robin' })
  username!: string;

  @ApiRoles('What they may do')
  roles!: Role[];

  @ApiProperty({ description: 'Whether signing in asks for a code', example: true })
  hasSecondFactor!: boolean;

  @ApiProperty({ description: 'True until a password of their own is chosen', example: false })
  passwordIsOneTime!: boolean;

  @TimeOrNull('Time of the last sign-in with this account; null if there was none', '2026-11-20T08:00:00.000Z')
  lastSignInAt!: string | null;

  @TimeOrNull('When the account was disabled; null while it can sign in', null)
  disabledAt!: string | null;

  @ApiProperty({ description: 'Send it along with a change', type: 'integer', minimum: 1, example: 1 })
  version!: number;
}

export class AccountWithPasswordDto {
  @ApiProperty({ description: 'The account', type: AccountDto })
  account!: AccountDto;

  @ApiProperty({
    description: 'Password for the next sign-in, which asks for one of their own; shown only here',
    example: 'abcde-fghjk-mnpqr-stuvw',
  })
  oneTimePassword!: string;
}

export const toAccountDto = (account: Account): AccountDto => ({
  id: account.id,
  username: account.username,
  roles: [...account.roles],
  hasSecondFactor: hasSecondFactor(account),
  passwordIsOneTime: account.passwordIsOneTime,
  lastSignInAt: account.lastSignInAt?.toISOString() ?? null,
  disabledAt: account.disabledAt?.toISOString() ?? null,
  version: account.version,
});

export const toAccountWithPasswordDto = ({
  account,
  oneTimePassword,
}: AccountWithPassword): AccountWithPasswordDto => ({
  account: toAccountDto(account),
  oneTimePassword,
});
