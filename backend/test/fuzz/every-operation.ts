import { CSV_TEMPLATE, FORM_TEMPLATE } from '../../src/modules/coa-registry/submission/http/certificate-csv.js';
import { HmacSandboxLinks } from '../../src/modules/partners/hmac-sandbox-links.js';
import { report as aReport } from '../fault-injection/users.js';
import { COOKIE_SECRET } from '../support/server-process.js';
import { ACTORS, type ActorName, ANONYMOUS, LABS, mayCall } from './actors.js';
import { PERSONAL } from './corpora.js';
import { type Operation, operations } from './document.js';
import { aSubmission, newMember } from './fixtures.js';
import { isOfSessions, newestFor } from './requests.js';
import type { Call, Run } from './run.js';

interface Versioned {
  readonly id: string;
  readonly version: number;
}

/** Calls with success whatever the workflows have not called yet: what random requests reach is luck, and this is not. */
export async function callEveryOperation(run: Run): Promise<void> {
  await accounts(run);
  await labs(run);
  await articles(run);
  await vocabulary(run);
  await reviews(run);
  await ownCertificates(run);
  await sandbox(run);
  await brands(run);
  await spotChecks(run);
  await newsletter(run);
  await messages(run);
  await labIncidents(run);
  await notices(run);
  await problems(run);
  await webhooks(run);
  await run.callOk('anonymous', 'verifyAge', { body: { verified: true } });
  const drinker = { thcAmount: 5, bodyWeight: 70, experience: 'beginner', stomachContents: 'empty' };
  await run.callOk('anonymous', 'calculateDose', { body: drinker });
  await run.callOk('reviewer', 'exportAuditEntries', { body: { format: 'csv' } });
  for (const reading of operations) {
    if (reading.method === 'GET' && !isCovered(run, reading)) await read(run, reading);
  }
}

const isCovered = (run: Run, { id }: Operation): boolean =>
  [...(run.coverage.get(id)?.keys() ?? [])].some((status) => status < 300);

/** Queries without which an operation answers nothing. */
const QUERIES: Readonly<Record<string, Record<string, string>>> = {
  searchSite: { q: 'label' },
  searchStaffBrands: { search: 'juniper' },
};

/** Reads the last known of its kind. */
async function read(run: Run, reading: Operation): Promise<void> {
  const actor = readerOf(reading);
  const labId = LABS.includes(actor) ? run.identity(actor).id : undefined;
  const path = newestFor(reading, labId, run.model);
  await run.callOk(actor, reading.id, { path, query: QUERIES[reading.id] ?? {} });
}

function readerOf(reading: Operation): ActorName {
  if (isOfSessions(reading)) return 'newcomer';
  const actor = ACTORS.find((candidate) => mayCall(candidate, reading));
  if (!actor) throw new Error(`nobody may call ${reading.id}`);
  return actor;
}

async function accounts(run: Run): Promise<void> {
  const order = { username: 'somebody', roles: ['reviewer'] };
  const { account } = await run.callOk<{ account: Versioned }>('administrator', 'createAccount', { body: order });
  const path = { id: account.id };
  const change = async (id: string, { version }: Versioned, body: object = {}) =>
    run.callOk<Versioned>('administrator', id, { path, body: { ...body, version } });
  const changed = await change('changeRoles', account, { roles: ['editor'] });
  const disabled = await change('disableAccount', changed);
  await change('enableAccount', disabled);
  await run.callOk('administrator', 'endAccountSessions', { path });
}

