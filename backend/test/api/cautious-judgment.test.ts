import { randomUUID } from 'node:crypto';
import {
  approveSubmission,
  createCertificate,
  getCoa,
  listCoas,
  listSubmissions,
  searchSite,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { PartnerCertificateDto } from '../../../frontend/src/api/generated/types.gen.js';
import { serverOfThisFile } from '../support/test-server.js';
import { aReport, clientsOfThisFile, PASSED, published } from './api-helpers.js';

/** What a trusted laboratory's certificate says can only make it more cautious: it waits for a reviewer. */
const server = serverOfThisFile();
const { visitor, staff, trusted } = clientsOfThisFile(server);

type Line = NonNullable<PartnerCertificateDto['analytes']>[number];

const metal = (valueText: string, differing: Partial<Line> = {}): Line => ({
  panel: 'heavyMetals',
  name: 'Lead',
  valueText,
  unit: 'µg/g',
  limit: 0.5,
  ...differing,
});
const send = (differing: Partial<PartnerCertificateDto>) => {
  const headers = { 'Idempotency-Key': randomUUID() };
  return createCertificate({ client: trusted.client, headers, body: aReport(differing) });
};

it('is published without a person only when nothing contradicts it', async () => {
  const thc: Line = { panel: 'cannabinoids', name: 'Δ9-THC', valueText: '0.0136', value: 0.0136, unit: 'mg/mL' };
  const sample = { containerVolume: { amount: '355', unit: 'mL' } } as const;
  const { data: fine } = await send({ analytes: [metal('0.1', { value: 0.1 }), thc], sample });
  expect(fine).toMatchObject({ standing: 'approved', findings: [] });
  const { data: above } = await send({ analytes: [metal('0.81'), thc], sample });
  expect(above?.standing).toBe('pending');
  expect(above?.findings).toContainEqual(expect.objectContaining({ code: 'over-limit', severity: 'error' }));
});

it('is not published without a person when its batch id is easy to mistake for that of a failed batch', async () => {
  const number = String(Math.random()).slice(2, 10);
  const panels = { ...PASSED.panels, heavyMetals: 'failed' } as const;
  const brandName = 'Third Porch';
  await published(staff, visitor, { brandName, batchId: `TP-2026-${number}` }, { status: 'failed', panels });
  const { data } = await send({ brandName, batchId: `TP-2O26-${number}` });
  expect(data).toMatchObject({ standing: 'pending' });
  expect(data?.findings).toContainEqual(expect.objectContaining({ code: 'look-alike-batch', severity: 'error' }));
  const { error } = await send({ batchId: `TP-2O26-${number}`, brandName: `${brandName}\uffff` });
  expect(error).toMatchObject({ status: 400, errors: [{ field: 'brandName' }] });
});

it('a published contradiction is said first, and nothing about it is good', async () => {
  const batchId = `CJ-${randomUUID()}`;
  const testResults = { analytes: [metal('Detected', { limit: null as never })] };
  await published(staff, visitor, { batchId, testResults: testResults as never });
  const { data } = await getCoa({ client: visitor, path: { batchId }, throwOnError: true });
  expect(data).toMatchObject({
    verdict: {
      tone: 'danger',
      doNotDrink: true,
      headline: 'The report names Lead as found or failed. Do not drink it.',
    },
    doNotDrink: true,
    statusMark: 'failed',
    statusLabel: 'Do not drink',
    testResults: { analytes: [{ evidence: 'above' }] },
  });
  const lead = data.panelReports.find(({ panel }) => panel === 'heavyMetals');
  expect(lead?.statement).toBe('reported as passed, but above the printed limit: Lead Detected');
});

it('a contradiction that a reviewer published is no pass on any list, and the page says why it was published', async () => {
  const batchId = `CJ-${randomUUID()}`;
  const testResults = { analytes: [metal('NT'), metal('0.1', { unit: 'banana/hour' })] } as never;
  const unexplained = await published(staff, visitor, { batchId, testResults }, { overrideReason: ' ' }).catch(
    (problem: { errors?: unknown }) => problem.errors,
  );
  expect(unexplained).toMatchObject([{ field: 'overrideReason', message: expect.stringContaining('Lead “NT”') }]);
  const overrideReason = 'The lab tested lead in another sample of this batch.';
  const { data: queue } = await listSubmissions({ client: staff, query: { search: batchId }, throwOnError: true });
  expect(queue).toMatchObject([{ ownErrors: 1 }]);
  const { id, version } = queue[0] ?? { id: '', version: 0 };
  const body = { ...PASSED, version, overrideReason };
  await approveSubmission({ client: staff, path: { id }, body, throwOnError: true });

  const doubtful = { contradictory: true, statusMark: 'pending', statusLabel: 'Not clear' };
  const { data: coa } = await getCoa({ client: visitor, path: { batchId }, throwOnError: true });
  expect(coa).toMatchObject({ ...doubtful, verdict: { tone: 'caution' }, overrideReason });
  const { data: list } = await listCoas({ client: visitor, query: { search: batchId }, throwOnError: true });
  expect(list).toMatchObject([doubtful]);
  const { data: found } = await searchSite({ client: visitor, query: { q: batchId }, throwOnError: true });
  expect(found.groups.flatMap(({ hits }) => hits)).toMatchObject([{ warning: 'unclear' }]);
  const feed = await (await fetch(`${server.url}/feeds/certificates.xml`)).text();
  const [entry] = feed.split('<entry>').filter((one) => one.includes(batchId));
  expect(entry).toContain('Something on this certificate does not fit: see its page.');
});

it('a panel that nobody reported is said to be so, and its certificate is no pass on any list', async () => {
  const batchId = `CJ-${randomUUID()}`;
  const panels = { ...PASSED.panels, pesticides: 'not_reported' } as const;
  await published(staff, visitor, { batchId }, { panels });
  const { data: coa } = await getCoa({ client: visitor, path: { batchId }, throwOnError: true });
  const headline = 'No results are reported for pesticides.';
  expect(coa).toMatchObject({ verdict: { tone: 'caution', headline }, statusLabel: 'Not all tested' });
  const { data: list } = await listCoas({ client: visitor, query: { search: batchId }, throwOnError: true });
  expect(list).toMatchObject([{ panelsComplete: false, statusMark: 'pending', statusLabel: 'Not all tested' }]);
});

it('the status filter finds what lists show, not what the laboratory said', async () => {
  const brandName = `Filter ${randomUUID()}`;
  const submit = (batchId: string, differing: object = {}, approval: object = {}) =>
    published(staff, visitor, { brandName, batchId, ...differing }, approval);
  const untested = { ...PASSED.panels, microbials: 'not_tested' } as const;
  const failed = { ...PASSED.panels, heavyMetals: 'failed' } as const;
  await submit('passes');
  await submit('N/A');
  await submit('incomplete', {}, { panels: untested });
  await submit('pends', {}, { status: 'pending', panels: { ...untested, microbials: 'pending' } });
  await submit('above', { testResults: { analytes: [metal('Detected', { limit: null as never })] } });
  await submit('fails', { labReportId: 'EA-1' }, { status: 'failed', panels: failed });
  await submit('fails', { labReportId: 'EA-2' }, { publishAs: 'retest' });
  const shownAs = async (status?: 'passed' | 'failed' | 'pending') => {
    const query = { brand: brandName, ...(status && { status }) };
    const { data, response } = await listCoas({ client: visitor, query, throwOnError: true });
    expect(response.headers.get('x-total-count')).toBe(String(data.length));
    return data.map(({ batchId, statusMark, statusLabel }) => `${batchId}: ${statusMark}, ${statusLabel}`).sort();
  };
  expect(await shownAs('passed')).toEqual(['passes: passed, Passed']);
  expect(await shownAs('pending')).toEqual([
    'N/A: pending, Not clear',
    'incomplete: pending, Not all tested',
    'pends: pending, Pending',
  ]);
  expect(await shownAs('failed')).toEqual([
    'above: failed, Do not drink',
    'fails: failed, Do not drink',
    'fails: failed, Failed',
  ]);
  expect(await shownAs()).toHaveLength(7);
});

const NEWER = 24;

it('a failure of any current report of a batch is said of all others, on every list', async () => {
  const batchId = `CJ-${randomUUID()}`;
  const panels = {
    pesticides: 'passed',
    heavyMetals: 'failed',
    microbials: 'passed',
    residualSolvents: 'passed',
  } as const;
  const older = { labReportId: 'EA-1', testDate: '2026-09-01' };
  await published(staff, visitor, { batchId, ...older }, { status: 'failed', panels });
  // More than a page shows of the other reports.
  for (let n = 1; n <= NEWER; n += 1) {
    const newer = { labReportId: `EA-${n + 1}`, testDate: `2026-10-${String(n).padStart(2, '0')}` };
    await published(staff, visitor, { batchId, ...newer }, { publishAs: 'retest' });
  }
  const { data: coa } = await getCoa({ client: visitor, path: { batchId }, throwOnError: true });
  expect(coa.verdict).toMatchObject({ tone: 'danger', doNotDrink: true });
  const { data: list } = await listCoas({ client: visitor, query: { search: batchId }, throwOnError: true });
  const { data: found } = await searchSite({ client: visitor, query: { q: batchId }, throwOnError: true });
  expect(list.map(({ doNotDrink, statusMark }) => ({ doNotDrink, statusMark }))).toEqual(
    Array(NEWER + 1).fill({ doNotDrink: true, statusMark: 'failed' }),
  );
  const hits = found.groups.filter(({ kind }) => kind === 'batch').flatMap((group) => group.hits);
  expect(hits).not.toEqual([]);
  for (const { warning, text } of hits) expect({ warning, text }).toMatchObject({ warning: 'failed' });
  const feed = await (await fetch(`${server.url}/feeds/certificates.xml`)).text();
  expect(feed.split(batchId).length).toBeGreaterThan(NEWER);
  expect(feed).not.toMatch(new RegExp(`<title>Yuzu[^<]*${batchId}`));
});
