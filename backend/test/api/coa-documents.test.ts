import {
  amendCertificate,
  approveSubmission,
  attachDocument,
  attachOwnDocument,
  checkCoa,
  createCertificate,
  getBatchHistory,
  getCertificate,
  getCertificateDocument,
  getCertificateDocumentPage,
  getCertificateDocumentPageText,
  getOwnCertificate,
  getSubmission,
  listLineResults,
  listSubmissions,
  sendBulkJob,
  submitCoa,
  takeDownDocument,
  withdrawCertificate,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { PublicDecisionType } from '../../../frontend/src/api/generated/types.gen.js';
import { pdf } from '../support/pdf.js';
import { sendDocument, sendLabDocument } from '../support/send-document.js';
import { serverOfThisFile } from '../support/test-server.js';
import { digestOf, sha256Of } from '../support/tiny-pdf.js';
import { until } from '../support/until.js';
import { aReport, aSubmission, clientsOfThisFile, type LabClient, PASSED, sql, submitted } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const server = serverOfThisFile();
const { visitor, staff, lab, trusted } = clientsOfThisFile(server);

const { documentAbsence: _absence, ...CONFIRMED } = PASSED;

/** A report that says what software looks for. */
const reportPdf = (batchId: string, testDate = '2026-10-14') =>
  pdf((page) => {
    page.fontSize(18).text('Certificate of Analysis').fontSize(11).moveDown();
    page.text(`Batch ID: ${batchId}`).moveDown();
    page.text('Product: Yuzu Seltzer 5 mg').moveDown();
    page.text(`Test date: ${testDate}`);
  });

async function uploaded(content: Buffer) {
  const { data } = await sendDocument(visitor, content);
  return { sha256: sha256Of(content), access: data?.access };
}

const isRead = (sha256: string) =>
  until('the document was read', async () => {
    const [row] = await sql<{ state: string }>(server, `SELECT "state" FROM documents WHERE "id" = $1`, [sha256]);
    return row?.state === 'ready';
  });

let count = 0;
const aBatch = () => {
  count += 1;
  return `JT-26-${1000 + count}`;
};

/** A submission with a document that was read. */
async function submittedWithPdf(batchId = aBatch()) {
  const { sha256, access } = await uploaded(await reportPdf(batchId));
  await isRead(sha256);
  const body = aSubmission({
    batchId,
    productName: 'Yuzu Seltzer 5 mg',
    testDate: '2026-10-14',
    documentSha256: sha256,
    readFields: [
      { field: 'batchId', page: 1 },
      { field: 'brandName', page: 1 },
    ],
  });
  await submitCoa({ client: visitor, body, query: { access }, throwOnError: true });
  const { data } = await listSubmissions({ client: staff, query: { search: batchId }, throwOnError: true });
  const [row] = data;
  if (!row) throw new Error('not in the queue');
  return { row, sha256, batchId };
}

/** Ignored where the PDF and the submission agree. */
const overrideReason = 'Compared with the report.';

const approveWith = (id: string, version: number, documentSha256: string) =>
  approveSubmission({ client: staff, path: { id }, body: { ...CONFIRMED, version, documentSha256, overrideReason } });

describe('a submission with a PDF', () => {
  it('is reviewed beside what software read, published with it, and amended', async () => {
    const { row, sha256, batchId } = await submittedWithPdf();
    expect(row).toMatchObject({ documentSha256: sha256, documentState: 'ready' });
    const { data } = await getSubmission({ client: staff, path: { id: row.id }, throwOnError: true });
    expect(data.document).toMatchObject({ sha256, state: 'ready', pageCount: 1, receivedFrom: 'submitter' });
    expect(data.documentComparison?.fields).toContainEqual(
      expect.objectContaining({ field: 'batchId', submitted: batchId, read: batchId, result: 'same' }),
    );
    expect(data.provenance).toContainEqual({ field: 'batchId', origin: 'document', page: 1, confirmedBy: 'submitter' });
    expect(data.provenance).toContainEqual({ field: 'brandName', origin: 'typed', page: null, confirmedBy: null });
    expect(data.findings.map(({ code }) => code)).toContain('document-no-qr');

    const { data: approved } = await approveWith(row.id, row.version, sha256);
    const path = { reference: row.reference };
    const { data: coa } = await getCertificate({ client: visitor, path, throwOnError: true });
    expect(coa.document).toMatchObject({ sha256, state: 'ready', pageCount: 1, damaged: false, removal: null });
    expect(coa.documentAbsence).toBeNull();
    expect(coa.provenance).toEqual(data.provenance);
    expect(coa.findings.map(({ code }) => code)).toContain('document-no-qr');
    expect(coa.findings[0]).not.toHaveProperty('box');

    const { sha256: other } = await uploaded(await reportPdf(batchId, '2026-10-15'));
    await isRead(other);
    const { contactName: _, contactEmail: __, ...content } = aSubmission({ batchId });
    const amendment = { ...content, ...CONFIRMED, documentSha256: other, reason: 'A new report.' };
    const { data: amended } = await amendCertificate({
      client: staff,
      path: { id: row.id },
      body: { ...amendment, version: approved?.version ?? 0 },
      throwOnError: true,
    });
    expect(amended.document?.sha256).toBe(other);
    const { data: old } = await getCertificate({ client: visitor, path, throwOnError: true });
    expect([old.standing, old.document?.sha256]).toEqual(['superseded', sha256]);
  });

  it('serves the original, pictures and text of its pages, also when it is withdrawn, until that is taken down', async () => {
    const { row, sha256, batchId } = await submittedWithPdf();
    const path = { reference: row.reference };
    expectProblem(await getCertificateDocument({ client: visitor, path }), 404, { type: '/problems/coa-not-found' });
    const { data: approved } = await approveWith(row.id, row.version, sha256);
    const { data, response } = await getCertificateDocument({ client: visitor, path, parseAs: 'arrayBuffer' });
    expect(sha256Of(Buffer.from(data as unknown as ArrayBuffer))).toBe(sha256);
    expect(Object.fromEntries(response?.headers ?? [])).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${row.reference}.pdf"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      etag: `"${sha256}"`,
    });
    const picture = await getCertificateDocumentPage({ client: visitor, path: { ...path, number: '1' } });
    expect(picture.response?.headers.get('content-type')).toBe('image/png');
    const text = await getCertificateDocumentPageText({ client: visitor, path: { ...path, number: '1' } });
    expect(text.data?.lines.map((line) => line.text)).toContain(`Batch ID: ${batchId}`);
    const missing = await getCertificateDocumentPageText({ client: visitor, path: { ...path, number: '2' } });
    expectProblem(missing, 404, { type: '/problems/document-not-found' });

    const body = { version: approved?.version ?? 0, reason: 'The result is void.' };
    await withdrawCertificate({ client: staff, path: { id: row.id }, body, throwOnError: true });
    expect((await getCertificateDocument({ client: visitor, path, parseAs: 'blob' })).response?.status).toBe(200);
    // Twice, so that the second answer is the kept one.
    for (let i = 0; i < 2; i += 1) await getCertificate({ client: visitor, path, throwOnError: true });
    const takedown = { reason: 'personal-data', text: 'A name.' } as const;
    await takeDownDocument({ client: staff, path: { sha256 }, body: takedown, throwOnError: true });
    const { data: after } = await getCertificate({ client: visitor, path, throwOnError: true });
    expect(after.document).toMatchObject({
      sha256,
      state: 'removed',
      pages: [],
      removal: { reason: expect.any(String) },
    });
    expectProblem(await getCertificateDocument({ client: visitor, path }), 404, {
      type: '/problems/document-not-found',
    });
    const { data: history } = await getBatchHistory({ client: visitor, path: { batchId }, throwOnError: true });
    const decisions: PublicDecisionType[] = ['original-removed', 'withdrawn', 'published'];
    expect(history.decisions.map(({ type }) => type)).toEqual(decisions);
  });

  it("is refused the same way whether its PDF is unknown or another sender's, and nothing is stored", async () => {
    const batchId = aBatch();
    const { sha256: foreign } = await uploaded(await reportPdf(aBatch()));
    const { access } = await uploaded(await reportPdf(aBatch()));
    const send = (documentSha256: string, query: { access?: string }) =>
      submitCoa({ client: visitor, body: aSubmission({ batchId, documentSha256 }), query });
    const unknown = await send('f'.repeat(64), {});
    expectProblem(unknown, 400, { type: '/problems/invalid-input' });
    const withoutId = ({ error }: { error?: unknown }) => ({ ...(error as object), requestId: '' });
    for (const query of [{}, { access: 'guessed' }, { access }]) {
      const answer = await send(foreign, query);
      expect([answer.response?.status, withoutId(answer)]).toEqual([400, withoutId(unknown)]);
    }
    expect(await sql(server, `SELECT 1 FROM coa_data WHERE "batchId" = $1`, [batchId])).toEqual([]);
  });
});

