import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiCookieAuth, ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/shared/audit.js';
import type { CallingLab, PartnerScope } from '../../domain/shared/calling-lab.js';
import type { Role } from '../../domain/shared/role.js';
import { ApiPartnerProblems, ApiProblems } from './api-problems.js';

/** Metadata key that guards read. A route without it is for staff only. */
export const ACCESS = 'access';

/** The cookie that holds the token of a staff member's session. */
export const SESSION_COOKIE = 'staff_session';

/**
 * Whether a request only reads, and carries no credentials, valid or not. Such a client cannot have changed anything, so
 * it may get slightly stale data from the cache or a replica.
 */
export const isAnonymousRead = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers.authorization === undefined &&
  // The raw header: the cache is read before cookies are parsed.
  !headers.cookie?.includes(SESSION_COOKIE);

/** The route needs no credentials. */
export const Public = () => SetMetadata(ACCESS, 'public');

/** Metadata key of the roles that may call a route marked {@link StaffOnly}. */
export const STAFF_ROLES = 'staff-roles';

/** For staff members with one of these roles, and administrators; without roles, for all staff. */
export const StaffOnly = (...roles: Exclude<Role, 'administrator'>[] | ['administrator']) =>
  applyDecorators(
    SetMetadata(ACCESS, 'staff'),
    SetMetadata(STAFF_ROLES, roles),
    ApiCookieAuth('staffSession'),
    ApiExtension('x-staff-roles', roles),
    ApiProblems(401, 403),
  );

/** A request after the guard has authenticated the staff member. */
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
 * For labs whose key has this scope; without a scope, for any valid key. Such routes must match `isLimitedByKey` of the
 * {@link RouteRules}.
 */
export const PartnerOnly = (scope?: PartnerScope) =>
  applyDecorators(
    SetMetadata(ACCESS, 'partner'),
    SetMetadata(PARTNER_SCOPE, scope ?? null),
    ApiSecurity({ partnerKey: scope ? [scope] : [] }),
    ApiPartnerProblems(),
  );

/** A request after the guard has authenticated the key. */
export type RequestWithLab = FastifyRequest & { lab?: CallingLab };

/** The lab that sends the request. Only on routes marked {@link PartnerOnly}. */
export const CurrentLab = createParamDecorator((_: unknown, context: ExecutionContext): CallingLab => {
  const { lab } = context.switchToHttp().getRequest<RequestWithLab>();
  if (!lab) throw new Error('CurrentLab is used on a route that is not PartnerOnly');
  return lab;
});
