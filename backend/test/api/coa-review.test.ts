import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  addComments,
  approveSubmission,
  changePassword,
  createCertificate,
  getBrand,
  getCertificate,
  getCoa,
  getCoaStatistics,
  getCorrectionLink,
  getSubmission,
  getSubmissionCounts,
  getSubmissionHistory,
  listBrandCoas,
  listBrands,
  listCoas,
  listSubmissions,
  rejectSubmission,
  requestChanges,
  settleComment,
  signIn,
  submitCoa,
  withdrawCertificate,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type {
  ApprovalDto,
  ListSubmissionsData,
  QueuedSubmissionDto,
  SubmissionDto,
} from '../../../frontend/src/api/generated/types.gen.js';
import {
  zListSubmissionsResponse,
  zQueueCountsDto,
  zSubmissionDto,
  zSubmissionInContextDto,
} from '../../../frontend/src/api/generated/zod.gen.js';
import { createStaff, PASSWORD, serverOfThisFile } from '../support/test-server.js';
import {
  aLab,
  aReport,
  aSubmission,
  asListed,
  PASSED,
  pageAt,
  published,
  signInAsStaff,
  sql,
  stored,
  submitted,
  UNKNOWN_ID,
} from './api-helpers.js';
import { callsOf, readDocument } from './document.js';
import { expectProblem, wrong } from './problem.js';

const server = serverOfThisFile();
let visitor: Client;
beforeAll(async () => {
  visitor = server.client();
});