async function labs(run: Run): Promise<void> {
  const details = { name: 'Suspended Testing', contactEmail: `${PERSONAL}@lab.example` };
  const made = await run.callOk<Versioned>('administrator', 'createLab', { body: details });
  const path = { id: made.id };
  const body = { ...details, name: 'Suspended Testing Two', version: made.version };
  const { version } = await run.callOk<Versioned>('administrator', 'changeLab', { path, body });
  const suspension = { suspended: true, reason: 'As agreed', version };
  await run.callOk('administrator', 'changeLabSuspension', { path, body: suspension });
  const order = { label: 'LIMS', scopes: ['certificates:read'] };
  const { id: keyId } = await run.callOk<Versioned>('administrator', 'createLabKey', { path, body: order });
  await run.callOk('administrator', 'revokeLabKey', { path: { ...path, keyId } });
  const own = { path: { id: run.identity('lab').id }, csv: CSV_TEMPLATE };
  await run.callOk('administrator', 'checkLabCsv', own);
  await run.callOk('administrator', 'importLabCsv', own);
}

async function articles(run: Run): Promise<void> {
  const [{ id }] = await run.callOk<[Versioned]>('editor', 'listStaffArticles');
  await run.callOk('editor', 'withdrawArticle', { path: { id }, body: { reason: 'Being checked' } });
  await run.callOk('editor', 'publishArticle', { path: { id } });
}

/** Each change is proposed by one person and decided by a second one, or taken back by the first. */
async function vocabulary(run: Run): Promise<void> {
  const decide = async (change: Versioned, actor: ActorName, id: string, body: object = {}) =>
    run.callOk(actor, id, { path: { id: change.id }, body: { ...body, version: change.version } });
  const proposed = (name: string) => {
    const meaning = { panel: 'heavyMetals', analyte: 'lead', scope: 'panel', reason: 'The lab prints it.' };
    return run.callOk<Versioned>('reviewer', 'proposeAnalyteName', { body: { name, ...meaning } });
  };
  await decide(await proposed('Pb-206'), 'administrator', 'confirmReferenceChange');
  await decide(await proposed('Pb-207'), 'administrator', 'declineReferenceChange', { reason: 'Not sure' });
  await decide(await proposed('Pb-208'), 'reviewer', 'withdrawReferenceChange');
  const [{ id }] = await run.callOk<[Versioned]>('reviewer', 'listStaffRules');
  type Rule = { edition: number; content: object; readOn: string };
  const { edition, content, readOn } = await run.callOk<Rule>('reviewer', 'getStaffRule', { path: { id } });
  const dates = { readOn, rereadBy: '2027-11-22' };
  const body = { basedOn: edition, content, ...dates, reason: 'Read again. Nothing changed.' };
  await run.callOk('reviewer', 'proposeRuleEdition', { path: { id }, body });
  const place = { jurisdiction: 'US-VT', place: 'Vermont' };
  const added = { id: 'us-vt-added', content: { ...content, ...place }, ...dates, reason: 'Read.' };
  await run.callOk('reviewer', 'proposeRule', { body: added });
}

async function reviews(run: Run): Promise<void> {
  await run.callOk('anonymous', 'readCoaCsv', { csv: FORM_TEMPLATE });
  await run.callOk('anonymous', 'checkCoa', { body: aSubmission('to be checked') });
  await run.callOk('anonymous', 'submitCoa', { body: aSubmission('to be rejected') });
  const query = { search: 'to be rejected' };
  const [submission] = await run.callOk<[Versioned]>('reviewer', 'listSubmissions', { query });
  const path = { id: submission.id };
  type Commented = Versioned & { comments: readonly [{ id: string }] };
  const comments = [{ code: 'batch-mismatch', weight: 'major' }];
  const order = { path, body: { version: submission.version, comments } };
  const { version, comments: added } = await run.callOk<Commented>('reviewer', 'addComments', order);
  const settlement = { path: { ...path, commentId: added[0].id }, body: { version } };
  const settled = await run.callOk<Versioned>('reviewer', 'settleComment', settlement);
  const rejection = { version: settled.version, reason: 'Another product' };
  await run.callOk('reviewer', 'rejectSubmission', { path, body: rejection });
  await pendingDecisions(run, submission.id);
}

