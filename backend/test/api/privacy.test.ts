import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  addComments,
  amendCertificate,
  approveSubmission,
  checkPersonalData,
  createCertificate,
  createLab,
  editBrand,
  erasePersonalData,
  exportPersonalData,
  exportSubscribers,
  getBrand,
  getCertificate,
  getCoa,
  getCorrection,
  getCorrectionLink,
  getSubmission,
  handleContactMessage,
  listContactMessages,
  listPersonalColumns,
  listStaffBrands,
  rejectSubmission,
  reportProblem,
  requestChanges,
  sendContactMessage,
  subscribe,
  verifyBrand,
  withdrawCertificate,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { ErasureResultDto, SubmissionDto, SubmitCoaDto } from '../../../frontend/src/api/generated/types.gen.js';
import {
  zCheckPersonalDataResponse,
  zErasePersonalDataResponse,
  zPersonalDataExportDto,
} from '../../../frontend/src/api/generated/zod.gen.js';
import { DATA_INVENTORY } from '../../src/modules/privacy/data-inventory.js';
import { emailsIn } from '../support/mail-folder.js';
import { serverOfThisFile } from '../support/test-server.js';
import { until } from '../support/until.js';
import { aLab, aReport, aSubmission, PASSED, published, signInAsStaff, sql, stored, submitted } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const server = serverOfThisFile();
let staff: Client;
let visitor: Client;
beforeAll(async () => {
  staff = await signInAsStaff(server, 'robin');
  visitor = server.client();
});

const REASON = 'Asked for in M-0F8FA-D5BD9';

let people = 0;
/** A unique address. */
const newAddress = () => `Quillon.${++people}@Private.example`;

const lookUp = (email: string) => checkPersonalData({ client: staff, body: { email, reason: REASON } });
const copyOf = (email: string) => exportPersonalData({ client: staff, body: { email, reason: REASON } });
const erase = (email: string, confirmation = email) =>
  erasePersonalData({ client: staff, body: { email, confirmation, reason: REASON } });

/** How much of each kind is stored about an address. */
const exportedOn = async (email: string): Promise<Record<string, number>> => counts((await lookUp(email)).data ?? []);

const counts = (parts: readonly Pick<ErasureResultDto, 'part' | 'count'>[]) =>
  Object.fromEntries(parts.filter(({ count }) => count > 0).map(({ part, count }) => [part, count]));

const privateOnes = (contactEmail: string): Partial<SubmitCoaDto> => ({
  contactName: 'Quillon Vextor',
  contactEmail,
  notes: 'Ring at the back door.',
  testResults: { sampledBy: 'Quillon Vextor' },
});

const MAJOR = { code: 'batch-mismatch', weight: 'major', text: 'The report says #C9031.' } as const;

async function sendBack({ id, version }: SubmissionDto): Promise<SubmissionDto> {
  const body = { version, comments: [MAJOR] };
  return (await requestChanges({ client: staff, path: { id }, body, throwOnError: true })).data;
}

async function reject({ id, version }: SubmissionDto): Promise<SubmissionDto> {
  const body = { version, reason: 'The photo cannot be read.' };
  return (await rejectSubmission({ client: staff, path: { id }, body, throwOnError: true })).data;
}

const writeTo = async (email: string) => {
  const body = { name: 'Quillon Vextor', email, topic: 'privacy', message: 'Please delete everything.' } as const;
  await sendContactMessage({ client: visitor, body, throwOnError: true });
};

/** A person with data in every category. */
async function newPerson() {
  const email = newAddress();
  const sent = privateOnes(email);
  await subscribe({ client: visitor, body: { email }, throwOnError: true });
  await writeTo(email.toUpperCase());
  const pending = await submitted(staff, visitor, sent);
  const returned = await sendBack(await submitted(staff, visitor, sent));
  const { data: link } = await getCorrectionLink({ client: staff, path: { id: returned.id }, throwOnError: true });
  const rejected = await reject(await submitted(staff, visitor, sent));
  const brandName = `Brand of ${email}`.replace('@', ' at ');
  const shown = await published(staff, visitor, { ...sent, brandName });
  const problem = { reason: 'other', text: 'I am Quillon Vextor, and it is wrong.', email } as const;
  await reportProblem({ client: visitor, path: { reference: shown.reference }, body: problem, throwOnError: true });
  const withdrawn = await published(staff, visitor, { ...sent, brandName });
  const body = { version: withdrawn.version, reason: 'The laboratory declared it void.' };
  await withdrawCertificate({ client: staff, path: { id: withdrawn.id }, body, throwOnError: true });
  return { email, pending, returned, rejected, shown, withdrawn, brandName, token: link.path.split('/').at(-1) ?? '' };
}