/** Every public GET in the document, with one of our certificates and brands in the path. */
function publicAddresses({ batchId, reference, brandName }: Record<'batchId' | 'reference' | 'brandName', string>) {
  return callsOf(readDocument())
    .filter(({ method, path }) => method === 'GET' && !/\/(staff|partner)\//.test(path))
    .map(({ path }) =>
      path
        .replace('{reference}', reference)
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
  const seenByAll = async (reference: string) => {
    const addresses = publicAddresses({ ...SUBMISSION, reference });
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

  it('goes the whole way: submit, sign in, choose a password, find it in the queue, approve it, see it in public', async () => {
    const { data: receipt } = await submitCoa({ client: visitor, body: SUBMISSION, throwOnError: true });

    const beforeApproval = await seenByAll(receipt.reference);
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
    const [{ othersForBatch, ownErrors, labIncidents, notices, documentSha256, documentState, ...row }] = queue as [
      QueuedSubmissionDto,
    ];
    expect([othersForBatch, ownErrors, labIncidents, notices, documentSha256, documentState]).toEqual([
      0,
      0,
      [],
      [],
      null,
      null,
    ]);
    const path = { id: row.id };
    const { data: waiting } = await getSubmission({ client: staff, path, throwOnError: true });
    expect(waiting).toMatchObject(row);
    expect(row).not.toHaveProperty('testResults');
    expect(row).not.toHaveProperty('submittedResults');
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
    const body = { ...PASSED, version: waiting.version };
    const { data: approved } = await approveSubmission({ client: staff, path, body, throwOnError: true });
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
    const inFull = (await getCoa({ client: visitor, path: { batchId } })).data;
    expect(inFull).toMatchObject({ ...inPublic, reference: receipt.reference, standing: 'approved' });
    const { reference } = receipt;
    expect((await getCertificate({ client: visitor, path: { reference } })).data).toEqual(inFull);
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
      allPanelsCount: 1,
      allPanelsPercent: 100,
    });
    const afterApproval = await seenByAll(receipt.reference);
    expect(afterApproval).toContain('Smoked Citrus');
    expectNothingPrivate(afterApproval);
  });

  it('logs who decided, without contact data', async () => {
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

  it('rejects with a reason that staff can read later', async () => {
    const { id, batchId, version } = await submitted(robin, visitor);
    const reason = 'The certificate is for another batch than the one named.';
    const body = { reason, version };
    const { data } = await rejectSubmission({ client: robin, path: { id }, body, throwOnError: true });
    expect(zSubmissionDto.parse(data)).toEqual(data);
    expect(data).toMatchObject({ submissionStatus: 'rejected', rejectionReason: reason, version: version + 1 });
    const rejected = await listSubmissions({ client: kim, query: { submissionStatus: 'rejected' } });
    expect(rejected.data).toContainEqual({
      ...asListed(data),
      othersForBatch: 0,
      ownErrors: 0,
      labIncidents: [],
      notices: [],
      pendingDecision: null,
    });
    expect((await getCoa({ client: visitor, path: { batchId } })).response?.status).toBe(404);
  });

  describe('with bad input', () => {
    let waiting: SubmissionDto;
    beforeAll(async () => {
      waiting = await submitted(robin, visitor);
    });

    it.each([
      [{}, 'status', 'Choose passed, failed or pending'],
      [{ status: 'passed' }, 'panels', 'Choose a result for each panel'],
      [
        { status: 'passed', panels: panels({ pesticides: 'ok' as never }) },
        'panels.pesticides',
        'Choose a result for the pesticide panel: passed, failed, not_tested, pending, not_reported',
      ],
      [
        { status: 'passed', panels: { pesticides: 'passed' } },
        'panels.heavyMetals',
        'Choose a result for the heavy metal panel: passed, failed, not_tested, pending, not_reported',
      ],
      [
        { ...PASSED, panels: { ...PASSED.panels, mycotoxins: 'passed' } },
        'panels.mycotoxins',
        'Unknown field "panels.mycotoxins"',
      ],
      [{ ...PASSED, version: 0 }, 'version', 'Send the version you last saw'],
      [{ ...PASSED, version: 1.5 }, 'version', 'Send the version you last saw'],
    ])('rejects the approval %j', async (body, field, message) => {
      const { id, version } = waiting;
      const sent = { version, ...body } as never;
      const answer = await approveSubmission({ client: robin, path: { id }, body: sent });
      const { errors } = expectProblem(answer, 400, { type: '/problems/invalid-input' });
      expect(errors).toContainEqual(expect.objectContaining({ field, message: expect.stringContaining(message) }));
    });

    it.each([
      [{}, 'Reason is required'],
      [{ reason: '  ' }, 'Reason is required'],
      [{ reason: 'a'.repeat(1001) }, 'Reason can be at most 1000 characters'],
    ])('needs a good reason for a rejection', async (body, message) => {
      const { id, version } = waiting;
      const sent = { version, ...body } as never;
      expectProblem(await rejectSubmission({ client: robin, path: { id }, body: sent }), 400, wrong('reason', message));
    });
  });

  it('on an outdated version is rejected, and changes nothing', async () => {
    const { id, version } = await submitted(robin, visitor);
    const path = { id };
    const comments = [{ code: 'label-claim', weight: 'advisory' }] as const;
    await addComments({ client: kim, path, body: { version, comments: [...comments] }, throwOnError: true });
    const before = await stored(server);
    const stale = {
      type: '/problems/changed-meanwhile',
      detail: 'Someone else changed this after you opened it. Reload it and try again.',
      errors: [],
    };
    expectProblem(await approveSubmission({ client: robin, path, body: { ...PASSED, version } }), 412, stale);
    expectProblem(await rejectSubmission({ client: robin, path, body: { reason: 'No.', version } }), 412, stale);
    expect(await stored(server)).toEqual(before);
  });

  it('is accepted once when two are sent concurrently', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, batchId, version } = await submitted(robin, visitor);
      const [approval, rejection] = await Promise.all([
        approveSubmission({ client: robin, path: { id }, body: { ...PASSED, version } }),
        rejectSubmission({ client: kim, path: { id }, body: { reason: 'Too slow.', version } }),
      ]);
      const [winner, loser] = approval.data ? [approval, rejection] : [rejection, approval];
      expect(winner.response?.status).toBe(200);
      expectTooLate(loser);
      expect((await getSubmission({ client: kim, path: { id } })).data).toMatchObject(winner.data as object);
      const inPublic = await getCoa({ client: visitor, path: { batchId } });
      expect(inPublic.response?.status).toBe(approval.data ? 200 : 404);
      expect(await sql(server, `SELECT 1 FROM audit_log WHERE subject = $1`, [`certificate:${id}`])).toHaveLength(1);
      const told = `SELECT 1 FROM mail_outbox WHERE payload->>'certificateId' = $1 AND kind <> 'submission.received'`;
      expect(await sql(server, told, [id])).toHaveLength(1);
    }
  });

  it.each([
    ['an id that nothing has', UNKNOWN_ID],
    ['a text that is no id', 'latest'],
  ])('returns 404 for %s', async (_, id) => {
    const path = { id };
    const missing = { type: '/problems/coa-not-found' };
    expectProblem(await getSubmission({ client: robin, path }), 404, missing);
    const comments = { version: 1, comments: [{ code: 'label-claim' as const, weight: 'major' as const }] };
    const reason = { reason: 'No.', version: 1 };
    expectProblem(await approveSubmission({ client: robin, path, body: { ...PASSED, version: 1 } }), 404, missing);
    expectProblem(await rejectSubmission({ client: robin, path, body: reason }), 404, missing);
    expectProblem(await requestChanges({ client: robin, path, body: comments }), 404, missing);
    expectProblem(await addComments({ client: robin, path, body: comments }), 404, missing);
    const comment = { path: { id, commentId: id }, body: { version: 1 } };
    expectProblem(await settleComment({ client: robin, ...comment }), 404, missing);
    expectProblem(await getSubmissionHistory({ client: robin, path }), 404, missing);
    expectProblem(await withdrawCertificate({ client: robin, path, body: reason }), 404, missing);
    expectProblem(await getCorrectionLink({ client: robin, path }), 404, missing);
  });
});

