import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Staff } from '../../domain/staff/staff.js';
import { ACCESS, type RequestWithActor } from '../../platform/http/access.js';

/** The cookie that holds a session's token. */
export const SESSION_COOKIE = 'staff_session';

export const sessionToken = (request: FastifyRequest): string | null => request.cookies[SESSION_COOKIE] ?? null;

/** Stands before every route. What is not marked public is for staff. */
@Injectable()
export class StaffGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly staff: Staff,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<string>(ACCESS, [context.getHandler(), context.getClass()]);
    if (access === 'public') return true;
    const request = context.switchToHttp().getRequest<RequestWithActor>();
    request.actor = await this.staff.actorOf(sessionToken(request));
    return true;
  }
}
