import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import { ROLES, type Role } from '../../src/domain/shared/role.js';
import { serverOfThisFile } from '../support/test-server.js';
import { signInAsStaff, stored } from './api-helpers.js';
import { expectProblem } from './problem.js';
import { allowedRoles, sendCall, staffCalls } from './staff-calls.js';

const server = serverOfThisFile();
const clients = new Map<Role, Client>();
beforeAll(async () => {
  for (const role of ROLES) clients.set(role, await signInAsStaff(server, `the-${role}`, [role]));
});

const clientOf = (role: Role) => clients.get(role) ?? server.client();

it('finds operations to test', () => {
  expect(staffCalls.length).toBeGreaterThanOrEqual(20);
});

it.each(staffCalls)('$name has a role', ({ path }) => {
  expect(allowedRoles(path)).toBeDefined();
});

const SENTENCES: Record<Role, string> = {
  reviewer: 'Only a reviewer can do this. An administrator can give you the role.',
  editor: 'Only an editor can do this. An administrator can give you the role.',
  administrator: 'Only an administrator can do this. An administrator can give you the role.',
};

describe.each(['reviewer', 'editor'] as const)('a staff member with only the role %s', (role) => {
  const refused = staffCalls.filter(({ path }) => !allowedRoles(path)?.includes(role));
  const open = staffCalls.filter(({ path }) => allowedRoles(path)?.includes(role));

  let before: Awaited<ReturnType<typeof stored>>;
  beforeAll(async () => {
    before = await stored(server);
  });

  it.each(refused)('gets 403 for $name', async (call) => {
    const [needed = 'administrator'] = allowedRoles(call.path) ?? [];
    const expected = { type: '/problems/not-permitted', detail: SENTENCES[needed], errors: [] };
    expectProblem(await sendCall(clientOf(role), call), 403, expected);
    expect(Object.keys(call.operation.responses)).toContain('403');
  });

  it('changes nothing by what is refused', async () => {
    expect(await stored(server)).toEqual(before);
  });

  it.each(open)('may call $name', async (call) => {
    expect((await sendCall(clientOf(role), call)).response?.status).not.toBe(403);
  });
});

it.each(staffCalls)('an administrator may call $name', async (call) => {
  expect((await sendCall(clientOf('administrator'), call)).response?.status).not.toBe(403);
});
