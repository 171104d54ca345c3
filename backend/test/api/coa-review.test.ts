import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  approveSubmission,
  changePassword,
  getBrand,
  getCoa,
  getCoaStatistics,
  getSubmission,
  listBrandCoas,
  listBrands,
  listCoas,
  listSubmissions,
  rejectSubmission,
  signIn,
  submitCoa,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { ApprovalDto, SubmissionDto } from '../../../frontend/src/api/generated/types.gen.js';
import { zListSubmissionsResponse, zSubmissionDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { createStaff, startServer, type TestServer } from '../support/test-server.js';
import { callsOf, readDocument } from './document.js';
import { expectProblem, wrong } from './problem.js';
import { aSubmission, PASSED, PASSWORD, pageAt, published, signInAsStaff, sql, stored, submitted } from './steps.js';

let server: TestServer;
let visitor: Client;
beforeAll(async () => {
  server = await startServer();
  visitor = server.client();
});
afterAll(() => server?.stop());

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** Every public GET of the document, with a batch and a brand of ours in its address. */
function publicAddresses(batchId: string, brandName: string): string[] {
  return callsOf(readDocument())
    .filter(({ method, path }) => method === 'GET' && !path.includes('/staff/'))
    .map(({ path }) =>
      path
        .replace('{batchId}', encodeURIComponent(batchId))
        .replace('{brandName}', encodeURIComponent(brandName))
        .replace('{slug}', 'dosing-guide'),
    );
}

describe('from submission to publication', () => {
  const PRIVATE = {
    contactName: 'Quillon Vextor',
    contactEmail: 'quillon@private.example',
    notes: 'Ring the back door bell.',
    testResults: { secretLabNumber: 'XK-993' },
  };
  const SUBMISSION = aSubmission({
    ...PRIVATE,
    brandName: 'Ember & Rind / Söhne',
    productName: 'Smoked Citrus 10 mg',
    batchId: 'E&R/2210 #A',
    thcContent: 6.5,
    website: 'https://ember-rind.example',
  });
  const seenByAll = async () => {
    const addresses = publicAddresses(SUBMISSION.batchId, SUBMISSION.brandName);
    const pages = ['/', '/coa', `/coa/${encodeURIComponent(SUBMISSION.batchId)}`, '/brands'];
    const bodies = await Promise.all(
      [...addresses, ...pages].map(async (path) => (await fetch(server.url + path)).text()),
    );
    return bodies.join('\n');
  };
  const expectNothingPrivate = (text: string) => {
    for (const secret of ['Quillon', 'Vextor', 'private.example', 'back door', 'XK-993', 'secretLabNumber']) {
      expect(text).not.toContain(secret);
    }
  };

  it('goes the whole way: hand in, sign in, choose a password, find it in the queue, approve it, see it in public', async () => {
    const { data: receipt } = await submitCoa({ client: visitor, body: SUBMISSION, throwOnError: true });

    const beforeApproval = await seenByAll();
    expect(beforeApproval).not.toContain('Smoked Citrus');
    expectNothingPrivate(beforeApproval);
    expect((await getCoa({ client: visitor, path: { batchId: SUBMISSION.batchId } })).response?.status).toBe(404);
    expect((await getBrand({ client: visitor, path: { brandName: SUBMISSION.brandName } })).response?.status).toBe(404);
    expect((await getCoaStatistics({ client: visitor })).data).toMatchObject({ totalCoas: 0, totalBrands: 0 });

    const oneTimePassword = await createStaff(server.database, 'robin');
    const staff = server.client();
    const signedIn = await signIn({ client: staff, body: { username: 'robin', password: oneTimePassword } });
    expect(signedIn.data).toMatchObject({ name: 'robin', passwordIsOneTime: true });
    expectProblem(await listSubmissions({ client: staff }), 403, { type: '/problems/password-change-required' });
    const passwords = { currentPassword: oneTimePassword, newPassword: PASSWORD };
    expect((await changePassword({ client: staff, body: passwords })).data).toMatchObject({ passwordIsOneTime: false });

    const { data: queue, response } = await listSubmissions({ client: staff, throwOnError: true });
    expect(zListSubmissionsResponse.parse(queue)).toEqual(queue);
    expect(response.headers.get('x-total-count')).toBe('1');
    const [waiting] = queue as [SubmissionDto];
    expect(waiting).toMatchObject({
      reference: receipt.reference,
      dueDate: receipt.dueDate,
      submissionStatus: 'pending',
      contactName: PRIVATE.contactName,
      contactEmail: PRIVATE.contactEmail,
      notes: PRIVATE.notes,
      underDosed: true,
      labelDose: { mg: 10, basis: 'stated' },
    });
    expect(JSON.parse(waiting.submittedResults ?? '')).toEqual(PRIVATE.testResults);
    const path = { id: waiting.id };
    expect((await getSubmission({ client: staff, path })).data).toEqual(waiting);

    const { data: approved } = await approveSubmission({ client: staff, path, body: PASSED, throwOnError: true });
    expect(zSubmissionDto.parse(approved)).toEqual(approved);
    expect(approved).toMatchObject({
      submissionStatus: 'approved',
      status: 'passed',
      testResults: { panels: PASSED.panels },
    });
    expect((await listSubmissions({ client: staff })).data).toEqual([]);

    const { brandName, batchId } = SUBMISSION;
    const inPublic = { brandName, batchId, status: 'passed', statusLabel: 'Passed', thcContent: 6.5, underDosed: true };
    expect((await listCoas({ client: visitor })).data).toEqual([expect.objectContaining(inPublic)]);
    expect((await listBrandCoas({ client: visitor, path: { brandName } })).data).toEqual([
      expect.objectContaining(inPublic),
    ]);
    expect((await getCoa({ client: visitor, path: { batchId } })).data).toMatchObject(inPublic);
    const brand = {
      brandName,
      website: 'https://ember-rind.example',
      contactEmail: null,
      verified: false,
      coaCount: 1,
    };
    expect((await listBrands({ client: visitor })).data).toEqual([expect.objectContaining(brand)]);
    expect((await getBrand({ client: visitor, path: { brandName } })).data).toMatchObject(brand);
    expect((await getCoaStatistics({ client: visitor })).data).toEqual({
      totalCoas: 1,
      totalBrands: 1,
      underDosedCount: 1,
      underDosedPercent: 100,
    });
    const afterApproval = await seenByAll();
    expect(afterApproval).toContain('Smoked Citrus');
    expectNothingPrivate(afterApproval);
  });

  it('writes down who decided, without the contact data', async () => {
    const log = await sql<{ actorName: string; action: string }>(server, `SELECT * FROM audit_log ORDER BY id`);
    expect(log.map(({ actorName, action }) => `${actorName}: ${action}`)).toEqual([
      'system: account.created',
      'robin: account.password-changed',
      'robin: submission.approved',
    ]);
    expectNothingPrivate(JSON.stringify(log));
  });
});

describe('a decision', () => {
  let robin: Client;
  let kim: Client;
  beforeAll(async () => {
    robin = await signInAsStaff(server, 'robin.two');
    kim = await signInAsStaff(server, 'kim');
  });

  const panels = (differing: Partial<ApprovalDto['panels']>) => ({ ...PASSED.panels, ...differing });

  it('rejects with a reason that staff can read again', async () => {
    const { id, batchId } = await submitted(robin, visitor);
    const reason = 'The certificate is for another batch than the one named.';
    const { data } = await rejectSubmission({ client: robin, path: { id }, body: { reason }, throwOnError: true });
    expect(zSubmissionDto.parse(data)).toEqual(data);
    expect(data).toMatchObject({ submissionStatus: 'rejected', rejectionReason: reason });
    const rejected = await listSubmissions({ client: kim, query: { submissionStatus: 'rejected' } });
    expect(rejected.data).toContainEqual(data);
    expect((await getCoa({ client: visitor, path: { batchId } })).response?.status).toBe(404);
  });

  it('leaves a rejected batch free to be handed in again', async () => {
    const { id, batchId } = await submitted(robin, visitor);
    await rejectSubmission({ client: robin, path: { id }, body: { reason: 'Unreadable.' }, throwOnError: true });
    expect((await published(robin, visitor, { batchId })).submissionStatus).toBe('approved');
  });

  it.each([
    ['failed', panels({ heavyMetals: 'failed' })],
    ['failed', PASSED.panels],
    ['pending', panels({ microbials: 'pending' })],
    ['passed', panels({ residualSolvents: 'not_tested' })],
  ] as const)('publishes as %s with panels %j', async (status, verdicts) => {
    const { batchId } = await published(robin, visitor, {}, { status, panels: verdicts });
    const { data } = await getCoa({ client: visitor, path: { batchId }, throwOnError: true });
    expect(data).toMatchObject({ status, statusMark: status, testResults: { panels: verdicts } });
    expect(data.pesticideStatus).toBe(verdicts.pesticides);
  });

  it('does not call passed what a panel contradicts', async () => {
    const { id, batchId } = await submitted(robin, visitor);
    const before = await stored(server);
    const approveAs = (body: unknown) => approveSubmission({ client: robin, path: { id }, body: body as never });
    expectProblem(
      await approveAs({ status: 'passed', panels: panels({ pesticides: 'failed' }) }),
      400,
      wrong('panels.pesticides', 'A certificate with a failed panel cannot be approved as passed'),
    );
    expectProblem(
      await approveAs({ status: 'passed', panels: panels({ microbials: 'pending' }) }),
      400,
      wrong('panels.microbials', 'Results are outstanding: approve as pending, or say what the panel shows'),
    );
    expect(await stored(server)).toEqual(before);
    expect((await getCoa({ client: visitor, path: { batchId } })).response?.status).toBe(404);
  });

  it.each([
    [{}, 'status', 'Say whether the certificate passed, failed or is pending'],
    [{ status: 'fine', panels: PASSED.panels }, 'status', 'Say whether the certificate passed, failed or is pending'],
    [{ status: 'passed' }, 'panels', 'Say what each panel shows'],
    [{ status: 'passed', panels: [] }, 'panels', 'Say what each panel shows'],
    [
      { status: 'passed', panels: panels({ pesticides: 'ok' as never }) },
      'panels.pesticides',
      'Say what the pesticide panel shows',
    ],
    [
      { status: 'passed', panels: { pesticides: 'passed' } },
      'panels.heavyMetals',
      'Say what the heavy-metal panel shows',
    ],
    [{ ...PASSED, publish: true }, 'publish', 'The field "publish" is not known here'],
    [
      { ...PASSED, panels: { ...PASSED.panels, mycotoxins: 'passed' } },
      'panels.mycotoxins',
      'The field "panels.mycotoxins" is not known here',
    ],
  ])('refuses the approval %j', async (body, field, message) => {
    const { id } = await submitted(robin, visitor);
    const problem = expectProblem(await approveSubmission({ client: robin, path: { id }, body: body as never }), 400, {
      type: '/problems/invalid-input',
    });
    expect(problem.errors).toContainEqual({ field, message });
  });

  it.each([
    [{}, 'Reason is required'],
    [{ reason: '  ' }, 'Reason is required'],
    [{ reason: 'a'.repeat(1001) }, 'Reason may have at most 1000 characters'],
  ])('refuses a rejection without a good reason', async (body, message) => {
    const { id } = await submitted(robin, visitor);
    expectProblem(
      await rejectSubmission({ client: robin, path: { id }, body: body as never }),
      400,
      wrong('reason', message),
    );
  });

  it('is final', async () => {
    const { id } = await published(robin, visitor);
    const final = { type: '/problems/already-decided', errors: [] };
    expectProblem(await approveSubmission({ client: kim, path: { id }, body: PASSED }), 409, final);
    expectProblem(await rejectSubmission({ client: kim, path: { id }, body: { reason: 'No.' } }), 409, final);
  });

  it('is taken once when two people decide at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, batchId } = await submitted(robin, visitor);
      const [approval, rejection] = await Promise.all([
        approveSubmission({ client: robin, path: { id }, body: PASSED }),
        rejectSubmission({ client: kim, path: { id }, body: { reason: 'Too slow.' } }),
      ]);
      const [winner, loser] = approval.data ? [approval, rejection] : [rejection, approval];
      expect(winner.response?.status).toBe(200);
      expectProblem(loser, 409, {
        type: '/problems/already-decided',
        detail: 'This submission has already been decided. Reload it to see the decision.',
      });
      expect((await getSubmission({ client: kim, path: { id } })).data).toEqual(winner.data);
      const inPublic = await getCoa({ client: visitor, path: { batchId } });
      expect(inPublic.response?.status).toBe(approval.data ? 200 : 404);
      expect(await sql(server, `SELECT 1 FROM audit_log WHERE subject = $1`, [`certificate:${id}`])).toHaveLength(1);
    }
  });

  it('is counted once when the same approval is sent by many at once', async () => {
    const before = (await getCoaStatistics({ client: visitor, throwOnError: true })).data.totalCoas;
    const { id } = await submitted(robin, visitor, { brandName: 'Brand new brand' });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => approveSubmission({ client: robin, path: { id }, body: PASSED })),
    );
    expect(answers.map(({ response }) => response?.status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await getCoaStatistics({ client: visitor })).data?.totalCoas).toBe(before + 1);
    expect((await getBrand({ client: visitor, path: { brandName: 'Brand new brand' } })).data?.coaCount).toBe(1);
  });

  it('makes one brand of two first certificates that are approved at once', async () => {
    const waiting = [
      await submitted(robin, visitor, { brandName: 'Twin Lakes' }),
      await submitted(robin, visitor, { brandName: 'TWIN  lakes' }),
    ];
    const answers = await Promise.all(
      waiting.map(({ id }, index) => approveSubmission({ client: index ? kim : robin, path: { id }, body: PASSED })),
    );
    expect(answers.map(({ response }) => response?.status)).toEqual([200, 200]);
    const { data } = await getBrand({ client: visitor, path: { brandName: 'twin lakes' }, throwOnError: true });
    expect(data.coaCount).toBe(2);
    expect((await listBrandCoas({ client: visitor, path: { brandName: data.brandName } })).data).toHaveLength(2);
  });

  it.each([
    ['an id that nothing has', UNKNOWN],
    ['a text that is no id', 'latest'],
  ])('is answered with 404 for %s', async (_, id) => {
    const path = { id };
    const missing = { type: '/problems/coa-not-found' };
    expectProblem(await getSubmission({ client: robin, path }), 404, missing);
    expectProblem(await approveSubmission({ client: robin, path, body: PASSED }), 404, missing);
    expectProblem(await rejectSubmission({ client: robin, path, body: { reason: 'No.' } }), 404, missing);
  });
});

