import { Body, Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AGE_COOKIE, AgeVerification, CONFIRMATION_DAYS } from '../../domain/age-verification/age-verification.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Public } from '../../platform/http/access.js';
import { clearCookie, setCookie } from '../../platform/http/cookies.js';
import { localPath } from '../../platform/http/local-path.js';
import { Ok, Operation } from '../../platform/http/operation.js';

class AgeVerificationStatusDto {
  @ApiProperty({ description: 'Whether the visitor has confirmed being 21 or older', example: true })
  verified!: boolean;
}

class VerifyAgeDto {
  @ApiProperty({
    description: 'True: the visitor is 21 or older; false: forget an earlier confirmation',
    example: true,
  })
  @IsBoolean({ message: 'Send true if you are 21 or older' })
  verified!: boolean;
}

@ApiTags('Public age gate')
@Controller()
@Public()
export class AgeVerificationController {
  constructor(
    private readonly ageVerification: AgeVerification,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('api/age-verification-status')
  @Operation(
    'Check whether this browser passed the age gate',
    'Reads the signed cookie that `verifyAge` sets. It says nothing about the person, only about this ' + 'browser.',
  )
  @Ok(AgeVerificationStatusDto, 'The state of this browser')
  getAgeVerificationStatus(@Req() request: FastifyRequest): AgeVerificationStatusDto {
    return { verified: this.ageVerification.isVerified(request.cookies[AGE_COOKIE]) };
  }

  @Post('api/verify-age')
  @Operation(
    'Confirm that you are 21 or older',
    'With `verified: true`, sets a signed cookie that opens the site for 30 days. With `verified: false`,' +
      ' clears it. We store nothing about the visitor. The gate guards the pages of the site, not this API.',
  )
  @Ok(AgeVerificationStatusDto, 'Remembered in a cookie for 30 days, or forgotten')
  verifyAge(
    @Body() { verified }: VerifyAgeDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): AgeVerificationStatusDto {
    if (verified) this.remember(reply);
    else clearCookie(reply, this.config, AGE_COOKIE);
    return { verified };
  }

  /** The gate's form, for browsers without JavaScript. */
  @Post('age-gate')
  @ApiExcludeEndpoint()
  enter(@Body() body: unknown, @Res() reply: FastifyReply): void {
    this.remember(reply);
    reply.redirect(localPath((body as { next?: unknown } | null)?.next), 303);
  }

  private remember(reply: FastifyReply): void {
    setCookie(reply, this.config, AGE_COOKIE, this.ageVerification.confirm(), CONFIRMATION_DAYS * 86_400);
  }
}
