import { randomUUID } from 'node:crypto';

/** The clients of a faulty system: a staff member and a trusted lab. */
export interface TestUsers {
  /** Request headers of the staff member. */
  readonly staff: Readonly<Record<string, string>>;
  /** Request headers of the lab. */
  readonly lab: Readonly<Record<string, string>>;
}

/** Creates both through the API. @param oneTimePassword of an administrator */
export async function createUsers(url: string, username: string, oneTimePassword: string): Promise<TestUsers> {
  let cookie = '';
  const send = async (method: string, path: string, body: unknown) => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const given = response.headers.getSetCookie().map((text) => text.split(';')[0]);
    if (given.length > 0) cookie = given.join('; ');
    return response.status === 204 ? null : response.json();
  };
  const newPassword = 'correct horse battery staple';
  await send('POST', '/api/staff/session', { username, password: oneTimePassword });
  await send('PUT', '/api/staff/password', { currentPassword: oneTimePassword, newPassword });
  const lab = await send('POST', '/api/staff/labs', { name: `Lab ${randomUUID()}`, contactEmail: 'data@lab.example' });
  const trust = { trusted: true, reason: 'As agreed', version: lab.version };
  await send('PUT', `/api/staff/labs/${lab.id}/trust`, trust);
  const scopes = ['certificates:write', 'certificates:read', 'webhooks:manage'];
  const issued = await send('POST', `/api/staff/labs/${lab.id}/keys`, { label: 'LIMS', scopes });
  return { staff: { cookie }, lab: { authorization: `Bearer ${issued.key}` } };
}

const COMMON = {
  productName: 'Yuzu Seltzer 5 mg',
  thcContent: 4.82,
  cbdContent: 0.4,
  testDate: '2026-10-14',
};

/** A visitor's submission. */
export const submission = (batchId: string, brandName = 'Juniper & Tide') => ({
  ...COMMON,
  brandName,
  batchId,
  contactName: 'Robin Vale',
  contactEmail: 'robin@submitter.example',
  labName: 'Example Analytical',
});

const PASSED = { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'passed' };

/** A lab's certificate. */
export const report = (batchId: string, brandName = 'Juniper & Tide') => ({
  ...COMMON,
  brandName,
  batchId,
  labReportId: `EA-${batchId}`,
  status: 'passed',
  panels: PASSED,
});

/** A reviewer's approval. */
export const approval = (version: number) => ({
  version,
  status: 'passed',
  panels: PASSED,
  documentAbsence: 'paper-only',
});
