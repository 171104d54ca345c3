import { randomUUID } from 'node:crypto';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  changeLab,
  changeLabSuspension,
  changeLabTrust,
  createCertificate,
  createLab,
  createLabKey,
  getLab,
  getPartnerLab,
  listLabCertificates,
  listLabKeys,
  listLabs,
  revokeLabKey,
  withdrawOwnCertificate,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type {
  IssuedLabKeyDto,
  LabDto,
  ListLabCertificatesData,
  PartnerCertificateDto,
} from '../../../frontend/src/api/generated/types.gen.js';
import {
  zIssuedLabKeyDto,
  zLabDto,
  zLabKeyDto,
  zListLabCertificatesResponse,
  zPartnerLabDto,
} from '../../../frontend/src/api/generated/zod.gen.js';
import { serverOfThisFile } from '../support/test-server.js';
import {
  aReport,
  type LabWithKey,
  aLab as labWithClient,
  labWithKey,
  pageAt,
  signInAsStaff,
  sql,
  UNKNOWN_ID,
} from './api-helpers.js';
import { type Call, callsOf, readDocument } from './document.js';
import { expectProblem, expectProblemOf, wrong } from './problem.js';

const server = serverOfThisFile();
let staff: Client;
beforeAll(async () => {
  staff = await signInAsStaff(server, 'robin');
});

const ORDER = { label: 'LIMS', scopes: ['certificates:read' as const] };

let made = 0;
async function aLab(): Promise<LabDto> {
  made += 1;
  const body = { name: `Example Analytical ${made}`, contactEmail: 'data@lab.example' };
  return (await createLab({ client: staff, body, throwOnError: true })).data;
}

const issue = (id: string, differing = {}) =>
  createLabKey({ client: staff, path: { id }, body: { ...ORDER, ...differing } });

async function aKey(id: string, differing = {}): Promise<IssuedLabKeyDto> {
  return (await issue(id, differing)).data as IssuedLabKeyDto;
}

const keysOf = async (id: string) => (await listLabKeys({ client: staff, path: { id }, throwOnError: true })).data;

describe('certificates of a lab', () => {
  const list = (id: string, query: ListLabCertificatesData['query'] = {}) =>
    listLabCertificates({ client: staff, path: { id }, query });

  it('are listed for administrators with every status, searchable, filterable and paged', async () => {
    const sender = await labWithClient(server, staff);
    const other = await labWithClient(server, staff);
    const send = async (client: Client, body: PartnerCertificateDto) =>
      (await createCertificate({ client, headers: { 'Idempotency-Key': randomUUID() }, body, throwOnError: true }))
        .data;
    const first = await send(sender.client, aReport({ productName: 'Medlar Tea 5 mg', labReportId: 'MT-1' }));
    const second = await send(sender.client, aReport({ productName: 'Quince Soda 5 mg', labReportId: 'QS-2' }));
    await send(other.client, aReport({ productName: 'Medlar Tea 5 mg', labReportId: 'MT-1' }));
    await withdrawOwnCertificate({
      client: sender.client,
      path: { id: second.id },
      headers: { 'If-Match': '"v1"' },
      body: { reason: 'Wrong sample' },
      throwOnError: true,
    });
    const { id } = sender.lab;
    const { data, response } = await list(id);
    expect(zListLabCertificatesResponse.parse(data)).toEqual(data);
    expect(response?.headers.get('x-total-count')).toBe('2');
    expect(data?.map(({ reference, submissionStatus, takenBack }) => [reference, submissionStatus, takenBack])).toEqual(
      [
        [second.reference, 'rejected', true],
        [first.reference, 'pending', false],
      ],
    );
    const found = async (query: ListLabCertificatesData['query']) =>
      (await list(id, query)).data?.map(({ labReportId }) => labReportId);
    expect(await found({ search: 'medlar' })).toEqual(['MT-1']);
    expect(await found({ submissionStatus: 'rejected' })).toEqual(['QS-2']);
    const page = await pageAt(staff, `/api/staff/labs/${id}/certificates?limit=1`);
    expect(page.data).toEqual([data?.[0]]);
    expect((await pageAt(staff, page.next ?? '')).data).toEqual([data?.[1]]);
  });

  it('of an unknown lab return 404', async () => {
    for (const id of [UNKNOWN_ID, 'x', '../labs']) {
      expectProblem(await list(id), 404, { type: '/problems/lab-not-found' });
    }
  });

  it.each([
    [{ submissionStatus: 'lost' }, 'submissionStatus'],
    [{ search: 'x'.repeat(101) }, 'search'],
    [{ cursor: 'eyJhdCI6MX0' }, 'cursor'],
  ])('cannot be listed by %j', async (query, field) => {
    const { id } = await aLab();
    expectProblem(await list(id, query as never), 400, {
      type: '/problems/invalid-input',
      errors: [expect.objectContaining({ field })],
    });
  });
});

