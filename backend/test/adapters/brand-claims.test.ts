import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import {
  type BrandClaim,
  BrandClaimWaiting,
  BrandLinkUsed,
  BrandRequestChanged,
  decideRequest,
  type ListedRequest,
  newClaim,
  newRequest,
  WAITING_CLAIMS_MAX,
} from '../../src/domain/brands/brand-claim.js';
import type { Certificate } from '../../src/domain/coa-registry/certificate/certificate.js';
import { DAY_MS } from '../../src/domain/shared/durations.js';
import { nameKey } from '../../src/domain/shared/name-key.js';
import { TypeOrmBrandClaimRepository } from '../../src/modules/brands/typeorm-brand-claim.repository.js';
import { ReceiptLimit } from '../../src/platform/email/receipt-limit.js';
import { ACTOR, aCertificate, approved, NOW } from '../support/builders.js';
import { auditLogOf } from './open-database.js';
import { registryOfThisFile } from './open-registry.js';

const emptyRegistry = registryOfThisFile();
const DOMAIN = 'juniper-tide.example';
const ADDRESS = `hello@${DOMAIN}`;

let database: DataSource;
let claims: TypeOrmBrandClaimRepository;
let certificate: Certificate;
let other: Certificate;
beforeEach(async () => {
  const registry = await emptyRegistry();
  database = registry.database;
  certificate = approved(aCertificate({ brandName: 'Juniper & Tide', batchId: 'A' }));
  other = approved(aCertificate({ brandName: 'Cedar', batchId: 'B' }));
  await registry.load([certificate, other]);
  claims = new TypeOrmBrandClaimRepository(
    database,
    new ReceiptLimit({ cookieSecret: 'a secret', rateLimitDisabled: true }),
  );
});

async function brandIdOf({ brandName }: Certificate): Promise<number> {
  const [brand] = await database.query(`SELECT "id" FROM brands WHERE "nameKey" = $1`, [nameKey(brandName)]);
  return brand.id;
}

const entry = (action = 'brand-claim.proven') => ({
  at: NOW,
  actor: ACTOR,
  action,
  subject: 'brand:1',
  before: null,
  after: null,
});

async function asked(email = ADDRESS, about = certificate): Promise<BrandClaim> {
  const claim = newClaim({ brandId: await brandIdOf(about), domain: DOMAIN, email }, randomUUID(), NOW);
  await claims.add(claim);
  return claim;
}

const listed = (claim: BrandClaim) => ({ ...claim, brandName: certificate.brandName });

async function proven(email = ADDRESS): Promise<BrandClaim> {
  const claim = { ...(await asked(email)), provenAt: NOW, acceptedAt: NOW };
  await claims.prove(claim, null, entry());
  return claim;
}

const aReply = (claim: BrandClaim, text = 'We recalled this batch.') =>
  newRequest('reply', listed(claim), { text }, randomUUID(), NOW);

async function sent(claim: BrandClaim, text?: string): Promise<ListedRequest> {
  const reply = aReply(claim, text);
  expect(await claims.send(reply, claim.brandId, certificate.reference)).toBe(true);
  return (await claims.request(reply.id))?.request as ListedRequest;
}

const decide = (request: ListedRequest, accepted = true) =>
  claims.decide(
    decideRequest(request, request.version, { accepted, reason: 'No.' }, NOW, 'robin'),
    entry('brand-request.accepted'),
  );

const states = async () =>
  (await database.query(`SELECT "state" FROM brand_requests ORDER BY "state"`)).map(
    (one: { state: string }) => one.state,
  );

const mail = () => database.query(`SELECT "kind" FROM mail_outbox ORDER BY "id"`);

