import { Body, Controller, Delete, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionNotFound } from '../../../domain/staff/account.js';
import { type NewRecoveryCodes, SecondFactors } from '../../../domain/staff/second-factors.js';
import { Staff } from '../../../domain/staff/staff.js';
import { CONFIG, type Config } from '../../../platform/config.js';
import { StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { NoContent, Ok, Operation, UuidParam } from '../../../platform/http/operation.js';
import { TextList } from '../../../platform/http/response-fields.js';
import { Code, CodeDto, SentPassword, SessionDto, toSessionDto } from './session.dto.js';
import { sessionToken, setSessionCookie, signInContext } from './session-cookie.js';

class BeginSecondFactorDto {
  @SentPassword('Your password')
  password!: string;
}

class SecondFactorProofDto {
  @SentPassword('Your password')
  password!: string;

  @Code()
  code!: string;
}

class NewSecondFactorDto {
  @ApiProperty({
    description: 'The key for the authenticator app, in base32; shown only here',
    example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  })
  secret!: string;

  @ApiProperty({
    description: 'The same key as the address that authenticator apps read from a QR code',
    example:
      'otpauth://totp/ClearBatch:robin?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=ClearBatch&algorithm=SHA1&digits=6&period=30',
  })
  uri!: string;
}

class RecoveryCodesDto {
  @TextList('Codes for one use each, for the day the authenticator app is lost; shown only here', [
    'abcd-efgh-jkmn-pqrs',
  ])
  recoveryCodes!: string[];
}

const ISSUER = 'ClearBatch';

/** An `otpauth:` URL in the "Key Uri Format" that authenticator apps support. */
function toNewSecondFactorDto({ secret, username }: { secret: string; username: string }): NewSecondFactorDto {
  const query = `secret=${secret}&issuer=${ISSUER}&algorithm=SHA1&digits=6&period=30`;
  return { secret, uri: `otpauth://totp/${ISSUER}:${encodeURIComponent(username)}?${query}` };
}

/** A staff member's own second factor and sessions. */
@ApiTags('Staff sign-in')
@Controller('api/staff')
@StaffOnly()
export class OwnAccountController {
  constructor(
    private readonly staff: Staff,
    private readonly secondFactors: SecondFactors,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('sessions')
  @Operation(
    'List your own sessions',
    'Every place where you are signed in, with the device and the time of last use, last used first. The ' +
      'one you are calling from is marked.',
  )
  @Ok([SessionDto], 'All that have not ended')
  async listSessions(@Req() request: FastifyRequest): Promise<SessionDto[]> {
    return (await this.staff.sessions(sessionToken(request))).map(toSessionDto);
  }

  @Delete('sessions/:id')
  @Operation(
    'End one of your own sessions',
    'Signs you out on one device. A session that has ended, or belongs to someone else, is answered 404 ' +
      '`session-not-found`.',
  )
  @NoContent('Ended')
  async endSession(
    @Req() request: FastifyRequest,
    @UuidParam('id', 'Identity of the session', SessionNotFound, '1f8fad5b-d9cb-469f-a165-70867728950e')
    id: string,
  ): Promise<void> {
    await this.staff.endSession(sessionToken(request), id);
  }

  @Delete('sessions')
  @Operation(
    'Sign out everywhere else',
    'Ends all of your sessions except the one you are calling from. Use it if you forgot to sign out ' + 'somewhere.',
  )
  @NoContent('Ended')
  async endOtherSessions(@Req() request: FastifyRequest): Promise<void> {
    await this.staff.endOtherSessions(sessionToken(request));
  }

  @Post('second-factor')
  @RouteConfig({ requestsPerMinute: 10 })
  @Operation(
    'Start setting up an authenticator app',
    'Takes your password and answers with a key for your authenticator app, as text and as the link that ' +
      'a QR code holds. Nothing changes until `confirmSecondFactor` gets a code from the app. It answers ' +
      '409 `second-factor-on` if you already have one.',
  )
  @Ok(NewSecondFactorDto, 'Made; it is in force once a code confirms it')
  @ApiProblems(409)
  async beginSecondFactor(
    @Req() request: FastifyRequest,
    @Body() { password }: BeginSecondFactorDto,
  ): Promise<NewSecondFactorDto> {
    return toNewSecondFactorDto(await this.secondFactors.begin(signInContext(request), password));
  }

  @Post('second-factor/confirmation')
  @RouteConfig({ requestsPerMinute: 10 })
  @Operation(
    'Turn on the second factor',
    'Takes a first code from the app you set up with `beginSecondFactor`. From then on, signing in asks ' +
      'for a code. The answer holds your recovery codes, which are shown only this once. Your other ' +
      'sessions end.',
  )
  @Ok(RecoveryCodesDto, 'On; from now on signing in asks for a code')
  @ApiProblems(409)
  async confirmSecondFactor(
    @Req() request: FastifyRequest,
    @Body() { code }: CodeDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RecoveryCodesDto> {
    return this.respondWithCodes(await this.secondFactors.confirm(signInContext(request), code), reply);
  }

  @Post('second-factor/removal')
  @RouteConfig({ requestsPerMinute: 10 })
  @Operation(
    'Turn off the second factor',
    'Takes your password and a code. From then on, your password alone signs you in. Your other sessions ' +
      'end. It answers 409 `second-factor-off` if there was none.',
  )
  @NoContent('Off')
  @ApiProblems(409)
  async removeSecondFactor(
    @Req() request: FastifyRequest,
    @Body() { password, code }: SecondFactorProofDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { renewedToken } = await this.secondFactors.remove(signInContext(request), { password, code });
    setSessionCookie(reply, this.config, renewedToken);
  }

  @Post('second-factor/recovery-codes')
  @RouteConfig({ requestsPerMinute: 10 })
  @Operation(
    'Get new recovery codes',
    'Takes your password and a code, and answers with new recovery codes, shown only this once. The old ' +
      'ones stop working right away.',
  )
  @Ok(RecoveryCodesDto, 'New ones')
  @ApiProblems(409)
  async replaceRecoveryCodes(
    @Req() request: FastifyRequest,
    @Body() { password, code }: SecondFactorProofDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RecoveryCodesDto> {
    const proof = { password, code };
    return this.respondWithCodes(await this.secondFactors.replaceRecoveryCodes(signInContext(request), proof), reply);
  }

  private respondWithCodes({ recoveryCodes, renewedToken }: NewRecoveryCodes, reply: FastifyReply): RecoveryCodesDto {
    setSessionCookie(reply, this.config, renewedToken);
    return { recoveryCodes: [...recoveryCodes] };
  }
}