/** One is undone, and one on two submissions that can't be decided that way is dismissed. */
async function pendingDecisions(run: Run, decided: string): Promise<void> {
  await run.callOk('anonymous', 'submitCoa', { body: aSubmission('to be decided later') });
  const query = { search: 'to be decided later' };
  const [submission] = await run.callOk<[Versioned]>('reviewer', 'listSubmissions', { query });
  const hold = async (...seen: Versioned[]) => {
    const decisions = seen.map(({ id, version }) => ({ submissionId: id, rejection: { version, reason: 'A copy' } }));
    const { id } = await run.callOk<Versioned>('reviewer', 'holdDecisions', { body: { decisions } });
    return { path: { id } };
  };
  const undone = await hold(submission);
  await run.callOk('reviewer', 'extendDecision', undone);
  await run.callOk('reviewer', 'undoDecision', undone);
  const failed = await hold({ ...submission, version: submission.version + 1 }, { id: decided, version: 1 });
  await run.callOk('reviewer', 'dismissDecision', failed);
}

async function ownCertificates(run: Run): Promise<void> {
  await run.callOk('lab', 'validateCertificate', { body: aReport('valid') });
  const order = { body: aReport('to withdraw'), headers: { 'idempotency-key': 'to withdraw' } };
  const { id } = await run.callOk<Versioned>('lab', 'createCertificate', order);
  const withdrawal = { path: { id }, body: { reason: 'Sent twice' }, headers: { 'if-match': '*' } };
  await run.callOk('lab', 'withdrawOwnCertificate', withdrawal);
  const lines = [aReport('line one'), aReport('line two')];
  await run.callOk('lab', 'sendBulkJob', { lines, headers: { 'idempotency-key': 'a file' } });
}

/** Its link is signed here instead of read from the email. */
async function sandbox(run: Run): Promise<void> {
  await run.callOk('anonymous', 'requestSandbox', { body: { email: `${PERSONAL}@lab.example` } });
  const link = { sandboxId: '3f2c1a9e-6d0b-4b57-9a51-0f6f1f7f2c11', expiresAt: new Date(Date.now() + 86_400_000) };
  const token = new HmacSandboxLinks(COOKIE_SECRET).sign(link);
  const { key } = await run.callOk<{ key: string }>('anonymous', 'openSandbox', { body: { token } });
  const lab = { ...ANONYMOUS, id: link.sandboxId, cookies: new Map(), authorization: `Bearer ${key}` };
  await run.callOk(lab, 'changeSandboxTrust', { body: { trusted: false } });
  const order = { body: aReport('in the sandbox'), headers: { 'idempotency-key': 'sandbox' } };
  const { id } = await run.callOk<Versioned>(lab, 'createCertificate', order);
  await run.callOk(lab, 'decideInSandbox', { path: { id }, body: { decision: 'approve' } });
}

/** Every certificate that the trusted lab published is to be checked. */
async function spotChecks(run: Run): Promise<void> {
  const query = { submissionStatus: 'approved', spotChecks: 'true' };
  const [{ id, version }] = await run.callOk<[Versioned]>('reviewer', 'listSubmissions', { query });
  await run.callOk('reviewer', 'confirmSpotCheck', { path: { id }, body: { version } });
}

/** Three brands: one is renamed, one is verified, and one becomes part of another and is separated again. */
async function brands(run: Run): Promise<void> {
  for (const name of ['Renamed Drinks', 'Verified Drinks', 'Merged Drinks']) {
    const body = { ...aReport(`of ${name}`), brandName: name };
    await run.callOk('trusted-lab', 'createCertificate', { body, headers: { 'idempotency-key': name } });
  }
  type Brand = { id: number; version: number; brandName: string };
  const brand = async (name: string) => {
    const found = await run.callOk<Brand[]>('reviewer', 'listStaffBrands', { query: { search: name } });
    return found.find(({ brandName }) => brandName === name) as Brand;
  };
  const call = ({ id }: Brand, body: object): Call => ({ path: { id: String(id) }, body });
  const renamed = await brand('Renamed Drinks');
  const change = { name: 'Renamed Drinks Two', version: renamed.version };
  const { id: into, version: intoVersion } = await run.callOk<Brand>('reviewer', 'editBrand', call(renamed, change));
  const proof = { contactEmail: `${PERSONAL}@brand.example` };
  await run.callOk('reviewer', 'verifyBrand', call(await brand('Verified Drinks'), proof));
  const merged = await brand('Merged Drinks');
  await run.callOk('reviewer', 'mergeBrands', call(merged, { version: merged.version, into, intoVersion }));
  const [merger] = await run.callOk<[{ id: number }]>('reviewer', 'listMergedBrands', {});
  await run.callOk('reviewer', 'undoBrandMerger', { path: { id: String(merger.id) } });
}

