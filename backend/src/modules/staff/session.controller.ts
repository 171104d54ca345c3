import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Put, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_HOURS } from '../../domain/staff/account.js';
import { Staff } from '../../domain/staff/staff.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Public } from '../../platform/http/access.js';
import { ApiProblems } from '../../platform/http/api-problems.js';
import { clearCookie, setCookie } from '../../platform/http/cookies.js';
import { ChangePasswordDto, SignInDto, StaffMemberDto, toStaffMemberDto } from './session.dto.js';
import { SESSION_COOKIE, sessionToken } from './staff.guard.js';

/** Open to all, because each call decides by the session itself: none of them can be behind it. */
@ApiTags('Staff')
@Controller('api/staff')
@Public()
export class SessionController {
  constructor(
    private readonly staff: Staff,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('session')
  @ApiOperation({ operationId: 'getSession', summary: 'Who is signed in' })
  @ApiOkResponse({ description: 'The signed-in staff member', type: StaffMemberDto })
  @ApiProblems(401)
  async who(@Req() request: FastifyRequest): Promise<StaffMemberDto> {
    return toStaffMemberDto(await this.staff.whoIs(sessionToken(request)));
  }

  @Post('session')
  @HttpCode(200)
  @RouteConfig({ requestsPerMinute: 10 })
  @ApiOperation({ operationId: 'signIn', summary: 'Sign in; the session is kept in a cookie' })
  @ApiOkResponse({ description: 'Signed in', type: StaffMemberDto })
  @ApiProblems(400, 401, 403, 413, 415, 429)
  async signIn(
    @Body() { username, password }: SignInDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StaffMemberDto> {
    const { token, member } = await this.staff.signIn(username, password);
    setCookie(reply, this.config, SESSION_COOKIE, token, SESSION_HOURS * 3600);
    return toStaffMemberDto(member);
  }

  @Delete('session')
  @HttpCode(204)
  @ApiOperation({ operationId: 'signOut', summary: 'Sign out' })
  @ApiNoContentResponse({ description: 'Signed out, now or before' })
  @ApiProblems(403, 429)
  async signOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    await this.staff.signOut(sessionToken(request));
    clearCookie(reply, this.config, SESSION_COOKIE);
  }

  @Put('password')
  @RouteConfig({ requestsPerMinute: 10 })
  @ApiOperation({ operationId: 'changePassword', summary: 'Choose a new password; other sessions of the account end' })
  @ApiOkResponse({ description: 'Changed', type: StaffMemberDto })
  @ApiProblems(400, 401, 403, 413, 415, 429)
  async changePassword(
    @Req() request: FastifyRequest,
    @Body() { currentPassword, newPassword }: ChangePasswordDto,
  ): Promise<StaffMemberDto> {
    return toStaffMemberDto(await this.staff.changePassword(sessionToken(request), currentPassword, newPassword));
  }
}
