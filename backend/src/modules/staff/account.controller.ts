import { Body, Controller, Delete, Get, HttpCode, Param, ParseUUIDPipe, Post, Put } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import type { Actor } from '../../domain/shared/audit.js';
import { AccountNotFound } from '../../domain/staff/account.js';
import { Accounts } from '../../domain/staff/accounts.js';
import { CurrentActor, StaffOnly } from '../../platform/http/access.js';
import { ApiProblems } from '../../platform/http/api-problems.js';
import {
  AccountDto,
  AccountWithPasswordDto,
  ChangeRolesDto,
  CreateAccountDto,
  SeenAccountDto,
  toAccountDto,
  toAccountWithPasswordDto,
} from './account.dto.js';

/** An id that is no UUID names nobody. */
const KnownId = new ParseUUIDPipe({ exceptionFactory: () => new AccountNotFound() });

const ApiAccountId = () =>
  ApiParam({ name: 'id', description: 'Identity of the account', example: '0f8fad5b-d9cb-469f-a165-70867728950e' });

@ApiTags('Staff')
@Controller('api/staff/accounts')
@StaffOnly('administrator')
export class AccountController {
  constructor(private readonly accounts: Accounts) {}

  @Get()
  @ApiOperation({ operationId: 'listAccounts', summary: 'All staff accounts, by name' })
  @ApiOkResponse({ description: 'All accounts', type: [AccountDto] })
  @ApiProblems(401, 403)
  async list(): Promise<AccountDto[]> {
    return (await this.accounts.all()).map(toAccountDto);
  }

  @Post()
  @ApiOperation({ operationId: 'createAccount', summary: 'Make a staff account with a one-time password' })
  @ApiCreatedResponse({ description: 'Made', type: AccountWithPasswordDto })
  @ApiProblems(400, 401, 403, 409, 413, 415, 429)
  async create(
    @Body() { username, roles }: CreateAccountDto,
    @CurrentActor() actor: Actor,
  ): Promise<AccountWithPasswordDto> {
    return toAccountWithPasswordDto(await this.accounts.create(username, roles, actor));
  }

  @Put(':id/roles')
  @ApiOperation({ operationId: 'changeRoles', summary: 'Change what somebody may do' })
  @ApiAccountId()
  @ApiOkResponse({ description: 'Changed', type: AccountDto })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 429)
  async changeRoles(
    @Param('id', KnownId) id: string,
    @Body() { roles, version }: ChangeRolesDto,
    @CurrentActor() actor: Actor,
  ): Promise<AccountDto> {
    return toAccountDto(await this.accounts.changeRoles({ id, version }, roles, actor));
  }

  @Post(':id/disabling')
  @HttpCode(200)
  @ApiOperation({ operationId: 'disableAccount', summary: 'Let nobody sign in with an account; its sessions end' })
  @ApiAccountId()
  @ApiOkResponse({ description: 'Disabled', type: AccountDto })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 429)
  async disable(
    @Param('id', KnownId) id: string,
    @Body() { version }: SeenAccountDto,
    @CurrentActor() actor: Actor,
  ): Promise<AccountDto> {
    return toAccountDto(await this.accounts.disable({ id, version }, actor));
  }

  @Post(':id/enabling')
  @HttpCode(200)
  @ApiOperation({ operationId: 'enableAccount', summary: 'Let a disabled account sign in again' })
  @ApiAccountId()
  @ApiOkResponse({ description: 'Enabled', type: AccountDto })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 429)
  async enable(
    @Param('id', KnownId) id: string,
    @Body() { version }: SeenAccountDto,
    @CurrentActor() actor: Actor,
  ): Promise<AccountDto> {
    return toAccountDto(await this.accounts.enable({ id, version }, actor));
  }

  @Post(':id/reset')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'resetAccount',
    summary: 'New one-time password; second factor and sessions of the account end',
  })
  @ApiAccountId()
  @ApiOkResponse({ description: 'Reset', type: AccountWithPasswordDto })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 429)
  async reset(
    @Param('id', KnownId) id: string,
    @Body() { version }: SeenAccountDto,
    @CurrentActor() actor: Actor,
  ): Promise<AccountWithPasswordDto> {
    return toAccountWithPasswordDto(await this.accounts.reset({ id, version }, actor));
  }

  @Delete(':id/sessions')
  @HttpCode(204)
  @ApiOperation({ operationId: 'endAccountSessions', summary: 'Sign somebody out everywhere' })
  @ApiAccountId()
  @ApiNoContentResponse({ description: 'Every session of the account has ended' })
  @ApiProblems(401, 403, 404, 429)
  async endSessions(@Param('id', KnownId) id: string, @CurrentActor() actor: Actor): Promise<void> {
    await this.accounts.endSessions(id, actor);
  }
}
