import { randomUUID } from 'node:crypto';
import type { Email } from 'postal-mime';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  amendCertificate,
  approveSubmission,
  createCertificate,
  getCertificate,
  getCoa,
  getCorrection,
  rejectSubmission,
  requestChanges,
  resubmitCoa,
  submitCoa,
  withdrawCertificate,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { SubmissionDto } from '../../../frontend/src/api/generated/types.gen.js';
import { EmailTemplateRegistry } from '../../src/platform/email/email-template-registry.js';
import { expectSound } from '../support/emails.js';
import { emailsIn } from '../support/mail-folder.js';
import { serverOfThisFile } from '../support/test-server.js';
import { until } from '../support/until.js';
import { aLab, aReport, aSubmission, PASSED, published, signInAsStaff, sql, stored, submitted } from './api-helpers.js';
import { expectProblem } from './problem.js';

const PUBLIC_URL = 'https://clearbatch.example';

const server = serverOfThisFile({ PUBLIC_URL });
let visitor: Client;
let staff: Client;
beforeAll(async () => {
  visitor = server.client();
  staff = await signInAsStaff(server, 'robin');
});

const CLOSED = { type: '/problems/correction-link-closed' };

const MAJOR = { code: 'batch-mismatch', weight: 'major', text: 'The report says #C9031.' } as const;

/** Waits until that many emails about a submission have arrived. @returns them in the order in which they were queued */
async function emails({ reference }: Pick<SubmissionDto, 'reference'>, count: number): Promise<Email[]> {
  const found = async () =>
    (await emailsIn(server.mailFolder)).filter(({ subject }) => subject?.includes(`(${reference})`));
  await until(`${count} emails about ${reference}`, async () => (await found()).length >= count);
  await allSent();
  return found();
}

/** The last email. */
async function lastOf(emails: Promise<readonly Email[]>): Promise<Email> {
  const last = (await emails).at(-1);
  if (!last) throw new Error('no email has arrived');
  return last;
}

const allSent = () =>
  until('all mail is dealt with', async () => {
    const waiting = await sql(server, `SELECT kind FROM mail_outbox WHERE state = 'waiting'`);
    return waiting.length === 0;
  });