describe('a check before sending', () => {
  const content = (batchId: string, documentSha256: string) => ({
    batchId,
    documentSha256,
    productName: 'Yuzu Seltzer 5 mg',
    testDate: '2026-10-13',
  });

  it('compares the PDF for its sender only', async () => {
    const batchId = aBatch();
    const { sha256, access: own } = await uploaded(await reportPdf(batchId));
    await isRead(sha256);
    const check = async (access?: string) => {
      const body = aSubmission(content(batchId, sha256));
      const { data } = await checkCoa({ client: visitor, body, query: { access }, throwOnError: true });
      return data.findings.filter(({ code }) => code.startsWith('document-'));
    };
    expect(await check(own)).toMatchObject([
      {
        code: 'document-date-differs',
        message: 'The test date here is October 13, 2026. The PDF says October 14, 2026.',
      },
      { code: 'document-no-qr' },
    ]);
    const another = await uploaded(await reportPdf(aBatch()));
    for (const access of [undefined, '', another.access]) expect(await check(access)).toEqual([]);
  });

  it('says that the PDF was taken down', async () => {
    const batchId = aBatch();
    const { sha256, access } = await uploaded(await reportPdf(batchId));
    const takedown = { reason: 'forged', text: 'The lab says so.' } as const;
    await takeDownDocument({ client: staff, path: { sha256 }, body: takedown, throwOnError: true });
    const body = aSubmission(content(batchId, sha256));
    const checked = await checkCoa({ client: visitor, body, query: { access } });
    expectProblem(checked, 400, wrong('documentSha256', 'We took this document down. Send another PDF'));
  });
});

