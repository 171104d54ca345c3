import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiCookieAuth, ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/shared/audit.js';
import type { CallingLab, PartnerScope } from '../../domain/shared/calling-lab.js';
import type { Role } from '../../domain/shared/role.js';

/** Metadata key that a guard reads. A route without it is closed to everybody but staff. */
export const ACCESS = 'access';

/** The cookie that holds the token of a staff member's session. */
export const SESSION_COOKIE = 'staff_session';

/**
 * Whether a request shows nothing that staff or partners show, valid or not, and only reads. Whoever sends it cannot
 * have changed anything; what they read may be a moment old.
 */
export const isAnonymousRead = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers.authorization === undefined &&
  // As it was sent: kept answers are looked for before cookies are read.
  !headers.cookie?.includes(SESSION_COOKIE);

/** Anybody may call this. */
export const Public = () => SetMetadata(ACCESS, 'public');

/** Metadata key of the roles that may call a route marked {@link StaffOnly}. */
export const STAFF_ROLES = 'staff-roles';

/** Only a signed-in staff member with one of these roles may call this, or an administrator; without roles, all staff. */
export const StaffOnly = (...roles: Exclude<Role, 'administrator'>[] | ['administrator']) =>
  applyDecorators(
    SetMetadata(ACCESS, 'staff'),
    SetMetadata(STAFF_ROLES, roles),
    ApiCookieAuth('staffSession'),
    ApiExtension('x-staff-roles', roles),
  );

/** A request after the guard found out who sends it. */
export type RequestWithActor = FastifyRequest & { actor?: Actor };

/** The staff member who sends the request. Only on routes marked {@link StaffOnly}. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<RequestWithActor>();
  if (!actor) throw new Error('CurrentActor is used on a route that is not StaffOnly');
  return actor;
});

/** Metadata key of the scope that a route marked {@link PartnerOnly} asks for. */
export const PARTNER_SCOPE = 'partner-scope';

/**
 * Only a laboratory whose key has this scope may call this; without one, any valid key. The address of such a route
 * begins with `/api/partner/`, because limits are counted for those by key.
 */
export const PartnerOnly = (scope?: PartnerScope) =>
  applyDecorators(
    SetMetadata(ACCESS, 'partner'),
    SetMetadata(PARTNER_SCOPE, scope ?? null),
    ApiSecurity({ partnerKey: scope ? [scope] : [] }),
  );

/** A request after the guard found out whose key it carries. */
export type RequestWithLab = FastifyRequest & { lab?: CallingLab };

/** The laboratory that sends the request. Only on routes marked {@link PartnerOnly}. */
export const CurrentLab = createParamDecorator((_: unknown, context: ExecutionContext): CallingLab => {
  const { lab } = context.switchToHttp().getRequest<RequestWithLab>();
  if (!lab) throw new Error('CurrentLab is used on a route that is not PartnerOnly');
  return lab;
});
