import { getCertificate, getRule, getRuleEdition, listRules } from '../../../frontend/src/api/generated/sdk.gen.js';
import { zRuleDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { serverOfThisFile } from '../support/test-server.js';
import { until } from '../support/until.js';
import { published, signInAsStaff } from './api-helpers.js';

const server = serverOfThisFile();

it('rules are public, as we read them', async () => {
  const { data } = await listRules({ client: server.client(), throwOnError: true });
  expect(data.map(({ id }) => id)).toContain('us-2026-12-11');
  expect(data.map(({ id }) => id)).not.toContain('us-mn-lphe');
  for (const rule of data) expect(Object.keys(rule).toSorted()).toEqual(Object.keys(zRuleDto.shape).toSorted());
});

it('a rule has its citation, its conditions and what was read', async () => {
  const { data } = await getRule({
    client: server.client(),
    path: { id: 'us-ct-infused-beverage' },
    throwOnError: true,
  });
  expect(data).toMatchObject({ citation: 'Conn. Gen. Stat. § 21a-425(16)', readOn: '2026-11-22', edition: 1 });
  expect(data.checks).toEqual([
    {
      kind: 'sum',
      analyte: null,
      limit: '3',
      unit: 'mg/container',
      text: 'total THC (Δ9-THC + 0.877 × THCA), or THC of all forms at most 3 mg per container',
    },
  ]);
  expect(data.evidence.map(({ fragment }) => fragment)).toContain('no more than 3 mg of THC per container');
});

it('a rule that was reported changed gives no verdict, and says why and where to ask', async () => {
  const client = server.client();
  const path = { id: 'us-va-hemp-extract' };
  const { data } = await getRule({ client, path, throwOnError: true });
  expect(data.noVerdictReason).toMatch(/^Two reports say .*haven't read the new text\. Ask the Virginia/);
  const filtered = await fetch(`${server.url}/api/coa?rule=us-va-hemp-extract&verdict=above`);
  expect(filtered.status).toBe(400);
  expect(await filtered.text()).toContain('No certificate is compared');
  const { data: compared } = await getRule({ client, path: { id: 'us-ct-infused-beverage' }, throwOnError: true });
  expect(compared).toMatchObject({ noVerdictReason: null, rereadBy: '2027-02-22' });
});

it('an edition that was replaced keeps its address, and says what replaced it', async () => {
  const client = server.client();
  const id = 'us-va-hemp-extract';
  const { data: newest } = await getRule({ client, path: { id }, throwOnError: true });
  expect(newest.history.map(({ edition, rereadBy }) => [edition, rereadBy])).toEqual([
    [2, '2027-02-22'],
    [1, '2027-02-22'],
  ]);
  const { data: first } = await getRuleEdition({ client, path: { id, edition: '1' }, throwOnError: true });
  expect(first).toMatchObject({ edition: 1, isCurrent: false, reason: null, history: newest.history });
  expect(first.noVerdictReason).toBe('Edition 2, which we read on November 22, 2026, replaced this one.');
  const { data: second } = await getRuleEdition({ client, path: { id, edition: '2' }, throwOnError: true });
  expect(second).toEqual(newest);
  for (const edition of ['0', '3', '01', 'x']) {
    const answer = await getRuleEdition({ client, path: { id, edition } });
    expect(answer.response?.status).toBe(404);
  }
  expect((await getRuleEdition({ client, path: { id: 'us-mn-lphe', edition: '1' } })).response?.status).toBe(404);
});

it('every rule leads to its text', async () => {
  const { data } = await listRules({ client: server.client(), throwOnError: true });
  expect(data.filter(({ textUrl }) => !textUrl?.startsWith('https://')).map(({ id }) => id)).toEqual([]);
});

it.each(['DE', 'MO', 'NJ', 'OH', 'TN'])('what is only reported of %s has no verdict anywhere', async (state) => {
  const client = server.client();
  const { data } = await listRules({ client, throwOnError: true });
  const reported = data.filter(({ jurisdiction }) => jurisdiction === `US-${state}`);
  expect(reported).toHaveLength(1);
  const [rule] = reported;
  expect(rule).toMatchObject({ evidence: [], isCurrent: true, textUrl: expect.stringMatching(/^https:/) });
  expect(rule?.noVerdictReason).toMatch(/Reports.*2026.*We haven't read the text\. Ask the /);
  const filtered = await fetch(`${server.url}/api/coa?rule=${rule?.id}`);
  expect(filtered.status).toBe(400);
  expect(await filtered.text()).toContain('No certificate is compared');
});

it("Louisiana's rule does not say that the law has no limit, as the article names one", async () => {
  const path = { id: 'us-la-panels' };
  const { data } = await getRule({ client: server.client(), path, throwOnError: true });
  expect(JSON.stringify(data)).not.toContain('sets no limit');
  expect(data.notes.join(' ')).toContain('5 mg per serving and 40 mg per package');
});

it.each(['us-mn-lphe', 'unknown', '%00'])('a rule that is not shown is not found: %s', async (id) => {
  const response = await fetch(`${server.url}/api/rules/${id}`);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
});

it('a certificate says what its lines come to and how it compares with each rule', async () => {
  const staff = await signInAsStaff(server, 'robin');
  const line = {
    panel: 'cannabinoids' as const,
    value: null,
    unit: 'mg/mL',
    lod: 0.0001,
    loq: 0.0005,
    limit: null,
    method: null,
  };
  const { reference } = await published(staff, server.client(), {
    productName: 'Sample Seltzer 5 mg',
    batchId: 'R-1',
    thcContent: 4.93,
    testDate: '2026-10-01',
    testResults: {
      analytes: [
        { ...line, name: 'Delta-9 THC', valueText: '0.01389' },
        { ...line, name: 'THCA', valueText: 'ND' },
      ],
    },
    sample: { containerVolume: { amount: '12', unit: 'fl oz' } },
  });
  const { data } = await getCertificate({ client: server.client(), path: { reference }, throwOnError: true });
  expect(data.results.lines).toEqual([
    {
      qualifier: 'measured',
      mgPerServing: null,
      refused: null,
      mgPerContainer: { low: '4.929315', high: '4.929316' },
    },
    { qualifier: 'not_detected', mgPerServing: null, refused: null, mgPerContainer: { low: '0', high: '0.035489' } },
  ]);
  const verdicts = Object.fromEntries(data.results.rules.map(({ id, verdict }) => [id, verdict]));
  expect(verdicts).not.toHaveProperty('us-tn-hb-1376');
  expect(verdicts).toMatchObject({ 'us-ct-infused-beverage': 'above', 'us-2026-12-11': 'above' });
  expect(verdicts).not.toHaveProperty('us-ca-dcc-metals');
  expect(data.testResults.analytes[0]?.valueText).toBe('0.01389');
});

describe('the list of certificates by verdict', () => {
  const list = async (query: string) => {
    const response = await fetch(`${server.url}/api/coa?limit=200&${query}`);
    return {
      response,
      batches: response.ok ? (await response.json()).map((one: { batchId: string }) => one.batchId) : [],
    };
  };

  it('has a certificate soon after its publication, and says how many are not compared yet', async () => {
    const staff = await signInAsStaff(server, 'alex');
    const body = { productName: 'Sample Seltzer 5 mg', batchId: 'V-1', thcContent: 2.5, testDate: '2026-10-01' };
    await published(staff, server.client(), body);
    const undecided = 'rule=us-ct-infused-beverage&verdict=cannot_tell';
    await until('V-1 is compared', async () => (await list(undecided)).batches.includes('V-1'));
    const { response, batches } = await list('rule=us-ct-infused-beverage');
    expect(batches).toEqual(['R-1']);
    expect(response.headers.get('x-certificates-not-compared')).toBe('0');
    expect((await list(`${undecided}&search=V-1`)).batches).toEqual(['V-1']);
    expect((await list(`${undecided}&search=R-1`)).batches).toEqual([]);
  });

  it.each([
    ['rule=unknown', 'rule'],
    ['rule=us-mn-lphe', 'rule'],
    ['rule=us-ca-dcc-metals', 'rule'],
    ['rule=us-ct-infused-beverage&verdict=legal', 'verdict'],
    ['verdict=above', 'rule'],
    ['rule=a&rule=b', 'rule'],
  ])('refuses %s', async (query, field) => {
    const response = await fetch(`${server.url}/api/coa?${query}`);
    expect(response.status).toBe(400);
    expect((await response.json()).errors).toMatchObject([{ field }]);
  });

  it('takes a blank filter for none', async () => {
    expect((await list('rule=&verdict=')).response.status).toBe(200);
  });
});
