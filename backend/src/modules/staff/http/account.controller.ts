import { applyDecorators, Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn } from 'class-validator';
import type { Actor } from '../../../domain/shared/audit.js';
import { ROLES, type Role } from '../../../domain/shared/role.js';
import { type Account, AccountNotFound } from '../../../domain/staff/account.js';
import { Accounts, type AccountWithPassword } from '../../../domain/staff/accounts.js';
import { hasSecondFactor } from '../../../domain/staff/second-factor.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { RequiredText, SeenVersion } from '../../../platform/http/fields.js';
import { Created, NoContent, Ok, Operation, UuidParam } from '../../../platform/http/operation.js';
import { TimeOrNull, Uuid } from '../../../platform/http/response-fields.js';
import { ApiRoles } from './session.dto.js';

/** Roles in a request. */
function RequiredRoles(description: string) {
  const message = `Choose one or more of ${ROLES.join(', ')}`;
  return applyDecorators(
    ApiProperty({
      description,
      enum: ROLES,
      enumName: 'StaffRole',
      isArray: true,
      minItems: 1,
      maxItems: ROLES.length,
      example: ['reviewer'],
    }),
    IsArray({ message }),
    ArrayMinSize(1, { message }),
    ArrayMaxSize(ROLES.length, { message }),
    IsIn(ROLES, { each: true, message }),
  );
}

class CreateAccountDto {
  @RequiredText('Name', 63, { description: 'Name to sign in with', example: 'robin' })
  username!: string;

  @RequiredRoles('What they are to do')
  roles!: Role[];
}

class ChangeRolesDto {
  @RequiredRoles('All roles they are to have from now on')
  roles!: Role[];

  @SeenVersion()
  version!: number;
}

class SeenAccountDto {
  @SeenVersion()
  version!: number;
}

class AccountDto {
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

class AccountWithPasswordDto {
  @ApiProperty({ description: 'The account', type: AccountDto })
  account!: AccountDto;

  @ApiProperty({
    description: 'Password for the next sign-in, which asks for one of their own; shown only here',
    example: 'abcde-fghjk-mnpqr-stuvw',
  })
  oneTimePassword!: string;
}

const toAccountDto = (account: Account): AccountDto => ({
  id: account.id,
  username: account.username,
  roles: [...account.roles],
  hasSecondFactor: hasSecondFactor(account),
  passwordIsOneTime: account.passwordIsOneTime,
  lastSignInAt: account.lastSignInAt?.toISOString() ?? null,
  disabledAt: account.disabledAt?.toISOString() ?? null,
  version: account.version,
});

const toAccountWithPasswordDto = ({ account, oneTimePassword }: AccountWithPassword): AccountWithPasswordDto => ({
  account: toAccountDto(account),
  oneTimePassword,
});

const AccountId = () => UuidParam('id', 'Identity of the account', AccountNotFound);

@ApiTags('Staff accounts')
@Controller('api/staff/accounts')
@StaffOnly('administrator')
export class AccountController {
  constructor(private readonly accounts: Accounts) {}

  @Get()
  @Operation(
    'List all staff accounts',
    'Every account by name, disabled ones included, with its roles and whether a second factor is on.',
  )
  @Ok([AccountDto], 'All accounts')
  async listAccounts(): Promise<AccountDto[]> {
    return (await this.accounts.all()).map(toAccountDto);
  }

  @Post()
  @Operation(
    'Create a staff account',
    'Answers with a one-time password, shown only this once. Hand it over in person or by phone. The new ' +
      'person has to choose a password of their own before they can do anything else. A name that is in use' +
      ' is answered 409 `username-taken`.',
  )
  @Created(AccountWithPasswordDto, 'Made')
  @ApiProblems(409)
  async createAccount(
    @Body() { username, roles }: CreateAccountDto,
    @CurrentActor() actor: Actor,
  ): Promise<AccountWithPasswordDto> {
    return toAccountWithPasswordDto(await this.accounts.create(username, roles, actor));
  }

  @Put(':id/roles')
  @Operation(
    'Change the roles of an account',
    'Replaces all roles of an account and ends its sessions. Send the `version` you saw; if someone ' +
      'changed the account since, the answer is 409 `account-changed`. You cannot change your own roles ' +
      '(403 `own-account`) or take the role from the last administrator (409 `last-administrator`).',
  )
  @Ok(AccountDto, 'Changed')
  @ApiProblems(409)
  async changeRoles(
    @AccountId() id: string,
    @Body() { roles, version }: ChangeRolesDto,
    @CurrentActor() actor: Actor,
  ): Promise<AccountDto> {
    return toAccountDto(await this.accounts.changeRoles({ id, version }, roles, actor));
  }

  @Post(':id/disabling')
  @Operation(
    'Disable an account',
    'Ends the sessions of the account and lets no one sign in with it. What the person did stays in the ' +
      'audit log under their name. You cannot disable your own account, or the last administrator.',
  )
  @Ok(AccountDto, 'Disabled')
  @ApiProblems(409)
  async disableAccount(
    @AccountId() id: string,
    @Body() { version }: SeenAccountDto,
    @CurrentActor() actor: Actor,
  ): Promise<AccountDto> {
    return toAccountDto(await this.accounts.disable({ id, version }, actor));
  }

  @Post(':id/enabling')
  @Operation(
    'Enable a disabled account',
    'Lets the person sign in again with the password they had. Their old sessions stay ended.',
  )
  @Ok(AccountDto, 'Enabled')
  @ApiProblems(409)
  async enableAccount(
    @AccountId() id: string,
    @Body() { version }: SeenAccountDto,
    @CurrentActor() actor: Actor,
  ): Promise<AccountDto> {
    return toAccountDto(await this.accounts.enable({ id, version }, actor));
  }

  @Post(':id/reset')
  @Operation(
    'Reset the password of an account',
    'For someone who lost their password or phone. Answers with a new one-time password, shown only this ' +
      'once. It also turns off the second factor and ends all sessions of the account.',
  )
  @Ok(AccountWithPasswordDto, 'Reset')
  @ApiProblems(409)
  async resetAccount(
    @AccountId() id: string,
    @Body() { version }: SeenAccountDto,
    @CurrentActor() actor: Actor,
  ): Promise<AccountWithPasswordDto> {
    return toAccountWithPasswordDto(await this.accounts.reset({ id, version }, actor));
  }

  @Delete(':id/sessions')
  @Operation(
    'Sign someone out everywhere',
    'Ends every session of an account, for example after a laptop was lost. The person can sign in again.',
  )
  @NoContent('Every session of the account has ended')
  async endAccountSessions(@AccountId() id: string, @CurrentActor() actor: Actor): Promise<void> {
    await this.accounts.endSessions(id, actor);
  }
}
