import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import { getOwnDocument, getUploadedDocument, readOwnDocument } from '../../../frontend/src/api/generated/sdk.gen.js';
import { pdf } from '../support/pdf.js';
import { sendDocument, sendLabDocument } from '../support/send-document.js';
import { serverOfThisFile } from '../support/test-server.js';
import { aPdf, digestOf, sha256Of } from '../support/tiny-pdf.js';
import { until } from '../support/until.js';
import { type LabClient, sql, staffAndLabs } from './api-helpers.js';
import { expectProblem } from './problem.js';

const server = serverOfThisFile();
let visitor: Client;
let lab: LabClient;
let other: LabClient;
beforeAll(async () => {
  visitor = server.client();
  ({ lab, trusted: other } = await staffAndLabs(server));
});

const upload = (content: Buffer, differing: { sha256?: string; digest?: string } = {}) =>
  sendDocument(visitor, content, differing);

const uploadAs = ({ client }: LabClient, content: Buffer) => sendLabDocument(client, content);

const chunks = (sha256: string) =>
  sql<{ content: Buffer }>(
    server,
    `SELECT c."content" FROM document_chunks c JOIN document_files f ON f."id" = c."fileId"
      WHERE f."sha256" = $1 ORDER BY c."number"`,
    [sha256],
  );

describe('a PDF sent by the public form', () => {
  it('is stored under its hash, in chunks', async () => {
    const content = aPdf('A long one', 350_000);
    const { data, response } = await upload(content);
    expect(response?.status).toBe(200);
    expect(data).toMatchObject({ sha256: sha256Of(content), bytes: content.length, damaged: false });
    const parts = await chunks(sha256Of(content));
    expect(parts.map((part) => part.content.length)).toEqual([131_072, 131_072, content.length - 262_144]);
    expect(Buffer.concat(parts.map((part) => part.content)).equals(content)).toBe(true);
  });

  it('can be read only with the token of its sender', async () => {
    const content = aPdf();
    const { data } = await upload(content);
    const path = { sha256: sha256Of(content) };
    const access = data?.access ?? '';
    const { data: read } = await getUploadedDocument({ client: visitor, path, query: { access } });
    expect(read).toMatchObject({ sha256: path.sha256, qrCodes: [] });
    for (const wrong of [undefined, '', 'x', `${access}x`, (await upload(aPdf())).data?.access]) {
      const { error, response } = await getUploadedDocument({ client: visitor, path, query: { access: wrong } });
      expectProblem({ error, response }, 404, { type: '/problems/document-not-found' });
    }
  });
});

describe('a PDF sent by a lab', () => {
  it('is new once', async () => {
    const content = aPdf();
    expect((await uploadAs(lab, content)).response?.status).toBe(201);
    expect((await uploadAs(lab, content)).response?.status).toBe(200);
    const read = await getOwnDocument({ client: lab.client, path: { sha256: sha256Of(content) } });
    expect(read.data).toMatchObject({ bytes: content.length });
  });

  it('is not shown to another lab until that sent it, too', async () => {
    const content = aPdf();
    await uploadAs(lab, content);
    const path = { sha256: sha256Of(content) };
    expectProblem(await getOwnDocument({ client: other.client, path }), 404, { type: '/problems/document-not-found' });
    expect((await uploadAs(other, content)).response?.status).toBe(200);
    expect((await getOwnDocument({ client: other.client, path })).response?.status).toBe(200);
  });
});