describe('two people at once', () => {
  it('an approval and a takedown: the certificate has its document, or was not published', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { row, sha256 } = await submittedWithPdf();
      const body = { reason: 'personal-data', text: 'A name.' } as const;
      const [approval, takedown] = await Promise.all([
        approveWith(row.id, row.version, sha256),
        takeDownDocument({ client: staff, path: { sha256 }, body }),
      ]);
      expect(takedown.response?.status).toBe(200);
      expect([200, 412]).toContain(approval.response?.status);
      const [stored] = await sql<{ lifecycle: string; documentId: string }>(
        server,
        `SELECT "submissionStatus" AS "lifecycle", "documentId" FROM coa_data WHERE "id" = $1`,
        [row.id],
      );
      const isPublished = approval.response?.status === 200;
      expect(stored).toEqual({ lifecycle: isPublished ? 'approved' : 'pending', documentId: sha256 });
    }
  });

  it('an approval and another document: never is published what was not seen', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { row, sha256, batchId } = await submittedWithPdf();
      const { sha256: other } = await uploaded(await reportPdf(batchId, '2026-10-16'));
      await isRead(other);
      const [approval, attachment] = await Promise.all([
        approveWith(row.id, row.version, sha256),
        attachDocument({ client: staff, path: { id: row.id }, body: { version: row.version, documentSha256: other } }),
      ]);
      expect([approval.response?.status, attachment.response?.status].sort()).toEqual(
        approval.response?.status === 200 ? [200, attachment.response?.status] : [200, 412],
      );
      const [stored] = await sql<{ lifecycle: string; documentId: string }>(
        server,
        `SELECT "submissionStatus" AS "lifecycle", "documentId" FROM coa_data WHERE "id" = $1`,
        [row.id],
      );
      expect(stored?.documentId).toBe(stored?.lifecycle === 'approved' ? sha256 : other);
    }
  });
});

it('a certificate without a PDF is published with a reason, which the public reads', async () => {
  const { id, version, reference } = await submitted(staff, visitor);
  const without = await approveSubmission({ client: staff, path: { id }, body: { ...CONFIRMED, version } });
  expectProblem(without, 400, { type: '/problems/invalid-input' });
  const body = { ...CONFIRMED, version, documentAbsence: 'lost' as const };
  await approveSubmission({ client: staff, path: { id }, body, throwOnError: true });
  const { data: coa } = await getCertificate({ client: visitor, path: { reference }, throwOnError: true });
  expect(coa).toMatchObject({ document: null, documentAbsence: { code: 'lost', statement: expect.any(String) } });
});