describe('partner labs', () => {
  it('are created, listed by name, and read individually', async () => {
    const body = { name: ' Zest  Labs ', website: 'https://zest.example', contactEmail: 'data@zest.example' };
    const { data, response } = await createLab({ client: staff, body, throwOnError: true });
    expect(response.status).toBe(201);
    expect(zLabDto.parse(data)).toEqual(data);
    const expected = {
      ...body,
      name: 'Zest Labs',
      accreditation: null,
      trusted: false,
      suspended: false,
      version: 1,
      demonstration: false,
      reportHosts: [],
    };
    expect(data).toEqual({ ...expected, id: expect.any(String), createdAt: expect.any(String) });
    expect((await getLab({ client: staff, path: { id: data.id } })).data).toEqual(data);
    await createLab({ client: staff, body: { ...body, name: 'alder' }, throwOnError: true });
    const { data: all } = await listLabs({ client: staff, throwOnError: true });
    expect(all).toContainEqual(data);
    const names = all.map(({ name }) => name);
    expect(names.indexOf('alder')).toBeLessThan(names.indexOf('Zest Labs'));
    const again = await createLab({ client: staff, body: { ...body, name: 'ZEST LABS' } });
    expectProblem(again, 409, { type: '/problems/lab-name-taken' });
  });

  it.each([
    [{ contactEmail: 'data@lab.example' }, 'name', 'Name is required'],
    [{ name: 'x' }, 'contactEmail', 'A valid contact address is required'],
    [{ name: 'x', contactEmail: 'nobody' }, 'contactEmail', 'A valid contact address is required'],
    [
      { name: 'x', contactEmail: 'data@lab.example', website: 'ftp://lab.example' },
      'website',
      'Website must be a link that starts with http:// or https://',
    ],
  ])('are not created from %j', async (body, field, message) => {
    expectProblem(await createLab({ client: staff, body: body as never }), 400, wrong(field, message));
  });

  it('have an accreditation, which staff and the lab read as it was entered', async () => {
    const { id, version } = await aLab();
    const { key } = await aKey(id);
    const self = async () =>
      (await fetch(`${server.url}/api/partner/lab`, { headers: { authorization: `Bearer ${key}` } })).json();
    expect(await self()).toMatchObject({ accreditation: null });
    const accreditation = {
      body: 'Example Accreditation Board',
      number: '1234.56',
      scopeUrl: 'https://a2la.example/1234',
      expiresOn: '2020-06-30',
    };
    const renamed = { name: `Accredited ${id}`, contactEmail: 'new@lab.example', website: 'https://new.example' };
    const body = { ...renamed, accreditation, version };
    const { data } = await changeLab({ client: staff, path: { id }, body, throwOnError: true });
    expect(data).toMatchObject({ ...renamed, version: 2 });
    const enteredOn = new Date().toISOString().slice(0, 10);
    expect(data.accreditation).toEqual({ ...accreditation, enteredOn, state: 'expired' });
    expect(zLabDto.parse(data)).toEqual(data);
    expect((await getLab({ client: staff, path: { id } })).data).toEqual(data);
    expect(await self()).toMatchObject({ accreditation: data.accreditation });
    expectProblem(await changeLab({ client: staff, path: { id }, body }), 409, { type: '/problems/lab-changed' });
    const without = { ...renamed, version: 2 };
    const { data: after } = await changeLab({ client: staff, path: { id }, body: without, throwOnError: true });
    expect(after).toMatchObject({ accreditation: null, version: 3 });
  });

  it.each([
    [{ number: '1' }, 'accreditation.body', 'Accreditation body is required'],
    [{ body: 'x'.repeat(101) }, 'accreditation.body', 'Accreditation body can be at most 100 characters'],
    [
      { body: 'x', number: 'x'.repeat(101) },
      'accreditation.number',
      'Accreditation number can be at most 100 characters',
    ],
    [
      { body: 'x', scopeUrl: 'http://a2la.example' },
      'accreditation.scopeUrl',
      'The scope link must start with https://',
    ],
    [
      { body: 'x', expiresOn: '2027-02-30' },
      'accreditation.expiresOn',
      'Expiry date: there is no such day as 2027-02-30',
    ],
    ['Example Accreditation Board', 'accreditation', 'accreditation must be an object'],
  ])('cannot have an accreditation like %j', async (accreditation, field, message) => {
    const body = { name: 'x', contactEmail: 'data@lab.example', accreditation } as never;
    expectProblem(await createLab({ client: staff, body }), 400, wrong(field, message));
  });

  it('are trusted for a reason only', async () => {
    const { id, version } = await aLab();
    const trust = (reason: string) =>
      changeLabTrust({ client: staff, path: { id }, body: { trusted: true, reason, version } });
    expectProblem(await trust(' '), 400, wrong('reason', 'A reason is required'));
    expect((await trust('No corrections in a year')).data).toMatchObject({ trusted: true, version: 2 });
    const log = `SELECT "action", "actorName" FROM audit_log WHERE "subject" = $1 ORDER BY "id"`;
    expect(await sql(server, log, [`lab:${id}`])).toEqual(
      ['lab.created', 'lab.trusted'].map((action) => ({ action, actorName: 'robin' })),
    );
  });

  it('return 404 if unknown', async () => {
    const path = { id: UNKNOWN_ID };
    const notFound = { type: '/problems/lab-not-found' };
    expectProblem(await getLab({ client: staff, path }), 404, notFound);
    expectProblem(await getLab({ client: staff, path: { id: 'x' } }), 404, notFound);
    expectProblem(await listLabKeys({ client: staff, path }), 404, notFound);
    expectProblem(await issue(UNKNOWN_ID), 404, notFound);
    const { id } = await aLab();
    const revoking = await revokeLabKey({ client: staff, path: { id, keyId: UNKNOWN_ID } });
    expectProblem(revoking, 404, { type: '/problems/key-not-found' });
  });
});

