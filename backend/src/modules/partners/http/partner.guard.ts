import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { assertScope, KeyMissing } from '../../../domain/partners/key.js';
import { type Caller, Partners } from '../../../domain/partners/partners.js';
import type { PartnerScope } from '../../../domain/shared/calling-lab.js';
import { DomainError } from '../../../domain/shared/domain-error.js';
import { ACCESS, PARTNER_SCOPE, type RequestWithLab } from '../../../platform/http/access.js';
import { PartnerLimits } from './partner-limits.js';

/** Authenticates partner routes by API key. Other routes pass through to the staff guard. */
@Injectable()
export class PartnerGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly partners: Partners,
    private readonly limits: PartnerLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const marked = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<string>(ACCESS, marked) !== 'partner') return true;
    const scope = this.reflector.getAllAndOverride<PartnerScope | null>(PARTNER_SCOPE, marked);
    const request = context.switchToHttp().getRequest<RequestWithLab>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const { lab, key } = await this.callerOf(request, reply);
    request.lab = lab;
    await this.limits.countAccepted(request, reply);
    if (scope && !key.scopes.includes(scope)) challenge(reply, `error="insufficient_scope", scope="${scope}"`);
    assertScope(key, scope);
    if (request.method !== 'GET' && request.method !== 'DELETE') await this.partners.assertRoom();
    return true;
  }

  /** Counts rejected requests per IP address; a valid key works even if its address is over the limit. */
  private async callerOf(request: RequestWithLab, reply: FastifyReply): Promise<Caller> {
    try {
      return await this.partners.authenticate(bearerToken(request));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await this.limits.countRefused(request, reply);
      if (error.kind === 'unauthenticated')
        challenge(reply, error instanceof KeyMissing ? '' : 'error="invalid_token"');
      throw error;
    }
  }
}

/** RFC 6750 section 3. */
function challenge(reply: FastifyReply, parameters: string): void {
  reply.header('www-authenticate', ['Bearer realm="partner"', parameters].filter(Boolean).join(', '));
}

/** RFC 9110 section 11.1: case-insensitive scheme, spaces, token. */
const bearerToken = ({ headers }: RequestWithLab): string | null =>
  /^bearer +(.*)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
