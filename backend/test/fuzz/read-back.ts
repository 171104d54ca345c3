import { isDeepStrictEqual } from 'node:util';
import { type ActorName } from './actors.js';
import type { Operation } from './document.js';
import { type RenamedFields, roundTripViolations } from './round-trip.js';
import type { CallResult, Run } from './run.js';
import type { WireRequest } from './wire.js';

type Fields = Readonly<Record<string, unknown>>;

/** How to read back what an operation stored. */
interface ReadBack {
  readonly by: string;
  /** Who reads; the actor who wrote, by default. */
  readonly as?: ActorName;
  readonly path?: (response: Fields, ids: readonly string[]) => Record<string, string>;
  readonly query?: (response: Fields, sent: Fields) => Record<string, string>;
  /** The part of the response to compare; all of it, by default. */
  readonly find?: (read: unknown, response: Fields, sent: Fields) => unknown;
  readonly renamed?: RenamedFields;
  /** Fields that keep the stored value when they are sent blank. */
  readonly keptWhenBlank?: readonly string[];
  /** Compare with the response to the write, not with the request. */
  readonly ofAnswer?: true;
}

const byId = (response: Fields) => ({ id: String(response.id) });
const sameId = (read: unknown, response: Fields) => (read as Fields[]).find(({ id }) => id === response.id);
/** Finds it by the word that only this batch contains. */
const batch = (_: Fields, { batchId }: Fields) => ({ search: /q\d+z/.exec(String(batchId))?.[0] ?? 'none' });
const sameReference = (read: unknown, response: Fields) =>
  (read as Fields[]).find((found) => found.reference === response.reference);
const sameEmail = (read: unknown, _: Fields, sent: Fields) =>
  (read as Fields[]).find(({ email }) => String(email).toLowerCase() === String(sent.email).trim().toLowerCase());

const submission = (renamed: RenamedFields = {}): ReadBack => ({ by: 'getSubmission', path: byId, renamed });
/** The status is confirmed by a reviewer; the lab's own claim is a separate field. */
const ownCertificate = (renamed: RenamedFields = {}): ReadBack => ({
  by: 'getOwnCertificate',
  path: byId,
  renamed: { status: '', ...renamed },
});
const submitted: ReadBack = { by: 'listSubmissions', as: 'reviewer', query: batch, find: sameReference };
const endpoints: ReadBack = { by: 'listWebhookEndpoints', find: sameId };
/** The address is public for verified brands only; staff can always see it. */
const brand: ReadBack = {
  by: 'listStaffBrands',
  find: sameId,
  renamed: { name: 'brandName', contactEmail: 'contactOnFile' },
  keptWhenBlank: ['contactEmail'],
};
const change = (renamed: RenamedFields = {}): ReadBack => ({
  by: 'getReferenceChange',
  path: byId,
  renamed,
  // A change has the fields of the name in it, or those of the edition.
  find: (read) => {
    const { name, edition, ...rest } = read as Fields;
    return { ...(name as Fields | null), ...(edition as Fields | null), content: edition, ...rest };
  },
});
const labReason: ReadBack = { by: 'getLab', path: byId };

const READ_BACKS: Readonly<Record<string, ReadBack>> = {
  createLab: { by: 'getLab', path: byId },
  changeLab: { by: 'getLab', path: byId },
  changeLabTrust: labReason,
  changeLabSuspension: labReason,
  createLabKey: { by: 'listLabKeys', path: (_, [id = '']) => ({ id }), find: sameId },
  createAccount: {
    by: 'listAccounts',
    find: (read, { account }) => (read as Fields[]).find(({ id }) => id === (account as Fields).id),
  },
  withdrawArticle: { by: 'getStaffArticle', path: byId, find: (read) => (read as Fields).withdrawal },
  submitCoa: submitted,
  resubmitCoa: submitted,
  rejectSubmission: submission({ reason: 'rejectionReason' }),
  withdrawCertificate: submission({ reason: 'withdrawalReason' }),
  amendCertificate: {
    ...submission({ reason: 'amendmentReason' }),
    // It comes back with its sentence.
    find: (read) => {
      const { documentAbsence, ...rest } = read as Fields;
      return { ...rest, documentAbsence: (documentAbsence as Fields | null)?.code };
    },
  },
  approveSubmission: {
    by: 'getCoa',
    as: 'anonymous',
    path: ({ batchId }) => ({ batchId: String(batchId) }),
    ofAnswer: true,
  },
  createCertificate: ownCertificate(),
  correctCertificate: ownCertificate(),
  amendOwnCertificate: ownCertificate({ reason: 'amendmentReason' }),
  // An unpublished certificate is withdrawn instead.
  withdrawOwnCertificate: {
    ...ownCertificate(),
    find: (read) => {
      const { withdrawalReason, rejectionReason, version, id } = read as Fields;
      return { id, version, reason: withdrawalReason ?? rejectionReason };
    },
  },
  proposeAnalyteName: change(),
  proposeRuleEdition: change(),
  declineReferenceChange: change({ reason: 'decisionReason' }),
  editBrand: brand,
  verifyBrand: brand,
  createNewsletterIssue: { by: 'getNewsletterIssue', path: byId },
  changeNewsletterIssue: { by: 'getNewsletterIssue', path: byId },
  sendContactMessage: { by: 'listContactMessages', as: 'editor', query: () => ({ limit: '200' }), find: sameReference },
  handleContactMessage: { by: 'getContactMessage', path: byId },
  subscribe: {
    by: 'listSubscribers',
    as: 'editor',
    query: (_, { email }) => ({ search: String(email).trim().slice(0, 100) }),
    find: sameEmail,
  },
  createWebhookEndpoint: endpoints,
  changeWebhookEndpoint: endpoints,
};