describe('keys', () => {
  it('are shown once and stored as a digest', async () => {
    const { id } = await aLab();
    const { data, response } = await issue(id, { validDays: 30 });
    expect(response?.status).toBe(201);
    const issued = zIssuedLabKeyDto.parse(data);
    expect(issued).toEqual(data);
    const { key, ...shown } = issued;
    expect(key).toMatch(/^coa_live_[\w-]{43}$/);
    expect(shown).toMatchObject({
      prefix: key.slice(0, 13),
      lastFour: key.slice(-4),
      ...ORDER,
      state: 'live',
      createdBy: 'robin',
      lastUsedAt: null,
      revokedAt: null,
    });
    const days = (Date.parse(shown.expiresAt ?? '') - Date.parse(shown.createdAt)) / 86_400_000;
    expect(days).toBe(30);
    expect(await keysOf(id)).toEqual([zLabKeyDto.parse(shown)]);
    const kept = JSON.stringify([
      await sql(server, 'SELECT * FROM partner_keys'),
      await sql(server, 'SELECT * FROM audit_log'),
    ]);
    expect(kept).toContain(key.slice(0, 13));
    expect(kept).not.toContain(key.slice(13, -4));
  });

  it.each([
    [{ scopes: [] }, 'scopes', 'Choose at least one scope'],
    [{ scopes: ['everything'] }, 'scopes', 'Scopes are certificates:write, certificates:read, webhooks:manage'],
    [{ scopes: ['certificates:read', 'certificates:read'] }, 'scopes', 'List each scope only once'],
    [{ validDays: 0 }, 'validDays', 'A key is valid for 1 to 730 whole days'],
    [{ validDays: 1.5 }, 'validDays', 'A key is valid for 1 to 730 whole days'],
    [{ label: '' }, 'label', 'Label is required'],
  ])('are not issued for %j', async (differing, field, message) => {
    const { id } = await aLab();
    expectProblem(await issue(id, differing), 400, wrong(field, message));
    expect(await keysOf(id)).toEqual([]);
  });

  it('are at most two live ones, and revoking one makes room, once', async () => {
    const { id } = await aLab();
    const { id: keyId } = await aKey(id);
    await aKey(id);
    expectProblem(await issue(id), 409, {
      type: '/problems/too-many-keys',
      detail: 'A lab can have 2 live keys. Revoke one before you create another.',
    });
    const path = { id, keyId };
    const { data } = await revokeLabKey({ client: staff, path, throwOnError: true });
    expect(zLabKeyDto.parse(data)).toEqual(data);
    expect(data).toMatchObject({ state: 'revoked', revokedAt: expect.any(String) });
    const again = await revokeLabKey({ client: staff, path });
    expectProblem(again, 409, { type: '/problems/key-already-revoked' });
    expect((await issue(id)).response?.status).toBe(201);
    expect((await keysOf(id)).map(({ state }) => state).toSorted()).toEqual(['live', 'live', 'revoked']);
  });
});

