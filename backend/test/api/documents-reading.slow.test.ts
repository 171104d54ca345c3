import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  getDocumentPageText,
  getDocumentReading,
  requestDocumentReading,
  takeDownDocument,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import { Documents } from '../../src/domain/documents/documents.js';
import { sendDocument } from '../support/send-document.js';
import { PASSWORD, serverOfThisFile } from '../support/test-server.js';
import { aPdf, aScriptedPdf, sha256Of } from '../support/tiny-pdf.js';
import { until } from '../support/until.js';
import { signInAsStaff, sql } from './api-helpers.js';
import { expectProblem, expectProblemOf } from './problem.js';

const server = serverOfThisFile();
let visitor: Client;
let staff: Client;
let cookie: string;
beforeAll(async () => {
  visitor = server.client();
  staff = await signInAsStaff(server, 'robin', ['reviewer']);
  const body = JSON.stringify({ username: 'robin', password: PASSWORD });
  const headers = { 'content-type': 'application/json' };
  const signedIn = await fetch(`${server.url}/api/staff/session`, { method: 'POST', headers, body });
  cookie = signedIn.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
});

async function settled(sha256: string) {
  const get = async () => (await getDocumentReading({ client: staff, path: { sha256 }, throwOnError: true })).data;
  await until('it was read', async () => !['received', 'reading'].includes((await get()).state));
  return get();
}

async function sent(content: Buffer) {
  const { data } = await sendDocument(visitor, content);
  return { sha256: sha256Of(content), access: data?.access ?? '' };
}

const fetchAsStaff = (path: string, headers = {}) => fetch(server.url + path, { headers: { cookie, ...headers } });

const fileCount = async (sha256: string) =>
  (await sql(server, `SELECT 1 FROM document_files WHERE "sha256" = $1`, [sha256])).length;

describe('a PDF that software can read', () => {
  const content = aPdf('Batch ID: JT-26-0120');
  const sha256 = sha256Of(content);
  beforeAll(async () => {
    await sent(content);
    await settled(sha256);
  });

  it('shows pictures and text of its pages, and its bytes to be saved', async () => {
    const { access } = await sent(content);
    expect(await settled(sha256)).toMatchObject({
      state: 'ready',
      pageCount: 1,
      pages: [{ number: 1, width: 612, height: 792 }],
      refusal: null,
    });

    const picture = await fetch(`${server.url}/api/documents/${sha256}/pages/1.png?access=${access}`);
    expect(picture.status).toBe(200);
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=3600, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    const png = Buffer.from(await picture.arrayBuffer());
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(picture.headers.get('content-length')).toBe(String(png.length));

    const { data: text } = await getDocumentPageText({ client: staff, path: { sha256, number: '1' } });
    expect(text?.lines).toEqual([expect.objectContaining({ text: 'Batch ID: JT-26-0120', x: 72 })]);

    const file = await fetchAsStaff(`/api/staff/documents/${sha256}/file`);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${sha256.slice(0, 12)}.pdf"`,
      'content-length': String(content.length),
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      etag: `"${sha256}"`,
    });
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
  });

  it('is not sent again to a browser that has it', async () => {
    for (const path of ['pages/1.png', 'file']) {
      const first = await fetchAsStaff(`/api/staff/documents/${sha256}/${path}`);
      await first.arrayBuffer();
      const etag = first.headers.get('etag') ?? '';
      const again = await fetchAsStaff(`/api/staff/documents/${sha256}/${path}`, { 'if-none-match': etag });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
    }
  });

  it.each(['2.png', '0.png', 'x.png', '-1.png', '1e0.png'])('has no page %s', async (page) => {
    const answer = await fetchAsStaff(`/api/staff/documents/${sha256}/pages/${page}`);
    await expectProblemOf(answer, 404, { type: '/problems/document-not-found' });
  });

  it('is read again when staff ask, and keeps its pictures meanwhile', async () => {
    const readAt = () => sql<{ readAt: Date }>(server, `SELECT "readAt" FROM documents WHERE "id" = $1`, [sha256]);
    const [before] = await readAt();
    const { response, data } = await requestDocumentReading({ client: staff, path: { sha256 } });
    expect([response?.status, data?.state]).toEqual([202, 'received']);
    expect((await fetchAsStaff(`/api/staff/documents/${sha256}/pages/1.png`)).status).toBe(200);
    expect(await settled(sha256)).toMatchObject({ state: 'ready' });
    const [after] = await readAt();
    expect(after?.readAt.getTime()).toBeGreaterThan(before?.readAt.getTime() ?? 0);
  });

  it('loses everything but its hash and the reason in a takedown, also after a new upload', async () => {
    const { access } = await sent(content);
    const body = { reason: 'personal-data', text: 'The signature' } as const;
    const { data } = await takeDownDocument({ client: staff, path: { sha256 }, body, throwOnError: true });
    expect(data).toMatchObject({ state: 'removed', refusal: { code: 'removed' } });
    expect((await sendDocument(visitor, content)).data).toMatchObject({ state: 'removed' });
    expect(await settled(sha256)).toMatchObject({ state: 'removed', fields: [] });
    const again = await takeDownDocument({ client: staff, path: { sha256 }, body });
    expectProblem(again, 409, { type: '/problems/document-not-kept' });
    expect(await fileCount(sha256)).toBe(0);
    expect(await sql(server, `SELECT 1 FROM document_pages WHERE "documentId" = $1`, [sha256])).toEqual([]);
    const [row] = await sql(server, `SELECT "reading", "bands", "wordsSha256" FROM documents WHERE "id" = $1`, [
      sha256,
    ]);
    expect(row).toEqual({ reading: null, bands: null, wordsSha256: null });
    const picture = await fetch(`${server.url}/api/documents/${sha256}/pages/1.png?access=${access}`);
    await expectProblemOf(picture, 404, { type: '/problems/document-not-found' });
    const [entry] = await sql<{ after: object }>(
      server,
      `SELECT "after" FROM audit_log WHERE "subject" = $1 AND "action" = 'document.removed'`,
      [`document:${sha256}`],
    );
    expect(entry?.after).toMatchObject({ state: 'removed', reason: 'personal-data', note: 'The signature' });
  });
});

