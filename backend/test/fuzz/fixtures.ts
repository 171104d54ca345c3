import { rename, rm, writeFile } from 'node:fs/promises';
import { approval, report as aReport, submission } from '../fault-injection/users.js';
import { aPdf, sha256Of } from '../support/tiny-pdf.js';
import { totpCode } from '../support/totp-code.js';
import { until } from '../support/until.js';
import { type ActorName, type Identity, LABS, rolesOf, STAFF, scopesOf } from './actors.js';
import { PERSONAL } from './corpora.js';
import type { SentEmails } from './outputs.js';
import type { Run } from './run.js';
import { nextSerial } from './values.js';

const PASSWORD = 'correct horse battery staple';

interface IssuedLab {
  readonly id: string;
  readonly version: number;
}

const identity = (known: Partial<Identity>): Identity => ({
  id: '',
  username: '',
  password: '',
  cookies: new Map(),
  authorization: null,
  ...known,
});

/** Signs in every actor and issues the API keys. */
export async function createActors(run: Run, oneTimePassword: string): Promise<void> {
  const first = await signedIn(run, 'admin', oneTimePassword);
  run.identities.set('administrator', first);
  for (const actor of STAFF) if (actor !== 'administrator') run.identities.set(actor, await newMember(run, actor));
  for (const actor of LABS) run.identities.set(actor, await newLab(run, actor));
}

/** An account that is signed in and has replaced its one-time password. */
async function signedIn(run: Run, username: string, oneTimePassword: string): Promise<Identity> {
  const member = identity({ username, password: PASSWORD });
  const { id } = await run.callOk<{ id: string }>(member, 'signIn', { body: { username, password: oneTimePassword } });
  const body = { currentPassword: oneTimePassword, newPassword: PASSWORD };
  await run.callOk(member, 'changePassword', { body });
  run.model.exclude(id);
  return { ...member, id };
}

/** Another account with the same roles as an actor. */
export async function newMember(run: Run, actor: ActorName): Promise<Identity> {
  run.members += 1;
  const username = `${actor}-${run.members}`;
  const body = { username, roles: rolesOf(actor) };
  const made = await run.callOk<{ oneTimePassword: string }>('administrator', 'createAccount', { body });
  return signedIn(run, username, made.oneTimePassword);
}

async function newLab(run: Run, actor: ActorName): Promise<Identity> {
  const body = { name: `The ${actor}`, contactEmail: `${PERSONAL}@lab.example` };
  const lab = await run.callOk<IssuedLab>('administrator', 'createLab', { body });
  run.model.exclude(lab.id);
  const path = { id: lab.id };
  const order = { label: 'LIMS', scopes: scopesOf(actor) };
  const issued = await run.callOk<{ id: string; key: string }>('administrator', 'createLabKey', { path, body: order });
  run.model.exclude(issued.id);
  if (actor === 'trusted-lab') {
    const trust = { trusted: true, reason: 'As agreed', version: lab.version };
    await run.callOk('administrator', 'changeLabTrust', { path, body: trust });
  }
  return identity({ id: lab.id, authorization: `Bearer ${issued.key}` });
}

/** Workflows with ordered steps, or with codes that only an authenticator can compute. */
export async function runWorkflows(run: Run, emails: SentEmails, settled: () => Promise<void>): Promise<void> {
  await subscribed(run, emails);
  await followed(run, emails);
  await settled();
  await emails.read(run);
  await waitingMail(run, emails.folder);
  await secondFactor(run);
  await corrections(run);
  await sessions(run);
  await ownCertificates(run);
  await brandThatWrites(run, emails);
  await documents(run);
  await webhookTest(run);
}