/** Reads back what a request stored and compares every text. Skips resources that another request has changed since. */
export async function readBack(
  run: Run,
  number: number,
  { id }: Operation,
  actor: ActorName,
  sent: WireRequest,
  { answered, isNewBrand }: { readonly answered: CallResult; readonly isNewBrand: boolean },
): Promise<void> {
  const reading = READ_BACKS[id];
  const body = fieldsOf(sent.body);
  if (!reading || !body) return;
  const response = answered.body as Fields;
  const ids = sent.target.split(/[/?]/).filter((part) => /^[0-9a-f-]{36}$/.test(part));
  const { status, body: read } = await run.call(reading.as ?? actor, reading.by, {
    ...(reading.path && { path: reading.path(response, ids) }),
    ...(reading.query && { query: reading.query(response, body) }),
  });
  // A later request withdrew or renamed it.
  if (status === 404 || status === 429) return;
  if (status !== 200) {
    run.fail(number, `${id}, read back by ${reading.by}`, [`status ${status}: ${JSON.stringify(read)}`], sent, null);
    return;
  }
  const found = (reading.find ?? ((whole) => whole))(read, response, body) as Fields | undefined;
  if (!found) return;
  const isOlder =
    typeof response.version === 'number' && found.version !== undefined && found.version !== response.version;
  if (isOlder || (found.id !== response.id && reading.ofAnswer)) return;
  // Results are compared separately, and a known brand keeps the name that staff gave it.
  const { testResults: _, brandName, ...rest } = reading.ofAnswer ? response : body;
  const expected = isNewBrand && !reading.ofAnswer ? { ...rest, brandName } : rest;
  const texts = comments(body, found);
  const violations = [
    ...roundTripViolations(withoutBlank(expected, reading.keptWhenBlank), found, reading.renamed),
    ...texts,
    ...resultsViolations(body, found),
  ];
  run.comparisons += 1;
  if (violations.length > 0) run.fail(number, `${id}, read back by ${reading.by}`, violations, sent, null);
}

const withoutBlank = (sent: Fields, names: readonly string[] = []) =>
  Object.fromEntries(Object.entries(sent).filter(([name, value]) => !names.includes(name) || String(value).trim()));

export function fieldsOf(body: Buffer | null): Fields | null {
  try {
    const parsed = JSON.parse(body?.toString('utf8') ?? '');
    return typeof parsed === 'object' && !Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** A reviewer's text appears among the comments. */
function comments(sent: Fields, found: Fields): string[] {
  if (!Array.isArray(sent.comments) || !Array.isArray(found.comments)) return [];
  const there = (found.comments as Fields[]).map(({ text }) => text);
  return (sent.comments as Fields[])
    .map(({ text }) => (typeof text === 'string' ? text.trim() || null : null))
    .filter((text) => text !== null && !there.includes(text))
    .map((text) => `a comment is not there: ${JSON.stringify(text)}`);
}

/** Raw results are stored whole for the reviewer; structured rows are compared one by one. */
function resultsViolations(sent: Fields, found: Fields): string[] {
  if (sent.testResults === undefined || sent.testResults === null || found.testResults === undefined) return [];
  const whole = typeof found.submittedResults === 'string' ? JSON.parse(found.submittedResults) : null;
  if (whole !== null) {
    return isDeepStrictEqual(whole, sent.testResults) ? [] : ['the results are not what was sent'];
  }
  const rows = (found.testResults as { analytes: Fields[] }).analytes;
  const given = (sent.testResults as { analytes?: Fields[] }).analytes;
  if (given?.length !== rows.length) return ['results were sent and are not there'];
  return given.flatMap((row, index) => roundTripViolations(row, rows[index] ?? {}));
}
