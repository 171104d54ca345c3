import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import { ROLES, type Role } from '../../src/domain/shared/role.js';
import { bodySchema, type Call, callsOf, exampleOf, readDocument } from './document.js';

const document = readDocument();

/** Signing in and the first password need no role. */
const BEFORE_ROLES = ['/api/staff/session', '/api/staff/session/second-factor', '/api/staff/password'];

/** All operations that require a staff session. */
export const staffCalls: readonly Call[] = callsOf(document).filter(
  ({ path }) => path.startsWith('/api/staff/') && !BEFORE_ROLES.includes(path),
);

/** The role for a path below /api/staff/, by prefix. Administrators may call all of them. */
const WORK_OF: Record<string, readonly Role[]> = {
  submissions: ['reviewer'],
  'submission-counts': ['reviewer'],
  'pending-decisions': ['reviewer'],
  certificates: ['reviewer'],
  documents: ['reviewer'],
  brands: ['reviewer'],
  'brand-mergers': ['reviewer'],
  'brand-requests': ['reviewer'],
  'brand-claims': ['reviewer'],
  'audit-log': ['reviewer'],
  'unresolved-names': ['reviewer'],
  'analyte-names': ['reviewer'],
  rules: ['reviewer'],
  'reference-changes': ['reviewer'],
  'reference-counts': ['reviewer'],
  comparisons: ['reviewer'],
  articles: ['editor'],
  subscribers: ['editor'],
  'newsletter-issues': ['editor'],
  messages: ['editor'],
  mail: ['editor'],
  'mail-templates': ['editor'],
  labs: ['administrator'],
  'lab-incidents': ['administrator'],
  notices: ['administrator'],
  'problem-reports': ['reviewer'],
  privacy: ['administrator'],
  webhooks: ['administrator'],
  accounts: ['administrator'],
  sessions: ROLES,
  'second-factor': ROLES,
};

/** Roles that may call a staff path, besides administrators. */
export const allowedRoles = (path: string): readonly Role[] | undefined => WORK_OF[path.split('/')[3] ?? ''];

/** Sends the document's example to an id that does not exist. */
export function sendCall(client: Client, call: Call): Promise<{ error?: unknown; response?: Response }> {
  const schema = bodySchema(document, call);
  const url = call.path.replaceAll(/\{\w+\}/g, '7f8fad5b-d9cb-469f-a165-70867728950e');
  return client.request({
    method: call.method as 'POST',
    url,
    ...(schema ? { body: exampleOf(document, schema), headers: { 'content-type': 'application/json' } } : {}),
  });
}
