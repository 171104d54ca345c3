import type { Role } from '../../src/domain/shared/role.js';
import { allowedRoles } from '../api/staff-calls.js';
import type { Operation } from './document.js';

export const ACTORS = [
  'anonymous',
  'reviewer',
  'editor',
  'administrator',
  'newcomer',
  'lab',
  'trusted-lab',
  'read-only-lab',
] as const;

/** Who sends a request. The newcomer signs in and out; the other actors stay signed in. */
export type ActorName = (typeof ACTORS)[number];

const ROLES_OF: Partial<Record<ActorName, readonly Role[]>> = {
  reviewer: ['reviewer'],
  editor: ['editor'],
  administrator: ['administrator'],
  newcomer: ['reviewer'],
};

export const rolesOf = (actor: ActorName): readonly Role[] => ROLES_OF[actor] ?? [];

const SCOPES_OF: Partial<Record<ActorName, readonly string[]>> = {
  lab: ['certificates:write', 'certificates:read', 'webhooks:manage'],
  'trusted-lab': ['certificates:write', 'certificates:read', 'webhooks:manage'],
  'read-only-lab': ['certificates:read'],
};

export const scopesOf = (actor: ActorName): readonly string[] => SCOPES_OF[actor] ?? [];

export const STAFF = Object.keys(ROLES_OF) as ActorName[];
export const LABS = Object.keys(SCOPES_OF) as ActorName[];

/** Whether the actor may call the operation, according to the OpenAPI document and the role table. */
export function mayCall(actor: ActorName, { security, scope, path }: Operation): boolean {
  if (security === null) return true;
  if (security === 'partnerKey') return LABS.includes(actor) && (scope === null || scopesOf(actor).includes(scope));
  const roles = rolesOf(actor);
  return roles.includes('administrator') || roles.some((role) => allowedRoles(path)?.includes(role));
}

/** An actor's credentials and secrets. */
export interface Identity {
  readonly id: string;
  readonly username: string;
  readonly password: string;
  /** Cookies by name, like a browser's cookie jar. */
  readonly cookies: Map<string, string>;
  readonly authorization: string | null;
}

export const ANONYMOUS: Identity = { id: '', username: '', password: '', cookies: new Map(), authorization: null };

export const cookieHeader = ({ cookies }: Identity): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

export function keepCookies({ cookies }: Identity, setCookie: string | undefined): void {
  for (const line of setCookie?.split('\n') ?? []) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
}
