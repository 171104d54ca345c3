import { Body, Controller, Delete, Get, HttpCode, Param, ParseUUIDPipe, Post, Put } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import type { Actor } from '../../../domain/shared/audit.js';
import { AccountNotFound } from '../../../domain/staff/account.js';
import { Accounts } from '../../../domain/staff/accounts.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import {
  AccountDto,
  AccountWithPasswordDto,
  ChangeRolesDto,
  CreateAccountDto,
  SeenAccountDto,
  toAccountDto,
  toAccountWithPasswordDto,
} from './account.dto.js';

/** An id that is not a UUID can't exist. */
const IdPipe = new ParseUUIDPipe({ exceptionFactory: () => new AccountNotFound() });

const ApiAccountId = () =>
  ApiParam({ name: 'id', description: 'Identity of the account', example: '0f8fad5b-d9cb-469f-a165-70867728950e' });

@ApiTags('Staff accounts')
@Controller('api/staff/accounts')
@StaffOnly('administrator')
export class AccountController {
  constructor(private readonly accounts: Accounts) {}

  @Get()
  @ApiOperation({
    operationId: 'listAccounts',
    summary: 'List all staff accounts',
    description: 'Every account by name, disabled ones included, with its roles and whether a second factor is on.',
  })
  @ApiOkResponse({ description: 'All accounts', type: [AccountDto] })
  @ApiProblems(401, 403)
  async list(): Promise<AccountDto[]> {
    return (await this.accounts.all()).map(toAccountDto);
  }

  @Post()
  @ApiOperation({
    operationId: 'createAccount',
    summary: 'Create a staff account',
    description:
      'Answers with a one-time password, shown only this once. Hand it over in person or by phone. The new ' +
      'person has to choose a password of their own before they can do anything else. A name that is in use' +
      ' is answered 409 `username-taken`.',
  })
  @ApiCreatedResponse({ description: 'Made', type: AccountWithPasswordDto })
  @ApiProblems(400, 401, 403, 409, 413, 415, 429)
  async create(
    @Body() { username, roles }: CreateAccountDto,
    @CurrentActor() actor: Actor,
  ): Promise<AccountWithPasswordDto> {
    return toAccountWithPasswordDto(await this.accounts.create(username, roles, actor));
  }

  @Put(':id/roles')
  @ApiOperation({
    operationId: 'changeRoles',
    summary: 'Change the roles of an account',
    description:
      'Replaces all roles of an account and ends its sessions. Send the `version` you saw; if someone ' +
      'changed the account since, the answer is 409 `account-changed`. You cannot change your own roles ' +
      '(403 `own-account`) or take the role from the last administrator (409 `last-administrator`).',
  })
  @ApiAccountId()
  @ApiOkResponse({ description: 'Changed', type: AccountDto })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 429)
  async changeRoles(
    @Param('id', IdPipe) id: string,
    @Body() { roles, version }: ChangeRolesDto,
    @CurrentActor() actor: Actor,
  ): Promise<AccountDto> {
    return toAccountDto(await this.accounts.changeRoles({ id, version }, roles, actor));
  }

  @Post(':id/disabling')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'disableAccount',
    summary: 'Disable an account',
    description:
      'Ends the sessions of the account and lets no one sign in with it. What the person did stays in the ' +
      'audit log under their name. You cannot disable your own account, or the last administrator.',
  })
  @ApiAccountId()
  @ApiOkResponse({ description: 'Disabled', type: AccountDto })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 429)
  async disable(
    @Param('id', IdPipe) id: string,
    @Body() { version }: SeenAccountDto,
    @CurrentActor() actor: Actor,
  ): Promise<AccountDto> {
    return toAccountDto(await this.accounts.disable({ id, version }, actor));
  }

  @Post(':id/enabling')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'enableAccount',
    summary: 'Enable a disabled account',
    description: 'Lets the person sign in again with the password they had. Their old sessions stay ended.',
  })
  @ApiAccountId()
  @ApiOkResponse({ description: 'Enabled', type: AccountDto })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 429)
  async enable(
    @Param('id', IdPipe) id: string,
    @Body() { version }: SeenAccountDto,
    @CurrentActor() actor: Actor,
  ): Promise<AccountDto> {
    return toAccountDto(await this.accounts.enable({ id, version }, actor));
  }

  @Post(':id/reset')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'resetAccount',
    summary: 'Reset the password of an account',
    description:
      'For someone who lost their password or phone. Answers with a new one-time password, shown only this ' +
      'once. It also turns off the second factor and ends all sessions of the account.',
  })
  @ApiAccountId()
  @ApiOkResponse({ description: 'Reset', type: AccountWithPasswordDto })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 429)
  async reset(
    @Param('id', IdPipe) id: string,
    @Body() { version }: SeenAccountDto,
    @CurrentActor() actor: Actor,
  ): Promise<AccountWithPasswordDto> {
    return toAccountWithPasswordDto(await this.accounts.reset({ id, version }, actor));
  }

  @Delete(':id/sessions')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'endAccountSessions',
    summary: 'Sign someone out everywhere',
    description: 'Ends every session of an account, for example after a laptop was lost. The person can sign in again.',
  })
  @ApiAccountId()
  @ApiNoContentResponse({ description: 'Every session of the account has ended' })
  @ApiProblems(401, 403, 404, 429)
  async endSessions(@Param('id', IdPipe) id: string, @CurrentActor() actor: Actor): Promise<void> {
    await this.accounts.endSessions(id, actor);
  }
}
