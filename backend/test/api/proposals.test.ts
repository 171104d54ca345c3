import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  changePassword,
  confirmReferenceChange,
  createAccount,
  declineReferenceChange,
  getCertificate,
  getReferenceChange,
  getReferenceCounts,
  getRule,
  getRuleImpact,
  getStaffRule,
  listAnalytes,
  listAuditEntries,
  listComparisons,
  listReferenceChanges,
  listStaffRules,
  listUnresolvedNames,
  proposeAnalyteName,
  proposeRule,
  proposeRuleEdition,
  signIn,
  withdrawReferenceChange,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type {
  ProposedEditionDto,
  ProposedNameDto,
  ProposedRuleDto,
  StaffRuleDto,
} from '../../../frontend/src/api/generated/types.gen.js';
import { serverOfThisFile } from '../support/test-server.js';
import { until } from '../support/until.js';
import { published, signInAsStaff, submitted, UNKNOWN_ID } from './api-helpers.js';
import { expectProblem } from './problem.js';

const server = serverOfThisFile();
let robin: Client;
let sam: Client;
beforeAll(async () => {
  robin = await signInAsStaff(server, 'robin', ['reviewer']);
  sam = await signInAsStaff(server, 'sam', ['reviewer']);
});

const LINE = { value: null, unit: 'µg/g', lod: 0.01, loq: 0.05, limit: null, method: null, valueText: 'ND' };

const printing = (...names: string[]) => ({
  testResults: { analytes: names.map((name) => ({ ...LINE, panel: 'heavyMetals' as const, name })) },
});

const aName = (differing: Partial<ProposedNameDto> = {}): ProposedNameDto => ({
  name: 'Pb-208',
  panel: 'heavyMetals',
  analyte: 'lead',
  scope: 'panel',
  reason: 'The lab prints isotopes.',
  ...differing,
});

/** Checks that exactly one field was refused. */
function expectOneInvalid(answer: { error?: unknown; response?: Response }, field: string): void {
  const { errors } = expectProblem(answer, 400, { type: '/problems/invalid-input' });
  expect(errors.map((error) => error.field)).toEqual([field]);
}

/** Proposes a name as Robin. */
async function proposed(differing: Partial<ProposedNameDto>) {
  return (await proposeAnalyteName({ client: robin, body: aName(differing), throwOnError: true })).data;
}

async function analytesOf(reference: string): Promise<(string | null)[]> {
  const { data } = await getCertificate({ client: server.client(), path: { reference }, throwOnError: true });
  return data.testResults.analytes.map(({ analyte }) => analyte);
}

