import { randomUUID } from 'node:crypto';
import {
  confirmSpotCheck,
  createCertificate,
  getCertificate,
  getSubmissionCounts,
  listSubmissions,
  withdrawCertificate,
  withdrawOwnCertificate,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import { serverOfThisFile } from '../support/test-server.js';
import { aReport, clientsOfThisFile, type LabClient, sql } from './api-helpers.js';
import { expectProblem } from './problem.js';

const server = serverOfThisFile({ SPOT_CHECK_PERCENT: '50' });
/** Half are checked afterwards, and after a finding all. */
const { staff, lab, trusted } = clientsOfThisFile(server);

const send = async ({ client }: LabClient) => {
  const body = aReport({ batchId: `SC-${randomUUID()}` });
  const headers = { 'Idempotency-Key': randomUUID() };
  return (await createCertificate({ client, headers, body, throwOnError: true })).data;
};

const toCheck = async () => {
  const query = { submissionStatus: 'approved', spotChecks: true, limit: 200 } as const;
  const { data } = await listSubmissions({ client: staff, query, throwOnError: true });
  const counts = await getSubmissionCounts({ client: staff, throwOnError: true });
  expect(counts.data.spotChecks).toEqual({ count: data.length, relation: 'eq' });
  return data;
};

/** None or all of so many has a chance of one in eight million. */
const SENT = 24;

const sendMany = () => Promise.all(Array.from({ length: SENT }, () => send(trusted)));

it('has a share of what a trusted lab publishes, which a reviewer confirms once or withdraws', async () => {
  const sent = await sendMany();
  await send(lab);
  const due = await toCheck();
  expect(due.length).toBeGreaterThan(0);
  expect(due.length).toBeLessThan(SENT);
  expect(due.every(({ id, spotCheck }) => spotCheck === 'due' && sent.some((one) => one.id === id))).toBe(true);
  const [first] = due;
  if (!first) throw new Error('nothing to check');
  const page = await getCertificate({ client: server.client(), path: { reference: first.reference } });
  expect(JSON.stringify(page.data)).not.toContain('potCheck');

  const confirm = () => confirmSpotCheck({ client: staff, path: { id: first.id }, body: { version: first.version } });
  const answers = await Promise.all([confirm(), confirm()]);
  expect(answers.filter(({ response }) => response?.status === 200)).toHaveLength(1);
  expect((await toCheck()).map(({ id }) => id)).not.toContain(first.id);
  expectProblem(await confirm(), 409, { type: '/problems/already-decided' });
  const actions = `SELECT "action" FROM audit_log WHERE "subject" = $1 AND "action" LIKE '%spot-check%'`;
  expect(await sql(server, actions, [`certificate:${first.id}`])).toEqual([
    { action: 'certificate.spot-check-agreed' },
  ]);
});

it('has all that a lab publishes after staff withdrew one of its certificates, not after the lab did', async () => {
  const before = await send(trusted);
  const headers = { 'If-Match': '*' };
  const reason = 'The lab voided the result.';
  await withdrawOwnCertificate({
    client: trusted.client,
    path: { id: before.id },
    headers,
    body: { reason },
    throwOnError: true,
  });
  const isDue = async () => {
    const sent = await sendMany();
    const due = new Set((await toCheck()).map(({ id }) => id));
    return sent.filter(({ id }) => due.has(id)).length;
  };
  expect(await isDue()).toBeLessThan(SENT);
  const { id, version } = await send(trusted);
  await withdrawCertificate({ client: staff, path: { id }, body: { version, reason }, throwOnError: true });
  expect(await isDue()).toBe(SENT);
  await sql(server, `UPDATE coa_data SET "endedAt" = now() - interval '91 days' WHERE "id" = $1`, [id]);
  expect(await isDue()).toBeLessThan(SENT);
});
