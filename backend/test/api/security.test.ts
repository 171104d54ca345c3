import { request } from 'node:http';
import { serverOfThisFile, startServer } from '../support/test-server.js';
import { aSubmission, signInAsStaff, stored } from './api-helpers.js';
import { type Call, callsOf, exampleOf, readDocument } from './document.js';
import { expectProblemOf } from './problem.js';

const document = readDocument();
const changing = callsOf(document).filter(({ method }) => method !== 'GET');

const server = serverOfThisFile();

const directivesOf = (response: Response) =>
  new Map(
    (response.headers.get('content-security-policy') ?? '')
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  );

describe('security headers', () => {
  const submit = (body: string, headers = {}) =>
    fetch(`${server.url}/api/coa/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });

  it.each<[string, () => Promise<Response>, number]>([
    ['a page', () => fetch(server.url), 200],
    ['a file of the site', () => fetch(`${server.url}/assets/site.js`), 200],
    ['an answer of the API', () => fetch(`${server.url}/api/coa`), 200],
    ['a feed', () => fetch(`${server.url}/feeds/articles.xml`), 200],
    ['a picture', () => fetch(`${server.url}/social/site.png`), 200],
    ['the API documentation', () => fetch(`${server.url}/api/docs`), 200],
    ['its document', () => fetch(`${server.url}/api/openapi.json`), 200],
    ['a page that is not there', () => fetch(`${server.url}/unknown`), 404],
    ['a call that is not there', () => fetch(`${server.url}/api/unknown`), 404],
    ['a body that cannot be read', () => submit('{'), 400],
    ['a body that is too large', () => submit(JSON.stringify('a'.repeat(300_000))), 413],
    ['a refusal of another site', () => submit('{}', { 'sec-fetch-site': 'cross-site' }), 403],
    ['a refusal of a visitor', () => fetch(`${server.url}/api/staff/submissions`), 401],
  ])('are sent with %s', async (_, ask, status) => {
    const response = await ask();
    expect(response.status).toBe(status);
    expectProtected(response);
    expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(response.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
    expect(response.headers.get('origin-agent-cluster')).toBe('?1');
    for (const feature of ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'browsing-topics']) {
      expect(response.headers.get('permissions-policy')).toContain(`${feature}=()`);
    }
  });

  it('are sent for an invalid URL, except those that need a hook', async () => {
    const response = await fetch(`${server.url}/api/coa/%ZZ`);
    expect(response.status).toBe(400);
    expectProtected(response);
  });

  function expectProtected(response: Response): void {
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const policy = directivesOf(response);
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    const scripts = policy.get('script-src') ?? policy.get('default-src') ?? [];
    expect([["'self'"], ["'none'"]]).toContainEqual(scripts);
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/);
    expect(response.headers.has('x-powered-by')).toBe(false);
    expect(response.headers.has('server')).toBe(false);
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
  }

  it('let the site load its own files and set HTML in one place only', async () => {
    const response = await fetch(server.url);
    expect(Object.fromEntries(directivesOf(response))).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'data:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'worker-src': ["'self'"],
      'manifest-src': ["'self'"],
      'frame-src': ["'self'"],
      'object-src': ["'none'"],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['clearbatch-text', 'clearbatch-worker', 'clearbatch-code-reader'],
    });
  });

  it.each(['/api/coa', '/feeds/certificates.xml', '/social/site.png', '/assets/site.js', '/api/unknown'])(
    'prevent %s from running scripts when opened as a page',
    async (path) => {
      expect(Object.fromEntries(directivesOf(await fetch(server.url + path)))).toEqual({
        'default-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      });
    },
  );

  it.each([
    ['/api/coa', 'cross-origin'],
    ['/api/coa?limit=1', 'cross-origin'],
    ['/api/coa/unknown', 'cross-origin'],
    ['/api/articles', 'cross-origin'],
    ['/api/brands', 'cross-origin'],
    ['/api/coa-statistics', 'cross-origin'],
    ['/api/openapi.json', 'cross-origin'],
    ['/api/docs/labs.json', 'cross-origin'],
    ['/feeds/articles.xml', 'cross-origin'],
    ['/social/site.png', 'cross-origin'],
    ['/', 'same-origin'],
    ['/assets/site.js', 'same-origin'],
    ['/api/age-verification-status', 'same-origin'],
    ['/api/staff/session', 'same-origin'],
    ['/api/partner/lab', 'same-origin'],
    ['/api/docs', 'same-origin'],
    ['/api/coax', 'same-origin'],
  ])('let other sites embed %s: %s', async (path, policy) => {
    expect((await fetch(server.url + path)).headers.get('cross-origin-resource-policy')).toBe(policy);
  });

  it('prevent caching of responses to staff', async () => {
    const staff = await signInAsStaff(server, 'robin');
    for (const url of [
      '/api/staff/session',
      '/api/staff/submissions',
      '/api/%73taff/accounts',
      '/%61pi/staff/audit-log',
    ]) {
      const { response } = await staff.get({ url });
      expect(response?.status).toBe(200);
      expect(response?.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('require HTTPS only when the site is served over HTTPS', async () => {
    expect((await fetch(server.url)).headers.has('strict-transport-security')).toBe(false);
    const secure = await startServer({ PUBLIC_URL: 'https://clearbatch.example' });
    try {
      for (const path of ['/', '/api/coa', '/api/unknown', '/api/coa/%ZZ', '/api/docs', '/assets/site.js']) {
        const { headers } = await fetch(secure.url + path);
        expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
      }
      for (const path of ['/', '/api/docs']) {
        expect([...directivesOf(await fetch(secure.url + path)).keys()]).toContain('upgrade-insecure-requests');
      }
    } finally {
      await secure.stop();
    }
  });
});

describe('CSRF protection', () => {
  const fill = (path: string) => path.replace('{id}', '1');

  /** `fetch` does not allow setting these headers as a browser does. */
  const send = ({ method, path, operation }: Call, headers: Record<string, string>) => {
    const schema = operation.requestBody?.content['application/json']?.schema;
    const body = schema ? JSON.stringify(exampleOf(document, schema)) : undefined;
    return new Promise<{ status: number; response: Response }>((resolve, reject) => {
      const sent = request(
        server.url + fill(path),
        { method, headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers } },
        (message) => {
          const chunks: Buffer[] = [];
          message.on('data', (chunk) => chunks.push(chunk));
          message.on('end', () => {
            const status = message.statusCode ?? 0;
            const text = status === 204 ? null : Buffer.concat(chunks).toString();
            const own = Object.entries(message.headers).map(
              ([name, value]) => [name, String(value)] as [string, string],
            );
            resolve({ status, response: new Response(text, { status, headers: own }) });
          });
        },
      );
      sent.on('error', reject).end(body);
    });
  };

  let before: Record<string, string>;
  beforeAll(async () => {
    before = await stored(server);
  });

  it.each(changing)('rejects a request from a page of another site: $name', async (call) => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site', origin: 'https://other.clearbatch.example' },
      { 'sec-fetch-site': 'nonsense' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: server.url.replace('127.0.0.1', '127.0.0.1.evil.example') },
    ] as Record<string, string>[]) {
      const { response } = await send(call, headers);
      await expectProblemOf(response, 403, {
        type: '/problems/cross-site',
        detail: 'This request came from another site, so we refused it.',
        errors: [],
      });
      expect(response.headers.has('set-cookie')).toBe(false);
    }
  });

  it('stores nothing from a page of another site', async () => {
    expect(await stored(server)).toEqual(before);
  });

  it.each(changing)('accepts a request from our own pages and from programs: $name', async (call) => {
    for (const headers of [
      { 'sec-fetch-site': 'same-origin', origin: server.url },
      { 'sec-fetch-site': 'none' },
      { origin: server.url },
      { origin: 'http://127.0.0.1' }, // PUBLIC_URL, as behind a proxy
      {},
    ] as Record<string, string>[]) {
      expect((await send(call, headers)).status).not.toBe(403);
    }
  });

  it('covers the HTML form of the age gate, and allows reads from other sites, which change nothing', async () => {
    const other = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const call = { name: '', operation: { responses: {} } };
    expect((await send({ ...call, method: 'POST', path: '/age-gate' }, other)).status).toBe(403);
    expect((await send({ ...call, method: 'GET', path: '/api/coa' }, other)).status).toBe(200);
  });
});

describe('the request id', () => {
  const idOf = async (given?: string) => {
    const headers: Record<string, string> = given === undefined ? {} : { 'x-request-id': given };
    const response = await fetch(`${server.url}/api/unknown`, { headers });
    const { requestId } = await expectProblemOf(response, 404, { type: '/problems/not-found' });
    return requestId;
  };
  const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  it('is taken from the request if it is short and plain', async () => {
    for (const given of ['abcd1234', 'a'.repeat(64), '0f8fad5b-d9cb-469f-a165-70867728950e', 'trace_01-B']) {
      expect(await idOf(given)).toBe(given);
    }
  });

  it('is generated otherwise, another one each time', async () => {
    const others = ['abc', 'a'.repeat(65), 'abcd 1234', '<b>abcd1234</b>', '{"a":"12345678"}', 'äöüäöüäöü'];
    for (const given of [undefined, ...others]) expect(await idOf(given)).toMatch(UUID);
    expect(await idOf()).not.toBe(await idOf());
  });

  it('is also sent with successful responses', async () => {
    const response = await fetch(`${server.url}/api/coa/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': 'my-own-id-0001' },
      body: JSON.stringify(aSubmission()),
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('x-request-id')).toBe('my-own-id-0001');
  });
});