describe('printed names', () => {
  it('without a match are listed with how many certificates print them, and where', async () => {
    const first = await published(robin, server.client(), printing('Lead', 'Unobtainium'));
    const second = await published(robin, server.client(), printing('Unobtainium', 'Adamantium', 'Mycotoxins'));
    const waiting = await submitted(robin, server.client(), printing('Unobtainium', 'Vibranium'));
    const { data } = await listUnresolvedNames({ client: robin, throwOnError: true });
    expect(data.names).toEqual([
      {
        name: 'Unobtainium',
        panel: 'heavyMetals',
        published: 2,
        waiting: 1,
        proposal: null,
        exampleReference: second.reference,
        exampleSubmission: waiting.id,
      },
      expect.objectContaining({ name: 'Adamantium', published: 1, waiting: 0, exampleSubmission: null }),
      expect.objectContaining({ name: 'Vibranium', published: 0, waiting: 1, exampleReference: null }),
    ]);
    expect(data).toMatchObject({ published: 2, waiting: 1, next: null });
    expect(first.reference).not.toBe(second.reference);
  });

  it('mean an analyte once a second person confirmed it, and stay as printed', async () => {
    const { reference } = await published(robin, server.client(), printing('Pb-208'));
    expect(await analytesOf(reference)).toEqual([null]);
    const change = await proposed({});
    expect(change).toMatchObject({ state: 'proposed', isYours: true, subject: 'Pb-208', version: 1 });
    const { data: list } = await listUnresolvedNames({ client: sam, throwOnError: true });
    expect(list.names.find(({ name }) => name === 'Pb-208')).toMatchObject({ proposal: change.id });
    expect(await analytesOf(reference)).toEqual([null]);

    const call = { client: sam, path: { id: change.id }, body: { version: 1 } };
    const { data: confirmed } = await confirmReferenceChange({ ...call, throwOnError: true });
    expect(confirmed).toMatchObject({ state: 'confirmed', decidedBy: 'sam', isYours: false, version: 2 });
    expect(await analytesOf(reference)).toEqual(['lead']);
    const { data: certificate } = await getCertificate({
      client: server.client(),
      path: { reference },
      throwOnError: true,
    });
    expect(certificate.testResults.analytes[0]?.name).toBe('Pb-208');
    const { data: vocabulary } = await listAnalytes({ client: server.client(), throwOnError: true });
    expect(vocabulary.analytes.find(({ key }) => key === 'lead')?.panelNames).toContain('Pb-208');
    const { data: after } = await listUnresolvedNames({ client: sam, throwOnError: true });
    expect(after.names.map(({ name }) => name)).not.toContain('Pb-208');

    const subject = `reference-change:${change.id}`;
    const { data: log } = await listAuditEntries({ client: sam, query: { subject }, throwOnError: true });
    expect(log.map(({ action, actorName }) => [action, actorName])).toEqual([
      ['reference-change.confirmed', 'sam'],
      ['reference-change.proposed', 'robin'],
    ]);
    expect(log[0]?.after).toMatchObject({ name: 'Pb-208', analyte: 'lead' });
  });

  it('are not confirmed or declined by the person who proposed them', async () => {
    const { id } = await proposed({ name: 'Own name' });
    const path = { id };
    const problem = { type: '/problems/second-person-needed' };
    expectProblem(await confirmReferenceChange({ client: robin, path, body: { version: 1 } }), 403, problem);
    const refusal = { version: 1, reason: 'A slip' };
    expectProblem(await declineReferenceChange({ client: robin, path, body: refusal }), 403, problem);
    const withdrawn = await withdrawReferenceChange({ client: sam, path, body: { version: 1 } });
    expectProblem(withdrawn, 403, { type: '/problems/not-your-proposal' });
    const { data } = await withdrawReferenceChange({ client: robin, path, body: { version: 1 }, throwOnError: true });
    expect(data).toMatchObject({ state: 'withdrawn', decidedBy: 'robin' });
  });

  it('are not confirmed with an account that the proposer just made', async () => {
    const admin = await signInAsStaff(server, 'ada');
    const created = await createAccount({
      client: admin,
      body: { username: 'made-by-ada', roles: ['reviewer'] },
      throwOnError: true,
    });
    const made = server.client();
    const { oneTimePassword } = created.data;
    await signIn({ client: made, body: { username: 'made-by-ada', password: oneTimePassword }, throwOnError: true });
    const passwords = { currentPassword: oneTimePassword, newPassword: 'a second account of one person' };
    await changePassword({ client: made, body: passwords, throwOnError: true });
    const { data } = await proposeAnalyteName({ client: admin, body: aName({ name: 'Two hats' }), throwOnError: true });
    const call = { path: { id: data.id }, body: { version: 1 } };
    const answer = await confirmReferenceChange({ client: made, ...call });
    expectProblem(answer, 403, { type: '/problems/second-person-needed' });
    expect((answer.error as { detail: string }).detail).toContain('made or reset your account');
    expect((await confirmReferenceChange({ client: sam, ...call })).response?.status).toBe(200);
  });

  it('of an older version are not decided', async () => {
    const { id } = await proposed({ name: 'Other version' });
    const answer = await confirmReferenceChange({ client: sam, path: { id }, body: { version: 2 } });
    expectProblem(answer, 409, { type: '/problems/change-already-decided' });
  });

  it('that two proposals explain are added once', async () => {
    const one = await proposed({ name: 'Hg 202', analyte: 'mercury' });
    const other = await proposed({ name: 'Hg-202', analyte: 'lead' });
    const confirm = (id: string) => confirmReferenceChange({ client: sam, path: { id }, body: { version: 1 } });
    const answers = await Promise.all([confirm(one.id), confirm(other.id)]);
    expect(answers.map(({ response }) => response?.status).sort()).toEqual([200, 409]);
  });

  it.each([
    ['an unknown analyte', { name: 'X', analyte: 'gold' }, 'analyte'],
    ['a name without letters', { name: '重金屬' }, 'name'],
    ['a blank name', { name: ' ' }, 'name'],
    ['no reason', { reason: ' ' }, 'reason'],
    ['another panel', { name: 'X', panel: 'other' }, 'scope'],
  ] as const)('are refused as %s', async (_, differing, field) => {
    expectOneInvalid(await proposeAnalyteName({ client: robin, body: aName(differing) }), field);
  });
});

