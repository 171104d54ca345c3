import { randomUUID } from 'node:crypto';

/** Who uses the product while it is faulty: a member of staff, and a laboratory that publishes at once. */
export interface TestUsers {
  /** Headers that a member of staff sends. */
  readonly staff: Readonly<Record<string, string>>;
  /** Headers that the laboratory sends. */
  readonly lab: Readonly<Record<string, string>>;
}

/** Makes them over the product's own interface. @param oneTimePassword of an administrator */
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
  const scopes = ['certificates:write', 'certificates:read'];
  const issued = await send('POST', `/api/staff/labs/${lab.id}/keys`, { label: 'LIMS', scopes });
  return { staff: { cookie }, lab: { authorization: `Bearer ${issued.key}` } };
}

const COMMON = {
  productName: 'Yuzu Seltzer 5 mg',
  thcContent: 4.82,
  cbdContent: 0.4,
  testDate: '2026-10-14',
};

/** What a visitor hands in. */
export const submission = (batchId: string, brandName = 'Juniper & Tide') => ({
  ...{ ...COMMON, brandName, batchId, contactName: 'Robin Vale', contactEmail: 'robin@submitter.example' },
  labName: 'Example Analytical',
});

const PASSED = { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'passed' };

/** What a laboratory sends. */
export const report = (batchId: string, brandName = 'Juniper & Tide') => ({
  ...{ ...COMMON, brandName, batchId, labReportId: `EA-${batchId}`, status: 'passed', panels: PASSED },
});

/** What a reviewer says of a submission. */
export const approval = (version: number) => ({ version, status: 'passed', panels: PASSED });
