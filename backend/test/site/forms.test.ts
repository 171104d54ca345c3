import { DataSource } from 'typeorm';
import { aSubmission } from '../api/api-helpers.js';
import { BUILT_SITE } from '../support/server-process.js';
import { serverOfThisFile, startServer } from '../support/test-server.js';

/** Requests per minute. */
const LIMIT = 3;

const server = serverOfThisFile({ WEB_ROOT: BUILT_SITE });

const MESSAGE = { topic: 'other', email: 'form@mail.example', name: '', message: 'A question about a drink.' };

const send = async (path: string, fields: Record<string, string>, headers = {}, { url } = server) => {
  const response = await fetch(url + path, { method: 'POST', body: new URLSearchParams(fields), headers });
  return { response, html: await response.text() };
};

const messages = (): Promise<{ count: number }[]> =>
  server.app.get(DataSource).query('SELECT count(*)::int AS count FROM contact_messages');

const formOf = (html: string) =>
  JSON.parse(/<script id="page-preload" type="application\/json">(.*?)<\/script>/.exec(html)?.[1] ?? 'null').form;

describe('a form sent without scripts', () => {
  it('is accepted with the response that the API gives', async () => {
    const { response, html } = await send('/contact', MESSAGE);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const { reference } = formOf(html).response.body;
    expect(reference).toMatch(/^M-/);
    expect(html).toContain('Message Received');
    expect(html.split('<script id="page-preload"')[0]).toContain(reference);
  });

  it('comes back with messages and with what was entered, and nothing is stored', async () => {
    const before = await messages();
    const text = '</script><script>alert(1)</script>\r\n"quoted" & more';
    const { response, html } = await send('/contact', { ...MESSAGE, email: 'no', message: text });
    expect(response.status).toBe(400);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('Enter a valid email address');
    expect(formOf(html).values.message).toBe(text.replace('\r\n', '\n'));
    expect(await messages()).toEqual(before);
    const again = await fetch(`${server.url}/contact`);
    expect(await again.text()).not.toContain('quoted');
  });

  it('is refused from another site', async () => {
    const before = await messages();
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://elsewhere.example' }]) {
      const paths = [
        '/',
        '/contact',
        '/submit-coa',
        '/corrections/none',
        '/newsletter/confirm?token=x',
        '/follow',
        '/brand-desk',
      ];
      for (const path of paths) {
        expect([path, (await send(path, MESSAGE, headers)).response.status]).toEqual([path, 403]);
      }
    }
    expect(await messages()).toEqual(before);
  });

  it('treats unknown and repeated fields like missing ones', async () => {
    for (const body of [
      new URLSearchParams(),
      new URLSearchParams('message=a&message=b&constructor=y&email[]=z'),
      new URLSearchParams([['x'.repeat(5_000), 'y']]),
    ]) {
      const response = await fetch(`${server.url}/contact`, { method: 'POST', body });
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('Choose what your message is about');
    }
  });

  it('is not found for a page that has no form', async () => {
    for (const path of ['/learn', '/emergency', '/coa', '/none']) {
      expect((await send(path, MESSAGE)).response.status).toBe(404);
    }
  });

  it('passes on that a correction link is closed', async () => {
    const { response, html } = await send('/corrections/forged', { brandName: 'Cedar' });
    expect(response.status).toBe(400);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(html).toContain('This link no longer works');
  });

  it('counts against the address of the visitor, not against the address of the server', async () => {
    const limited = await startServer({
      WEB_ROOT: BUILT_SITE,
      TRUST_PROXY: 'true',
      RATE_LIMIT_DISABLED: 'false',
      RATE_LIMIT_PER_MINUTE: String(LIMIT),
    });
    try {
      const sendFrom = async (address: string) =>
        (await send('/', { email: 'limit@mail.example' }, { 'x-forwarded-for': address }, limited)).response.status;
      for (let sent = 0; sent < LIMIT; sent += 1) expect(await sendFrom('192.0.2.1')).toBe(200);
      expect(await sendFrom('192.0.2.1')).toBe(429);
      expect(await sendFrom('192.0.2.2')).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});

it('a problem with a certificate that is not public is refused in words', async () => {
  const { response, html } = await send('/certificates/CB-0000-0000/report', { reason: 'other', text: 'It is wrong.' });
  expect(response.status).toBe(404);
  expect(html).toContain('COA Not Found');
});

it('what only a lab can say of who picked the can is refused beside its field', async () => {
  const { brandName, productName, batchId, testDate, labName, contactName = '', contactEmail } = aSubmission();
  const texts = { brandName, productName, batchId, testDate, labName, contactName, contactEmail };
  const { response, html } = await send('/submit-coa', { ...texts, 'sample.sampledBy': 'laboratory' });
  expect(response.status).toBe(400);
  expect(html).toMatch(/Who picked the can<\/label>(?:(?!<label).)*Only the lab can state this/);
});

describe('the page of an unsubscribe link', () => {
  it('has its form for readers without scripts, and no gate', async () => {
    const html = await (await fetch(`${server.url}/unsubscribe?token=1.x`)).text();
    expect(html).toMatch(/<form method="post"><input type="hidden" name="step" value="unsubscribe"\/>/);
    expect(html).not.toContain('age-gate');
  });

  it('answers its form as a page, and a mail program without one', async () => {
    const person = await send('/unsubscribe?token=1.x', { step: 'unsubscribe' });
    expect(person.response.status).toBe(404);
    expect(person.html).toContain('This link is incomplete');
    const program = await send('/unsubscribe?token=1.x', { 'List-Unsubscribe': 'One-Click' });
    expect(program.response.headers.get('content-type')).toContain('application/problem+json');
  });
});
