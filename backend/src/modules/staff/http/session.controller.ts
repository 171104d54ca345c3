import { Body, Controller, Delete, Get, Inject, Post, Put, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CHALLENGE_MINUTES } from '../../../domain/staff/account.js';
import { SecondFactorRequired } from '../../../domain/staff/second-factor.js';
import { type OpenSession, Staff } from '../../../domain/staff/staff.js';
import { CONFIG, type Config } from '../../../platform/config.js';
import { Public } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { clearCookie, setCookie } from '../../../platform/http/cookies.js';
import { NoContent, Ok, Operation } from '../../../platform/http/operation.js';
import { ChangePasswordDto, CodeDto, SignInDto, StaffMemberDto, toStaffMemberDto } from './session.dto.js';
import {
  clearSessionCookie,
  sessionToken,
  setSessionCookie,
  setTrustedDeviceCookie,
  signInContext,
} from './session-cookie.js';

/** Holds the token of a pending sign-in, between password and code. */
const CHALLENGE_COOKIE = 'staff_challenge';

/** Public, because these routes create, check, and end sessions themselves, without the staff guard. */
@ApiTags('Staff sign-in')
@Controller('api/staff')
@Public()
export class SessionController {
  constructor(
    private readonly staff: Staff,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('session')
  @Operation(
    'See who is signed in',
    'Tells a browser whose session its cookie belongs to, and what that person may do. It answers 401 ' +
      '`not-signed-in` without a valid session, which is how the console knows to show the sign-in form.',
  )
  @Ok(StaffMemberDto, 'The signed-in staff member')
  @ApiProblems(401)
  async getSession(@Req() request: FastifyRequest): Promise<StaffMemberDto> {
    return toStaffMemberDto(await this.staff.currentMember(sessionToken(request)));
  }

  @Post('session')
  @RouteConfig({ requestsPerMinute: 10 })
  @Operation(
    'Sign in with name and password',
    'Where a second factor is on, this answers 401 with the type `/problems/second-factor-required`; go on with ' +
      '`verifySecondFactor` within five minutes.',
  )
  @Ok(StaffMemberDto, 'Signed in')
  @ApiProblems(401)
  async signIn(
    @Body() { username, password }: SignInDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StaffMemberDto> {
    const outcome = await this.staff.signIn(username, password, signInContext(request));
    if ('member' in outcome) return this.signedIn(outcome, reply);
    setCookie(reply, this.config, CHALLENGE_COOKIE, outcome.challenge, CHALLENGE_MINUTES * 60);
    throw new SecondFactorRequired();
  }

  @Post('session/second-factor')
  @RouteConfig({ requestsPerMinute: 10 })
  @Operation(
    'Finish signing in with a code',
    'The second step after `signIn`, within five minutes in the same browser. Takes a code from the ' +
      'authenticator app, or one of the recovery codes, each of which works once. Wrong codes count as ' +
      'failed attempts: after too many, the answer is 429 `too-many-attempts`. After five minutes it is 401' +
      ' `sign-in-expired`, and you start over.',
  )
  @Ok(StaffMemberDto, 'Signed in')
  @ApiProblems(401)
  async verifySecondFactor(
    @Body() { code }: CodeDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StaffMemberDto> {
    const challenge = request.cookies[CHALLENGE_COOKIE] ?? null;
    const outcome = await this.staff.signInWithCode(challenge, code, signInContext(request));
    clearCookie(reply, this.config, CHALLENGE_COOKIE);
    return this.signedIn(outcome, reply);
  }

  @Delete('session')
  @Operation(
    'Sign out',
    'Ends the session in the cookie and clears the cookie. It answers 204 even if there was no session, ' +
      'so you can always call it.',
  )
  @NoContent('Signed out, now or before')
  async signOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    await this.staff.signOut(sessionToken(request));
    clearSessionCookie(reply, this.config);
  }

  @Put('password')
  @RouteConfig({ requestsPerMinute: 10 })
  @Operation(
    'Choose a new password',
    'Changes your own password and ends your other sessions. You stay signed in here under a new cookie. ' +
      'Someone with a one-time password has to call this before anything else; until then, other calls ' +
      'answer 403 `password-change-required`. A password that is easy to guess is refused with 400, and ' +
      '`errors` says why.',
  )
  @Ok(StaffMemberDto, 'Changed')
  @ApiProblems(401)
  async changePassword(
    @Req() request: FastifyRequest,
    @Body() { currentPassword, newPassword, code }: ChangePasswordDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StaffMemberDto> {
    const change = { current: currentPassword, chosen: newPassword, code: code ?? null };
    const { member, renewedToken } = await this.staff.changePassword(signInContext(request), change);
    setSessionCookie(reply, this.config, renewedToken);
    return toStaffMemberDto(member);
  }

  private signedIn({ token, trustedDeviceToken, member }: OpenSession, reply: FastifyReply): StaffMemberDto {
    setSessionCookie(reply, this.config, token);
    setTrustedDeviceCookie(reply, this.config, trustedDeviceToken);
    return toStaffMemberDto(member);
  }
}
