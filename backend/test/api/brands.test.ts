import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  approveSubmission,
  editBrand,
  getBrand,
  getReportRequests,
  listBrandCoas,
  listBrands,
  listCoas,
  listMergedBrands,
  listNearestBatches,
  listStaffBrands,
  mergeBrands,
  requestReport,
  searchStaffBrands,
  undoBrandMerger,
  verifyBrand,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { BrandDto, StaffBrandDto } from '../../../frontend/src/api/generated/types.gen.js';
import {
  zBrandDto,
  zListBrandsResponse,
  zMergedBrandDto,
  zStaffBrandDto,
} from '../../../frontend/src/api/generated/zod.gen.js';
import { serverOfThisFile } from '../support/test-server.js';
import { PASSED, published, signInAsStaff, sql, submitted } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const server = serverOfThisFile();
let visitor: Client;
let staff: Client;
beforeAll(async () => {
  visitor = server.client();
  staff = await signInAsStaff(server, 'robin');
  await published(staff, visitor, { brandName: 'Waxwing' });
  await published(staff, visitor, { brandName: 'Juniper & Tide' });
  await published(staff, visitor, { brandName: 'juniper  & TIDE' });
  await published(staff, visitor, { brandName: 'Ember / Rind #1 50%', website: 'https://ember.example' });
  await published(staff, visitor, { brandName: 'Nordlicht Getränke' });
});

const brandOf = async (brandName: string): Promise<BrandDto> =>
  (await getBrand({ client: visitor, path: { brandName }, throwOnError: true })).data;

describe('GET /api/brands', () => {
  it('lists all brands with their certificate counts, by name', async () => {
    const { data } = await listBrands({ client: visitor, throwOnError: true });
    expect(zListBrandsResponse.parse(data)).toEqual(data);
    expect(data.map(({ brandName, coaCount }) => `${brandName}: ${coaCount}`)).toEqual([
      'Ember / Rind #1 50%: 1',
      'Juniper & Tide: 2',
      'Nordlicht Getränke: 1',
      'Waxwing: 1',
    ]);
  });
});

describe('GET /api/brands/{brandName}', () => {
  it.each([
    [' juniper &  TIDE ', 'Juniper & Tide'],
    ['Ember / Rind #1 50%', 'Ember / Rind #1 50%'],
    ['Nordlicht Getränke'.normalize('NFD'), 'Nordlicht Getränke'],
  ])('finds %s as %s', async (name, found) => {
    const data = await brandOf(name);
    expect(zBrandDto.parse(data)).toEqual(data);
    expect(data.brandName).toBe(found);
  });

  it("returns 404 with the page's message", async () => {
    expectProblem(await getBrand({ client: visitor, path: { brandName: 'Nobody & Sons' } }), 404, {
      type: '/problems/brand-not-found',
      detail: 'We couldn\'t find a brand with the name "Nobody & Sons".',
      errors: [],
    });
  });
});