describe('what software read from the PDF of a lab', () => {
  const reading = ({ client }: LabClient, sha256: string) => readOwnDocument({ client, path: { sha256 } });

  async function read(content: Buffer) {
    await uploadAs(lab, content);
    const sha256 = sha256Of(content);
    await until('it was read', async () => (await reading(lab, sha256)).response?.status === 200);
    return sha256;
  }

  it('is answered with the places of the values, the same each time', async () => {
    const sha256 = await read(aPdf('Batch ID: JT-26-0771'));
    const { data } = await reading(lab, sha256);
    const box = expect.objectContaining({ page: 1, y: expect.any(Number) });
    expect(data).toMatchObject({ sha256, state: 'ready', pages: [{ number: 1 }], rows: [], panels: [], totals: [] });
    expect(data?.fields).toEqual([expect.objectContaining({ field: 'batchId', value: 'JT-26-0771', box })]);
    expect((await reading(lab, sha256)).data).toEqual(data);
  });

  it('is not there yet while the PDF is read', async () => {
    const sha256 = await read(aPdf('Batch ID: JT-26-0772'));
    const again = `UPDATE documents SET "state" = 'reading', "reading" = NULL, "queuedAt" = now(), "nextAttemptAt" = now(),
                     "leasedUntil" = now() + interval '1 hour' WHERE "id" = $1`;
    await sql(server, again, [sha256]);
    const { data, response } = await reading(lab, sha256);
    expect([response?.status, data]).toMatchObject([
      202,
      { state: 'reading', fields: [], notFound: [], refusal: null },
    ]);
  });

  it('is missing with the reason if software cannot read it', async () => {
    const long = await pdf((page) => {
      for (let number = 1; number <= 100; number += 1) page.addPage();
    });
    const { data } = await reading(lab, await read(long));
    expect(data).toMatchObject({ state: 'unreadable', refusal: { code: 'too-many-pages' }, fields: [], notFound: [] });
  });

  it('is answered to no other lab, and to nobody for a PDF that never came', async () => {
    const content = aPdf();
    await sendDocument(visitor, content);
    const ofVisitor = sha256Of(content);
    const ofLab = await read(aPdf());
    const missing = { type: '/problems/document-not-found' };
    for (const sha256 of [ofVisitor, ofLab, 'f'.repeat(64), 'x']) {
      expectProblem(await reading(other, sha256), 404, missing);
    }
  });
});

/** What uploads store; the reader, which works meanwhile, changes none of it. */
const stored = () =>
  sql(
    server,
    `SELECT (SELECT count(*) FROM documents) AS documents, (SELECT count(*) FROM document_chunks) AS chunks,
            (SELECT array_agg("sha256" ORDER BY "sha256") FROM document_files) AS files`,
  );

describe('what is refused leaves nothing behind', () => {
  const content = aPdf('refused', 300_000);
  const changed = Buffer.from(content);
  changed[changed.length - 10] = 0;

  it.each([
    ['another hash in the address', { sha256: '0'.repeat(64) }, 422, 'document-digest-differs'],
    ['no digest', { digest: '' }, 400, 'content-digest-missing'],
    ['a digest in hex', { digest: `sha-256=:${sha256Of(content)}:` }, 400, 'content-digest-malformed'],
    ['a digest of another algorithm', { digest: 'sha-512=:AAAA:' }, 400, 'content-digest-malformed'],
    ['an address that is no hash', { sha256: 'x' }, 400, 'invalid-input'],
  ])('%s', async (_, differing, status, code) => {
    const before = await stored();
    expectProblem(await upload(content, differing), status, { type: `/problems/${code}` });
    expect(await stored()).toEqual(before);
  });

  it('other bytes than the digest says, although they are as many', async () => {
    const before = await stored();
    const answer = await upload(changed, { sha256: sha256Of(content), digest: digestOf(content) });
    expectProblem(answer, 422, { type: '/problems/document-digest-differs' });
    expect(await stored()).toEqual(before);
  });

  it.each([
    ['shorter', content.subarray(0, 200_000)],
    ['longer', Buffer.concat([content, Buffer.from('more')])],
  ])('a file that got %s after it was hashed', async (_, sent) => {
    const before = await stored();
    const answer = await upload(sent, { sha256: sha256Of(content), digest: digestOf(content) });
    expectProblem(answer, 422, { type: '/problems/document-digest-differs' });
    expect(await stored()).toEqual(before);
  });

  it('an upload that fails, which keeps a PDF from being deleted no longer than before', async () => {
    const sent = aPdf('kept', 300_000);
    const sha256 = sha256Of(sent);
    await upload(sent);
    const sentAt = () => sql<{ sentAt: Date }>(server, `SELECT "sentAt" FROM documents WHERE "id" = $1`, [sha256]);
    const before = await sentAt();
    const answer = await upload(changed, { sha256, digest: digestOf(sent) });
    expectProblem(answer, 422, { type: '/problems/document-digest-differs' });
    expect(await sentAt()).toEqual(before);
    expect((await upload(sent)).response?.status).toBe(200);
    expect(await sentAt()).not.toEqual(before);
  });

  it.each(['<html>%PDF-1.7', '%PD'])('something else than a PDF: %s', async (text) => {
    const before = await stored();
    expectProblem(await upload(Buffer.from(text)), 422, { type: '/problems/document-not-a-pdf' });
    expect(await stored()).toEqual(before);
  });

  it('more than 10 MB', async () => {
    const before = await stored();
    expectProblem(await upload(aPdf('large', 10 * 1024 * 1024 + 1_000)), 413, { type: '/problems/document-too-large' });
    expect(await stored()).toEqual(before);
  });
});
