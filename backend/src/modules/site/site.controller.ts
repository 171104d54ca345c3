import { Controller, Get, Inject, NotFoundException, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AGE_COOKIE, AgeVerification } from '../../domain/age-verification/age-verification.js';
import { Public } from '../../platform/http/access.js';
import { PageTemplate } from './page-template.js';

/** Every address that is neither API nor file is a page of the site. */
@ApiExcludeController()
@Controller()
@Public()
export class SiteController {
  constructor(
    private readonly ageVerification: AgeVerification,
    @Inject(PageTemplate) private readonly template: PageTemplate,
  ) {}

  @Get('*')
  page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    if (/^\/(api|assets|health)([/?]|$)/.test(request.url)) throw new NotFoundException();
    const ageVerified = this.ageVerification.isVerified(request.cookies[AGE_COOKIE]);
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'private, no-cache')
      .send(this.template.render({ ageVerified, theme: request.cookies.theme, path: request.url }));
  }
}
