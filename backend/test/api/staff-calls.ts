import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import { ROLES, type Role } from '../../src/domain/shared/role.js';
import { bodySchema, type Call, callsOf, exampleOf, readDocument } from './document.js';

const document = readDocument();

/** Signing in and the first password come before every role. */
const BEFORE_ROLES = ['/api/staff/session', '/api/staff/session/second-factor', '/api/staff/password'];

/** Every call of the document that only staff may make. */
export const staffCalls: readonly Call[] = callsOf(document).filter(
  ({ path }) => path.startsWith('/api/staff/') && !BEFORE_ROLES.includes(path),
);

/** Whose work it is, by the beginning of the address below /api/staff/. An administrator does everything. */
const WORK_OF: Record<string, readonly Role[]> = {
  submissions: ['reviewer'],
  'submission-counts': ['reviewer'],
  certificates: ['reviewer'],
  brands: ['reviewer'],
  'audit-log': ['reviewer'],
  articles: ['editor'],
  subscribers: ['editor'],
  'newsletter-issues': ['editor'],
  messages: ['editor'],
  mail: ['editor'],
  'mail-templates': ['editor'],
  labs: ['administrator'],
  privacy: ['administrator'],
  webhooks: ['administrator'],
  accounts: ['administrator'],
  sessions: ROLES,
  'second-factor': ROLES,
};

/** Who may call a path of staff, besides administrators. */
export const allowedRoles = (path: string): readonly Role[] | undefined => WORK_OF[path.split('/')[3] ?? ''];

/** Sends what the document gives as an example, to an address where nothing is. */
export function sendCall(client: Client, call: Call): Promise<{ error?: unknown; response?: Response }> {
  const schema = bodySchema(document, call);
  const url = call.path.replaceAll(/\{\w+\}/g, '7f8fad5b-d9cb-469f-a165-70867728950e');
  return client.request({
    method: call.method as 'POST',
    url,
    ...(schema ? { body: exampleOf(document, schema), headers: { 'content-type': 'application/json' } } : {}),
  });
}