/** A brand that proves a domain by the link in the email, is accepted by staff, writes, and is revoked. */
async function brandThatWrites(run: Run, emails: SentEmails): Promise<void> {
  const report = { ...aReport('of a brand that writes'), brandName: 'Writing Drinks' };
  const order = { body: report, headers: { 'idempotency-key': 'writing' } };
  const { reference } = await run.callOk<{ reference: string }>('trusted-lab', 'createCertificate', order);
  const claim = { domain: 'writing.example', email: `${PERSONAL}.brand@writing.example` };
  await run.callOk('anonymous', 'requestBrandClaim', { path: { brandName: report.brandName }, body: claim });
  const sent = () => run.model.known('brand-desk/{token}').find(({ id }) => /^[0-9a-f-]{36}\./.test(id))?.id;
  await until('the email with the link has arrived', async () => {
    await emails.read(run);
    return sent() !== undefined;
  });
  const first = { token: sent() ?? '' };
  const { token } = await run.callOk<{ token: string }>('anonymous', 'verifyBrandDomain', { body: first });
  type Request = { id: string; version: number };
  const decide = async () => {
    const [{ id, version }] = await run.callOk<[Request]>('reviewer', 'listBrandRequests');
    await run.callOk('reviewer', 'decideBrandRequest', { path: { id }, body: { version, accepted: true } });
  };
  await decide();
  await run.callOk('anonymous', 'sendBrandReply', { body: { token, reference, text: 'We read this report.' } });
  await decide();
  const contact = { website: 'https://writing.example', contactEmail: claim.email };
  await run.callOk('anonymous', 'changeBrandContact', { body: { token, ...contact } });
  const product = { productName: report.productName, discontinued: true };
  await run.callOk('anonymous', 'reportDiscontinuedProduct', { body: { token, ...product } });
  await run.callOk('anonymous', 'getBrandDesk', { path: { token } });
  await run.callOk('anonymous', 'withdrawBrandReply', { body: { token, reference } });
  const [{ id }] = await run.callOk<[Request]>('reviewer', 'listBrandClaims');
  await run.callOk('reviewer', 'revokeBrandClaim', { path: { id }, body: { reason: 'The domain was sold.' } });
}

/** Mail that waits because it could not be delivered: closed, or sent now. An issue cannot end before it is stopped. */
async function waitingMail(run: Run, folder: string): Promise<void> {
  await rename(folder, `${folder}-until-now`);
  await writeFile(folder, 'a file where the folder should be');
  for (const name of ['one', 'two']) {
    await run.callOk('anonymous', 'subscribe', { body: { email: `${PERSONAL}.${name}@mail.example` } });
  }
  const [first = '', second = ''] = await failedMail(run, 2);
  await run.callOk('editor', 'getMail', { path: { id: first } });
  await run.callOk('editor', 'closeMail', { path: { id: first } });
  const issue = await stoppedIssue(run);
  await rm(folder);
  await run.callOk('editor', 'sendMail', { path: { id: second } });
  await run.callOk('editor', 'resumeNewsletterIssue', { path: issue });
  // Its emails would wait half a minute for their second attempt.
  for (const id of await failedMail(run, 0)) if (id !== second) await run.call('editor', 'sendMail', { path: { id } });
}

/** The ids of mail that was tried and waits, oldest first, once it is this many. */
async function failedMail(run: Run, atLeast: number): Promise<string[]> {
  type Mail = { id: string; attempts: number };
  let failed: string[] = [];
  await until('the mail waits for the next attempt', async () => {
    const mails = await run.callOk<Mail[]>('editor', 'listMail', { query: { state: 'waiting' } });
    failed = mails.flatMap(({ id, attempts }) => (attempts > 0 ? [id] : [])).toSorted();
    return failed.length >= atLeast;
  });
  return failed;
}

/** An address confirmed through the link in the email, and another one in it to leave again. */
async function subscribed(run: Run, emails: SentEmails): Promise<void> {
  await run.callOk('anonymous', 'subscribe', { body: { email: `${PERSONAL}.zero@mail.example` } });
  const tokens = () => run.model.known('newsletter/{token}').map(({ id }) => id);
  await until('the email with its two links has arrived', async () => {
    await emails.read(run);
    return tokens().length >= 2;
  });
  for (const token of tokens()) {
    const { status } = await run.call('anonymous', 'confirmSubscription', { body: { token } });
    if (status < 300) continue;
    await run.callOk('anonymous', 'unsubscribe', { body: { token } });
    await run.callOk('anonymous', 'resubscribe', { body: { token } });
  }
}

/** A batch that is not in the registry, followed and stopped through the link in the email. */
async function followed(run: Run, emails: SentEmails): Promise<void> {
  const body = { email: `${PERSONAL}.follower@mail.example`, batchId: 'FOLLOWED-1' };
  await run.callOk('anonymous', 'createFollow', { body });
  const links = () => run.model.known('follows/{token}');
  await until('the email with the link has arrived', async () => {
    await emails.read(run);
    return links().length > 0;
  });
  const [link] = links();
  for (const id of ['confirmFollow', 'stopFollow']) await run.callOk('anonymous', id, { body: { token: link?.id } });
}