describe('the queue', () => {
  let robin: Client;
  beforeAll(async () => {
    robin = await signInAsStaff(server, 'robin.three');
    await sql(server, `UPDATE coa_data SET "submissionStatus" = 'rejected' WHERE "submissionStatus" = 'pending'`);
  });

  it('shows the oldest first and leads from page to page', async () => {
    const handedIn: string[] = [];
    for (let n = 0; n < 5; n += 1) handedIn.push((await submitted(robin, visitor)).id);
    const seen: string[] = [];
    for (let next: string | undefined = '/api/staff/submissions?limit=2'; next !== undefined; ) {
      const page = await pageAt(robin, next);
      seen.push(...zListSubmissionsResponse.parse(page.data).map(({ id }) => id));
      expect(page.headers.get('x-total-count')).toBe('5');
      next = page.next;
    }
    expect(seen).toEqual(handedIn);
  });

  it.each([
    ['submissionStatus=lost', wrong('submissionStatus', 'submissionStatus must be one of pending, approved, rejected')],
    ['limit=0', wrong('limit', 'limit must be a whole number from 1 to 200')],
    ['cursor=abc', wrong('cursor', 'This cursor does not belong to this list. Begin again without it')],
    ['sort=newest', wrong('sort', 'The field "sort" is not known here')],
  ])('refuses ?%s', async (query, expected) => {
    expectProblem(await robin.get({ url: `/api/staff/submissions?${query}` }), 400, expected);
  });
});
