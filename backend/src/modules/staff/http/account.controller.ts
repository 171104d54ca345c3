import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../../domain/shared/audit.js';
import { AccountNotFound } from '../../../domain/staff/account.js';
import { Accounts } from '../../../domain/staff/accounts.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { Created, NoContent, Ok, Operation, UuidParam } from '../../../platform/http/operation.js';
import {
  AccountDto,
  AccountWithPasswordDto,
  ChangeRolesDto,
  CreateAccountDto,
  SeenAccountDto,
  toAccountDto,
  toAccountWithPasswordDto,
} from './account.dto.js';

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
