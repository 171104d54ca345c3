import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import { checkCoa, getSubmission, submitCoa } from '../../../frontend/src/api/generated/sdk.gen.js';
import type { SubmissionReceiptDto, SubmitCoaDto } from '../../../frontend/src/api/generated/types.gen.js';
import { zFindingsDto, zSubmissionReceiptDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { reviewDueDate } from '../../src/domain/coa-registry/review-due-date.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { aSubmission, published, signInAsStaff, sql, stored, submitted } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

let server: TestServer;
let visitor: Client;
let staff: Client;
beforeAll(async () => {
  server = await startServer();
  visitor = server.client();
  staff = await signInAsStaff(server, 'robin');
});
afterAll(() => server?.stop());

/** Sends anything, like a client without our types. */
const send = (body: unknown) => submitCoa({ client: visitor, body: body as never });

const without = (field: string) => Object.fromEntries(Object.entries(aSubmission()).filter(([name]) => name !== field));

describe('POST /api/coa/submit', () => {
  it('stores a submission and returns 201 with a reference and the review due date', async () => {
    const before = new Date();
    const { data, response } = await submitCoa({
      client: visitor,
      body: aSubmission({
        batchId: '  LOT   1 ',
        website: 'https://juniper-tide.example/a?b=c',
        notes: ' Second run. ',
      }),
    });
    expect(response?.status).toBe(201);
    expect(zSubmissionReceiptDto.parse(data)).toEqual(data);
    const { reference, dueDate } = data as SubmissionReceiptDto;
    expect(reference).toMatch(/^CB-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    // Midnight in New York may pass between the two calls.
    expect([reviewDueDate(before), reviewDueDate(new Date())]).toContain(dueDate);
    const rows = await sql(server, `SELECT * FROM coa_data WHERE reference = $1`, [reference]);
    expect(rows).toEqual([
      expect.objectContaining({
        batchId: 'LOT 1',
        batchKey: 'lot 1',
        status: 'pending',
        submissionStatus: 'pending',
        brandId: null,
        reviewedAt: null,
        submittedBy: 'robin@submitter.example',
        website: 'https://juniper-tide.example/a?b=c',
        notes: 'Second run.',
        demonstration: false,
      }),
    ]);
  });

  it.each([
    ['0 mg', 0, 0],
    ['1000 mg', 1000, 1000],
    ['two decimals', 4.82, 0.07],
    ['a sum that binary cannot hold', 0.29, 1.1],
  ])('accepts %s', async (_, thcContent, cbdContent) => {
    expect(await submitted(staff, visitor, { thcContent, cbdContent })).toMatchObject({ thcContent, cbdContent });
  });

  it.each([
    [
      'a zero-width space',
      'batchId',
      'LOT-\u200b1',
      `Batch ID has a character you can't see after "LOT-". Delete it, or type the text again`,
    ],
    [
      'a soft hyphen',
      'brandName',
      'Juni\u00adper',
      `Brand name has a character you can't see after "Juni". Delete it, or type the text again`,
    ],
    [
      'a right-to-left override',
      'productName',
      '\u202egm 5',
      `Product name has a character you can't see at the start. Delete it, or type the text again`,
    ],
    [
      'tag characters',
      'labName',
      'Lab\u{e0041}',
      `Lab name has a character you can't see after "Lab". Delete it, or type the text again`,
    ],
    [
      'an invisible letter',
      'brandName',
      'Ju\u3164',
      `Brand name has a character you can't see after "Ju". Delete it, or type the text again`,
    ],
    [
      'a control character',
      'contactName',
      'Ro\u0007bin',
      `Contact name has a character you can't see after "Ro". Delete it, or type the text again`,
    ],
    [
      'a tab',
      'batchId',
      'LOT\t1',
      `Batch ID has a character you can't see after "LOT". Delete it, or type the text again`,
    ],
    ['a line break', 'productName', 'Yuzu\n5 mg', 'Product name must be a single line. Take out the line break'],
    [
      'a line separator',
      'contactName',
      'Robin\u2028Vale',
      'Contact name must be a single line. Take out the line break',
    ],
  ])('rejects %s in a name', async (_, field, text, message) => {
    expectProblem(await send({ ...aSubmission(), [field]: text }), 400, wrong(field, message));
  });

  it('keeps line breaks and emoji in notes, and removes invisible characters', async () => {
    const notes = ' One\r\ntwo\tthree\u202e\u200b \u{1f468}\u200d\u{1f469}\u200d\u{1f467} نمی\u200cخواهم\u{e0041} ';
    expect(await submitted(staff, visitor, { notes })).toMatchObject({
      notes: 'One\ntwo\tthree \u{1f468}\u200d\u{1f469}\u200d\u{1f467} نمی\u200cخواهم',
    });
  });

  it('normalizes names to one Unicode form, and warns the reviewer about look-alike letters', async () => {
    const { id } = await submitted(staff, visitor, { brandName: 'Ｊｕｎｉｐｅｒ', batchId: 'LОT – 77' });
    const { data } = await getSubmission({ client: staff, path: { id }, throwOnError: true });
    expect(data).toMatchObject({ brandName: 'Juniper', batchId: 'LОT – 77' });
    expect(data.findings.map(({ code }) => code)).toContain('mixed-scripts');
    expect(await sql(server, 'SELECT "batchKey" FROM coa_data WHERE id = $1', [id])).toEqual([{ batchKey: 'lot-77' }]);
  });

  it('tells the reviewer about a published batch with a similar id', async () => {
    await published(staff, visitor, { brandName: 'Look Alike', batchId: 'Q9030' });
    const { id } = await submitted(staff, visitor, { brandName: 'Look Alike', batchId: 'Q9O3O' });
    const { data } = await getSubmission({ client: staff, path: { id }, throwOnError: true });
    expect(data.findings.map(({ code }) => code)).toContain('look-alike-batch');
  });

  it('treats empty optional texts as missing, because browsers send them', async () => {
    const { data } = await send({
      ...aSubmission({ batchId: 'empty options' }),
      website: '',
      notes: ' ',
      coaFileUrl: '',
    });
    const [row] = await sql(server, `SELECT website, notes, "coaFileUrl" FROM coa_data WHERE reference = $1`, [
      data?.reference,
    ]);
    expect(row).toEqual({ website: null, notes: null, coaFileUrl: null });
  });

  it('accepts null for optional fields', async () => {
    const optional = { website: null, notes: null, coaFileUrl: null, testResults: null };
    expect((await send({ ...aSubmission(), ...optional })).response?.status).toBe(201);
  });

  it.each([
    ['brandName', 'Brand name is required'],
    ['contactEmail', 'Valid email is required'],
    ['contactName', 'Contact name is required'],
    ['productName', 'Product name is required'],
    ['batchId', 'Batch ID is required'],
    ['testDate', 'Test date is required'],
    ['labName', 'Lab name is required'],
  ])('requires %s: "%s"', async (field, message) => {
    expectProblem(await send(without(field)), 400, wrong(field, message));
    for (const nothing of ['', '   ', null, [], {}, [['x']]]) {
      expectProblem(await send({ ...aSubmission(), [field]: nothing }), 400, wrong(field, message));
    }
    const isText = message.endsWith(' is required') && field !== 'contactEmail';
    const asText = isText ? message.replace(' is required', ' must be text, such as "7"') : message;
    expectProblem(await send({ ...aSubmission(), [field]: 7 }), 400, wrong(field, asText));
  });

  it.each([
    ['thcContent', 'THC content'],
    ['cbdContent', 'CBD content'],
  ])('validates %s', async (field, label) => {
    const outside = wrong(field, `${label} must be a number from 0 to 1000 mg`);
    expectProblem(await send(without(field)), 400, outside);
    for (const amount of [-0.01, 1000.01, 1e300, '', null, true, [5], {}]) {
      expectProblem(await send({ ...aSubmission(), [field]: amount }), 400, outside);
    }
    const quoted = wrong(field, `${label} must be a number without quotation marks, such as 5`);
    expectProblem(await send({ ...aSubmission(), [field]: '5' }), 400, quoted);
    for (const amount of [4.821, 0.001, 1e-7, 999.999]) {
      expectProblem(
        await send({ ...aSubmission(), [field]: amount }),
        400,
        wrong(field, `${label} can have at most two decimals`),
      );
    }
  });

  it.each(['no-at-sign', '@nobody.example', 'a@', 'a@b', 'a b@c.example', `${'a'.repeat(250)}@b.example`])(
    'rejects the email address %s',
    async (contactEmail) => {
      expectProblem(await send(aSubmission({ contactEmail })), 400, wrong('contactEmail', 'Valid email is required'));
    },
  );

  it.each([
    ['website', 'Website'],
    ['coaFileUrl', 'Certificate file'],
  ])('accepts only http and https URLs as %s', async (field, label) => {
    const message = `${label} must be a link that starts with http:// or https://`;
    for (const address of [
      'juniper-tide.example',
      'javascript:alert(1)',
      'ftp://a.example',
      'https://',
      'https:// a',
      7,
    ]) {
      expectProblem(await send({ ...aSubmission(), [field]: address }), 400, wrong(field, message));
    }
    const long = `https://a.example/${'a'.repeat(500)}`;
    expectProblem(
      await send({ ...aSubmission(), [field]: long }),
      400,
      wrong(field, `${label} can be at most 500 characters`),
    );
    expect((await send({ ...aSubmission(), [field]: 'http://ümläut.example/@pfad?a=@b' })).response?.status).toBe(201);
  });

  it.each([
    ['website', 'Website'],
    ['coaFileUrl', 'Certificate file'],
  ])('rejects misleading URLs as %s', async (field, label) => {
    const user = `${label} can't include a user name. Leave out the part before the @`;
    for (const address of [
      'https://www.known.example@other.example/a.pdf',
      'https://known.example%2fa:b@other.example',
    ]) {
      expectProblem(await send({ ...aSubmission(), [field]: address }), 400, wrong(field, user));
    }
    const hidden = `${label} has characters that aren't allowed in a link`;
    for (const address of [
      'https://other.example\\@known.example',
      'https://a.example/\u202egpj.exe',
      'https://kno\u200bwn.example',
      'https://a.example/\u0007',
    ]) {
      expectProblem(await send({ ...aSubmission(), [field]: address }), 400, wrong(field, hidden));
    }
  });

  it.each(['2026-02-30', '2026-13-01', '2026-1-1', '14.10.2026', 'yesterday', '0000-01-01', '2026-10-14T00:00:00Z'])(
    'rejects the test date %s',
    async (testDate) => {
      expectProblem(await send(aSubmission({ testDate })), 400, { type: '/problems/invalid-input' });
    },
  );

  it.each([
    ['brandName', 'Brand name', 120],
    ['contactName', 'Contact name', 120],
    ['productName', 'Product name', 200],
    ['batchId', 'Batch ID', 100],
    ['labName', 'Lab name', 200],
    ['notes', 'Notes', 2000],
  ])('accepts %s up to its maximum length', async (field, label, max) => {
    const email = { [field]: `${'é'.repeat(max - 1)}ß` };
    expect((await send({ ...aSubmission(), ...email })).response?.status).toBe(201);
    const message = `${label} can be at most ${max} characters`;
    expectProblem(await send({ ...aSubmission(), [field]: 'é'.repeat(max + 1) }), 400, wrong(field, message));
  });

  it('reports all invalid fields, each with its first error', async () => {
    const { errors, detail } = expectProblem(await send({ thcContent: 5000 }), 400, {
      type: '/problems/invalid-input',
    });
    const fields = ['brandName', 'contactName', 'contactEmail', 'productName', 'batchId', 'thcContent', 'cbdContent'];
    expect(errors.map(({ field }) => field).toSorted()).toEqual([...fields, 'testDate', 'labName'].toSorted());
    expect(detail).toBe(errors[0]?.message);
  });

  it.each(['status', 'submissionStatus', 'brandId', 'id', 'underDosed', 'demonstration', 'reviewedAt', 'whatever'])(
    'rejects the unknown field %s, so visitors cannot publish their own submissions',
    async (field) => {
      const body = { ...aSubmission(), [field]: 'approved' };
      expectProblem(await send(body), 400, wrong(field, `Unknown field "${field}"`));
    },
  );

  it('stores nothing of a rejected submission', async () => {
    const before = await stored(server);
    await Promise.all([
      send({}),
      send(without('labName')),
      send({ ...aSubmission(), thcContent: 1001 }),
      send({ ...aSubmission(), status: 'passed' }),
      send(aSubmission({ testDate: '2026-02-30' })),
    ]);
    expect(await stored(server)).toEqual(before);
  });
});

describe('POST /api/coa/check', () => {
  const check = (body: unknown) => checkCoa({ client: visitor, body: body as never });
  const codes = async (differing: Partial<SubmitCoaDto> = {}) =>
    (await check(aSubmission(differing))).data?.findings.map(({ code }) => code);

  it('returns automated findings, errors first, and stores nothing', async () => {
    const { batchId } = await published(staff, visitor);
    const before = await stored(server);
    const { data, response } = await check(
      aSubmission({ batchId, testDate: '2017-03-01', thcContent: 50, website: 'https://juniper-tide.example' }),
    );
    expect(response?.status).toBe(200);
    expect(zFindingsDto.parse(data)).toEqual(data);
    expect(data?.findings.map(({ code, severity }) => `${severity}: ${code}`)).toEqual([
      'error: test-date-before-2018',
      'error: duplicate',
      'error: far-over-label',
      'notice: contact-domain-differs',
    ]);
    expect(await stored(server)).toEqual(before);
  });

  it('returns no findings for a correct draft', async () => {
    await published(staff, visitor);
    expect(await codes()).toEqual([]);
  });

  it('reveals nothing about unpublished submissions, nor about their submitters', async () => {
    const secret = { productName: 'Secret Tea', labName: 'Secret Lab', contactName: 'Quillon Vextor' };
    await submitted(staff, visitor, { ...secret, batchId: 'unpublished' });
    const { data } = await check(
      aSubmission({ batchId: 'unpublished', contactEmail: 'kim@private.example', website: 'https://a.example' }),
    );
    expect(data?.findings.map(({ code }) => code)).toEqual(['contact-domain-differs']);
    expect(JSON.stringify(data)).not.toMatch(/Secret|Quillon|private|robin/i);
  });

  it('rejects invalid drafts like a submission, and stores nothing', async () => {
    const before = await stored(server);
    expectProblem(await check(aSubmission({ thcContent: 1001 })), 400, {
      type: '/problems/invalid-input',
    });
    expectProblem(
      await check(aSubmission({ testDate: '2026-02-30' })),
      400,
      wrong('testDate', 'Test date is required'),
    );
    expectProblem(await check(without('labName')), 400, wrong('labName', 'Lab name is required'));
    expect(await stored(server)).toEqual(before);
  });
});

const TOO_LONG_ERROR = {
  field: 'testResults',
  message: 'Results in a form of your own can be at most 20 kB. Send them as analytes, or link to the file',
};

describe('test results of any shape', () => {
  const rows = [
    { panel: 'heavyMetals', name: 'Lead', valueText: '<LOQ', unit: 'µg/g', loq: 0.005 },
    { panel: 'cannabinoids', name: 'Δ9-THC', valueText: '4.82', value: 4.82 },
  ];
  const nothingMore = { value: null, unit: null, lod: null, loq: null, limit: null, method: null };

  it('stores rows in our format as they are', async () => {
    const { testResults, submittedResults } = await submitted(staff, visitor, { testResults: { analytes: rows } });
    expect(testResults.analytes).toEqual(rows.map((row) => expect.objectContaining({ ...nothingMore, ...row })));
    expect(submittedResults).toBeNull();
  });

  it.each([
    ['beside the rows', { analytes: [{ panel: 'other', name: 'Water', valueText: '90 %' }], laboratory: 'Ours' }],
    ['in a row', { analytes: [{ panel: 'other', name: 'Water', valueText: '90 %', remark: 'by weight' }] }],
  ])('shows rows, and keeps the raw results if there is more %s', async (_, sent) => {
    const found = await submitted(staff, visitor, { testResults: sent as never });
    expect(found.testResults.analytes).toMatchObject([{ name: 'Water', valueText: '90 %' }]);
    expect(JSON.parse(found.submittedResults ?? '')).toEqual(sent);
  });

  it.each([
    ['20 kB of text', 'x'.repeat(19_998)],
    ['6,666 characters of three bytes', '漢'.repeat(6_666)],
    ['500 rows in our shape', { analytes: Array(500).fill({ ...rows[0], method: 'ICP-MS '.repeat(20).trim() }) }],
  ])('accepts %s', async (_what, testResults) => {
    expect(
      (await submitCoa({ client: visitor, body: aSubmission({ testResults: testResults as never }) })).response?.status,
    ).toBe(201);
  });

  it.each([
    ['a byte more', 'x'.repeat(19_999)],
    ['fewer characters of more bytes', '漢'.repeat(6_667)],
    ['many rows with something else beside them', { analytes: Array(300).fill(rows[0]), laboratory: 'Ours' }],
    ['240 kB of anything', Array(15_000).fill('a'.repeat(13))],
  ])('rejects %s, states the limit, and reports the other errors', async (_what, testResults) => {
    const body = aSubmission({ testResults: testResults as never, brandName: ' ' });
    const errors = [{ field: 'brandName', message: 'Brand name is required' }, TOO_LONG_ERROR];
    expectProblem(await submitCoa({ client: visitor, body }), 400, { type: '/problems/invalid-input', errors });
  });

  it.each([
    ['an object of another shape', { potency: { thc: '4.82 mg' } }],
    ['rows with a panel that does not exist', { analytes: [{ ...rows[0], panel: 'aura' }] }],
    ['verdicts of the submitter', { version: 1, panels: { pesticides: 'passed' } }],
    ['an array', [1, 'two', { three: null }]],
    ['a text', 'see attached'],
    ['a number', 4.82],
    ['false', false],
    ['an empty object', {}],
    ['100 levels of arrays', JSON.parse('['.repeat(100) + ']'.repeat(100))],
    ['odd keys', { '': 1, 'a.b': 2, $where: 3, 'Δ9 ': 4 }],
  ])('keeps %s for the reviewer, and derives no verdict from it', async (_, testResults) => {
    const { id } = await submitted(staff, visitor, { testResults: testResults as never });
    const { data } = await getSubmission({ client: staff, path: { id }, throwOnError: true });
    expect(JSON.parse(data.submittedResults ?? '')).toEqual(testResults);
    expect(data.testResults.analytes).toEqual([]);
    expect(new Set(Object.values(data.testResults.panels))).toEqual(new Set(['pending']));
  });
});

describe('an existing batch', () => {
  it('accepts other submissions while it waits, in any case and spacing, each with its own reference', async () => {
    const body = aSubmission({ batchId: 'Batch 7/A' });
    const other = { ...body, contactEmail: 'kim@mail.example' };
    const answers = await Promise.all([body, other, { ...body, batchId: 'BATCH  7/a ' }].map(send));
    expect(answers.map(({ response }) => response?.status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ data }) => data?.reference)).size).toBe(3);
  });

  it('is stored once when the same submission is sent ten times concurrently', async () => {
    const body = aSubmission({ batchId: 'impatient', testResults: { b: 1, a: [2] } as never });
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(body)));
    expect(answers.map(({ response }) => response?.status)).toEqual(Array(10).fill(201));
    expect(new Set(answers.map(({ data }) => data?.reference)).size).toBe(1);
    expect(await sql(server, `SELECT 1 FROM coa_data WHERE "batchKey" = 'impatient'`)).toHaveLength(1);
  });

  it('returns 409 once it is published, with how to report a mistake', async () => {
    await published(staff, visitor, { batchId: 'Batch 8' });
    const message =
      "A certificate for batch batch 8 of Juniper & Tide is already published. If yours is another test of the same batch, add the lab's report number. To correct the published one, send us its link and tell us what changed.";
    expectProblem(await send(aSubmission({ batchId: 'batch 8' })), 409, {
      type: '/problems/duplicate-batch',
      detail: message,
      errors: [{ field: 'labReportId', message }],
    });
  });

  it('can be submitted for another brand', async () => {
    await published(staff, visitor, { batchId: 'Batch 9' });
    const { response } = await send(aSubmission({ batchId: 'Batch 9', brandName: 'Otter Creek' }));
    expect(response?.status).toBe(201);
  });
});