async function newsletter(run: Run): Promise<void> {
  const draft = { subject: 'Later', introduction: 'One.', articleIds: [], batchIds: [] };
  const written = () => run.callOk<Versioned>('editor', 'createNewsletterIssue', { body: draft });
  const deleted = await written();
  const query = { version: String(deleted.version) };
  await run.callOk('editor', 'deleteNewsletterIssue', { path: { id: deleted.id }, query });
  const { id, version } = await written();
  const body = { ...draft, subject: 'Much later', version };
  await run.callOk('editor', 'changeNewsletterIssue', { path: { id }, body });
  const to = { email: `${PERSONAL}.test@mail.example` };
  await run.callOk('editor', 'sendNewsletterTest', { path: { id }, body: to });
  await run.callOk('editor', 'exportSubscribers', { body: { status: 'all' } });
}

/** A message is answered, opened again, and erased with all that we have about its sender. */
async function messages(run: Run): Promise<void> {
  const email = `${PERSONAL}.erased@mail.example`;
  await run.callOk('anonymous', 'sendContactMessage', {
    body: { email, topic: 'question', message: 'Where is the batch printed?' },
  });
  const [{ id }] = await run.callOk<[Versioned]>('editor', 'listContactMessages');
  const path = { id };
  const { version } = await run.callOk<Versioned>('editor', 'getContactMessage', { path });
  const handled = await run.callOk<Versioned>('editor', 'handleContactMessage', { path, body: { version } });
  await run.callOk('editor', 'reopenContactMessage', { path, body: { version: handled.version } });
  const about = { email, reason: 'The sender asked' };
  for (const id of ['checkPersonalData', 'exportPersonalData']) await run.callOk('administrator', id, { body: about });
  await run.callOk('administrator', 'erasePersonalData', { body: { ...about, confirmation: email } });
  await run.callOk('anonymous', 'sendContactMessage', {
    body: { email, topic: 'other', message: 'Here is the same question again.' },
  });
  await run.callOk('editor', 'listContactMessages');
}

/** One incident ends by being cleared, one because it was a mistake, and a third stays open. */
async function labIncidents(run: Run): Promise<void> {
  const laboratory = { labName: 'Example Analytical', testedFrom: '2020-01-01', testedTo: '2020-01-31' };
  const open = async (kind: string) => {
    const { certificates } = await run.callOk<{ certificates: number }>('administrator', 'previewLabIncident', {
      query: laboratory,
    });
    const source = { sourceName: 'Example Board', sourceUrl: 'https://board.example/17', sourceDate: '2020-02-01' };
    const body = { ...laboratory, ...source, kind, certificates, statement: 'Results may not be reliable.' };
    const { id, version } = await run.callOk<Versioned>('administrator', 'openLabIncident', { body });
    return { path: { id }, body: { version, reason: 'The board corrected its notice.' } };
  };
  await run.callOk('administrator', 'clearLabIncident', await open('suspended'));
  await run.callOk('administrator', 'retractLabIncident', await open('out_of_scope'));
  await open('in_question');
  await run.callOk('administrator', 'listStaffLabIncidents');
  await run.callOk('anonymous', 'listLabIncidents');
  await run.callOk('anonymous', 'getLaboratory', { path: { labName: laboratory.labName } });
}