describe('POST /api/staff/brands/{id}/verification', () => {
  const VERIFICATION = { contactEmail: 'hello@waxwing.example', website: 'https://waxwing.example' };

  it('publishes contact address and website, once', async () => {
    const { id, ...unverified } = await brandOf('Waxwing');
    expect(unverified).toMatchObject({ verified: false, contactEmail: null, website: null });

    const { data } = await verifyBrand({ client: staff, path: { id }, body: VERIFICATION, throwOnError: true });
    expect(zBrandDto.parse(data)).toEqual(data);
    const verified = { ...unverified, id, ...VERIFICATION, verified: true };
    expect(data).toEqual(verified);
    expect(await brandOf('Waxwing')).toEqual(verified);
    expect((await listBrands({ client: visitor })).data?.[0]).toEqual(verified); // verified brands come first

    const again = { contactEmail: 'other@waxwing.example' };
    expectProblem(await verifyBrand({ client: staff, path: { id }, body: again }), 409, {
      type: '/problems/already-verified',
      detail: 'This brand is already verified. Reload the page to see who did it.',
    });
    expect(await brandOf('Waxwing')).toEqual(verified);
  });

  it('finds brands by part of a name, with details that distinguish them', async () => {
    const search = (query: object) => searchStaffBrands({ client: staff, query: query as { search: string } });
    const { data } = await search({ search: 'GETRANKE' });
    expect(data).toMatchObject([{ brandName: 'Nordlicht Getränke', verified: false, coaCount: 1 }]);
    expect(data?.map((brand) => zStaffBrandDto.parse(brand))).toEqual(data);
    expect((await search({ search: 'e', limit: 2 })).data).toHaveLength(2);
    expectProblem(await search({}), 400, wrong('search', 'search is required'));
    const tooMany = wrong('limit', 'limit must be a whole number from 1 to 50');
    expectProblem(await search({ search: 'e', limit: 51 }), 400, tooMany);
  });

  it('rejects what is no email address or link', async () => {
    const { id } = await brandOf('Ember / Rind #1 50%');
    const website = 'Website must be a link that starts with http:// or https://';
    for (const [body, field, message] of [
      [{}, 'contactEmail', 'Valid email is required'],
      [{ contactEmail: 'nobody' }, 'contactEmail', 'Valid email is required'],
      [{ ...VERIFICATION, website: 'waxwing' }, 'website', website],
    ] as const) {
      const answer = await verifyBrand({ client: staff, path: { id }, body: body as never });
      expectProblem(answer, 400, wrong(field, message));
    }
    expect((await brandOf('Ember / Rind #1 50%')).verified).toBe(false);
  });

  it.each(['999999', '0', '-1', '1.5', '2147483648', '99999999999999999999', 'Waxwing', 'Infinity'])(
    'returns 404 for brand %s',
    async (id) => {
      const answer = await verifyBrand({ client: staff, path: { id: id as never }, body: VERIFICATION });
      expectProblem(answer, 404, { type: '/problems/brand-not-found' });
    },
  );
});

