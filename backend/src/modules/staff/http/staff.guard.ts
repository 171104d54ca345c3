import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Role } from '../../../domain/shared/role.js';
import { Staff } from '../../../domain/staff/staff.js';
import { ACCESS, type RequestWithActor, STAFF_ROLES } from '../../../platform/http/access.js';
import { sessionToken } from './session-cookie.js';

/**
 * Global guard: a route requires a staff session unless it is marked public, and optionally one of some roles. Partner
 * routes have their own guard (modules/partners/http/partner.guard.ts).
 */
@Injectable()
export class StaffGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly staff: Staff,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const marks = [context.getHandler(), context.getClass()];
    const access = this.reflector.getAllAndOverride<string>(ACCESS, marks);
    if (access === 'public' || access === 'partner') return true;
    const request = context.switchToHttp().getRequest<RequestWithActor>();
    const allowed = this.reflector.getAllAndOverride<readonly Role[] | undefined>(STAFF_ROLES, marks);
    request.actor = await this.staff.authorize(sessionToken(request), allowed);
    return true;
  }
}
