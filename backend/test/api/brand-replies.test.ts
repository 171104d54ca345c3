import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  changeBrandContact,
  decideBrandRequest,
  erasePersonalData,
  getBrand,
  getBrandDesk,
  getCertificate,
  getProduct,
  listBrandClaims,
  listBrandRequests,
  listCoas,
  reportDiscontinuedProduct,
  requestBrandClaim,
  revokeBrandClaim,
  sendBrandReply,
  verifyBrand,
  verifyBrandDomain,
  withdrawBrandReply,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { StaffBrandRequestDto } from '../../../frontend/src/api/generated/types.gen.js';
import { zBrandDeskDto, zStaffBrandRequestDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { emailsIn } from '../support/mail-folder.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { published, signInAsStaff, sql, stored } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

let server: TestServer;
let names: Socket;
let staff: Client;
let client: Client;
/** Texts of TXT records by name, which the name server of the test answers. */
const records = new Map<string, string>();
beforeAll(async () => {
  names = await nameServer();
  server = await startServer({ DNS_SERVERS: `127.0.0.1:${(names.address() as AddressInfo).port}` });
  staff = await signInAsStaff(server, 'robin');
  client = server.client();
});
afterAll(async () => {
  names?.close();
  await server?.stop();
});

/** Answers one TXT record for a known name, and otherwise that there is none. */
async function nameServer(): Promise<Socket> {
  const socket = createSocket('udp4', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5;
    const name = query.toString('latin1', 13, end - 5).replaceAll(/[^\w-]/g, '.');
    const text = records.get(name);
    const header = Buffer.from([query.readUInt8(0), query.readUInt8(1), 0x81, 0x80, 0, 1, 0, text ? 1 : 0, 0, 0, 0, 0]);
    const data = text ? Buffer.from([text.length, ...Buffer.from(text)]) : Buffer.alloc(0);
    const record = text ? [Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 9, 0, data.length]), data] : [];
    socket.send(Buffer.concat([header, query.subarray(12, end), ...record]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

let brands = 0;

/** A verified brand with a certificate, and the domain of its website. */
async function aBrand({ isVerified = true } = {}) {
  brands += 1;
  const domain = `brand-${brands}.example`;
  const brandName = `Reply Brand ${brands}`;
  const certificate = await published(staff, client, { brandName, productName: `Soda ${brands} 5 mg` });
  const { data } = await getBrand({ client, path: { brandName }, throwOnError: true });
  const body = { contactEmail: `hello@${domain}`, website: `https://www.${domain}` };
  if (isVerified) await verifyBrand({ client: staff, path: { id: data.id }, body, throwOnError: true });
  return { brandName, domain, email: `hello@${domain}`, certificate, reference: certificate.reference };
}

const ask = (brandName: string, domain: string, email: string) =>
  requestBrandClaim({ client, path: { brandName }, body: { domain, email } });

/** The token in the newest email to an address whose subject contains the words. */
async function tokenFor(email: string, words: string): Promise<string> {
  const tokens = async () =>
    (await emailsIn(server.mailFolder))
      .filter(({ to, subject }) => to?.[0]?.address === email && subject?.includes(words))
      .map(({ text }) => /\/brand-desk\?token=([\w.-]+)/.exec(text ?? '')?.[1]);
  await until(`an email to ${email}: ${words}`, async () => (await tokens()).length > 0);
  return (await tokens()).at(-1) ?? '';
}

const prove = (token: string) => verifyBrandDomain({ client, body: { token } });

async function provenBrand() {
  const brand = await aBrand();
  await ask(brand.brandName, brand.domain, brand.email);
  const first = await tokenFor(brand.email, 'Are you');
  const { data } = await prove(first);
  return { ...brand, first, token: data?.token ?? '' };
}

const TEXT = 'We took this batch off the shelves in November.';

const reply = (token: string, reference: string, text = TEXT) =>
  sendBrandReply({ client, body: { token, reference, text } });

const waiting = async (brandName: string): Promise<StaffBrandRequestDto[]> =>
  (await listBrandRequests({ client: staff, throwOnError: true })).data.filter((one) => one.brandName === brandName);

const decide = ({ id, version }: StaffBrandRequestDto, accepted = true, reason?: string) =>
  decideBrandRequest({ client: staff, path: { id }, body: { version, accepted, ...(reason && { reason }) } });

const pageOf = async (reference: string) =>
  (await getCertificate({ client, path: { reference }, throwOnError: true })).data;

async function publishedReply() {
  const brand = await provenBrand();
  await reply(brand.token, brand.reference);
  const [request] = await waiting(brand.brandName);
  await decide(request as StaffBrandRequestDto);
  return brand;
}

describe('a reply of a brand', () => {
  it('waits for staff, is shown with the judgment unchanged, and is withdrawn at once', async () => {
    const { brandName, token, email, reference } = await provenBrand();
    const before = await pageOf(reference);
    expect(before.brandReply).toBeNull();
    expect((await reply(token, reference.toLowerCase(), ` ${TEXT}\n`)).response?.status).toBe(204);
    const [request] = await waiting(brandName);
    expect(zStaffBrandRequestDto.parse(request)).toEqual(request);
    expect(request).toMatchObject({
      kind: 'reply',
      text: TEXT,
      certificate: reference,
      dueBy: '2026-12-01',
      overdue: false,
    });
    expect(await pageOf(reference)).toEqual(before);
    expect((await decide(request as StaffBrandRequestDto)).response?.status).toBe(204);
    const brandReply = { brandName, text: TEXT, publishedOn: '2026-11-26' };
    expect(await pageOf(reference)).toEqual({ ...before, brandReply });
    const { data: list } = await listCoas({ client, query: { search: brandName }, throwOnError: true });
    expect(JSON.stringify(list)).not.toContain('shelves');
    await until('the decision', async () =>
      (await emailsIn(server.mailFolder)).some(
        ({ to, subject }) => to?.[0]?.address === email && subject?.includes('was published'),
      ),
    );
    expect((await withdrawBrandReply({ client, body: { token, reference } })).response?.status).toBe(204);
    expect(await pageOf(reference)).toEqual(before);
    expect((await withdrawBrandReply({ client, body: { token, reference } })).response?.status).toBe(400);
  });

  it('is one per certificate: a new text waits while the old one stays, and then replaces it', async () => {
    const { brandName, token, reference } = await publishedReply();
    await reply(token, reference, 'A second text, which is better.');
    await reply(token, reference, 'A third text, which is best.');
    const requests = await waiting(brandName);
    expect(requests).toMatchObject([{ text: 'A third text, which is best.', published: TEXT }]);
    expect((await pageOf(reference)).brandReply?.text).toBe(TEXT);
    await decide(requests[0] as StaffBrandRequestDto);
    expect((await pageOf(reference)).brandReply?.text).toBe('A third text, which is best.');
    const { data: desk } = await getBrandDesk({ client, path: { token }, throwOnError: true });
    expect(desk.requests.map(({ state }) => state)).toEqual(['accepted', 'replaced', 'replaced']);
  });

  it('is sent and decided once by several at once', async () => {
    const { brandName, token, reference } = await provenBrand();
    const sent = await Promise.all([1, 2, 3].map((one) => reply(token, reference, `Text number ${one}.`)));
    expect(sent.every(({ response }) => [204, 409].includes(response?.status ?? 0))).toBe(true);
    const [request, ...others] = await waiting(brandName);
    expect(others).toEqual([]);
    const seen = request as StaffBrandRequestDto;
    const answers = await Promise.all([decide(seen), decide(seen, false, 'No.'), decide(seen)]);
    expect(answers.map(({ response }) => response?.status).toSorted()).toEqual([204, 409, 409]);
    expect((await decide(seen)).error).toMatchObject({ type: '/problems/brand-request-changed' });
  });

  it('that changed after staff read it is not published', async () => {
    const { brandName, token, reference } = await provenBrand();
    await reply(token, reference);
    const [seen] = await waiting(brandName);
    await reply(token, reference, 'Something else entirely.');
    expectProblem(await decide(seen as StaffBrandRequestDto), 409, { type: '/problems/brand-request-changed' });
    expect((await pageOf(reference)).brandReply).toBeNull();
  });

  it('is refused with a reason that the brand gets, and can be taken down later', async () => {
    const { brandName, token, email, reference } = await publishedReply();
    const { data } = await listBrandRequests({ client: staff, query: { standing: 'decided' }, throwOnError: true });
    const shown = data.find((one) => one.brandName === brandName) as StaffBrandRequestDto;
    expectProblem(await decide(shown, false), 400, wrong('reason', 'Say why. The brand gets the reason by email'));
    expect((await decide(shown, false, 'The recall is not on your website.')).response?.status).toBe(204);
    expect((await pageOf(reference)).brandReply).toBeNull();
    await until('the reason', async () =>
      (await emailsIn(server.mailFolder)).some(
        ({ to, text }) => to?.[0]?.address === email && text?.includes('not on your website'),
      ),
    );
    const { data: desk } = await getBrandDesk({ client, path: { token }, throwOnError: true });
    expect(desk.requests[0]).toMatchObject({ state: 'refused', reason: 'The recall is not on your website.' });
  });

  it.each([
    'Ask sam@mail.example about this batch.',
    'Call (555) 123-4567 about this batch.',
    'Read https://brand.example/recall first.',
    'Read brand.com/recall first of all.',
    'Too short',
    'x'.repeat(601),
  ])('is not taken with this text: %s', async (text) => {
    const { token, reference } = await provenBrand();
    const before = await stored(server);
    expect((await reply(token, reference, text)).error).toMatchObject({ status: 400, errors: [{ field: 'text' }] });
    expect(await stored(server)).toEqual(before);
  });

  it('is not taken about another brand, or what is not public', async () => {
    const { token } = await provenBrand();
    const other = await aBrand();
    for (const reference of [other.reference, 'CB-0000-0000', 'none']) {
      expect((await reply(token, reference)).error).toMatchObject({ status: 400, errors: [{ field: 'reference' }] });
    }
  });
});

describe('a claim of a brand', () => {
  it('is proven once by the link, which tells nothing to those without it', async () => {
    const { first, token, brandName, domain } = await provenBrand();
    expectProblem(await prove(first), 409, { type: '/problems/brand-link-used' });
    expectProblem(await getBrandDesk({ client, path: { token: first } }), 409, { type: '/problems/brand-link-used' });
    const { data } = await getBrandDesk({ client, path: { token }, throwOnError: true });
    expect(zBrandDeskDto.parse(data)).toEqual(data);
    expect(data).toMatchObject({ brandName, domain, method: 'email', accepted: true, record: null, requests: [] });
    const [id = '', signature = ''] = token.split('.');
    for (const forged of ['x', `${id}.`, `${id}.${signature.slice(1)}A`, `${id.replace(/^./, 'f')}.${signature}`]) {
      expectProblem(await getBrandDesk({ client, path: { token: forged } }), 404, {
        type: '/problems/brand-link-invalid',
      });
      expectProblem(await reply(forged, 'CB-0000-0000'), 404, { type: '/problems/brand-link-invalid' });
    }
  });

  it('is proven once by several at once', async () => {
    const { brandName, domain, email } = await aBrand();
    await ask(brandName, domain, email);
    const first = await tokenFor(email, 'Are you');
    const answers = await Promise.all([prove(first), prove(first), prove(first)]);
    expect(answers.map(({ response }) => response?.status).toSorted()).toEqual([200, 409, 409]);
  });

  it('does nothing before it is proven, after a newer proof, or after a year', async () => {
    const { brandName, domain, email, token, reference } = await provenBrand();
    await ask(brandName, domain, email);
    await until(
      'two links',
      async () =>
        (await emailsIn(server.mailFolder)).filter(
          ({ to, subject }) => to?.[0]?.address === email && subject?.includes('Are you'),
        ).length === 2,
    );
    const tokens = (await emailsIn(server.mailFolder)).flatMap(({ to, text }) =>
      to?.[0]?.address === email ? [/brand-desk\?token=([\w.-]+)/.exec(text ?? '')?.[1] ?? ''] : [],
    );
    const desks = await Promise.all(
      tokens.map(async (one) => ({ one, desk: await getBrandDesk({ client, path: { token: one } }) })),
    );
    const second = desks.find(({ desk }) => desk.data?.provenUntil === null)?.one ?? '';
    expectProblem(await reply(second, reference), 409, { type: '/problems/brand-domain-unproven' });
    const { data } = await prove(second);
    expectProblem(await reply(token, reference), 404, { type: '/problems/brand-link-invalid' });
    expect((await reply(data?.token ?? '', reference)).response?.status).toBe(204);
    await sql(server, `UPDATE brand_claims SET "provenAt" = "provenAt" - interval '366 days' WHERE "domain" = $1`, [
      domain,
    ]);
    expectProblem(await reply(data?.token ?? '', reference), 404, { type: '/problems/brand-link-invalid' });
  });

  it.each([
    ['gmail.com', 'someone@gmail.com', 'Many people share this domain, so it proves nothing about a brand'],
    ['co.uk', 'someone@shop.co.uk', 'Many people share this domain, so it proves nothing about a brand'],
    ['brand', 'someone@brand.example', 'Enter the domain alone, such as juniper-tide.example'],
    ['br\u0430nd-1.example', 'a@b.example', 'Enter a domain of other scripts in the form xn--…'],
  ])('is refused with the domain %s', async (domain, email, message) => {
    const { brandName } = await aBrand();
    const before = await stored(server);
    expectProblem(await ask(brandName, domain, email), 400, wrong('domain', message));
    expect(await stored(server)).toEqual(before);
  });

  it('of a look-alike domain is not the brand: staff see both domains, refuse it, and it does nothing', async () => {
    const { brandName, domain, reference } = await aBrand();
    const lookAlike = `my-${domain}`;
    const email = `hello@${lookAlike}`;
    await ask(brandName, lookAlike, email);
    const { data } = await prove(await tokenFor(email, 'Are you'));
    const token = data?.token ?? '';
    const { data: desk } = await getBrandDesk({ client, path: { token }, throwOnError: true });
    expect(desk).toMatchObject({ accepted: false, requests: [], discontinued: [] });
    expectProblem(await reply(token, reference), 409, { type: '/problems/brand-claim-waiting' });
    const [request] = await waiting(brandName);
    expect(request).toMatchObject({ kind: 'claim', domain: lookAlike, recordedWebsite: `https://www.${domain}` });
    await decide(request as StaffBrandRequestDto, false, 'This is not the domain of the brand.');
    expectProblem(await reply(token, reference), 404, { type: '/problems/brand-link-invalid' });
  });

  it('of an unverified brand is accepted by staff only, and then gets its link', async () => {
    const { brandName, domain, email, reference } = await aBrand({ isVerified: false });
    await ask(brandName, domain, email);
    await prove(await tokenFor(email, 'Are you'));
    const [request] = await waiting(brandName);
    await decide(request as StaffBrandRequestDto);
    const token = await tokenFor(email, 'You can now speak');
    expect((await reply(token, reference)).response?.status).toBe(204);
  });

  it('by DNS needs the record that the page of the link shows', async () => {
    const { brandName, domain, reference } = await aBrand();
    const email = `${brandName.replaceAll(' ', '.')}@mail.example`;
    await ask(brandName, domain, email);
    const first = await tokenFor(email, 'Are you');
    const { data: desk } = await getBrandDesk({ client, path: { token: first }, throwOnError: true });
    expect(desk).toMatchObject({ method: 'dns', record: { name: `_clearbatch.${domain}` } });
    expectProblem(await prove(first), 409, { type: '/problems/brand-domain-unproven' });
    records.set(`_clearbatch.${domain}`, 'clearbatch-domain=another');
    expect((await prove(first)).error).toMatchObject({ detail: expect.stringContaining('has another text') });
    records.set(`_clearbatch.${domain}`, desk.record?.text ?? '');
    const { data } = await prove(first);
    expect((await reply(data?.token ?? '', reference)).response?.status).toBe(204);
  });

  it('is revoked by staff with everything it published, and the log says so', async () => {
    const { brandName, token, reference } = await publishedReply();
    const { data: claims } = await listBrandClaims({ client: staff, throwOnError: true });
    const { id = '' } = claims.find((one) => one.brandName === brandName) ?? {};
    const revoke = () => revokeBrandClaim({ client: staff, path: { id }, body: { reason: 'The domain was sold.' } });
    expect((await revoke()).response?.status).toBe(204);
    expectProblem(await revoke(), 404, { type: '/problems/brand-request-not-found' });
    expect((await pageOf(reference)).brandReply).toBeNull();
    expectProblem(await reply(token, reference), 404, { type: '/problems/brand-link-invalid' });
    const log = await sql<{ action: string; after: object }>(
      server,
      `SELECT "action", "after" FROM audit_log WHERE "action" LIKE 'brand-%' AND "after"->>'brandName' = $1 ORDER BY "id"`,
      [brandName],
    );
    expect(log.map(({ action }) => action)).toEqual([
      'brand-claim.proven',
      'brand-request.accepted',
      'brand-claim.revoked',
    ]);
  });

  it('is forgotten with its address; public replies stay', async () => {
    const { email, token, reference } = await publishedReply();
    const administrator = await signInAsStaff(server, 'admin-of-replies', ['administrator']);
    const body = { email, confirmation: email, reason: 'They asked us to' };
    await erasePersonalData({ client: administrator, body, throwOnError: true });
    expectProblem(await reply(token, reference), 404, { type: '/problems/brand-link-invalid' });
    expect((await pageOf(reference)).brandReply?.text).toBe(TEXT);
    expect(await sql(server, `SELECT 1 FROM brand_claims WHERE "email" = $1`, [email])).toEqual([]);
  });

  it('is asked for six times a minute from one address', async () => {
    const limited = await startServer({ RATE_LIMIT_DISABLED: 'false', RATE_LIMIT_PER_MINUTE: '1000' });
    try {
      const statuses: (number | undefined)[] = [];
      const body = { domain: 'brand.example', email: 'hello@brand.example' };
      for (let sent = 0; sent < 7; sent += 1) {
        const answer = await requestBrandClaim({ client: limited.client(), path: { brandName: 'None' }, body });
        statuses.push(answer.response?.status);
      }
      expect(statuses).toEqual([...Array(6).fill(404), 429]);
    } finally {
      await limited.stop();
    }
  });
});

describe('a brand keeps its data current', () => {
  const change = (token: string, website: string, contactEmail: string) =>
    changeBrandContact({ client, body: { token, website, contactEmail } });

  it('at once at its own domain, and elsewhere when staff confirm it', async () => {
    const { brandName, domain, token } = await provenBrand();
    const contact = async () => {
      const { data } = await getBrand({ client, path: { brandName }, throwOnError: true });
      return [data.website, data.contactEmail, data.verified];
    };
    const { data } = await change(token, `https://shop.${domain}`, `care@${domain}`);
    expect(data).toEqual({ changed: true });
    expect(await contact()).toEqual([`https://shop.${domain}`, `care@${domain}`, true]);
    expect((await change(token, 'https://elsewhere.example', `care@${domain}`)).data).toEqual({ changed: false });
    expect(await contact()).toEqual([`https://shop.${domain}`, `care@${domain}`, true]);
    const [request] = await waiting(brandName);
    expect(request).toMatchObject({ kind: 'contact', website: 'https://elsewhere.example' });
    await decide(request as StaffBrandRequestDto);
    expect(await contact()).toEqual(['https://elsewhere.example', `care@${domain}`, true]);
  });

  it('and says which product it no longer makes, which changes no verdict', async () => {
    const { brandName, token, certificate, reference } = await provenBrand();
    const { productName } = certificate;
    const product = async () =>
      (await getProduct({ client, path: { brandName, productName }, throwOnError: true })).data;
    const verdict = (await pageOf(reference)).verdict;
    const say = (discontinued: boolean, name = productName) =>
      reportDiscontinuedProduct({ client, body: { token, productName: name, discontinued } });
    expect((await product()).discontinuedOn).toBeNull();
    expect((await say(true, productName.toUpperCase())).response?.status).toBe(204);
    expect((await product()).discontinuedOn).toBe('2026-11-26');
    expect((await pageOf(reference)).verdict).toEqual(verdict);
    expect((await say(true, 'No such soda')).error).toMatchObject({ status: 400, errors: [{ field: 'productName' }] });
    expect((await say(false)).error).toBeUndefined();
    expect((await product()).discontinuedOn).toBeNull();
  });
});