const EXPECTED_COUNTS = {
  subscription: 1,
  messages: 1,
  'problem-reports': 1,
  'open-submissions': 2,
  'published-certificates': 2,
  'rejected-submissions': 1,
  'brand-contacts': 1,
};

/** All tables as text: the person's address and name must be gone. */
async function everything(): Promise<string> {
  const tables = await sql<{ name: string }>(
    server,
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  const rows = tables.map(({ name }) => `SELECT to_jsonb(t)::text AS text FROM "${name}" t`).join(' UNION ALL ');
  return (await sql<{ text: string }>(server, rows)).map(({ text }) => text).join('\n');
}

/** All files in the mail folder, decoded and raw. */
async function mailFiles(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  const raw = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return `${raw.join('\n')}\n${JSON.stringify(await emailsIn(folder))}`.toLowerCase();
}

describe('a person', () => {
  it('is counted, exported, and erased everywhere, whatever the case of the address', async () => {
    const { email, pending } = await newPerson();
    await published(staff, visitor, { contactEmail: 'other.person@mail.example' });
    const counted = await lookUp(email.toLowerCase());
    expect(counted.response?.status).toBe(200);
    expect(zCheckPersonalDataResponse.parse(counted.data)).toEqual(counted.data);
    const { mail = 0, ...rest } = counts(counted.data ?? []);
    expect(rest).toEqual(EXPECTED_COUNTS);
    expect(mail).toBeGreaterThan(0);
    expect(JSON.stringify(counted.data)).not.toMatch(/quillon|vextor|back door/i);

    const { data: copy, response } = await copyOf(email.toUpperCase());
    expect(response?.status).toBe(200);
    expect(zPersonalDataExportDto.parse(copy)).toEqual(copy);
    const records = Object.fromEntries((copy?.parts ?? []).map(({ part, records }) => [part, records.length]));
    expect(records).toEqual({ ...EXPECTED_COUNTS, mail: expect.any(Number) });
    expect(records.mail).toBeGreaterThan(0);
    const text = JSON.stringify(copy);
    for (const given of [email, 'Quillon Vextor', 'Ring at the back door.', 'Please delete everything.', 'sampledBy']) {
      expect(text).toContain(given);
    }
    expect(text).toContain(pending.reference);
    expect(text).not.toContain('other.person@mail.example');

    const refused = await erase(email, 'quillon@private.example');
    expectProblem(refused, 400, wrong('confirmation', 'This is not the address you looked up'));
    const erased = await erase(email, email.toLowerCase());
    expect(erased.response?.status).toBe(200);
    expect(zErasePersonalDataResponse.parse(erased.data)).toEqual(erased.data);
    expect(counts(erased.data ?? [])).toEqual({ ...EXPECTED_COUNTS, mail: expect.any(Number) });
    expect((await everything()).toLowerCase()).not.toContain(email.toLowerCase());
    expect(await exportedOn(email)).toEqual({});
    expect((await copyOf(email)).data?.parts).toEqual([]);
    const log = `SELECT DISTINCT "action", "actorName" FROM audit_log WHERE "subject" = (
      SELECT "subject" FROM audit_log WHERE "action" = 'personal-data.erased' ORDER BY "id" DESC LIMIT 1) ORDER BY 1`;
    expect(await sql(server, log)).toEqual(
      ['erased', 'exported', 'looked-up'].map((done) => ({ action: `personal-data.${done}`, actorName: 'robin' })),
    );
  });

  it('names the verified brand and the lab that erasure keeps', async () => {
    const email = newAddress();
    const brandName = `Verified ${email}`.replace('@', ' at ');
    await published(staff, visitor, { ...privateOnes(email), brandName });
    const { data: brand } = await getBrand({ client: visitor, path: { brandName }, throwOnError: true });
    await verifyBrand({ client: staff, path: { id: brand.id }, body: { contactEmail: email }, throwOnError: true });
    const lab = { name: `Lab of ${email}`.replace('@', ' at '), contactEmail: email.toLowerCase() };
    await createLab({ client: staff, body: lab, throwOnError: true });
    const { data } = await lookUp(email);
    expect(data?.filter(({ names }) => names.length > 0)).toMatchObject([
      { part: 'public-brand-contacts', names: [brandName], erasure: 'stays', count: 1 },
      { part: 'partner-labs', names: [lab.name], erasure: 'stays', count: 1 },
    ]);
    expect(counts((await erase(email)).data ?? [])).not.toHaveProperty('brand-contacts');
    const { data: after } = await getBrand({ client: visitor, path: { brandName }, throwOnError: true });
    expect(after).toEqual({ ...brand, verified: true, contactEmail: email });
  });
});

describe('POST /api/staff/privacy/erasure', () => {
  it('redacts address and name in texts by others, and deletes mail files', async () => {
    const { email, pending } = await newPerson();
    await submitted(staff, visitor, { contactEmail: email, contactName: 'Zephyrine Okonkwo' });
    const said = `Zephyrine Okonkwo <${email.toUpperCase()}> did not answer. Ask "${email}"\n${email}.`;
    await addComments({
      client: staff,
      path: { id: pending.id },
      body: { version: pending.version, comments: [{ ...MAJOR, weight: 'advisory', text: said }] },
      throwOnError: true,
    });
    const others = await submitted(staff, visitor, { notes: said, testResults: { said: [said] } });
    const refused = await submitted(staff, visitor, { contactEmail: 'other@mail.example' });
    const body = { version: refused.version, reason: said };
    await rejectSubmission({ client: staff, path: { id: refused.id }, body, throwOnError: true });
    const ended = await published(staff, visitor);
    const withdrawal = { version: ended.version, reason: said };
    await withdrawCertificate({ client: staff, path: { id: ended.id }, body: withdrawal, throwOnError: true });
    await sendContactMessage({
      client: visitor,
      body: { email: 'other@mail.example', topic: 'other', message: said },
      throwOnError: true,
    });
    const { client, headers } = await aLab(server, staff);
    const report = aReport({ notes: said });
    const sent = { client, headers: { ...headers, 'Idempotency-Key': 'mentions' }, body: report };
    await createCertificate({ ...sent, throwOnError: true });
    // A table created after erasure was written.
    await sql(server, 'CREATE TABLE later_notes (id integer PRIMARY KEY, kept jsonb, version integer DEFAULT 1)');
    await sql(server, 'INSERT INTO later_notes VALUES (1, $1)', [JSON.stringify({ was: [{ notes: said }] })]);
    await until('the mail is sent', async () => {
      const names = await readdir(server.mailFolder).catch(() => []);
      const [waiting] = await sql<{ n: number }>(
        server,
        `SELECT count(*)::int AS n FROM mail_outbox WHERE state = 'waiting'`,
      );
      return names.length > 0 && waiting?.n === 0;
    });
    expect(await mailFiles(server.mailFolder)).toContain(email.toLowerCase());

    await erase(email);

    const left = `${await everything()}\n${await mailFiles(server.mailFolder)}`.toLowerCase();
    expect(left).toContain('[removed] <[removed]> did not answer. ask');
    expect(left).not.toContain(email.toLowerCase());
    // The audit log is append-only. It has no address; a name that staff wrote in a reason stays, and the response says
    // so.
    const withoutLog = left
      .split('\n')
      .filter((row) => !row.includes('"actorid"'))
      .join('\n');
    expect(withoutLog).not.toContain('okonkwo');
    expect(left).toContain('other@mail.example');
    const [kept] = await sql<{ kept: unknown; version: number }>(server, 'SELECT kept, version FROM later_notes');
    const clean = '[removed] <[removed]> did not answer. Ask "[removed]"\n[removed].';
    expect(kept).toEqual({ kept: { was: [{ notes: clean }] }, version: 2 });
    const { data: stored } = await getSubmission({ client: staff, path: { id: others.id }, throwOnError: true });
    expect(stored).toMatchObject({ notes: clean, version: others.version + 1 });
    expect(JSON.parse(stored.submittedResults ?? '')).toEqual({ said: [clean] });
    const repeated = await createCertificate({ ...sent, throwOnError: true });
    expect(repeated.response.headers.get('idempotent-replayed')).toBe('true');
    expect(repeated.data).toMatchObject({ notes: clean });
    await sql(server, 'DROP TABLE later_notes');
  });

  it("keeps longer addresses and other people's data", async () => {
    const email = newAddress();
    await writeTo(email);
    const longer = [`x${email}`, `${email}.uk`, `x.${email}`, 'Quillon Vextorsen'].join(' and ');
    const other = await submitted(staff, visitor, { notes: longer });
    await erase(email);
    const { data } = await getSubmission({ client: staff, path: { id: other.id }, throwOnError: true });
    expect(data).toMatchObject({ notes: longer, version: other.version });
  });

  it('changes no published certificate, byte for byte', async () => {
    const { email, shown, withdrawn } = await newPerson();
    const answers = async () => {
      const addresses = [
        ...[shown, withdrawn].map(({ reference }) => `/api/certificates/${reference}`),
        `/api/coa/${encodeURIComponent(shown.batchId)}`,
        '/api/coa?limit=200',
        '/api/brands',
        '/api/coa-statistics',
      ];
      return Promise.all(addresses.map(async (address) => (await fetch(`${server.url}${address}`)).text()));
    };
    const before = await answers();
    expect(before.join()).toContain(shown.batchId);
    await erase(email);
    expect(await answers()).toEqual(before);
    const read = { client: visitor, throwOnError: true } as const;
    expect((await getCertificate({ ...read, path: { reference: shown.reference } })).data.batchId).toBe(shown.batchId);
    expect((await getCoa({ ...read, path: { batchId: shown.batchId } })).data.reference).toBe(shown.reference);
  });

  it('leaves an open submission to be decided, without a way to request changes', async () => {
    const { email, pending, returned, token } = await newPerson();
    await erase(email);
    expect((await getCorrection({ client: visitor, path: { token } })).response?.status).toBe(404);
    for (const { id, version } of [pending, returned]) {
      const { data } = await getSubmission({ client: staff, path: { id }, throwOnError: true });
      expect(data).toMatchObject({
        submissionStatus: 'pending',
        version: version + 1,
        contactName: null,
        contactEmail: null,
        notes: null,
        submittedResults: null,
      });
    }
    const path = { id: pending.id };
    const outdated = await approveSubmission({ client: staff, path, body: { ...PASSED, version: pending.version } });
    expectProblem(outdated, 412, { type: '/problems/changed-meanwhile' });
    const stored = { version: pending.version + 1 };
    expectProblem(await requestChanges({ client: staff, path, body: { ...stored, comments: [MAJOR] } }), 409, {
      type: '/problems/nobody-to-ask',
      detail:
        'The sender had their contact details erased, so there is no one to ask for changes. Approve the submission or reject it.',
      errors: [],
    });
    expect((await approveSubmission({ client: staff, path, body: { ...PASSED, ...stored } })).response?.status).toBe(
      200,
    );
    await reject({ ...returned, version: returned.version + 1 });
    expect((await everything()).toLowerCase()).not.toContain(email.toLowerCase());
  });

  it('is atomic', async () => {
    const { email } = await newPerson();
    const before = await stored(server);
    await sql(server, `ALTER TABLE audit_log ADD CONSTRAINT "full" CHECK (action <> 'personal-data.erased') NOT VALID`);
    try {
      expect((await erase(email)).response?.status).toBe(500);
      expect(await stored(server)).toEqual(before);
    } finally {
      await sql(server, `ALTER TABLE audit_log DROP CONSTRAINT "full"`);
    }
  });

  it('runs once for two concurrent requests', async () => {
    const { email } = await newPerson();
    const answers = await Promise.all([erase(email), erase(email)]);
    expect(answers.map(({ response }) => response?.status)).toEqual([200, 200]);
    const { mail, ...sum } = counts(
      (answers[0].data ?? []).map(({ part, count }, index) => ({
        part,
        count: count + (answers[1].data?.[index]?.count ?? 0),
      })),
    );
    expect(sum).toEqual(EXPECTED_COUNTS);
    expect(await exportedOn(email)).toEqual({});
  });

  it('is complete while certificates are decided, amended and submitted concurrently', async () => {
    const email = newAddress();
    const sent = (brandName: string) => ({ ...privateOnes(email), brandName });
    const brand = `Busy ${people}`;
    const shown = await published(staff, visitor, sent(brand));
    const waiting = await Promise.all([1, 2, 3, 4].map((n) => submitted(staff, visitor, sent(`${brand} ${n % 3}`))));
    const { contactName, contactEmail, ...content } = aSubmission({ brandName: brand, batchId: shown.batchId });
    const amendment = { ...content, ...PASSED, version: shown.version, reason: 'The container size was wrong.' };
    const answers = await Promise.all([
      ...waiting
        .slice(0, 2)
        .map(({ id, version }) => approveSubmission({ client: staff, path: { id }, body: { ...PASSED, version } })),
      erase(email),
      amendCertificate({ client: staff, path: { id: shown.id }, body: amendment }),
      ...waiting
        .slice(2)
        .map(({ id, version }) => approveSubmission({ client: staff, path: { id }, body: { ...PASSED, version } })),
    ]);
    for (const { response } of answers) expect([200, 201, 409, 412]).toContain(response?.status);
    const left = await exportedOn(email);
    expect(left).toEqual({});
    expect((await everything()).toLowerCase()).not.toContain(email.toLowerCase());
  });
});

describe('the audit log', () => {
  it('has no address, whatever staff did and wrote', async () => {
    const { email, pending, brandName } = await newPerson();
    const comments = [{ ...MAJOR, weight: 'advisory' as const, text: `Wrote to ${email}` }];
    const { data: commented } = await addComments({
      client: staff,
      path: { id: pending.id },
      body: { version: pending.version, comments },
      throwOnError: true,
    });
    await rejectSubmission({
      client: staff,
      path: { id: pending.id },
      body: { version: commented.version, reason: `We wrote to ${email} and heard nothing.` },
      throwOnError: true,
    });
    const { data: brands } = await listStaffBrands({ client: staff, throwOnError: true });
    const brand = brands.find((one) => one.brandName === brandName);
    const path = { id: brand?.id ?? 0 };
    const details = { version: brand?.version ?? 0, name: `${brandName} 2`, contactEmail: email };
    const { data: edited } = await editBrand({ client: staff, path, body: details, throwOnError: true });
    await verifyBrand({ client: staff, path, body: { contactEmail: email }, throwOnError: true });
    await createLab({ client: staff, body: { name: edited.brandName, contactEmail: email }, throwOnError: true });
    await exportSubscribers({ client: staff, body: { status: 'all', search: email }, throwOnError: true });
    const { data: messages } = await listContactMessages({
      client: staff,
      query: { search: email },
      throwOnError: true,
    });
    const message = messages[0]?.id ?? '';
    const handling = { version: 1, note: `Answered ${email}` };
    await handleContactMessage({ client: staff, path: { id: message }, body: handling, throwOnError: true });
    const request = { email, reason: `${email} wrote to us` };
    await checkPersonalData({ client: staff, body: request, throwOnError: true });
    await erasePersonalData({ client: staff, body: { ...request, confirmation: email }, throwOnError: true });

    const [log] = await sql<{ text: string }>(server, `SELECT string_agg(a::text, '') AS text FROM audit_log a`);
    expect(log?.text).toContain('personal-data.erased');
    expect(log?.text).toContain('[mail address] wrote to us');
    expect(log?.text).not.toMatch(/[^\s"]@[^\s"]/);
    expect(log?.text).not.toMatch(/quillon vextor/i);
  });
});

describe('a request about personal data', () => {
  it('is rejected and not logged if its input is bad', async () => {
    const before = await stored(server);
    for (const [body, field, message] of [
      [{ reason: REASON }, 'email', 'Enter the whole address'],
      [{ email: 'quillon', reason: REASON }, 'email', 'Enter the whole address'],
      [{ email: '%@private.example,', reason: REASON }, 'email', 'Enter the whole address'],
      [{ email: 'sam@mail.example' }, 'reason', 'Reason is required'],
      [{ email: 'sam@mail.example', reason: ' ' }, 'reason', 'Reason is required'],
      [{ email: 'sam@mail.example', reason: 'a'.repeat(301) }, 'reason', 'Reason can be at most 300 characters'],
    ] as const) {
      expectProblem(await checkPersonalData({ client: staff, body: body as never }), 400, wrong(field, message));
    }
    expect(await stored(server)).toEqual(before);
  });

  it('lists where personal data is stored', async () => {
    const { data } = await listPersonalColumns({ client: staff, throwOnError: true });
    expect(data).toEqual(DATA_INVENTORY.map(({ retention, ...column }) => ({ ...column, kept: retention })));
  });
});