/** A submission with requested changes and its correction link, and one amended and withdrawn after publication. */
async function corrections(run: Run): Promise<void> {
  type Submission = { id: string; version: number };
  const submitted = async (batchId: string) => {
    await run.callOk('anonymous', 'submitCoa', { body: aSubmission(batchId) });
    const query = { search: batchId };
    return (await run.callOk<Submission[]>('reviewer', 'listSubmissions', { query }))[0] as Submission;
  };
  const { id, version } = await submitted('to be corrected');
  const comments = [{ code: 'batch-mismatch', weight: 'major' }];
  await run.callOk('reviewer', 'requestChanges', { path: { id }, body: { version, comments } });
  const link = await run.callOk<{ path: string }>('reviewer', 'getCorrectionLink', { path: { id } });
  const token = link.path.split('/').at(-1) ?? '';
  await run.callOk('anonymous', 'getCorrection', { path: { token } });
  await run.callOk('anonymous', 'resubmitCoa', { path: { token }, body: aSubmission('to be corrected') });
  const published = await submitted('to be amended');
  const path = { id: published.id };
  const body = approval(published.version);
  const approved = await run.callOk<Submission>('reviewer', 'approveSubmission', { path, body });
  const { contactName: _, contactEmail: __, ...certificate } = aSubmission('to be amended');
  const amendment = { ...certificate, ...approval(approved.version), reason: 'A corrected container' };
  const amended = await run.callOk<Submission>('reviewer', 'amendCertificate', { path, body: amendment });
  const withdrawal = { version: amended.version, reason: 'The laboratory voided it' };
  await run.callOk('reviewer', 'withdrawCertificate', { path: { id: amended.id }, body: withdrawal });
  const failing = await submitted('to fail');
  const failed = { path: { id: failing.id } };
  const failure = { ...approval(failing.version), status: 'failed' };
  const { version: seen } = await run.callOk<Submission>('reviewer', 'approveSubmission', { ...failed, body: failure });
  const dismissal = { version: seen, reason: 'lab-error', explanation: 'Two samples were mixed up' };
  await run.callOk('reviewer', 'dismissFailure', { ...failed, body: dismissal });
  await run.callOk('reviewer', 'reinstateFailure', { ...failed, body: { version: seen + 1 } });
}

/** A test event whose delivery the lab reads: chance seldom finds the lab that a delivery belongs to. */
async function webhookTest(run: Run): Promise<void> {
  const body = { url: `${run.receiver}?test`, types: ['certificate.published'] };
  const endpoint = await run.callOk<{ id: string }>('lab', 'createWebhookEndpoint', { body });
  const delivery = await run.callOk<{ id: string }>('lab', 'sendWebhookTest', { path: { id: endpoint.id } });
  await run.callOk('lab', 'getWebhookDelivery', { path: { id: delivery.id } });
}

/** An issue that was paused before any of its emails went out. */
async function stoppedIssue(run: Run): Promise<{ id: string }> {
  const draft = { subject: 'News', introduction: 'One.', articleIds: [], batchIds: [] };
  type Issue = { id: string; version: number };
  const { id, version } = await run.callOk<Issue>('editor', 'createNewsletterIssue', { body: draft });
  await run.callOk('editor', 'sendNewsletterIssue', { path: { id }, body: { version } });
  await run.callOk('editor', 'stopNewsletterIssue', { path: { id } });
  return { id };
}

async function secondFactor(run: Run): Promise<void> {
  const member = await newMember(run, 'newcomer');
  const password = PASSWORD;
  const { secret } = await run.callOk<{ secret: string }>(member, 'beginSecondFactor', { body: { password } });
  const body = { code: totpCode(secret, Math.floor(Date.now() / 30_000)) };
  const first = await run.callOk<{ recoveryCodes: string[] }>(member, 'confirmSecondFactor', { body });
  await run.callOk(member, 'signOut');
  await run.call(member, 'signIn', { body: { username: member.username, password } });
  await run.callOk(member, 'verifySecondFactor', { body: { code: first.recoveryCodes[0] } });
  const proof = { password, code: first.recoveryCodes[1] };
  const second = await run.callOk<{ recoveryCodes: string[] }>(member, 'replaceRecoveryCodes', { body: proof });
  await run.callOk(member, 'removeSecondFactor', { body: { password, code: second.recoveryCodes[0] } });
}

async function sessions(run: Run): Promise<void> {
  const member = await newMember(run, 'newcomer');
  const signIn = { body: { username: member.username, password: PASSWORD } };
  await run.callOk(identity({}), 'signIn', signIn);
  await run.callOk(identity({}), 'signIn', signIn);
  type Session = { id: string; isThisOne: boolean };
  const open = await run.callOk<Session[]>(member, 'listSessions');
  const other = open.find(({ isThisOne }) => !isThisOne);
  await run.callOk(member, 'endSession', { path: { id: other?.id ?? '' } });
  await run.callOk(member, 'endOtherSessions');
  type Account = { id: string; version: number };
  const accounts = await run.callOk<Account[]>('administrator', 'listAccounts');
  const version = accounts.find(({ id }) => id === member.id)?.version;
  await run.callOk('administrator', 'resetAccount', { path: { id: member.id }, body: { version } });
}