describe('changing brands', () => {
  const onFile = async (brandName: string): Promise<StaffBrandDto> => {
    const { data } = await listStaffBrands({ client: staff, throwOnError: true });
    const found = data.find((brand) => brand.brandName === brandName);
    if (!found) throw new Error(`no brand ${brandName}`);
    return found;
  };
  const batchesOf = async (brandName: string): Promise<string[]> => {
    const { data } = await listBrandCoas({ client: visitor, path: { brandName }, throwOnError: true });
    return data.map(({ batchId }) => batchId).toSorted();
  };

  it('shows staff the stored contact, which is not public', async () => {
    const { contactOnFile, version } = await onFile('Ember / Rind #1 50%');
    expect({ contactOnFile, version }).toEqual({ contactOnFile: 'robin@submitter.example', version: 1 });
  });

  it('PUT renames the brand on its certificates, and the old name still works', async () => {
    await published(staff, visitor, { brandName: 'Slow Bycicle', batchId: 'SB-1' });
    const { id, version } = await onFile('Slow Bycicle');
    const body = { version, name: 'Slow Bicycle', website: 'https://slow-bicycle.example' };
    const { data } = await editBrand({ client: staff, path: { id }, body, throwOnError: true });
    expect(zStaffBrandDto.parse(data)).toEqual(data);
    expect(data).toMatchObject({ brandName: 'Slow Bicycle', version: 2, coaCount: 1 });
    expect(await brandOf('slow bycicle')).toMatchObject({ id, brandName: 'Slow Bicycle' });
    expect(await batchesOf('Slow Bicycle')).toEqual(['SB-1']);
    for (const search of ['slow bicycle', 'SB l', 'sloww bicycle']) {
      const { data: found } = await listCoas({ client: visitor, query: { search } });
      expect(found).toMatchObject([{ batchId: 'SB-1', brandName: 'Slow Bicycle' }]);
    }

    const stale = await editBrand({ client: staff, path: { id }, body });
    expectProblem(stale, 412, { type: '/problems/changed-meanwhile' });
    const taken = await editBrand({ client: staff, path: { id }, body: { version: 2, name: 'WAXWING' } });
    expectProblem(taken, 409, { type: '/problems/brand-name-taken' });
    await published(staff, visitor, { brandName: 'Slow  Bycicle', batchId: 'SB-2' });
    expect(await batchesOf('Slow Bicycle')).toEqual(['SB-1', 'SB-2']);
  });

  it('POST …/merger moves the certificates to the target, and updates counts and search', async () => {
    await published(staff, visitor, { brandName: 'Maple Static', batchId: 'MS-1' });
    await published(staff, visitor, { brandName: 'Maple-Static', batchId: 'MS-2' });
    const [into, from] = [await onFile('Maple Static'), await onFile('Maple-Static')];
    const path = { id: from.id };
    const seen = { version: from.version, into: into.id, intoVersion: into.version };
    const stale = await mergeBrands({ client: staff, path, body: { ...seen, intoVersion: 9 } });
    expectProblem(stale, 412, { type: '/problems/changed-meanwhile' });
    const { data } = await mergeBrands({ client: staff, path, body: seen, throwOnError: true });
    expect(data).toMatchObject({ id: into.id, brandName: 'Maple Static', coaCount: 2, version: 2 });
    expect(await batchesOf('maple-static')).toEqual(['MS-1', 'MS-2']);
    expect(await brandOf('maple-static')).toMatchObject({ id: into.id });
    expect(await batchesOf('Maple Static')).toEqual(['MS-1', 'MS-2']);
    expectProblem(await mergeBrands({ client: staff, path, body: seen }), 404, { type: '/problems/brand-not-found' });
    const counted = `SELECT (SELECT count(*)::int FROM coa_data WHERE "submissionStatus" = 'approved') AS coas,
      count(*)::int AS brands FROM brands`;
    expect(await sql(server, `SELECT coas, brands FROM registry_totals`)).toEqual(await sql(server, counted));
  });

  it('DELETE …/brand-mergers/{id} gives the certificates back, but not those published since', async () => {
    await published(staff, visitor, { brandName: 'Tin Lantern', batchId: 'TL-1' });
    await published(staff, visitor, { brandName: 'Tin-Lantern', batchId: 'TL-2' });
    const [into, from] = [await onFile('Tin Lantern'), await onFile('Tin-Lantern')];
    const body = { version: from.version, into: into.id, intoVersion: into.version };
    await mergeBrands({ client: staff, path: { id: from.id }, body, throwOnError: true });
    await published(staff, visitor, { brandName: 'Tin-Lantern', batchId: 'TL-3' });

    const { data: merged } = await listMergedBrands({ client: staff, throwOnError: true });
    const merger = merged.find(({ brandName }) => brandName === 'Tin-Lantern');
    if (!merger) throw new Error('the merger is not listed');
    expect(zMergedBrandDto.parse(merger)).toMatchObject({ into: 'Tin Lantern', certificates: 1 });
    expect(Date.parse(merger.undoableUntil) - Date.parse(merger.mergedAt)).toBe(30 * 86_400_000);

    const path = { id: merger.id };
    const { data } = await undoBrandMerger({ client: staff, path, throwOnError: true });
    expect(zStaffBrandDto.parse(data)).toMatchObject({ id: from.id, brandName: 'Tin-Lantern', coaCount: 1 });
    expect(data.contactOnFile).toBeNull();
    expect(await batchesOf('Tin-Lantern')).toEqual(['TL-2']);
    expect(await batchesOf('Tin Lantern')).toEqual(['TL-1', 'TL-3']);
    expect(await onFile('Tin Lantern')).toMatchObject({ coaCount: 2, version: 3 });
    const { data: found } = await listCoas({ client: visitor, query: { search: 'TL-2' }, throwOnError: true });
    expect(found).toContainEqual(expect.objectContaining({ batchId: 'TL-2', brandName: 'Tin-Lantern' }));
    for (const id of [merger.id, 999_999]) {
      const gone = await undoBrandMerger({ client: staff, path: { id } });
      expectProblem(gone, 404, { type: '/problems/merger-not-found' });
    }
    await published(staff, visitor, { brandName: 'Tin-Lantern', batchId: 'TL-4' });
    expect(await batchesOf('Tin-Lantern')).toEqual(['TL-2', 'TL-4']);
  });

  it('keeps a certificate that is published while its brand is being merged', async () => {
    await published(staff, visitor, { brandName: 'Copper Finch' });
    await published(staff, visitor, { brandName: 'CopperFinch' });
    const waiting = await Promise.all(
      Array.from({ length: 6 }, () => submitted(staff, visitor, { brandName: 'CopperFinch' })),
    );
    const [into, from] = [await onFile('Copper Finch'), await onFile('CopperFinch')];
    const merging = mergeBrands({
      client: staff,
      path: { id: from.id },
      body: { version: from.version, into: into.id, intoVersion: into.version },
      throwOnError: true,
    });
    const answers = await Promise.all(
      waiting.map(({ id, version }) =>
        approveSubmission({ client: staff, path: { id }, body: { ...PASSED, version } }),
      ),
    );
    await merging;
    for (const { response } of answers) expect([200, 412]).toContain(response?.status);
    const approved = answers.filter(({ response }) => response?.status === 200).length;
    expect(await onFile('Copper Finch')).toMatchObject({ coaCount: 2 + approved });
    expect(await batchesOf('Copper Finch')).toHaveLength(2 + approved);
  });
});