describe('comments', () => {
  let robin: Client;
  beforeAll(async () => {
    robin = await signInAsStaff(server, 'robin.four');
  });

  const MAJOR = { code: 'batch-mismatch', weight: 'major', text: 'The report says #C9031.' } as const;
  const ADVISORY = { code: 'label-claim', weight: 'advisory' } as const;
  const approve = ({ id, version }: SubmissionDto) =>
    approveSubmission({ client: robin, path: { id }, body: { ...PASSED, version } });

  it('are stored with their author, block publication while a major one is open, and are resolved one by one', async () => {
    const waiting = await submitted(robin, visitor);
    const path = { id: waiting.id };
    const body = { version: waiting.version, comments: [MAJOR, ADVISORY] };
    const { data: commented, response } = await addComments({ client: robin, path, body, throwOnError: true });
    expect(response.status).toBe(201);
    expect(zSubmissionDto.parse(commented)).toEqual(commented);
    expect(commented.comments).toEqual([
      expect.objectContaining({
        ...MAJOR,
        sentence: "The batch on the lab report doesn't match the batch entered.",
        by: 'robin.four',
        settledAt: null,
      }),
      expect.objectContaining({ ...ADVISORY, text: null, settledAt: null }),
    ]);
    expectProblem(await approve(commented), 409, {
      type: '/problems/blocked-by-comments',
      detail: 'One major comment is still open. Resolve each one, or ask for changes.',
    });

    const [{ id: commentId = '' } = {}] = commented.comments;
    const settling = { path: { ...path, commentId }, body: { version: commented.version } };
    const outdated = { path: settling.path, body: { version: waiting.version } };
    expectProblem(await settleComment({ client: robin, ...outdated }), 412, { type: '/problems/changed-meanwhile' });
    const { data: settled } = await settleComment({ client: robin, ...settling, throwOnError: true });
    expect(settled.comments[0]?.settledAt).toEqual(expect.any(String));
    expect((await approve(settled)).data).toMatchObject({ submissionStatus: 'approved' });
    const actions = await sql<{ action: string }>(
      server,
      `SELECT action FROM audit_log WHERE subject = $1 ORDER BY id`,
      [`certificate:${waiting.id}`],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'submission.commented',
      'submission.comment-settled',
      'submission.approved',
    ]);
  });

  it('with an empty text have none', async () => {
    const { id, version } = await submitted(robin, visitor);
    const comments = ['', '  ', null, undefined].map((text) => ({ ...ADVISORY, text: text as never }));
    const { data } = await addComments({
      client: robin,
      path: { id },
      body: { version, comments },
      throwOnError: true,
    });
    expect(data.comments.map(({ text }) => text)).toEqual([null, null, null, null]);
  });

  describe('that are invalid', () => {
    let waiting: SubmissionDto;
    beforeAll(async () => {
      waiting = await submitted(robin, visitor);
    });

    it.each([
      [[], 'comments', 'Write at least one comment'],
      [undefined, 'comments', 'Write at least one comment'],
      [Array(21).fill(ADVISORY), 'comments', 'Write at most 20 comments'],
      [[[ADVISORY]], 'comments', 'Write each comment as an object'],
      [[ADVISORY, null], 'comments', 'Write each comment as an object'],
      [['text'], 'comments', 'Write each comment as an object'],
      [[{ ...ADVISORY, code: 'ugly' }], 'comments.0.code', 'Choose what is wrong'],
      [[ADVISORY, { ...ADVISORY, weight: 'fatal' }], 'comments.1.weight', 'Choose major or advisory'],
      [[{ ...ADVISORY, text: 'a'.repeat(1001) }], 'comments.0.text', 'Comment can be at most 1000 characters'],
      [[{ ...ADVISORY, by: 'somebody' }], 'comments.0.by', 'Unknown field "comments.0.by"'],
    ])('%j are rejected', async (comments, field, message) => {
      const { id, version } = waiting;
      const answer = await addComments({ client: robin, path: { id }, body: { version, comments } as never });
      const { errors } = expectProblem(answer, 400, { type: '/problems/invalid-input' });
      expect(errors).toContainEqual(expect.objectContaining({ field, message }));
    });
  });
});