describe('the database keeps claims of brands', () => {
  it('which are proven once, and a new proof of the address ends the one before', async () => {
    const first = await proven();
    await expect(claims.prove(first, null, entry())).rejects.toThrow(BrandLinkUsed);
    const second = await proven(ADDRESS.toUpperCase());
    const colleague = await proven(`care@${DOMAIN}`);
    expect((await claims.byId(first.id))?.endedAt).toEqual(NOW);
    const before = new Date(NOW.getTime() - DAY_MS);
    expect((await claims.active(before)).map(({ id }) => id).toSorted()).toEqual([second.id, colleague.id].toSorted());
    expect(await claims.active(NOW)).toEqual([]);
    expect(await mail()).toEqual(
      [first, second, colleague].flatMap(() => [{ kind: 'brand-claim.link' }, { kind: 'brand-claim.open' }]),
    );
    expect(await auditLogOf(database)).toHaveLength(3);
  });

  it('which wait for staff only a few of one domain at once', async () => {
    const prove = async (email: string) => {
      const claim = { ...(await asked(email)), provenAt: NOW };
      await claims.prove(claim, newRequest('claim', listed(claim), {}, randomUUID(), NOW), entry());
      return claim;
    };
    for (let number = 0; number < WAITING_CLAIMS_MAX; number += 1) await prove(`a${number}@${DOMAIN}`);
    await expect(prove(`more@${DOMAIN}`)).rejects.toThrow(BrandClaimWaiting);
    const [first, second] = (await claims.page(true)).items;
    await decide(first as ListedRequest);
    await decide(second as ListedRequest, false);
    expect((await claims.byId(first?.claimId ?? ''))?.acceptedAt).toEqual(NOW);
    expect((await claims.byId(second?.claimId ?? ''))?.endedAt).toEqual(NOW);
    await prove(`again@${DOMAIN}`);
  });

  it('with one reply that waits and one that is public', async () => {
    const claim = await proven();
    await decide(await sent(claim));
    const [a, b] = await Promise.allSettled([sent(claim, 'The second text.'), sent(claim, 'The third text.')]);
    expect([a.status, b.status]).toContain('fulfilled');
    expect((await states()).filter((state: string) => state !== 'replaced')).toEqual(['accepted', 'waiting']);
    const [waiting] = (await claims.page(true)).items;
    expect(waiting).toMatchObject({ published: 'We recalled this batch.', certificate: certificate.reference });
    await decide(waiting as ListedRequest);
    await expect(decide(waiting as ListedRequest)).rejects.toThrow(BrandRequestChanged);
    expect((await states()).filter((state: string) => state === 'accepted')).toHaveLength(1);
    expect(await claims.withdrawReplies(claim.brandId, certificate.reference, entry())).toBe(1);
    expect(await claims.withdrawReplies(claim.brandId, certificate.reference, entry())).toBe(0);
  });

  it('with replies about certificates of the brand only, also when staff decide', async () => {
    const claim = await proven();
    expect(await claims.send(aReply(claim), claim.brandId, other.reference)).toBe(false);
    const waiting = await sent(claim);
    await database.query(`UPDATE coa_data SET "brandId" = $1 WHERE "id" = $2`, [
      await brandIdOf(other),
      certificate.id,
    ]);
    await expect(decide(waiting)).rejects.toThrow(BrandRequestChanged);
    expect(await states()).toEqual(['waiting']);
  });

  it('takes back what a revoked claim published', async () => {
    const claim = await proven();
    await decide(await sent(claim));
    await sent(claim, 'Another text.');
    await claims.revoke({ ...claim, endedAt: NOW }, 'The domain was sold.', entry('brand-claim.revoked'));
    expect(await states()).toEqual(['refused', 'refused']);
    expect((await claims.ofBrand(claim.brandId)).map(({ reason }) => reason)).toEqual(
      Array(2).fill('The domain was sold.'),
    );
  });

  it('says which products are discontinued, since the first day', async () => {
    const { brandId } = await proven();
    const product = { name: 'Yuzu Seltzer 5 mg', key: 'yuzu seltzer 5 mg' };
    await claims.setDiscontinued(brandId, product, '2026-11-20', entry());
    await claims.setDiscontinued(brandId, product, '2026-11-26', entry());
    expect(await claims.discontinued(brandId)).toEqual([{ productName: product.name, saidOn: '2026-11-20' }]);
    await claims.setDiscontinued(brandId, product, null, entry());
    expect(await claims.discontinued(brandId)).toEqual([]);
  });

  it('forgets an address, and keeps what is public', async () => {
    const claim = await proven();
    await decide(await sent(claim));
    await sent(claim, 'Another text.');
    const contact = { website: 'https://brand.example', contactEmail: 'sam@mail.example' };
    await claims.send(newRequest('contact', listed(claim), contact, randomUUID(), NOW), claim.brandId, null);
    expect((await claims.byAddress('SAM@mail.example')).requests).toHaveLength(1);
    expect(await claims.forget('sam@mail.example')).toEqual({ claims: 1, mail: 0 });
    const { claims: found, requests } = await claims.byAddress(ADDRESS.toUpperCase());
    expect([found.length, requests.length]).toEqual([1, 2]);
    expect(await claims.forget(ADDRESS)).toEqual({ claims: 2, mail: 3 });
    expect(await states()).toEqual(['accepted']);
  });
});