const self = (headers: Record<string, string> = {}) => fetch(`${server.url}/api/partner/lab`, { headers });
const withKey = (key: string) => self({ authorization: `Bearer ${key}` });

it('GET /api/partner/lab returns the lab and the scopes of its key, and takes the scheme in any case', async () => {
  const { lab, issued, headers } = await labWithKey(staff, { scopes: ['webhooks:manage', 'certificates:read'] });
  const { data } = await getPartnerLab({ client: server.client(), headers, throwOnError: true });
  expect(zPartnerLabDto.parse(data)).toEqual(data);
  expect(data).toEqual({
    name: lab.name,
    trusted: false,
    accreditation: null,
    keyPrefix: issued.prefix,
    keyLastFour: issued.lastFour,
    scopes: ['webhooks:manage', 'certificates:read'],
    keyExpiresAt: null,
  });
  expect((await self({ authorization: `bearer  ${issued.key}` })).status).toBe(200);
});

const INVALID = 'Bearer realm="partner", error="invalid_token"';

describe('the partner API rejects', () => {
  it.each<[string, Record<string, string>]>([
    ['no header', {}],
    ['an empty one', { authorization: '' }],
    ['another scheme', { authorization: 'Basic cm9iaW46eA==' }],
    ['a scheme without a key', { authorization: 'Bearer' }],
    ['a key without its scheme', { authorization: `coa_live_${'k'.repeat(43)}` }],
    ['a key in another header', { 'x-api-key': `coa_live_${'k'.repeat(43)}` }],
  ])('%s', async (_, headers) => {
    const response = await self(headers);
    await expectProblemOf(response, 401, { type: '/problems/key-missing' });
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="partner"');
  });

  it.each([
    ['too short', `coa_live_${'k'.repeat(42)}`],
    ['longer than any', `coa_live_${'k'.repeat(15_000)}`],
    ['two in one', `coa_live_${'k'.repeat(43)} coa_live_${'k'.repeat(43)}`],
  ])('a malformed key: %s', async (_, key) => {
    const response = await withKey(key);
    await expectProblemOf(response, 401, { type: '/problems/key-malformed' });
    expect(response.headers.get('www-authenticate')).toBe(INVALID);
  });

  it('an unknown key, an altered one, and the digest of a key', async () => {
    const { issued } = await labWithKey(staff);
    const nearly = issued.key.slice(0, -1) + (issued.key.endsWith('A') ? 'B' : 'A');
    const [row] = await sql<{ digest: string }>(server, 'SELECT digest FROM partner_keys WHERE id = $1', [issued.id]);
    for (const key of [`coa_live_${'k'.repeat(43)}`, nearly, `coa_live_${row?.digest}`]) {
      const response = await withKey(key);
      await expectProblemOf(response, 401, { type: '/problems/key-unknown' });
      expect(response.headers.get('www-authenticate')).toBe(INVALID);
    }
  });

  it('a key that is expired or revoked, and all of a suspended lab, from the next request on', async () => {
    const { lab, issued } = await labWithKey(staff);
    const path = { id: lab.id };
    const suspend = { suspended: true, reason: 'A key was published', version: 1 };
    expect((await withKey(issued.key)).status).toBe(200);
    await changeLabSuspension({ client: staff, path, body: suspend, throwOnError: true });
    const refused = await withKey(issued.key);
    await expectProblemOf(refused, 403, { type: '/problems/lab-suspended' });
    expect(refused.headers.has('www-authenticate')).toBe(false);
    const resume = { suspended: false, reason: 'Keys were changed', version: 2 };
    await changeLabSuspension({ client: staff, path, body: resume, throwOnError: true });
    expect((await withKey(issued.key)).status).toBe(200);

    const expire = `UPDATE partner_keys SET "expiresAt" = $2 WHERE id = $1`;
    await sql(server, expire, [issued.id, new Date()]);
    const expired = await withKey(issued.key);
    await expectProblemOf(expired, 401, { type: '/problems/key-expired' });
    expect(expired.headers.get('www-authenticate')).toBe(INVALID);
    await sql(server, expire, [issued.id, null]);

    expect((await withKey(issued.key)).status).toBe(200);
    await revokeLabKey({ client: staff, path: { ...path, keyId: issued.id }, throwOnError: true });
    const revoked = await withKey(issued.key);
    await expectProblemOf(revoked, 401, { type: '/problems/key-revoked' });
    expect(revoked.headers.get('www-authenticate')).toBe(INVALID);
  });
});