/** One notice is withdrawn, and one stays, with an update that waits. */
async function notices(run: Run): Promise<void> {
  const member = await newMember(run, 'administrator');
  const batches = 'Juniper & Tide,NOTICED-1';
  const references = [{ url: 'https://agency.example/417', date: '2020-02-01' }];
  const said = { kind: 'mix_up', sourceName: 'Example Agency', summary: 'Do not drink it.', references, batches };
  const publish = async () => {
    const { id, version } = await run.callOk<Versioned>(member, 'createNotice', { body: said });
    const body = { version, batches: 1 };
    return run.callOk<Versioned>('administrator', 'publishNotice', { path: { id }, body });
  };
  const { id, version } = await publish();
  await run.callOk(member, 'withdrawNotice', { path: { id }, body: { version, reason: 'It was another drink.' } });
  const stays = await publish();
  const update = { path: { id: stays.id }, body: { ...said, summary: 'Pour it away.', version: stays.version } };
  await run.callOk(member, 'changeNotice', update);
  await run.callOk(member, 'previewNotice', { body: { batches } });
  const [{ id: number }] = await run.callOk<[{ id: string }]>('anonymous', 'listNotices');
  await run.callOk('anonymous', 'getNotice', { path: { number } });
}

/** One problem stays open, and the other one is decided. */
async function problems(run: Run): Promise<void> {
  const [{ reference }] = await run.callOk<[{ reference: string }]>('anonymous', 'listCoas');
  const send = (email: string) =>
    run.callOk('anonymous', 'reportProblem', {
      path: { reference },
      body: { reason: 'other', text: 'Something is wrong.', email },
    });
  await send('sam@mail.example');
  await send('kim@mail.example');
  const seen = async () => {
    const [{ id, version }] = await run.callOk<[Versioned]>('reviewer', 'listProblemReports');
    return [{ id, version }];
  };
  await run.callOk('reviewer', 'acknowledgeProblemReports', { body: { reports: await seen() } });
  await run.callOk('reviewer', 'recordHearing', { body: { reports: await seen() } });
  const outcome = { outcome: 'no_error', sentence: 'The figures match.' };
  await run.callOk('reviewer', 'decideProblemReports', { body: { reports: await seen(), ...outcome } });
  await run.callOk('anonymous', 'getProblemFigures');
  await run.callOk('anonymous', 'getLogStatus');
  const [{ batchId }] = await run.callOk<[{ batchId: string }]>('anonymous', 'listCoas');
  await run.callOk('anonymous', 'getBatchHistory', { path: { batchId } });
}

async function webhooks(run: Run): Promise<void> {
  const made = (name: string) => {
    const body = { url: `${run.receiver}?${name}`, types: ['certificate.published'] };
    return run.callOk<Versioned>('lab', 'createWebhookEndpoint', { body });
  };
  const { id } = await made('changed');
  const path = { id };
  const body = { url: `${run.receiver}?changed-twice`, types: ['certificate.rejected'], enabled: true };
  await run.callOk('lab', 'changeWebhookEndpoint', { path, body });
  await run.callOk('lab', 'replaceWebhookSecret', { path });
  const delivery = await run.callOk<Versioned>('lab', 'sendWebhookTest', { path });
  await run.callOk('lab', 'sendWebhookDelivery', { path: { id: delivery.id } });
  const labId = run.identity('lab').id;
  await run.callOk('administrator', 'enableLabWebhookEndpoint', { path: { labId, id } });
  const ofLab = { path: { labId, id: delivery.id } };
  await run.callOk('administrator', 'getLabWebhookDelivery', ofLab);
  await run.callOk('administrator', 'sendLabWebhookDelivery', ofLab);
  await run.callOk('administrator', 'listLabWebhookEndpoints', { path: { labId } });
  await run.callOk('administrator', 'listLabWebhookDeliveries', { path: { labId } });
  const { id: removed } = await made('removed');
  await run.callOk('lab', 'removeWebhookEndpoint', { path: { id: removed } });
}