const subjects = (emails: readonly Email[]) => emails.map(({ subject }) => subject?.replace(/ \(.*/, ''));

const recipients = ({ to }: Email) => to?.map(({ address }) => address);

/** The token of the correction link in an email. */
const tokenIn = ({ text }: Email) => /clearbatch\.example\/corrections\/([\w.-]+)/.exec(text ?? '')?.[1] ?? '';

async function sentBack(submission: SubmissionDto): Promise<SubmissionDto> {
  const { id, version } = submission;
  const body = { version, comments: [MAJOR] };
  return (await requestChanges({ client: staff, path: { id }, body, throwOnError: true })).data;
}

describe('the email about', () => {
  it('a submission goes to the submitter alone, with its reference', async () => {
    const waiting = await submitted(staff, visitor, { productName: 'Yuzu Seltzer 5 mg', batchId: 'M-1' });
    const [email, ...more] = await emails(waiting, 1);
    expect(more).toEqual([]);
    expect(email && recipients(email)).toEqual(['robin@submitter.example']);
    expect(email?.subject).toBe(`Received: your lab report (${waiting.reference})`);
    for (const form of [email?.text, email?.html]) {
      expect(form).toContain(waiting.reference);
      expect(form).toContain(`${PUBLIC_URL}/contact`);
    }
    const queued = await sql(server, `SELECT payload FROM mail_outbox WHERE payload->>'certificateId' = $1`, [
      waiting.id,
    ]);
    expect(queued).toEqual([{ payload: { certificateId: waiting.id } }]);
  });

  it('changes carries a link that works without an account, once, and the answer is acknowledged', async () => {
    const waiting = await submitted(staff, visitor, { batchId: 'Spring-2' });
    await sentBack(waiting);
    const email = await lastOf(emails(waiting, 2));
    expect(email.subject).toMatch(/^Changes needed: /);
    expect(email.text).toContain("Needs to change: The batch on the lab report doesn't match the batch entered.");
    expect(email.text).toContain('> The report says #C9031.');
    expect(email.html).toContain(`href="${PUBLIC_URL}/corrections/${tokenIn(email)}"`);

    const path = { token: tokenIn(email) };
    const anonymous = server.client();
    expect((await getCorrection({ client: anonymous, path })).data).toMatchObject({ reference: waiting.reference });
    const body = aSubmission({ batchId: 'Spring-2 corrected' });
    expect((await resubmitCoa({ client: anonymous, path, body })).response?.status).toBe(200);
    const acknowledged = await lastOf(emails(waiting, 3));
    expect(acknowledged.subject).toMatch(/^Changes received: /);
    expect(acknowledged.text).not.toContain('Spring-2');
    expect(tokenIn(acknowledged)).toBe('');
    const before = await stored(server);
    expectProblem(await resubmitCoa({ client: anonymous, path, body }), 404, CLOSED);
    expect(await stored(server)).toEqual(before);
  });

  it('changes carries a link that is worth nothing when it was tampered with or its time is over', async () => {
    const waiting = await sentBack(await submitted(staff, visitor, { batchId: 'M-3' }));
    const token = tokenIn(await lastOf(emails(waiting, 2)));
    const [payload = '', signature = ''] = token.split('.');
    const content = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const inDays = (content.e - Date.now()) / 86_400_000;
    expect(inDays).toBeGreaterThan(29.9);
    expect(inDays).toBeLessThanOrEqual(30);
    const longer = Buffer.from(JSON.stringify({ ...content, e: content.e + 1 })).toString('base64url');
    const before = await stored(server);
    for (const forged of [`${longer}.${signature}`, `${payload}.${signature.slice(0, -2)}AA`, payload, `${token}x`]) {
      const options = { client: visitor, path: { token: forged } };
      expectProblem(await getCorrection(options), 404, CLOSED);
      const answer = await resubmitCoa({ ...options, body: aSubmission() });
      expectProblem(answer, 404, CLOSED);
    }
    expect(await stored(server)).toEqual(before);
    await sql(server, `UPDATE coa_data SET "reviewedAt" = "reviewedAt" + interval '1 second' WHERE id = $1`, [
      waiting.id,
    ]);
    expectProblem(await getCorrection({ client: visitor, path: { token } }), 404, CLOSED);
  });

  it('a publication leads to the public page, and brings the code for it', async () => {
    const coa = await published(staff, visitor, { batchId: 'M/4 #ü' });
    const email = await lastOf(emails(coa, 2));
    expect(email.subject).toMatch(/^Published: /);
    const address = /clearbatch\.example\/brands\/([^\s/]+)\/coa\/([^\s?]+)/.exec(email.text ?? '') ?? [];
    const [brand = '', batchId = ''] = address.slice(1).map(decodeURIComponent);
    const page = await getCoa({ client: visitor, path: { batchId }, query: { brand } });
    expect(page.data).toMatchObject({ reference: coa.reference, batchId: 'M/4 #ü' });
    const [, reference = ''] = /clearbatch\.example\/certificates\/([^\s?]+)/.exec(email.text ?? '') ?? [];
    expect((await getCertificate({ client: visitor, path: { reference } })).data?.batchId).toBe('M/4 #ü');
    const [picture, ...more] = email.attachments;
    expect(more).toEqual([]);
    expect(picture).toMatchObject({ mimeType: 'image/png', disposition: 'inline' });
    expect(email.html).toContain(`src="cid:${picture?.contentId?.replace(/[<>]/g, '')}"`);
  });

  it('a rejection or a withdrawal gives the reason', async () => {
    const { id, version, ...waiting } = await submitted(staff, visitor);
    const rejection = { version, reason: 'The photo cannot be read.' };
    await rejectSubmission({ client: staff, path: { id }, body: rejection, throwOnError: true });
    const coa = await published(staff, visitor);
    await emails(coa, 2);
    const withdrawal = { version: coa.version, reason: 'The result is void.' };
    await withdrawCertificate({ client: staff, path: { id: coa.id }, body: withdrawal, throwOnError: true });

    const rejected = await lastOf(emails(waiting, 2));
    expect(rejected.subject).toMatch(/^Not published: /);
    expect(rejected.text).toContain('> The photo cannot be read.');
    expect(rejected.text).toContain(`${PUBLIC_URL}/submit-coa`);
    const withdrawn = await lastOf(emails(coa, 3));
    expect(withdrawn.subject).toMatch(/^Withdrawn: /);
    expect(withdrawn.text).toContain('> The result is void.');
    expect(withdrawn.text).toContain(`${PUBLIC_URL}/certificates/${coa.reference}`);
  });

  it('an amendment by staff is one, and says what replaced the certificate and why', async () => {
    const coa = await published(staff, visitor, { batchId: 'M-5' });
    await emails(coa, 2);
    const { brandName, productName, batchId, thcContent, cbdContent, testDate, labName, version } = coa;
    const content = { brandName, productName, batchId, thcContent, cbdContent, testDate, labName };
    const body = { ...content, ...PASSED, version, reason: 'The laboratory corrected the container size.' };
    const { data } = await amendCertificate({ client: staff, path: { id: coa.id }, body, throwOnError: true });
    const all = await emails(coa, 3);
    expect(subjects(all)).toEqual([
      'Received: your lab report',
      'Published: your lab report',
      'Replaced: your lab report',
    ]);
    expect(all[2]?.text).toContain('> The laboratory corrected the container size.');
    expect(all[2]?.text).toContain(data.reference);
    expect(all[2]?.text).toContain(`${PUBLIC_URL}/certificates/${coa.reference}`);
    expect(await emails(data, 0)).toEqual([]);
  });
});

it('each kind has an example for staff, and the address of no real person', () => {
  const kinds = server.app.get(EmailTemplateRegistry).all();
  const own = kinds.filter(({ kind }) => /^(submission|contact-message|webhook)\./.test(kind));
  expect(own.map(({ kind }) => kind)).toEqual([
    'contact-message.notice',
    'contact-message.received',
    'submission.amended',
    'submission.changes_requested',
    'submission.document_refused',
    'submission.published',
    'submission.received',
    'submission.rejected',
    'submission.resubmitted',
    'submission.withdrawn',
    'webhook.disabled',
  ]);
  for (const { example, description } of own) {
    expectSound(example());
    expect(example().to).toMatch(/\.example$/);
    expect(description).toMatch(/^To (a submitter|a visitor|a lab|staff): /);
  }
});

describe('no email', () => {
  it('goes out about a certificate whose sender left no address, or that a laboratory sent', async () => {
    const { client } = await aLab(server, staff);
    const headers = { 'Idempotency-Key': randomUUID() };
    const { data } = await createCertificate({ client, headers, body: aReport(), throwOnError: true });
    const { id, version } = data;
    await approveSubmission({ client: staff, path: { id }, body: { ...PASSED, version }, throwOnError: true });
    expect(await sql(server, `SELECT kind FROM mail_outbox WHERE payload->>'certificateId' = $1`, [id])).toEqual([]);
  });

  it('goes to somebody whose address has been erased meanwhile', async () => {
    const waiting = await submitted(staff, visitor);
    await emails(waiting, 1);
    await sql(server, `UPDATE coa_data SET "submittedBy" = NULL WHERE id = $1`, [waiting.id]);
    const mail = `INSERT INTO mail_outbox (kind, payload, "createdAt", "nextAttemptAt") VALUES ($1, $2, now(), now()) RETURNING id`;
    const payload = { certificateId: waiting.id };
    const [{ id } = { id: '' }] = await sql<{ id: string }>(server, mail, ['submission.received', payload]);
    await submitted(staff, visitor); // wakes the worker
    await allSent();
    expect(await sql(server, `SELECT state FROM mail_outbox WHERE id = $1`, [id])).toEqual([{ state: 'not-needed' }]);
    expect(await emails(waiting, 1)).toHaveLength(1);
  });

  it('goes out about what was not stored', async () => {
    await allSent();
    await sql(server, `ALTER TABLE mail_outbox ADD CONSTRAINT "full" CHECK (false) NOT VALID`);
    try {
      const before = await stored(server);
      const { response } = await submitCoa({ client: visitor, body: aSubmission() });
      expect(response?.status).toBe(500);
      expect(await stored(server)).toEqual(before);
    } finally {
      await sql(server, `ALTER TABLE mail_outbox DROP CONSTRAINT "full"`);
    }
    const files = (await emailsIn(server.mailFolder)).length;
    const body = aSubmission({ batchId: 'M-taken' });
    await submitCoa({ client: visitor, body, throwOnError: true });
    await allSent();
    // Sent again, it is answered as before.
    expect((await submitCoa({ client: visitor, body })).response?.status).toBe(201);
    await allSent();
    expect(await emailsIn(server.mailFolder)).toHaveLength(files + 1);
  });

  it('asks for changes any more once they have been sent', async () => {
    const waiting = await sentBack(await submitted(staff, visitor));
    const token = tokenIn(await lastOf(emails(waiting, 2)));
    await resubmitCoa({ client: visitor, path: { token }, body: aSubmission(), throwOnError: true });
    await emails(waiting, 3);
    const again = `UPDATE mail_outbox SET state = 'waiting', "finishedAt" = NULL, "messageId" = NULL WHERE kind = 'submission.changes_requested' AND payload->>'certificateId' = $1`;
    await sql(server, again, [waiting.id]);
    await submitted(staff, visitor); // wakes the worker
    await allSent();
    expect(subjects(await emails(waiting, 3)).map((subject) => subject?.split(':')[0])).toEqual([
      'Received',
      'Changes needed',
      'Changes received',
    ]);
  });
});