const SCOPES = ['certificates:write', 'certificates:read', 'webhooks:manage'] as const;
const document = readDocument();
const partnerCalls = callsOf(document).filter(({ path }) => path.startsWith('/api/partner/'));
const scopeOf = ({ operation }: Call) => operation.security?.find((scheme) => scheme.partnerKey)?.partnerKey?.[0];
const urlOf = ({ path }: Call) => path.replace(/\{\w+\}/g, UNKNOWN_ID);

describe('an operation for labs', () => {
  /** For each scope, the header of a key that has all others. */
  const keysWithout = new Map<string, LabWithKey['headers']>();
  beforeAll(async () => {
    for (const scope of SCOPES) {
      const { headers } = await labWithKey(staff, { scopes: SCOPES.filter((one) => one !== scope) });
      keysWithout.set(scope, headers);
    }
  });

  /** Without a body, because authorization runs before validation. */
  const send = (call: Call, headers: Record<string, string> = {}) =>
    fetch(server.url + urlOf(call), { method: call.method, headers });

  it.each(partnerCalls)('returns 401 without a key, also for staff: $name', async (call) => {
    await expectProblemOf(await send(call), 401, { type: '/problems/key-missing' });
    const { response, error } = await staff.request({ method: call.method as 'GET', url: urlOf(call) });
    expectProblem({ response: response as Response, error }, 401, { type: '/problems/key-missing' });
  });

  it.each(partnerCalls)('returns 403 for a key without its scope: $name', async (call) => {
    const scope = scopeOf(call);
    const response = await send(call, keysWithout.get(scope ?? SCOPES[0]));
    if (!scope) {
      expect(response.status).toBe(200);
      return;
    }
    await expectProblemOf(response, 403, {
      type: '/problems/scope-missing',
      detail: `This key can't do that: it is missing the scope ${scope}.`,
    });
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer realm="partner", error="insufficient_scope", scope="${scope}"`,
    );
  });
});

it('a key grants no access to staff operations', async () => {
  const { headers } = await labWithKey(staff);
  const response = await fetch(`${server.url}/api/staff/labs`, { headers });
  await expectProblemOf(response, 401, { type: '/problems/not-signed-in' });
});
