import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  amendCertificate,
  getCertificate,
  getCoa,
  getSubmission,
  listCoas,
  withdrawCertificate,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { StaffAmendmentDto, SubmissionDto } from '../../../frontend/src/api/generated/types.gen.js';
import { zCoaDto, zSubmissionDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { serverOfThisFile } from '../support/test-server.js';
import { PASSED, published, signInAsStaff, sql, stored } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const server = serverOfThisFile();
let visitor: Client;
let staff: Client;
let other: Client;
beforeAll(async () => {
  visitor = server.client();
  staff = await signInAsStaff(server, 'robin');
  other = await signInAsStaff(server, 'kim');
});

const REASON = 'The laboratory corrected the container size.';

/** An amendment; its content is that of the certificate unless overridden. */
function anAmendment(original: SubmissionDto, differing: Partial<StaffAmendmentDto> = {}): StaffAmendmentDto {
  const { brandName, productName, batchId, thcContent, cbdContent, testDate, labName, version } = original;
  const content = { brandName, productName, batchId, thcContent, cbdContent, testDate, labName };
  return { ...content, ...PASSED, version, reason: REASON, ...differing };
}

const amend = ({ id }: SubmissionDto, body: unknown, client = staff) =>
  amendCertificate({ client, path: { id }, body: body as StaffAmendmentDto });

const withdraw = ({ id, version }: SubmissionDto, differing: object = {}, client = staff) =>
  withdrawCertificate({ client, path: { id }, body: { version, reason: 'The result is void.', ...differing } });

const atBatch = async (batchId: string) =>
  (await getCoa({ client: visitor, path: { batchId }, throwOnError: true })).data;
const called = async (reference: string) =>
  (await getCertificate({ client: visitor, path: { reference }, throwOnError: true })).data;

const NOT_PUBLISHED = {
  type: '/problems/not-published',
  detail: 'Only a published certificate can be withdrawn or amended.',
  errors: [],
};

describe('an amended certificate', () => {
  it('is replaced by the amendment, but stays readable at its address with a link to it and the reason', async () => {
    const original = await published(staff, visitor, { batchId: 'AM-1', brandName: 'Amended', thcContent: 6 });
    const before = await atBatch('AM-1');
    const { data: current, response } = await amend(original, anAmendment(original, { thcContent: 4.9 }));
    expect(response?.status).toBe(201);
    expect(zSubmissionDto.parse(current)).toEqual(current);
    expect(current).toMatchObject({
      submissionStatus: 'approved',
      source: 'staff',
      supersedes: original.id,
      amendmentReason: REASON,
      contactName: 'Robin Vale',
      contactEmail: 'robin@submitter.example',
      thcContent: 4.9,
    });

    const link = { batchId: 'AM-1', productName: original.productName };
    const now = await atBatch('AM-1');
    expect(zCoaDto.parse(now)).toEqual(now);
    expect(now).toMatchObject({
      reference: current?.reference,
      thcContent: 4.9,
      standing: 'approved',
      amendmentReason: REASON,
      replaces: { ...link, reference: original.reference },
      replacedBy: null,
      endedAt: null,
      source: 'staff',
    });
    const old = await called(original.reference);
    expect(zCoaDto.parse(old)).toEqual(old);
    expect(old).toEqual({
      ...before,
      findings: [expect.objectContaining({ code: 'over-label' })],
      standing: 'superseded',
      verdict: {
        tone: 'danger',
        doNotDrink: false,
        details: [],
        countedThcMg: 6,
        isStrengthKnown: true,
        headline: 'Replaced by a corrected certificate. Do not rely on these results.',
        aspects: [
          {
            subject: 'standing',
            tone: 'danger',
            sentence: 'Replaced by a corrected certificate. Do not rely on these results.',
          },
        ],
      },
      strength: null,
      statusMark: 'pending',
      statusLabel: 'Replaced',
      endedAt: current?.reviewedAt,
      current: { ...link, reference: current?.reference },
      replacedBy: { ...link, reference: current?.reference, reason: REASON },
    });
    expect((await getSubmission({ client: staff, path: { id: current?.id ?? '' } })).data?.original).toMatchObject({
      id: original.id,
      submissionStatus: 'superseded',
    });
    const mail = `SELECT kind, payload->>'certificateId' AS id FROM mail_outbox
      WHERE kind = 'submission.amended' AND payload->>'certificateId' = $1
         OR kind = 'submission.published' AND payload->>'certificateId' = $2 ORDER BY 1`;
    expect(await sql(server, mail, [original.id, current?.id])).toEqual([
      { kind: 'submission.amended', id: original.id },
      { kind: 'submission.published', id: current?.id },
    ]);
  });
});

describe('amending', () => {
  it('with bad input is rejected, and changes nothing', async () => {
    const original = await published(staff, visitor);
    const before = await stored(server);
    for (const [differing, field, message] of [
      [{ reason: '' }, 'reason', 'Reason is required'],
      [{ reason: 'a'.repeat(1001) }, 'reason', 'Reason can be at most 1000 characters'],
      [{ thcContent: 1001 }, 'thcContent', 'THC content must be a number from 0 to 1000 mg'],
      [{ testDate: '2026-02-30' }, 'testDate', 'Test date is required'],
      [{ contactEmail: 'a@b.example' }, 'contactEmail', 'Unknown field "contactEmail"'],
      [
        { panels: { ...PASSED.panels, pesticides: 'failed' } },
        'panels.pesticides',
        "A certificate with a failed panel can't be approved as passed",
      ],
    ] as const) {
      expectProblem(await amend(original, { ...anAmendment(original), ...differing }), 400, wrong(field, message));
    }
    const outdated = anAmendment(original, { version: original.version - 1 });
    expectProblem(await amend(original, outdated), 412, { type: '/problems/changed-meanwhile' });
    expect(await stored(server)).toEqual(before);
  });

  it('stores one of two concurrent changes, whether amendments or a withdrawal', async () => {
    for (let round = 0; round < 5; round += 1) {
      const original = await published(staff, visitor);
      const [one, two] = await Promise.all([
        amend(original, anAmendment(original)),
        round % 2 ? withdraw(original, {}, other) : amend(original, anAmendment(original), other),
      ]);
      const statuses = [one, two].map(({ response }) => response?.status ?? 0);
      expect(statuses.filter((status) => status < 300)).toHaveLength(1);
      expect(statuses.filter((status) => status === 409 || status === 412)).toHaveLength(1);
      const rows = `SELECT 1 FROM coa_data WHERE "supersedes" = $1`;
      expect(await sql(server, rows, [original.id])).toHaveLength(one.data || !(round % 2) ? 1 : 0);
      const { standing, replacedBy } = await called(original.reference);
      expect([standing, replacedBy !== null]).toEqual(
        one.data || !(round % 2) ? ['superseded', true] : ['withdrawn', false],
      );
    }
  });
});

describe('a withdrawn certificate', () => {
  it('says so at both addresses, with the reason, and is not listed', async () => {
    const secret = { contactName: 'Quillon Vextor', contactEmail: 'quillon@private.example', notes: 'Back door.' };
    const coa = await published(staff, visitor, {
      ...secret,
      batchId: 'WD-1',
      brandName: 'Withdrawn Co',
      testResults: 'private results' as never,
    });
    const { data, response } = await withdraw(coa, { reason: 'The result is void.' });
    expect(response?.status).toBe(200);
    expect(zSubmissionDto.parse(data)).toEqual(data);
    const ended = { standing: 'withdrawn', withdrawalReason: 'The result is void.', endedAt: data?.endedAt };
    expect(await atBatch('wd-1')).toMatchObject({ ...ended, reference: coa.reference, replacedBy: null });
    expect(await called(coa.reference)).toMatchObject(ended);
    const text = await (await fetch(`${server.url}/api/certificates/${coa.reference}`)).text();
    expect(text.startsWith('{"standing":"withdrawn","verdict":{"tone":"danger"')).toBe(true);
    for (const word of ['Quillon', 'private', 'Back door', 'robin']) expect(text).not.toContain(word);
    expect(await called(coa.reference)).toMatchObject({
      statusLabel: 'Withdrawn',
      statusMark: 'pending',
      current: null,
      verdict: { headline: 'Withdrawn. Do not rely on these results.' },
    });
    expect((await listCoas({ client: visitor, query: { brand: 'Withdrawn Co' } })).data).toEqual([]);
    const mail = `SELECT kind FROM mail_outbox WHERE payload->>'certificateId' = $1 ORDER BY id`;
    expect(await sql(server, mail, [coa.id])).toEqual([
      { kind: 'submission.received' },
      { kind: 'submission.published' },
      { kind: 'submission.withdrawn' },
    ]);
  });

  it('is announced in the feed, in place of its publication', async () => {
    const coa = await published(staff, visitor, { batchId: 'WD-feed', productName: 'Feed Tea 5 mg' });
    const feed = async () => (await fetch(`${server.url}/feeds/certificates.xml`)).text();
    expect(await feed()).toContain('<title>Feed Tea 5 mg, batch WD-feed</title>');
    await withdraw(coa, { reason: 'The sample was mixed up.' });
    const entry = (await feed()).split('<entry>')[1];
    expect(entry).toContain('<title>Withdrawn: Feed Tea 5 mg, batch WD-feed</title>');
    expect(entry).toContain(`/certificates/${coa.reference}</id>`);
    expect(entry).toMatch(/<summary>Withdrawn\. Do not rely on .* Reason: The sample was mixed up\.<\/summary>/);
    expect(await feed()).not.toContain('<title>Feed Tea 5 mg, batch WD-feed</title>');
  });

  it('can have raw results over the current limit, which are kept', async () => {
    const old = 'x'.repeat(30_000);
    const coa = await published(staff, visitor);
    const sentThen = `UPDATE coa_data SET "testResults" = jsonb_set("testResults", '{submitted}', to_jsonb($2::text)) WHERE "id" = $1`;
    await sql(server, sentThen, [coa.id, old]);
    const tooLong = { ...anAmendment(coa), testResults: old as never };
    expectProblem(
      await amend(coa, tooLong),
      400,
      wrong(
        'testResults',
        'Results in a form of your own can be at most 20 kB. Send them as analytes, or link to the file',
      ),
    );
    const { data } = await amend(coa, anAmendment(coa));
    expect(JSON.parse(data?.submittedResults ?? '')).toBe(old);
  });

  it('needs a reason and the current version, and stays withdrawn', async () => {
    const coa = await published(staff, visitor);
    expectProblem(await withdraw(coa, { reason: ' ' }), 400, wrong('reason', 'Reason is required'));
    expectProblem(await withdraw(coa, { version: undefined }), 400, wrong('version', 'Send the version you last saw'));
    expectProblem(await withdraw(coa, { version: 1 }), 412, { type: '/problems/changed-meanwhile' });
    const { data } = await withdraw(coa);
    if (!data) throw new Error('the certificate was not withdrawn');
    expectProblem(await withdraw(data), 409, NOT_PUBLISHED);
    expectProblem(await amend(data, anAmendment(data)), 409, NOT_PUBLISHED);
  });
});