describe('rules', () => {
  const RULE = { id: 'us-ct-infused-beverage' };
  const ruleOf = async (id: string): Promise<StaffRuleDto> =>
    (await getStaffRule({ client: robin, path: { id }, throwOnError: true })).data;

  async function anEdition(id: string, differing: Partial<ProposedEditionDto> = {}): Promise<ProposedEditionDto> {
    const { edition, content, readOn } = await ruleOf(id);
    const dates = { readOn, rereadBy: '2027-11-22' };
    return { basedOn: edition, content, ...dates, reason: 'Read again. Nothing changed.', ...differing };
  }

  const propose = async (id: string, differing?: Partial<ProposedEditionDto>, client = robin) =>
    proposeRuleEdition({ client, path: { id }, body: await anEdition(id, differing) });

  async function aRule(id: string): Promise<ProposedRuleDto> {
    const { basedOn: _, content, ...reading } = await anEdition('us-md-potency');
    const place = { jurisdiction: 'US-VT', place: 'Vermont', title: 'Added' };
    return { ...reading, id, content: { ...content, ...place } };
  }

  it('are listed by when they are to be read again, shown or not', async () => {
    const { data } = await listStaffRules({ client: robin, throwOnError: true });
    const days = data.map(({ rereadBy }) => rereadBy);
    expect(days).toEqual(days.toSorted());
    expect(data.find(({ id }) => id === 'us-mn-lphe')).toMatchObject({ isShipped: false });
    const { data: counts } = await getReferenceCounts({ client: robin, throwOnError: true });
    expect(counts.rulesDue).toBe(data.filter(({ isDue }) => isDue).length);
  });

  it('get a new edition once a second person confirmed it', async () => {
    const before = await ruleOf(RULE.id);
    const { data: change } = await propose(RULE.id, { content: { ...before.content, title: 'Read again' } });
    const id = change?.id ?? '';
    expect(change?.edition).toMatchObject({ ...RULE, edition: 2, title: 'Read again', reason: expect.any(String) });
    expect(change?.predecessor).toMatchObject({ ...RULE, edition: 1, title: before.title });
    expect(await ruleOf(RULE.id)).toMatchObject({ edition: 1, proposal: id });
    const { data: shownBefore } = await getRule({ client: server.client(), path: RULE, throwOnError: true });
    expect(shownBefore.edition).toBe(1);

    await confirmReferenceChange({ client: sam, path: { id }, body: { version: 1 }, throwOnError: true });
    const { data: shown } = await getRule({ client: server.client(), path: RULE, throwOnError: true });
    expect(shown).toMatchObject({ edition: 2, title: 'Read again', reason: 'Read again. Nothing changed.' });
    expect(await ruleOf(RULE.id)).toMatchObject({ edition: 2, rereadBy: '2027-11-22', proposal: null });
    const page = await (await fetch(`${server.url}/api/rules`)).json();
    expect((page as { id: string; edition: number }[]).find(({ id: one }) => one === RULE.id)?.edition).toBe(2);
    const { data: stored } = await getReferenceChange({ client: robin, path: { id }, throwOnError: true });
    expect(stored.predecessor).toMatchObject({ edition: 1 });
  });

  it('show before they are confirmed which certificates compare differently, and afterwards what changed', async () => {
    const id = 'us-md-potency';
    const line = { ...LINE, panel: 'cannabinoids' as const, name: 'Delta-9 THC', valueText: '1.2', unit: 'mg/serving' };
    const certificate = {
      batchId: 'IMPACT',
      thcContent: 1.2,
      testDate: '2026-10-01',
      testResults: { analytes: [line] },
    };
    await published(robin, server.client(), certificate);
    const { content } = await ruleOf(id);
    const [limit, ...rest] = content.checks as object[];
    const edition = { ...content, checks: [{ ...limit, limit: '5' }, ...rest] };
    const { data: change } = await propose(id, { content: edition });
    const path = { id: change?.id ?? '' };
    const { data: impact } = await getRuleImpact({ client: sam, path, throwOnError: true });
    expect(impact).toMatchObject({
      next: null,
      changes: [{ before: 'above', after: 'cannot_tell', certificates: 1 }],
    });
    expect(impact.compared).toBeGreaterThanOrEqual(1);
    expectProblem(await getRuleImpact({ client: sam, path, query: { cursor: 'x' } }), 400, {
      type: '/problems/invalid-input',
    });
    // What was never compared has no verdict that could change.
    const waiting = async () =>
      (await fetch(`${server.url}/api/coa?rule=${id}`)).headers.get('x-certificates-not-compared');
    await until('all are compared', async () => (await waiting()) === '0');
    await confirmReferenceChange({ client: sam, path, body: { version: 1 }, throwOnError: true });
    const comparisons = async () => (await listComparisons({ client: sam, throwOnError: true })).data;
    const changed = { rule: id, before: 'above', after: 'cannot_tell', certificates: 1 };
    await until('the change is counted', async () =>
      ((await comparisons())[0]?.changes ?? []).some((change) => isDeepStrictEqual(change, changed)),
    );
  });

  it('disappear from the public with an edition that is not shipped', async () => {
    const { content } = await ruleOf('us-la-panels');
    const { data: change } = await propose('us-la-panels', { content: { ...content, isShipped: false } });
    const path = { id: change?.id ?? '' };
    await confirmReferenceChange({ client: sam, path, body: { version: 1 }, throwOnError: true });
    const answer = await getRule({ client: server.client(), path: { id: 'us-la-panels' } });
    expectProblem(answer, 404, { type: '/problems/rule-not-found' });
    expect(await ruleOf('us-la-panels')).toMatchObject({ edition: 3, isShipped: false });
  });

  it('are not changed from an edition that is no longer the newest', async () => {
    const id = 'us-ak-hemp-contaminants';
    expectProblem(await propose(id, { basedOn: 2 }), 412, { type: '/problems/changed-meanwhile' });
  });

  it.each([
    [
      'a limit that is a number',
      { checks: [{ kind: 'analyte', analyte: 'lead', op: '<=', limit: 1, unit: 'mg/g' }] },
      'content.checks.0.limit',
    ],
    [
      'an unknown analyte',
      { checks: [{ kind: 'analyte', analyte: 'gold', op: '<=', limit: '1', unit: 'mg/g' }] },
      'content.checks.0.analyte',
    ],
    ['no condition', { checks: [] }, 'content.checks'],
    ['no evidence', { evidence: [] }, 'content.evidence'],
    ['blank evidence', { evidence: [{ fragment: ' ', where: 'here' }] }, 'content.evidence.0.fragment'],
    ['an end before its beginning', { effectiveFrom: '2026-02-01', effectiveTo: '2026-01-31' }, 'content.effectiveTo'],
    ['a day that there is not', { effectiveFrom: '2026-02-30' }, 'content.effectiveFrom'],
    ['a start to come while another edition holds', { effectiveFrom: '2027-03-01' }, 'content.effectiveFrom'],
    ['a field that we do not have', { legal: true }, 'content'],
  ])('are refused with %s', async (_, differing, field) => {
    const id = 'us-md-potency';
    const { content } = await ruleOf(id);
    const answer = await propose(id, { content: { ...content, ...differing } });
    expectOneInvalid(answer, field);
  });

  it.each([
    ['readOn', { readOn: '2999-01-01', rereadBy: '2999-02-01' }],
    ['readOn', { readOn: '2026-11-21' }],
    ['rereadBy', { rereadBy: '2020-01-01' }],
    ['reason', { reason: '' }],
  ])('are refused with a wrong %s', async (field, differing) => {
    const answer = await propose('us-md-potency', differing);
    expectOneInvalid(answer, field);
  });

  it('are added once a second person confirmed them', async () => {
    const { data: change } = await proposeRule({
      client: robin,
      body: await aRule('us-vt-drinks'),
      throwOnError: true,
    });
    expect(change).toMatchObject({ subject: 'us-vt-drinks', predecessor: null });
    expect(change.edition).toMatchObject({ edition: 1, place: 'Vermont' });
    const again = await proposeRule({ client: sam, body: await aRule('us-vt-drinks') });
    expectProblem(again, 409, { type: '/problems/change-already-proposed' });
    expectProblem(await getRule({ client: server.client(), path: { id: 'us-vt-drinks' } }), 404, {
      type: '/problems/rule-not-found',
    });
    await confirmReferenceChange({ client: sam, path: { id: change.id }, body: { version: 1 }, throwOnError: true });
    const shown = await getRule({ client: server.client(), path: { id: 'us-vt-drinks' }, throwOnError: true });
    expect(shown.data).toMatchObject({ edition: 1, jurisdiction: 'US-VT', title: 'Added' });
  });

  it.each([
    ['the id of another rule', 'us-md-potency', {}, 'id'],
    ['an id that is no address', 'us nh', {}, 'content.id'],
    ['an unknown jurisdiction', 'us-zz-1', { jurisdiction: 'US-ZZ', place: 'Zed' }, 'content.jurisdiction'],
    ['the name of another place', 'us-zz-2', { place: 'Maine' }, 'content.place'],
    [
      'an unknown unit',
      'us-zz-3',
      { checks: [{ kind: 'analyte', analyte: 'lead', op: '<=', limit: '1', unit: 'banana/hour' }] },
      'content.checks.0.unit',
    ],
    [
      'a unit that does not convert',
      'us-zz-4',
      { checks: [{ kind: 'sum', measures: ['all_thc'], op: '<=', limit: '1', unit: 'mg/gallon' }] },
      'content.checks.0.unit',
    ],
    ['a link that is not encrypted', 'us-zz-5', { textUrl: 'http://law.example' }, 'content.textUrl'],
  ])('are not added with %s', async (_, id, differing, field) => {
    const body = await aRule(id);
    const answer = await proposeRule({ client: robin, body: { ...body, content: { ...body.content, ...differing } } });
    expectOneInvalid(answer, field);
  });

  it('are found under their ids only', async () => {
    const nowhere = { client: robin, path: { id: 'us-none' } };
    const missing = { type: '/problems/rule-not-found' };
    expectProblem(await getStaffRule(nowhere), 404, missing);
    expectProblem(await proposeRuleEdition({ ...nowhere, body: await anEdition(RULE.id) }), 404, missing);
  });
});

