import { randomUUID } from 'node:crypto';
import {
  approveSubmission,
  checkCoa,
  createCertificate,
  editBrand,
  getCoa,
  getSubmission,
  listStaffBrands,
  mergeBrands,
  rejectSubmission,
  validateCertificate,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { PartnerCertificateDto, StaffBrandDto } from '../../../frontend/src/api/generated/types.gen.js';
import { serverOfThisFile } from '../support/test-server.js';
import {
  aReport,
  aSubmission,
  clientsOfThisFile,
  type LabClient,
  PASSED,
  published,
  submitted,
} from './api-helpers.js';
import { expectProblem } from './problem.js';

const server = serverOfThisFile();
const { visitor, staff, lab, trusted } = clientsOfThisFile(server);

const send = ({ client }: LabClient, differing: Partial<PartnerCertificateDto>) =>
  createCertificate({ client, headers: { 'Idempotency-Key': randomUUID() }, body: aReport(differing) });

it("another submitter's certificate that waits blocks no lab, and is not noticed by labs and the public", async () => {
  const batchId = 'ATT-1';
  const claim = { batchId, brandName: 'Juniper & Tide', labName: 'Third Bench', productName: 'Bogus 100 mg' };
  await submitted(staff, visitor, { contactEmail: 'mallory@mail.example', ...claim });
  const about = async (id: string) => {
    const { data } = await validateCertificate({ client: lab.client, body: aReport({ batchId: id }) });
    const { data: publicly } = await checkCoa({ client: visitor, body: aSubmission({ batchId: id }) });
    const { error } = await getCoa({ client: visitor, path: { batchId: id } });
    return [data, publicly, { ...error, requestId: '' }];
  };
  expect(await about(batchId)).toEqual(await about('never-sent'));
  expect((await send(lab, { batchId })).data).toMatchObject({ standing: 'pending', findings: [] });
  expect((await send(trusted, { batchId })).data).toMatchObject({ standing: 'approved', findings: [] });
});

describe('several submissions for one batch', () => {
  it('are shown together, and one of them is published', async () => {
    const batchId = 'TOGETHER-1';
    const first = await submitted(staff, visitor, { batchId });
    const second = await submitted(staff, visitor, { batchId: ' together-1 ', brandName: 'JUNIPER & TIDE' });
    const other = await submitted(staff, visitor, { batchId, brandName: 'Otter Creek' });
    const seen = await getSubmission({ client: staff, path: { id: first.id }, throwOnError: true });
    expect(seen.data.findings.map(({ code }) => code)).toContain('batch-also-waiting');
    expect(seen.data.related.sameBatch.map(({ id }) => id)).toEqual([second.id, other.id]);

    const approve = ({ id, version }: { id: string; version: number }) =>
      approveSubmission({ client: staff, path: { id }, body: { ...PASSED, version } });
    const answers = await Promise.all([approve(first), approve(second)]);
    expect(answers.map(({ response }) => response?.status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ error }) => error);
    expectProblem(refused ?? {}, 409, { type: '/problems/batch-already-published' });

    const loser = answers[0]?.error ? first : second;
    const body = { version: loser.version, reason: 'Another one is published.' };
    expect((await rejectSubmission({ client: staff, path: { id: loser.id }, body })).response?.status).toBe(200);
    expect((await approve(other)).response?.status).toBe(200);
  });
});

describe('a batch id of two brands', () => {
  const batchId = '001/#7';
  const read = (brand?: string) =>
    getCoa({ client: visitor, path: { batchId }, ...(brand === undefined ? {} : { query: { brand } }) });
  beforeAll(async () => {
    await published(staff, visitor, { batchId, brandName: 'Aster & Co', productName: 'Quince Tonic 5 mg' });
    await published(staff, visitor, { batchId, brandName: 'Birch', productName: 'Plum Tonic 10 mg' });
  });

  it('returns the newest and names the other', async () => {
    const { data, response } = await read();
    expect(data).toMatchObject({
      brandName: 'Birch',
      otherBrands: [{ brandName: 'Aster & Co', productName: 'Quince Tonic 5 mg', batchId, standing: 'approved' }],
    });
    expect(response?.headers.get('link')).toBe('</api/coa/001%2F%237?brand=Aster+%26+Co>; rel="alternate"');
    const other = await fetch(`${server.url}/api/coa/001%2F%237?brand=Aster+%26+Co`);
    expect(await other.json()).toMatchObject({ brandName: 'Aster & Co', otherBrands: [{ brandName: 'Birch' }] });
  });

  it('returns an exact match for a brand, ignoring case', async () => {
    expect((await read(' aster &  CO')).data?.productName).toBe('Quince Tonic 5 mg');
    expect((await read('Birch')).data?.productName).toBe('Plum Tonic 10 mg');
    expectProblem(await read('Cedar'), 404, { type: '/problems/coa-not-found' });
    expectProblem(await read('x'.repeat(121)), 400, { type: '/problems/invalid-input' });
  });

  it('stays current when certificates are published, withdrawn and renamed', async () => {
    await Promise.all([read(), read('Aster & Co')]);
    await published(staff, visitor, { batchId, brandName: 'Cedar' });
    expect((await read()).data).toMatchObject({ brandName: 'Cedar', otherBrands: [{}, { brandName: 'Birch' }] });
    expect((await read('Aster & Co')).data?.otherBrands).toHaveLength(2);

    const aster = await brandCalled('Aster & Co');
    const body = { name: 'Anise', version: aster.version };
    const { error } = await editBrand({ client: staff, path: { id: aster.id }, body });
    expect(error).toBeUndefined();
    expect((await read('Aster & Co')).data?.brandName).toBe('Anise');
    expect((await read('Anise')).data?.brandName).toBe('Anise');
    expect((await read('Birch')).data?.otherBrands.map(({ brandName }) => brandName)).toEqual(['Anise', 'Cedar']);
  });

  it('returns 409 for merging the two brands, with what to do', async () => {
    const [birch, cedar] = [await brandCalled('Birch'), await brandCalled('Cedar')];
    const body = { version: birch.version, into: cedar.id, intoVersion: cedar.version };
    expectProblem(await mergeBrands({ client: staff, path: { id: birch.id }, body }), 409, {
      type: '/problems/brands-share-batches',
      detail: `Both brands have published the same lab report for batch ${batchId}. Withdraw one of the two, then merge the brands.`,
    });
    expect((await read('Birch')).data?.brandName).toBe('Birch');
  });
});

async function brandCalled(name: string): Promise<StaffBrandDto> {
  const { data } = await listStaffBrands({ client: staff, throwOnError: true });
  const found = data.find(({ brandName }) => brandName === name);
  if (!found) throw new Error(`no brand ${name}`);
  return found;
}
