import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import { checkCoa, getSubmission, submitCoa } from '../../../frontend/src/api/generated/sdk.gen.js';
import type { SubmissionReceiptDto } from '../../../frontend/src/api/generated/types.gen.js';
import { zFindingsDto, zSubmissionReceiptDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { reviewDueDate } from '../../src/domain/coa-registry/certificate/review-due-date.js';
import { serverOfThisFile } from '../support/test-server.js';
import { aSubmission, published, signInAsStaff, sql, stored, submitted } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const server = serverOfThisFile();
let visitor: Client;
let staff: Client;
beforeAll(async () => {
  visitor = server.client();
  staff = await signInAsStaff(server, 'robin');
});

/** Sends anything, like a client without our types. */
const send = (body: unknown) => submitCoa({ client: visitor, body: body as never });

/** For what each field takes, see test/modules/submission-input.test.ts. */
describe('POST /api/coa/submit', () => {
  it('stores a submission and returns 201 with a reference and the review due date', async () => {
    const before = new Date();
    const { data, response } = await submitCoa({
      client: visitor,
      body: aSubmission({
        batchId: '  LOT   1 ',
        website: 'https://juniper-tide.example/a?b=c',
        notes: ' Second run. ',
        coaFileUrl: '',
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
        coaFileUrl: null,
        demonstration: false,
      }),
    ]);
  });

  it('keeps test results of any shape for the reviewer, and derives no verdict from them', async () => {
    const testResults = {
      analytes: [{ panel: 'heavyMetals', name: 'Lead', valueText: '<LOQ', unit: 'µg/g', loq: 0.005 }],
      panels: { pesticides: 'passed' },
      'Δ9 ': ['4.82 mg', null],
    };
    const { id } = await submitted(staff, visitor, { testResults: testResults as never });
    const { data } = await getSubmission({ client: staff, path: { id }, throwOnError: true });
    expect(JSON.parse(data.submittedResults ?? '')).toEqual(testResults);
    expect(data.testResults.analytes).toMatchObject([{ name: 'Lead', valueText: '<LOQ', value: null, loq: 0.005 }]);
    expect(new Set(Object.values(data.testResults.panels))).toEqual(new Set(['pending']));
  });

  it('stores nothing of a rejected submission, and names its invalid fields', async () => {
    const before = await stored(server);
    const { errors, detail } = expectProblem(await send({ ...aSubmission(), labName: '', thcContent: 1001 }), 400, {
      type: '/problems/invalid-input',
    });
    expect(errors.map(({ field }) => field).toSorted()).toEqual(['labName', 'thcContent']);
    expect(detail).toBe(errors[0]?.message);
    const overposted = await send({ ...aSubmission(), submissionStatus: 'approved' });
    expectProblem(overposted, 400, wrong('submissionStatus', 'Unknown field "submissionStatus"'));
    const noDay = await send(aSubmission({ testDate: '2026-02-30' }));
    expectProblem(noDay, 400, wrong('testDate', 'Test date is required'));
    expect(await stored(server)).toEqual(before);
  });

  it('stores the same submission once when it is sent ten times concurrently', async () => {
    const body = aSubmission({ batchId: 'impatient', testResults: { b: 1, a: [2] } as never });
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(body)));
    expect(answers.map(({ response }) => response?.status)).toEqual(Array(10).fill(201));
    expect(new Set(answers.map(({ data }) => data?.reference)).size).toBe(1);
    expect(await sql(server, `SELECT 1 FROM coa_data WHERE "batchKey" = 'impatient'`)).toHaveLength(1);
  });

  it('returns 409 for a published batch, with how to report a mistake', async () => {
    await published(staff, visitor, { batchId: 'Batch 8' });
    const message =
      "A certificate for batch batch 8 of Juniper & Tide is already published. If yours is another test of the same batch, add the lab's report number. To correct the published one, send us its link and tell us what changed.";
    expectProblem(await send(aSubmission({ batchId: 'batch 8' })), 409, {
      type: '/problems/duplicate-batch',
      detail: message,
      errors: [{ field: 'labReportId', message }],
    });
  });
});

describe('POST /api/coa/check', () => {
  const check = (body: unknown) => checkCoa({ client: visitor, body: body as never });

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
    expect((await check(aSubmission())).data?.findings).toEqual([]);
    const noDay = await check(aSubmission({ testDate: '2026-02-30' }));
    expectProblem(noDay, 400, wrong('testDate', 'Test date is required'));
    expect(await stored(server)).toEqual(before);
  });
});