/** Certificates that a lab can correct, amend and withdraw. */
async function ownCertificates(run: Run): Promise<void> {
  const headers = { 'idempotency-key': `a workflow's ${nextSerial()}` };
  const waiting = await run.callOk<{ id: string }>('lab', 'createCertificate', { body: aReport('not yet'), headers });
  const path = { id: waiting.id };
  await run.callOk('lab', 'correctCertificate', { path, body: aReport('now'), headers: { 'if-match': '*' } });
  const sent = { body: aReport('to amend'), headers: { 'idempotency-key': `a workflow's ${nextSerial()}` } };
  const published = await run.callOk<{ id: string }>('trusted-lab', 'createCertificate', sent);
  const body = { ...aReport('to amend'), reason: 'A corrected container' };
  const conditions = { 'if-match': '*', 'idempotency-key': `a workflow's ${nextSerial()}` };
  await run.callOk('trusted-lab', 'amendOwnCertificate', { path: { id: published.id }, body, headers: conditions });
  for (const actor of ['lab', 'trusted-lab'] as const) {
    for (let i = 0; i < 5; i += 1) {
      const headers = { 'idempotency-key': `a workflow's ${nextSerial()}` };
      await run.callOk(actor, 'createCertificate', { body: aReport(`${actor} ${i}`), headers });
    }
  }
}

/** Documents of each sender: read by software, published with a certificate, attached, read again and taken down. */
async function documents(run: Run): Promise<void> {
  const sent = async (actor: ActorName, upload: string) => {
    const body = aPdf(`A report sent by the ${actor}`);
    const path = { sha256: sha256Of(body) };
    return { path, answer: await run.callOk<{ access: string }>(actor, upload, { path, body }) };
  };
  const { path, answer } = await sent('anonymous', 'uploadDocument');
  const { path: ofStaff } = await sent('reviewer', 'uploadStaffDocument');
  const { path: ofLab } = await sent('lab', 'uploadOwnDocument');
  const read = { path, query: { access: answer.access } };
  const isReady = async () =>
    (await run.callOk<{ state: string }>('anonymous', 'getUploadedDocument', read)).state === 'ready';
  await until('the document was read', isReady);
  const number = '1';
  await run.callOk('anonymous', 'getUploadedPage', { ...read, path: { ...path, number } });
  await run.callOk('lab', 'getOwnDocument', { path: ofLab });
  await run.callOk('lab', 'readOwnDocument', { path: ofLab });
  await run.callOk('reviewer', 'getDocumentReading', { path });
  await run.callOk('reviewer', 'getDocumentFile', { path });
  for (const page of ['getDocumentPage', 'getDocumentPageText']) {
    await run.callOk('reviewer', page, { path: { ...path, number } });
  }
  await run.callOk('reviewer', 'requestDocumentReading', { path: ofStaff });
  const removal = { reason: 'personal-data', text: 'A name' };
  await run.callOk('reviewer', 'takeDownDocument', { path: ofLab, body: removal });
  await documentsOfCertificates(run, path.sha256, ofStaff.sha256);
}

async function documentsOfCertificates(run: Run, documentSha256: string, other: string): Promise<void> {
  const batchId = 'with a document';
  await run.callOk('anonymous', 'submitCoa', { body: aSubmission(batchId) });
  type Submission = { id: string; version: number; reference: string };
  const found = await run.callOk<Submission[]>('reviewer', 'listSubmissions', { query: { search: batchId } });
  const { id, version, reference } = found[0] as Submission;
  for (const [index, sha256] of [other, documentSha256].entries()) {
    const body = { version: version + index, documentSha256: sha256 };
    await run.callOk('reviewer', 'attachDocument', { path: { id }, body });
  }
  // The PDF prints another batch.
  const overrideReason = 'The lab confirmed the batch by phone.';
  const { documentAbsence: _, ...decided } = approval(version + 2);
  const named = { ...decided, documentSha256, overrideReason };
  await run.callOk('reviewer', 'approveSubmission', { path: { id }, body: named });
  await run.callOk('anonymous', 'getCertificateDocument', { path: { reference } });
  for (const page of ['getCertificateDocumentPage', 'getCertificateDocumentPageText']) {
    await run.callOk('anonymous', page, { path: { reference, number: '1' } });
  }
  const order = { body: aReport('without a document'), headers: { 'idempotency-key': `a workflow's ${nextSerial()}` } };
  const own = await run.callOk<{ id: string }>('lab', 'createCertificate', order);
  await run.callOk('lab', 'attachOwnDocument', { path: { id: own.id }, body: aPdf('A report of the lab') });
}

export const aSubmission = (batchId: string) => ({
  ...submission(batchId),
  contactName: PERSONAL,
  contactEmail: `${PERSONAL}@mail.example`,
});
