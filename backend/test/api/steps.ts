import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  approveSubmission,
  changePassword,
  listSubmissions,
  signIn,
  submitCoa,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { ApprovalDto, SubmissionDto, SubmitCoaDto } from '../../../frontend/src/api/generated/types.gen.js';
import { createStaff, type TestServer } from '../support/test-server.js';

/** A complete submission as the form sends it; say only what the test is about. */
export function aSubmission(differing: Partial<SubmitCoaDto> = {}): SubmitCoaDto {
  return {
    brandName: 'Juniper & Tide',
    contactName: 'Robin Vale',
    contactEmail: 'robin@submitter.example',
    productName: 'Yuzu Seltzer 5 mg',
    batchId: `#${randomUUID()}`,
    thcContent: 4.82,
    cbdContent: 0.4,
    testDate: '2026-10-14',
    labName: 'Example Analytical',
    ...differing,
  };
}

export const PASSED: ApprovalDto = {
  status: 'passed',
  panels: { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'passed' },
};

/** The password that {@link signInAsStaff} leaves an account with. */
export const PASSWORD = 'correct horse battery staple';

/** A client whose cookies belong to a new staff member with a password of their own. */
export async function signInAsStaff(server: TestServer, username: string): Promise<Client> {
  const oneTimePassword = await createStaff(server.database, username);
  const client = server.client();
  await signIn({ client, body: { username, password: oneTimePassword }, throwOnError: true });
  const body = { currentPassword: oneTimePassword, newPassword: PASSWORD };
  await changePassword({ client, body, throwOnError: true });
  return client;
}

/** Hands in a certificate. @returns it as staff see it */
export async function submitted(
  staff: Client,
  visitor: Client,
  differing: Partial<SubmitCoaDto> = {},
): Promise<SubmissionDto> {
  const { data: receipt } = await submitCoa({ client: visitor, body: aSubmission(differing), throwOnError: true });
  const { data: queue } = await listSubmissions({ client: staff, query: { limit: 200 }, throwOnError: true });
  const found = queue.find(({ reference }) => reference === receipt.reference);
  if (!found) throw new Error(`${receipt.reference} is not in the queue`);
  return found;
}

/** Hands in a certificate and approves it. */
export async function published(
  staff: Client,
  visitor: Client,
  differing: Partial<SubmitCoaDto> = {},
  approval: Partial<ApprovalDto> = {},
): Promise<SubmissionDto> {
  const { id } = await submitted(staff, visitor, differing);
  const body = { ...PASSED, ...approval };
  return (await approveSubmission({ client: staff, path: { id }, body, throwOnError: true })).data;
}

/** One page of a list, and the address of the next one from `Link: <…>; rel="next"` where there is one. */
export async function pageAt(client: Client, url: string): Promise<{ data: unknown; headers: Headers; next?: string }> {
  const { data, response } = await client.get({ url, throwOnError: true });
  const { headers } = response;
  const next = /^<(\/[^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  expect(next === undefined).toBe(!headers.has('link'));
  return { data, headers, ...(next === undefined ? {} : { next }) };
}

type WithDatabase = { readonly database: { readonly url: string } };

/** Asks the server's database directly. */
export async function sql<Row>({ database }: WithDatabase, statement: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    return (await client.query(statement, values)).rows;
  } finally {
    await client.end();
  }
}

/** A digest of everything stored, table by table: equal before and after what must not store anything. */
export async function stored(server: WithDatabase): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>(
    server,
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
  );
  const digest = ({ name }: { name: string }) =>
    `SELECT '${name}' AS name, count(*) || ' rows, ' || md5(coalesce(string_agg(t::text, '' ORDER BY t::text), '')) AS digest
       FROM "${name}" t`;
  const digests = await sql<{ name: string; digest: string }>(server, tables.map(digest).join(' UNION ALL '));
  return Object.fromEntries(digests.map(({ name, digest }) => [name, digest]));
}

/** Waits until something holds, and fails with a sentence when it does not in time. */
export async function until(what: string, holds: () => Promise<boolean>, withinMs = 10_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
