import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { submitCoa } from '../../../frontend/src/api/generated/sdk.gen.js';
import { REFUSAL_SENTENCES } from '../../src/domain/shared/stored-document.js';
import { emailsIn } from '../support/mail-folder.js';
import { sendDocument } from '../support/send-document.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { aPdf, sha256Of } from '../support/tiny-pdf.js';
import { until } from '../support/until.js';
import { aSubmission, sql } from './api-helpers.js';

/** A scanner that can't scan, until it calls everything infected. */
let isScanning = false;
const clamd = createServer((socket) => {
  socket.on('error', () => {});
  socket.on('data', (data) => {
    if (!isScanning) socket.destroy();
    else if (data.subarray(-4).readUInt32BE() === 0) socket.end('stream: Test-Signature FOUND\0');
  });
});

let server: TestServer;
beforeAll(async () => {
  clamd.listen(0, '127.0.0.1');
  await once(clamd, 'listening');
  server = await startServer({ CLAMD_URL: `tcp://127.0.0.1:${(clamd.address() as AddressInfo).port}` });
});
afterAll(async () => {
  await server?.stop();
  clamd.close();
});

it('a PDF that is refused after the form was sent is reported to the submitter, once', async () => {
  const visitor = server.client();
  const content = aPdf('Batch ID: REFUSED-1');
  const documentSha256 = sha256Of(content);
  const { data: upload } = await sendDocument(visitor, content);
  const send = (batchId: string, contactEmail: string) => {
    const body = aSubmission({ batchId, contactEmail, documentSha256 });
    return submitCoa({ client: visitor, body, query: { access: upload?.access }, throwOnError: true });
  };
  const { data } = await send('REFUSED-1', 'ada@submitter.example');
  await send('REFUSED-2', 'ben@submitter.example');
  const decided = `UPDATE coa_data SET "submissionStatus" = 'rejected', "rejectionReason" = 'No.' WHERE "batchId" = 'REFUSED-2'`;
  await sql(server, decided);

  isScanning = true;
  await sql(server, 'UPDATE documents SET "nextAttemptAt" = now()');
  const told = async () =>
    (await emailsIn(server.mailFolder)).filter(({ subject }) => subject?.startsWith('PDF not kept: '));
  await until('the submitter is told', async () => (await told()).length > 0);
  await until('all mail is sent', async () => {
    return (await sql(server, `SELECT 1 FROM mail_outbox WHERE state = 'waiting'`)).length === 0;
  });
  const [email, ...more] = await told();
  expect(more).toEqual([]);
  expect(email?.to?.map(({ address }) => address)).toEqual(['ada@submitter.example']);
  expect(email?.subject).toContain(data.reference);
  expect(email?.text?.replaceAll(/\n> ?|\s+/g, ' ')).toContain(REFUSAL_SENTENCES.malware);
  expect(email?.text).not.toContain('REFUSED-1');
});