describe('a certificate of a lab', () => {
  const created = async ({ client, headers }: LabClient, batchId: string, documentSha256: string) => {
    const body = aReport({ batchId, documentSha256, productName: 'Yuzu Seltzer 5 mg', testDate: '2026-10-14' });
    const { data } = await createCertificate({
      client,
      headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() },
      body,
      throwOnError: true,
    });
    return data;
  };
  const own = async ({ client }: LabClient, id: string) =>
    (await getOwnCertificate({ client, path: { id }, throwOnError: true })).data;

  it('waits for its PDF, and a trusted one is published once the checks saw that', async () => {
    const batchId = aBatch();
    const content = await reportPdf(batchId);
    const { id, ...waiting } = await created(trusted, batchId, sha256Of(content));
    expect(waiting).toMatchObject({
      standing: 'pending',
      document: null,
      awaitedDocument: { sha256: sha256Of(content) },
    });
    await sendLabDocument(trusted.client, content);
    await until('it is published', async () => (await own(trusted, id)).standing === 'approved');
    expect(await own(trusted, id)).toMatchObject({ document: { state: 'ready' }, awaitedDocument: null });
  });

  it('does not get the PDF of another lab by its hash, is not published with it, and learns nothing of it', async () => {
    const batchId = aBatch();
    const content = await reportPdf(batchId, '2026-01-02');
    await sendLabDocument(lab.client, content);
    await isRead(sha256Of(content));
    const { id, ...foreign } = await created(trusted, batchId, sha256Of(content));
    expect(foreign).toMatchObject({
      standing: 'pending',
      document: null,
      awaitedDocument: { sha256: sha256Of(content) },
    });
    expect(foreign.findings.filter(({ code }) => code.startsWith('document-'))).toEqual([]);
    await sendLabDocument(trusted.client, content);
    await until('it has its PDF', async () => (await own(trusted, id)).document !== null);
    expect((await own(trusted, id)).findings.map(({ code }) => code)).toContain('document-date-differs');
  });

  it('takes its PDF by reference', async () => {
    const content = await reportPdf(aBatch());
    const headers = { ...lab.headers, 'Idempotency-Key': crypto.randomUUID() };
    const { data } = await createCertificate({ client: lab.client, headers, body: aReport(), throwOnError: true });
    const attached = await attachOwnDocument({
      client: lab.client,
      path: { id: data.reference },
      body: new Blob([new Uint8Array(content)], { type: 'application/pdf' }),
      bodySerializer: null,
      headers: { ...lab.headers, 'Content-Digest': digestOf(content) },
    });
    expect(attached.data).toMatchObject({ id: data.id, document: { sha256: sha256Of(content) } });
  });

  it('in a bulk file says in its results what became of its PDF', async () => {
    const [came, missing] = [aBatch(), aBatch()];
    const content = await reportPdf(came);
    const line = (batchId: string, documentSha256: string) =>
      aReport({ batchId, documentSha256, productName: 'Yuzu Seltzer 5 mg', testDate: '2026-10-14' });
    const lines = [line(came, sha256Of(content)), line(missing, 'e'.repeat(64)), aReport({ batchId: aBatch() })];
    const { data: job } = await sendBulkJob({
      client: trusted.client,
      body: `${lines.map((one) => JSON.stringify(one)).join('\n')}\n`,
      bodySerializer: null,
      throwOnError: true,
      headers: { ...trusted.headers, 'Idempotency-Key': crypto.randomUUID(), 'Content-Type': 'application/x-ndjson' },
    });
    expect(job).toMatchObject({ published: 1, waiting: 2, refused: 0 });
    const results = async () => {
      const { data } = await listLineResults({ client: trusted.client, path: { id: job.id }, throwOnError: true });
      return data.map(({ document }) => document);
    };
    expect(await results()).toEqual(['awaited', 'awaited', null]);
    await sendLabDocument(trusted.client, content);
    await until('the first has its PDF', async () => (await results())[0] === 'attached');
    // 72 hours later.
    const hours = `UPDATE coa_data SET "awaitedUntil" = "awaitedUntil" - interval '72 hours' WHERE "batchId" = $1`;
    await sql(server, hours, [missing]);
    await until('the second is missing', async () => (await results())[1] === 'missing');
    const audited = await sql(server, `SELECT 1 FROM audit_log WHERE "action" = 'submission.document-missing'`);
    expect(audited).toHaveLength(1);
  });
});