describe('a submission in context', () => {
  it('has findings and related records', async () => {
    const robin = await signInAsStaff(server, 'robin.five');
    const beside = { brandName: 'Beside', productName: 'Compared Tea 5 mg', labName: 'Beside Lab' };
    const other = await published(robin, visitor, { ...beside, batchId: 'beside 1' });
    const { id } = await submitted(robin, visitor, { ...beside, batchId: 'n/a', testDate: '2017-01-01' });
    const { data } = await getSubmission({ client: robin, path: { id }, throwOnError: true });
    expect(zSubmissionInContextDto.parse(data)).toEqual(data);
    expect(data.findings.map(({ code }) => code)).toEqual(['test-date-before-2018', 'batch-placeholder']);
    expect(data.related.sameBatch).toEqual([]);
    expect(data.related.sameBrand.map((one) => one.id)).toEqual([other.id]);
    expect(data.related.similarProducts.map((one) => one.reference)).toEqual([other.reference]);
    expect(data.original).toBeNull();
  });
});

/** 412 if the version had changed before the request arrived, 409 if it changed during the request. */
function expectTooLate(answer: { error?: unknown; response?: Response }): void {
  const expected = { 409: '/problems/already-decided', 412: '/problems/changed-meanwhile' };
  const status = answer.response?.status as 409 | 412;
  expectProblem(answer, status, { type: expected[status] });
}