describe('the list of changes', () => {
  it('shows what waits, and what became of earlier ones', async () => {
    const { id } = await proposed({ name: 'Declined name' });
    const { data: waiting } = await listReferenceChanges({ client: sam, throwOnError: true });
    expect(waiting[0]).toMatchObject({ id, state: 'proposed', isYours: false });
    const { data: counts } = await getReferenceCounts({ client: sam, throwOnError: true });
    expect(counts.changesWaiting).toBe(waiting.length);
    const body = { version: 1, reason: 'It is a brand name' };
    await declineReferenceChange({ client: sam, path: { id }, body, throwOnError: true });
    const query = { state: 'decided' as const, limit: 1 };
    const { data: decided, response } = await listReferenceChanges({ client: sam, query, throwOnError: true });
    expect(decided).toMatchObject([{ id, state: 'declined', decisionReason: body.reason, decidedBy: 'sam' }]);
    expect(response?.headers.get('link')).toContain('rel="next"');
  });

  it('knows no change of another id, and no impact but that of a rule', async () => {
    const missing = { type: '/problems/reference-change-not-found' };
    expectProblem(await getReferenceChange({ client: sam, path: { id: UNKNOWN_ID } }), 404, missing);
    const { id } = await proposed({ name: 'No rule' });
    expectProblem(await getRuleImpact({ client: sam, path: { id } }), 404, missing);
  });
});