describe('requests to publish a report', () => {
  const countOf = async (brandName: string) =>
    (await getReportRequests({ client: visitor, path: { brandName }, throwOnError: true })).data.count;

  const staffBrand = async (brandName: string): Promise<StaffBrandDto> => {
    const { data } = await searchStaffBrands({ client: staff, query: { search: brandName }, throwOnError: true });
    const [found] = data;
    if (!found) throw new Error(`no brand ${brandName}`);
    return found;
  };

  it('are counted for a brand by any of its names, also those at once, and nothing else is stored', async () => {
    const brandName = 'Nordlicht Getränke';
    expect(await countOf(brandName)).toBe(0);
    const { data } = await requestReport({ client: visitor, path: { brandName: 'nordlicht getränke' } });
    expect(data).toEqual({ count: 1 });
    const asked = await Promise.all(
      Array.from({ length: 8 }, () => requestReport({ client: visitor, path: { brandName } })),
    );
    expect(asked.map((one) => one.data?.count).toSorted((a = 0, b = 0) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await countOf(brandName)).toBe(9);
    const { id } = await brandOf(brandName);
    expect(await sql(server, `SELECT * FROM report_requests`)).toEqual([{ brandId: id, count: 9 }]);
  });

  it('are not counted for a brand that is not in the registry', async () => {
    const path = { brandName: 'Nobody & Sons' };
    expectProblem(await requestReport({ client: visitor, path }), 404, { type: '/problems/brand-not-found' });
    expectProblem(await getReportRequests({ client: visitor, path }), 404, { type: '/problems/brand-not-found' });
  });

  it('add up when brands are merged', async () => {
    await published(staff, visitor, { brandName: 'Fen Fizz' });
    await published(staff, visitor, { brandName: 'Fenfizz' });
    const [from, into] = [await staffBrand('Fenfizz'), await staffBrand('Fen Fizz')];
    for (const brandName of ['Fenfizz', 'Fenfizz', 'Fen Fizz'])
      await requestReport({ client: visitor, path: { brandName } });
    const body = { version: from.version, into: into.id, intoVersion: into.version };
    await mergeBrands({ client: staff, path: { id: from.id }, body, throwOnError: true });
    expect([await countOf('Fen Fizz'), await countOf('Fenfizz')]).toEqual([3, 3]);
  });
});

describe('GET /api/brands/{brandName}/batches', () => {
  it('lists current batches of the brand, the most similar id first, and none that was withdrawn or is of another brand', async () => {
    for (const batchId of ['OK-1', 'OK-12', 'OK-99']) {
      await published(staff, visitor, { brandName: 'Otter Creek', batchId, productName: 'Plum Tonic 5 mg' });
    }
    await published(staff, visitor, { brandName: 'Marsh', batchId: 'OK-13' });
    const near = (brandName: string, query = { near: 'ok 123' }) =>
      listNearestBatches({ client: visitor, path: { brandName }, query });
    const { data } = await near('otter creek');
    expect(data?.map(({ batchId }) => batchId)).toEqual(['OK-12', 'OK-1', 'OK-99']);
    expect(data?.[0]).toEqual({
      brandName: 'Otter Creek',
      productName: 'Plum Tonic 5 mg',
      batchId: 'OK-12',
      testDate: '2026-10-14',
    });
    await sql(
      server,
      `UPDATE coa_data SET "submissionStatus" = 'withdrawn', "endedAt" = now(), "withdrawalReason" = 'x' WHERE "batchId" = 'OK-1'`,
    );
    expect((await near('Otter Creek', { near: 'OK-14' })).data?.map(({ batchId }) => batchId)).toEqual([
      'OK-12',
      'OK-99',
    ]);
    expect((await near('Nobody')).data).toEqual([]);
    const { data: newest } = await listNearestBatches({ client: visitor, path: { brandName: 'Otter Creek' } });
    expect(newest?.map(({ batchId }) => batchId).toSorted()).toEqual(['OK-12', 'OK-99']);
  });
});