describe('the queue', () => {
  let robin: Client;
  beforeAll(async () => {
    robin = await signInAsStaff(server, 'robin.three');
    await sql(
      server,
      `UPDATE coa_data SET "submissionStatus" = 'rejected' WHERE "submissionStatus" IN ('pending', 'changes_requested')`,
    );
    await submitted(robin, visitor, { batchId: 'early', brandName: 'Waxwing' });
    await submitted(robin, visitor, { batchId: 'late' });
    const { client } = await aLab(server, robin);
    const headers = { 'Idempotency-Key': 'queue' };
    await createCertificate({ client, headers, body: aReport({ batchId: 'from a lab' }), throwOnError: true });
    await sql(server, `UPDATE coa_data SET "dueOn" = now()::date - 2 WHERE "batchId" = 'early'`);
  });

  it.each<[ListSubmissionsData['query'], string[]]>([
    [{ search: ' ' }, ['early', 'late', 'from a lab']],
    [{ overdue: true }, ['early']],
    [{ overdue: false }, ['early', 'late', 'from a lab']],
    [{ source: 'lab' }, ['from a lab']],
    [{ search: 'waxwing' }, ['early']],
    [{ submissionStatus: 'changes_requested' }, []],
  ])('filtered by %j returns %j', async (query, expected) => {
    const { data } = await listSubmissions({ client: robin, query, throwOnError: true });
    expect(data.map(({ batchId }) => batchId)).toEqual(expected);
  });

  it('returns counts of the work to do', async () => {
    const { data } = await getSubmissionCounts({ client: robin, throwOnError: true });
    expect(zQueueCountsDto.parse(data)).toEqual(data);
    const count = (n: number) => ({ count: n, relation: 'eq' });
    expect(data).toEqual({ pending: count(3), overdue: count(1), changesRequested: count(0), spotChecks: count(0) });
  });

  it('can be paged in any order, and searched by reference', async () => {
    const { data } = await listSubmissions({ client: robin, throwOnError: true });
    const references = data.map(({ reference }) => reference);
    for (const sort of ['oldest', 'newest', 'due', 'brand', 'lab']) {
      const seen: string[] = [];
      for (let url: string | undefined = `/api/staff/submissions?limit=1&sort=${sort}`; url; ) {
        const page = await pageAt(robin, url);
        seen.push(...zListSubmissionsResponse.parse(page.data).map((one) => one.reference));
        expect(page.headers.get('x-total-count')).toBe('3');
        url = page.next;
      }
      if (sort === 'oldest') expect(seen).toEqual(references);
      else expect(seen.toSorted()).toEqual(references.toSorted());
    }
    const search = references[0]?.replaceAll('-', '').toLowerCase() ?? '';
    const { data: found } = await listSubmissions({ client: robin, query: { search }, throwOnError: true });
    expect(found.map(({ batchId }) => batchId)).toEqual(['early']);
  });

  it.each([
    [
      'submissionStatus=lost',
      wrong(
        'submissionStatus',
        'submissionStatus must be one of pending, changes_requested, approved, rejected, withdrawn, superseded',
      ),
    ],
    ['source=post', wrong('source', 'source must be one of submitter, lab, staff')],
    ['overdue=1', wrong('overdue', 'overdue must be true or false')],
    [`search=${'a'.repeat(101)}`, wrong('search', 'search can be at most 100 characters')],
    ['cursor=abc', wrong('cursor', 'This cursor is not for this list. Start again without it')],
    ['sort=price', wrong('sort', 'sort must be one of oldest, newest, due, brand, lab')],
    [
      'sort=due&submissionStatus=changes_requested',
      wrong('sort', 'Only submissions waiting for review can be sorted this way. Choose oldest or newest'),
    ],
    ...[
      ['due', { sort: 'due', value: 'yesterday', id: UNKNOWN_ID }],
      ['brand', { sort: 'due', value: '2026-11-20', id: UNKNOWN_ID }],
      ['lab', { sort: 'lab', value: 'a\0b', id: UNKNOWN_ID }],
      ['newest', { value: '2026-11-20T15:00:00.000Z', id: UNKNOWN_ID }],
    ].map(([sort, cursor]): [string, ReturnType<typeof wrong>] => [
      `sort=${sort}&cursor=${Buffer.from(JSON.stringify(cursor)).toString('base64url')}`,
      wrong('cursor', 'This cursor is not for this list. Start again without it'),
    ]),
  ])('rejects ?%s', async (query, expected) => {
    expectProblem(await robin.get({ url: `/api/staff/submissions?${query}` }), 400, expected);
  });
});