describe('a PDF with a script', () => {
  it('is refused in one sentence and not kept, however often it is sent', async () => {
    const content = aScriptedPdf();
    for (let times = 0; times < 2; times += 1) {
      const { sha256 } = await sent(content);
      const { state, refusal, fields } = await settled(sha256);
      expect({ state, code: refusal?.code, fields }).toEqual({ state: 'refused', code: 'active-content', fields: [] });
      expect(refusal?.message).toMatch(/^This PDF contains a script.*\.$/);
      expect(await fileCount(sha256)).toBe(0);
      const file = await fetchAsStaff(`/api/staff/documents/${sha256}/file`);
      await expectProblemOf(file, 404, { type: '/problems/document-not-found' });
      expectProblem(await requestDocumentReading({ client: staff, path: { sha256 } }), 409, {
        type: '/problems/document-not-kept',
      });
    }
  });
});

describe('a document whose stored bytes are damaged', () => {
  it('is not handed out, and whole again after the same file arrives', async () => {
    const content = aPdf();
    const { sha256 } = await sent(content);
    await settled(sha256);
    const broken = `UPDATE document_chunks SET "content" = '\\x00' WHERE "fileId" =
                      (SELECT "id" FROM document_files WHERE "sha256" = $1)`;
    await sql(server, broken, [sha256]);
    await requestDocumentReading({ client: staff, path: { sha256 }, throwOnError: true });
    expect(await settled(sha256)).toMatchObject({ state: 'unreadable', damaged: true, refusal: { code: 'damaged' } });
    expect((await fetchAsStaff(`/api/staff/documents/${sha256}/file`)).status).toBe(404);

    await sent(content);
    expect(await settled(sha256)).toMatchObject({ state: 'ready', damaged: false });
    const file = await fetchAsStaff(`/api/staff/documents/${sha256}/file`);
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
  });
});

describe('documents that are alike', () => {
  const words = Array.from({ length: 150 }, (_, i) => `word${i}`).join(' ');

  it('are found by their words, and by most of them', async () => {
    const documents = server.app.get(Documents, { strict: false });
    const [first, same, near, other] = [aPdf(words), aPdf(words, 3_000), aPdf(`${words} more`), aPdf('Something else')];
    for (const content of [first, same, near, other]) await settled((await sent(content)).sha256);
    const alike = (await documents.othersLike(sha256Of(first))).toSorted((a, b) =>
      a.likeness.localeCompare(b.likeness),
    );
    expect(alike).toEqual([
      { sha256: sha256Of(near), likeness: 'near-copy' },
      { sha256: sha256Of(same), likeness: 'same-words' },
    ]);
    expect(await documents.wordsOf(sha256Of(first))).toContain('word148 word149');
  });
});
