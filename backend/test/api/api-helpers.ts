import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  approveSubmission,
  changeLabTrust,
  createLab,
  createLabKey,
  getSubmission,
  listSubmissions,
  openSandbox,
  requestSandbox,
  settleComment,
  signIn,
  submitCoa,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type {
  ApprovalDto,
  IssuedLabKeyDto,
  LabDto,
  PartnerCertificateDto,
  PartnerScope,
  SubmissionDto,
  SubmitCoaDto,
} from '../../../frontend/src/api/generated/types.gen.js';
import type { Role } from '../../src/domain/shared/role.js';
import { emailsIn } from '../support/mail-folder.js';
import { createStaffWithPassword, PASSWORD, type TestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

/** A complete submission as the form sends it; pass only the fields that the test is about. */
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

/** A complete certificate as a lab sends it; pass only the fields that the test is about. */
export function aReport(differing: Partial<PartnerCertificateDto> = {}): PartnerCertificateDto {
  return {
    brandName: 'Juniper & Tide',
    productName: 'Yuzu Seltzer 5 mg',
    batchId: `#${randomUUID()}`,
    thcContent: 4.82,
    cbdContent: 0.4,
    testDate: '2026-10-14',
    labReportId: `EA-${randomUUID()}`,
    status: 'passed',
    panels: { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'passed' },
    ...differing,
  };
}

export const PASSED: Omit<ApprovalDto, 'version'> = {
  status: 'passed',
  panels: { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'passed' },
  documentAbsence: 'paper-only',
};

/** Ignored where the checks find no error. */
const overrideReason = 'Compared with the report.';

/** One server, or several on one database. */
export type Site = Pick<TestServer, 'database' | 'client'>;

/** Creates a staff member with {@link PASSWORD}. @returns a signed-in client */
export async function signInAsStaff(server: Site, username: string, roles?: readonly Role[]): Promise<Client> {
  await createStaffWithPassword(server.database, username, roles);
  const client = server.client();
  await signIn({ client, body: { username, password: PASSWORD }, throwOnError: true });
  return client;
}

/** Submits a certificate. @returns the submission as staff see it */
export async function submitted(
  staff: Client,
  visitor: Client,
  differing: Partial<SubmitCoaDto> = {},
): Promise<SubmissionDto> {
  const { data: receipt } = await submitCoa({ client: visitor, body: aSubmission(differing), throwOnError: true });
  const { data: queue } = await listSubmissions({ client: staff, query: { limit: 200 }, throwOnError: true });
  const found = queue.find(({ reference }) => reference === receipt.reference);
  if (!found) throw new Error(`${receipt.reference} is not in the queue`);
  const { data } = await getSubmission({ client: staff, path: { id: found.id }, throwOnError: true });
  const { findings: _findings, related: _related, original: _original, ...submission } = data;
  return submission;
}

/** The fields of a submission in a list. */
export const asListed = ({
  testResults: _,
  submittedResults: _raw,
  document,
  provenance: _provenance,
  doNotDrink: _doNotDrink,
  ...row
}: SubmissionDto): Omit<
  SubmissionDto,
  'testResults' | 'submittedResults' | 'document' | 'provenance' | 'doNotDrink'
> & {
  documentSha256: string | null;
  documentState: string | null;
} => ({ ...row, documentSha256: document?.sha256 ?? null, documentState: document?.state ?? null });

/** Submits and approves a certificate. */
export async function published(
  staff: Client,
  visitor: Client,
  differing: Partial<SubmitCoaDto> = {},
  approval: Partial<ApprovalDto> = {},
): Promise<SubmissionDto> {
  const { id, version } = await submitted(staff, visitor, differing);
  const body = { ...PASSED, overrideReason, version, ...approval };
  return (await approveSubmission({ client: staff, path: { id }, body, throwOnError: true })).data;
}

/** Approves a pending submission with its current version, and with its document if that can be shown. */
export async function approve(staff: Client, id: string): Promise<void> {
  const { data } = await getSubmission({ client: staff, path: { id }, throwOnError: true });
  const { documentAbsence, ...confirmed } = PASSED;
  const isShown = data.document?.state === 'ready' || data.document?.state === 'unreadable';
  const evidence = isShown ? { documentSha256: data.document?.sha256 } : { documentAbsence };
  const body = { ...confirmed, ...evidence, overrideReason, version: data.version };
  await approveSubmission({ client: staff, path: { id }, body, throwOnError: true });
}

/** Resolves all comments on a submission. */
export async function resolveAllComments(staff: Client, id: string): Promise<void> {
  const { data } = await getSubmission({ client: staff, path: { id }, throwOnError: true });
  let { version } = data;
  for (const { id: commentId } of data.comments) {
    const call = { client: staff, path: { id, commentId }, body: { version }, throwOnError: true } as const;
    version = (await settleComment(call)).data.version;
  }
}

/** A lab, one of its keys, and its request headers. */
export interface LabWithKey {
  readonly lab: LabDto;
  readonly issued: IssuedLabKeyDto;
  readonly headers: { readonly authorization: string };
}

/** A lab with a client that sends its key with every request. */
export type LabClient = LabWithKey & { readonly client: Client };

/** A well-formed id that no row has. */
export const UNKNOWN_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** Creates a lab and issues a key for it. */
export async function labWithKey(
  staff: Client,
  {
    name = `Lab ${randomUUID()}`,
    scopes = ['certificates:write', 'certificates:read', 'webhooks:manage'] as PartnerScope[],
  } = {},
): Promise<LabWithKey> {
  const body = { name, contactEmail: 'data@lab.example' };
  const { data: lab } = await createLab({ client: staff, body, throwOnError: true });
  const order = { path: { id: lab.id }, body: { label: 'LIMS', scopes } };
  const { data: issued } = await createLabKey({ client: staff, ...order, throwOnError: true });
  return { lab, issued, headers: { authorization: `Bearer ${issued.key}` } };
}

/** Creates a lab, trusted if asked, and a client for it. */
export async function aLab(
  server: Site,
  staff: Client,
  { trusted = false, ...differing }: { trusted?: boolean; name?: string; scopes?: PartnerScope[] } = {},
): Promise<LabClient> {
  const entered = await labWithKey(staff, differing);
  const { id, version } = entered.lab;
  const trust = { client: staff, path: { id }, body: { trusted, reason: 'As agreed', version } };
  if (trusted) await changeLabTrust({ ...trust, throwOnError: true });
  const client = server.client();
  client.setConfig({ headers: entered.headers });
  return { ...entered, client };
}

/** An administrator, a lab, and a trusted lab. */
export async function staffAndLabs(server: Site): Promise<{ staff: Client; lab: LabClient; trusted: LabClient }> {
  const staff = await signInAsStaff(server, 'robin');
  const lab = await aLab(server, staff, { name: 'Example Analytical' });
  return { staff, lab, trusted: await aLab(server, staff, { name: 'Third Bench', trusted: true }) };
}

/** The clients of a file's server, ready before its first test: a visitor, and those of {@link staffAndLabs}. */
export function clientsOfThisFile(server: Site) {
  const clients = { visitor: {} as Client, staff: {} as Client, lab: {} as LabClient, trusted: {} as LabClient };
  beforeAll(async () => {
    const { staff, lab, trusted } = await staffAndLabs(server);
    Object.assign(clients.visitor, server.client());
    Object.assign(clients.staff, staff);
    Object.assign(clients.lab, lab);
    Object.assign(clients.trusted, trusted);
  });
  return clients;
}

/** One page of a list, and the URL of the next one from `Link: <…>; rel="next"`, if any. */
export async function pageAt(client: Client, url: string): Promise<{ data: unknown; headers: Headers; next?: string }> {
  const { data, response } = await client.get({ url, throwOnError: true });
  const { headers } = response;
  const next = /^<(\/[^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  expect(next === undefined).toBe(!headers.has('link'));
  return { data, headers, ...(next === undefined ? {} : { next }) };
}

type WithDatabase = { readonly database: { readonly url: string } };

/** Queries the server's database directly. */
export async function sql<Row>({ database }: WithDatabase, statement: string, values: unknown[] = []): Promise<Row[]> {
  return (await poolOf(database.url).query(statement, values)).rows;
}

const pools = new Map<string, pg.Pool>();

/** Opening a connection takes longer than most queries. PostgreSQL closes the connections of a released database. */
function poolOf(url: string): pg.Pool {
  const pool =
    pools.get(url) ?? new pg.Pool({ connectionString: url, allowExitOnIdle: true, idleTimeoutMillis: 2_000 });
  if (!pools.has(url))
    pools.set(
      url,
      pool.on('error', () => {}),
    );
  return pool;
}

/**
 * A digest of every table, to check that a request stored nothing. Leaves out when an account or key was last used,
 * because every request updates that, and the verdicts that a worker derives from certificates.
 */
export async function stored(server: WithDatabase): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>(
    server,
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> ALL ('{certificate_verdicts,verdict_runs}') ORDER BY 1`,
  );
  // Background jobs change the outbox and compare documents with their hashes, and requests update when a key was last used.
  const meanwhile = `'{lastUsedAt,checkedAt,nextCheckAt}'::text[]`;
  const sending = `'{state,attempts,tries,nextAttemptAt,leasedUntil,lastError,messageId,finishedAt}'::text[]`;
  const digest = ({ name }: { name: string }) =>
    `SELECT '${name}' AS name, count(*) || ' rows, ' || md5(coalesce(string_agg(r::text, '' ORDER BY r::text), '')) AS digest
       FROM (SELECT to_jsonb(t) - ${name === 'mail_outbox' ? sending : meanwhile} AS r FROM "${name}" t) rows`;
  const digests = await sql<{ name: string; digest: string }>(server, tables.map(digest).join(' UNION ALL '));
  return Object.fromEntries(digests.map(({ name, digest }) => [name, digest]));
}

/** The guide's way to a test key: an email address, and the token of the link that arrives there. */
export async function sandboxToken(client: Client, mailFolder: string, email = `${randomUUID()}@lab.example`) {
  await requestSandbox({ client, body: { email }, throwOnError: true });
  const find = async () => (await emailsIn(mailFolder)).findLast(({ to }) => to?.[0]?.address === email);
  await until('the link to the sandbox', async () => (await find()) !== undefined);
  return /\/labs\/sandbox\?token=([\w.-]+)/.exec((await find())?.text ?? '')?.[1] ?? '';
}

export async function sandboxKey(client: Client, mailFolder: string): Promise<string> {
  const token = await sandboxToken(client, mailFolder);
  return (await openSandbox({ client, body: { token }, throwOnError: true })).data.key;
}
