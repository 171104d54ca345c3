import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import { getBrand, listBrands, verifyBrand } from '../../../frontend/src/api/generated/sdk.gen.js';
import type { BrandDto } from '../../../frontend/src/api/generated/types.gen.js';
import { zBrandDto, zListBrandsResponse } from '../../../frontend/src/api/generated/zod.gen.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { expectProblem, wrong } from './problem.js';
import { published, signInAsStaff, sql, stored } from './steps.js';

let server: TestServer;
let visitor: Client;
let staff: Client;
beforeAll(async () => {
  server = await startServer();
  visitor = server.client();
  staff = await signInAsStaff(server, 'robin');
  await published(staff, visitor, { brandName: 'Waxwing' });
  await published(staff, visitor, { brandName: 'Juniper & Tide' });
  await published(staff, visitor, { brandName: 'juniper  & TIDE' });
  await published(staff, visitor, { brandName: 'Ember / Rind #1 50%', website: 'https://ember.example' });
  await published(staff, visitor, { brandName: 'Nordlicht Getränke' });
});
afterAll(() => server?.stop());

const brandOf = async (brandName: string): Promise<BrandDto> =>
  (await getBrand({ client: visitor, path: { brandName }, throwOnError: true })).data;

describe('GET /api/brands', () => {
  it('lists all brands with their numbers of certificates, by name', async () => {
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
    ['Waxwing', 'Waxwing'],
    ['WAXWING', 'Waxwing'],
    [' juniper &  tide ', 'Juniper & Tide'],
    ['Ember / Rind #1 50%', 'Ember / Rind #1 50%'],
    ['NORDLICHT GETRÄNKE', 'Nordlicht Getränke'],
    ['Nordlicht Getränke'.normalize('NFD'), 'Nordlicht Getränke'],
  ])('answers %s with %s', async (asked, found) => {
    const data = await brandOf(asked);
    expect(zBrandDto.parse(data)).toEqual(data);
    expect(data.brandName).toBe(found);
  });

  it('answers 404 with the sentence of the page', async () => {
    expectProblem(await getBrand({ client: visitor, path: { brandName: 'Nobody & Sons' } }), 404, {
      type: '/problems/brand-not-found',
      detail: 'We couldn\'t find a brand with the name "Nobody & Sons".',
      errors: [],
    });
  });

  it('refuses what no database can store', async () => {
    const problem = wrong('brandName', 'This text contains characters that cannot be stored');
    expectProblem(await getBrand({ client: visitor, path: { brandName: '\0' } }), 400, problem);
  });
});

describe('POST /api/staff/brands/{id}/verification', () => {
  const VERIFICATION = { contactEmail: 'hello@waxwing.example', website: 'https://waxwing.example' };

  it('makes contact address and website public, once', async () => {
    const { id, ...unverified } = await brandOf('Waxwing');
    expect(unverified).toMatchObject({ verified: false, contactEmail: null, website: null });

    const { data } = await verifyBrand({ client: staff, path: { id }, body: VERIFICATION, throwOnError: true });
    expect(zBrandDto.parse(data)).toEqual(data);
    const verified = { ...unverified, id, ...VERIFICATION, verified: true };
    expect(data).toEqual(verified);
    expect(await brandOf('Waxwing')).toEqual(verified);
    expect((await listBrands({ client: visitor })).data?.[0]).toEqual(verified); // verified ones come first

    const before = await stored(server);
    expectProblem(
      await verifyBrand({ client: staff, path: { id }, body: { contactEmail: 'other@waxwing.example' } }),
      409,
      {
        type: '/problems/already-verified',
        detail: 'This brand has already been verified. Reload it to see who did.',
      },
    );
    expect(await stored(server)).toEqual(before);
  });

  it('never shows the address of a submitter, not even when the brand is verified', async () => {
    const { id } = await brandOf('Nordlicht Getränke');
    await verifyBrand({
      client: staff,
      path: { id },
      body: { contactEmail: 'moin@nordlicht.example' },
      throwOnError: true,
    });
    const everything = await Promise.all(
      ['/api/brands', '/api/brands/Nordlicht%20Getr%C3%A4nke', '/api/coa'].map(async (path) =>
        (await fetch(server.url + path)).text(),
      ),
    );
    expect(everything.join()).not.toContain('submitter.example');
    expect(everything.join()).not.toContain('Robin Vale');
    const [row] = await sql(server, `SELECT "contactEmail", "contactName" FROM brands WHERE id = $1`, [id]);
    expect(row).toEqual({ contactEmail: 'moin@nordlicht.example', contactName: null });
  });

  it('is done once when two people do it at the same moment, and written down once', async () => {
    const { id } = await brandOf('Juniper & Tide');
    const kim = await signInAsStaff(server, 'kim');
    const answers = await Promise.all(
      [staff, kim, staff, kim].map((client) =>
        verifyBrand({ client, path: { id }, body: { contactEmail: 'hello@juniper-tide.example' } }),
      ),
    );
    expect(answers.map(({ response }) => response?.status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(await sql(server, `SELECT 1 FROM audit_log WHERE subject = $1`, [`brand:${id}`])).toHaveLength(1);
  });

  it.each([
    [{}, 'contactEmail', 'Valid email is required'],
    [{ contactEmail: 'nobody' }, 'contactEmail', 'Valid email is required'],
    [
      { ...VERIFICATION, website: 'waxwing' },
      'website',
      'Website must be an address that begins with http:// or https://',
    ],
    [{ ...VERIFICATION, verified: true }, 'verified', 'The field "verified" is not known here'],
  ])('refuses %j', async (body, field, message) => {
    const { id } = await brandOf('Ember / Rind #1 50%');
    expectProblem(await verifyBrand({ client: staff, path: { id }, body: body as never }), 400, wrong(field, message));
    expect((await brandOf('Ember / Rind #1 50%')).verified).toBe(false);
  });

  it.each(['999999', '0', '-1', '1.5', '2147483648', '99999999999999999999', 'Waxwing', 'Infinity'])(
    'answers 404 for brand %s',
    async (id) => {
      expectProblem(await verifyBrand({ client: staff, path: { id: id as never }, body: VERIFICATION }), 404, {
        type: '/problems/brand-not-found',
      });
    },
  );
});
