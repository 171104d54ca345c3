import { createHmac } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { Webhook } from 'standardwebhooks';
import type { WebhookMessage } from '../../src/domain/webhooks/ports.js';
import { EncryptedWebhookSecrets } from '../../src/modules/webhooks/encrypted-webhook-secrets.js';
import { HttpWebhookSender, type ResolveName } from '../../src/modules/webhooks/jobs/http-webhook-sender.js';
import { fakeOnly } from '../support/fake-only.js';
import { HANGS_AFTER_MS } from '../support/limits.mjs';
import { TEST_CERTIFICATE } from '../support/test-certificate.js';
import { until } from '../support/until.js';
import { type Answer, answering, WebhookReceiver } from '../support/webhook-receiver.js';

const secrets = new EncryptedWebhookSecrets('a secret for tests that is long enough');
const secret = secrets.create();

const BODY = '{"type":"certificate.published","timestamp":"2026-11-20T15:00:00.000Z","data":{"batchId":"Ä #1"}}';

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await WebhookReceiver.open();
});
afterEach(() => {
  jest.useRealTimers();
  return receiver.close();
});

const message = (differing: Partial<WebhookMessage> = {}): WebhookMessage => ({
  url: receiver.url,
  id: 'a3d7c1f0-2b4e-4c6d-8f10-7e5b9d3c2a11',
  body: BODY,
  at: new Date(),
  secrets: [secrets.encrypt(secret)],
  ...differing,
});

const noName: ResolveName = async (name) => {
  throw new Error(`unexpected lookup of ${name}`);
};

interface Setting {
  readonly allowsLoopback?: boolean;
  readonly resolve?: ResolveName;
  readonly limits?: { readonly connectMs: number; readonly attemptMs: number };
}

const sender = ({ allowsLoopback = true, resolve = noName, limits = PATIENT }: Setting = {}) =>
  new HttpWebhookSender(secrets, allowsLoopback, resolve, limits);

const QUICK = { connectMs: 300, attemptMs: 600 };
const PATIENT = { connectMs: HANGS_AFTER_MS, attemptMs: HANGS_AFTER_MS };

describe('what is sent', () => {
  it('is a POST with the body as it is, signed as Standard Webhooks has it', async () => {
    const { status, error } = await sender().send(message());
    expect({ status, error }).toEqual({ status: 204, error: null });
    const { method, path, headers, body } = receiver.only;
    expect({ method, path, body }).toEqual({ method: 'POST', path: '/webhooks', body: BODY });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'ClearBatch-Webhooks/1.0',
      'accept-encoding': 'identity',
      'webhook-id': message().id,
    });
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(BODY));
    expect(() => new Webhook(secrets.create()).verify(body, headers)).toThrow();
  });

  it('has a signature of each secret while one follows the other, in the bytes that the specification names', async () => {
    const old = secrets.create();
    const { id, at } = message();
    await sender().send(message({ at, secrets: [secret, old].map((one) => secrets.encrypt(one)) }));
    const expected = [secret, old].map((one) => {
      const key = Buffer.from(one.replace('whsec_', ''), 'base64');
      const signed = `${id}.${Math.floor(at.getTime() / 1000)}.${BODY}`;
      return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    });
    const { headers, body } = receiver.only;
    expect(headers['webhook-signature']).toBe(expected.join(' '));
    for (const known of [secret, old]) expect(new Webhook(known).verify(body, headers)).toEqual(JSON.parse(BODY));
  });

  it('is nothing when the secret cannot be read', async () => {
    const other = new EncryptedWebhookSecrets('another secret that is long enough, too');
    const outcome = await sender().send(message({ secrets: [other.encrypt(secret)] }));
    expect(outcome).toMatchObject({ status: null, error: 'secret-unreadable' });
    expect(receiver.received).toEqual([]);
  });

  it('leaves no connection open', async () => {
    await sender().send(message());
    await until('the connection is closed', async () => receiver.connections === 0);
  });
});

describe('an answer', () => {
  it.each<[string, Answer, object]>([
    ['in JSON', answering(422, { 'content-type': 'application/json' }, '{"error":"no"}'), { answer: '{"error":"no"}' }],
    ['in text', answering(500, { 'content-type': 'text/plain; charset=utf-8' }, ' Ä\u0000b '), { answer: 'Ä b' }],
    ['of bytes', answering(500, { 'content-type': 'application/octet-stream' }, 'abc'), { answer: null }],
    ['of no type', answering(500, {}, 'abc'), { answer: null }],
    ['that is empty', answering(500, { 'content-type': 'text/plain' }), { answer: null }],
    [
      'that was compressed all the same',
      (response) =>
        response.writeHead(500, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(gzipSync('abc')),
      { answer: null },
    ],
    ['410', answering(410), { status: 410, error: null }],
    ['429 with seconds', answering(429, { 'retry-after': '120' }), { status: 429, retryAfterSeconds: 120 }],
    ['429 with nonsense', answering(429, { 'retry-after': 'soon' }), { status: 429, retryAfterSeconds: null }],
    [
      '503 with a time that is over',
      answering(503, { 'retry-after': new Date(0).toUTCString() }),
      { retryAfterSeconds: 0 },
    ],
  ])('%s', async (_, answer, expected) => {
    receiver.answer = answer;
    expect(await sender().send(message())).toMatchObject(expected);
  });

  it('503 with a time to come', async () => {
    fakeOnly(['Date'], new Date('2026-11-20T15:00:00Z'));
    receiver.answer = answering(503, { 'retry-after': 'Fri, 20 Nov 2026 16:00:00 GMT' });
    expect(await sender().send(message())).toMatchObject({ retryAfterSeconds: 3_600 });
  });

  it('of 100 MB is left after its beginning', async () => {
    let sent = 0;
    receiver.answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const chunk = Buffer.alloc(1_000_000, 'x');
      const write = () => {
        while (sent < 100_000_000 && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', write);
        }
      };
      write();
    };
    const { status, answer } = await sender().send(message());
    expect({ status, characters: answer?.length }).toEqual({ status: 200, characters: 500 });
    await until('the connection is closed', async () => receiver.connections === 0);
    expect(sent).toBeLessThan(20_000_000);
  });

  it('that never ends counts by its status', async () => {
    receiver.answer = (response) => void response.writeHead(200, { 'content-type': 'text/plain' }).write('a');
    const limits = { ...PATIENT, attemptMs: QUICK.attemptMs };
    const outcomes: unknown[] = [];
    // On a busy machine an attempt may end before the answer begins.
    await until('an answer has begun in time', async () => {
      const outcome = await sender({ limits }).send(message());
      outcomes.push(outcome);
      return outcome.status !== null;
    });
    expect(outcomes.at(-1)).toMatchObject({ status: 200, answer: 'a' });
  });

  it.each([
    [307, (inside: WebhookReceiver) => inside.url],
    [308, (inside: WebhookReceiver) => `http://localhost:${inside.port}/`],
  ])('that points elsewhere is not followed, and says where it pointed: %d', async (status, addressOf) => {
    const inside = await WebhookReceiver.open();
    const location = addressOf(inside);
    receiver.answer = answering(status, { location });
    try {
      expect(await sender().send(message())).toMatchObject({ status, error: 'redirect', answer: location });
      expect(inside.received).toEqual([]);
    } finally {
      await inside.close();
    }
  });

  it('that does not come is waited for no longer than is allowed', async () => {
    receiver.answer = () => {};
    expect(await sender({ limits: QUICK }).send(message())).toMatchObject({ status: null, error: 'timeout' });
    await until('the connection is closed', async () => receiver.connections === 0);
  });

  it('that is cut off is a reset', async () => {
    receiver.answer = (response) => void response.socket?.resetAndDestroy();
    expect(await sender().send(message())).toMatchObject({ status: null, error: 'connection-reset' });
  });
});

describe('a server', () => {
  /** Speaks something else than HTTP. */
  async function speaking(greeting: string | null): Promise<{ port: number; close: () => void }> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => {}));
      if (greeting !== null) socket.write(greeting);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const close = () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    };
    return { port: (server.address() as AddressInfo).port, close };
  }

  it('that is not there refuses', async () => {
    const { url } = receiver;
    await receiver.close();
    receiver = await WebhookReceiver.open();
    expect(await sender().send(message({ url }))).toMatchObject({ status: null, error: 'connection-refused' });
  });

  it.each<[string, string | null, string, string]>([
    ['speaks another language', '220 mail.example ESMTP\r\n', 'http', 'invalid-answer'],
    ['speaks another protocol instead of TLS', '220 mail.example ESMTP\r\n', 'https', 'tls'],
    ['does not respond to a TLS handshake', null, 'https', 'timeout'],
    [
      'would rather go on in another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
      'http',
      'invalid-answer',
    ],
  ])('that %s', async (_, greeting, protocol, error) => {
    const { port, close } = await speaking(greeting);
    const limits = error === 'timeout' ? { ...PATIENT, connectMs: QUICK.connectMs } : PATIENT;
    try {
      const outcome = await sender({ limits }).send(message({ url: `${protocol}://127.0.0.1:${port}/` }));
      expect(outcome).toMatchObject({ status: null, error });
    } finally {
      close();
    }
  });
});

describe('over TLS', () => {
  let secure: WebhookReceiver;
  beforeEach(async () => {
    secure = await WebhookReceiver.open({ isSecure: true });
  });
  afterEach(() => secure.close());

  const sendTo = (name: string) =>
    sender({ resolve: async () => ['127.0.0.1'] }).send(message({ url: `https://${name}:${secure.port}/` }));

  it('is sent only to a host that its certificate names', async () => {
    expect(await sendTo('hooks.lab.example')).toMatchObject({ status: null, error: 'tls' }); // no authority signed it
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, TEST_CERTIFICATE.cert]);
    try {
      expect(await sendTo('other.lab.example')).toMatchObject({ status: null, error: 'tls' });
      expect(secure.received).toEqual([]);
      expect(await sendTo('hooks.lab.example')).toMatchObject({ status: 204, error: null });
      expect(secure.received).toHaveLength(1);
    } finally {
      setDefaultCACertificates(before);
    }
  });
});

describe('a name', () => {
  const toName = (differing: Setting) =>
    sender({ limits: QUICK, ...differing }).send(message({ url: `https://hooks.lab.example:${receiver.port}/` }));

  it.each([
    ['127.0.0.1'],
    ['127.8.8.8'],
    ['10.0.0.1'],
    ['172.31.255.255'],
    ['192.168.1.1'],
    ['169.254.169.254'],
    ['100.100.100.200'],
    ['168.63.129.16'],
    ['0.0.0.0'],
    ['192.0.2.1'],
    ['198.18.0.1'],
    ['224.0.0.1'],
    ['255.255.255.255'],
    ['::'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['::ffff:7f00:1'],
    ['::ffff:0:127.0.0.1'],
    ['::127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['64:ff9b:1::a00:1'],
    ['2002:7f00:1::'],
    ['2001::1'],
    ['2001:db8::1'],
    ['3fff::1'],
    ['fc00::1'],
    ['fd00:ec2::254'],
    ['fe80::1'],
    ['fec0::1'],
    ['ff02::1'],
    ['8.8.8.8', '10.0.0.1'],
    ['8.8.8.8', '127.0.0.1'],
    ['2606:4700:4700::1111', '::1'],
    ['no address'],
  ])('that leads to %s is not connected to', async (...addresses) => {
    const outcome = await toName({ allowsLoopback: false, resolve: async () => addresses });
    expect(outcome).toMatchObject({ status: null, error: 'address-not-allowed' });
    expect(receiver.connections).toBe(0);
  });

  it('that leads to another network is not connected to where this machine is allowed, either', async () => {
    const outcome = await toName({ resolve: async () => ['10.0.0.1'] });
    expect(outcome).toMatchObject({ status: null, error: 'address-not-allowed' });
  });

  it('is sent to without TLS on this machine only', async () => {
    const resolve = async () => ['8.8.8.8'];
    const outcome = await sender({ resolve, limits: QUICK }).send(message({ url: 'http://hooks.lab.example:8080/' }));
    expect(outcome).toMatchObject({ status: null, error: 'address-not-allowed' });
  });

  it('is looked up once, and the connection goes to that address', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const lookups: string[] = [];
    const resolve = async (name: string) => {
      lookups.push(name);
      return answers.shift() ?? [];
    };
    const url = `http://hooks.lab.example:${receiver.port}/webhooks`;
    expect(await sender({ resolve }).send(message({ url }))).toMatchObject({ status: 204 });
    expect(lookups).toEqual(['hooks.lab.example']);
    expect(receiver.received[0]?.headers.host).toBe(`hooks.lab.example:${receiver.port}`);
  });

  it.each<[string, ResolveName, string]>([
    ['that leads nowhere', async () => [], 'name-not-found'],
    [
      'whose servers fail',
      async () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
      'name-not-found',
    ],
    ['whose servers say nothing', () => new Promise(() => {}), 'timeout'],
  ])('%s', async (_, resolve, error) => {
    expect(await toName({ resolve })).toMatchObject({ status: null, error });
  });
});

describe('in production', () => {
  it.each([
    'http://localhost:4000/',
    'http://127.0.0.1:4000/',
    'http://[::1]:4000/',
    'https://localhost:4000/',
    'https://localhost.:4000/',
    'https://a.localhost:4000/',
    'https://127.0.0.1:4000/',
    'https://127.9.9.9:4000/',
    'https://[::1]:4000/',
    'https://[::ffff:127.0.0.1]:4000/',
  ])('%s is neither taken nor sent to', async (url) => {
    const inProduction = sender({ allowsLoopback: false, limits: QUICK });
    expect(inProduction.urlProblem(url)).not.toBeNull();
    const outcome = await inProduction.send(message({ url }));
    expect(outcome).toMatchObject({ status: null, error: 'address-not-allowed' });
  });
});

describe('in development', () => {
  it.each(['localhost', '127.0.0.1', '[::1]'])('http://%s is this machine', async (host) => {
    const { port } = receiver;
    const url = `http://${host}:${port}/webhooks`;
    expect(sender().urlProblem(url)).toBeNull();
    const { status, error } = await sender().send(message({ url }));
    // The receiver listens on 127.0.0.1 alone.
    if (host === '[::1]') expect(['connection-refused', 'unreachable']).toContain(error);
    else expect({ status, error }).toEqual({ status: 204, error: null });
  });

  it.each(['10.0.0.1', '192.168.1.1', '169.254.169.254', '0.0.0.0', '[fd00::1]', '[::]', '[::ffff:10.0.0.1]'])(
    '%s is still not this machine',
    async (host) => {
      for (const scheme of ['http', 'https']) {
        const url = `${scheme}://${host}:4000/`;
        expect(sender().urlProblem(url)).toBe('The URL must point to a server on the public internet');
        const outcome = await sender().send(message({ url }));
        expect(outcome).toMatchObject({ status: null, error: 'address-not-allowed' });
      }
    },
  );
});

describe('an address', () => {
  const FULL = 'Enter a full URL, such as https://lab.example/webhooks';
  const PUBLIC = 'The URL must point to a server on the public internet';
  const PORT = 'Use port 443, or 1024 and up';

  it.each<[string, string | null]>([
    ['https://lab.example', null],
    ['https://lab.example:443/a?b=c', null],
    ['https://lab.example:8443/webhooks', null],
    ['https://8.8.8.8/', null],
    ['https://[2606:4700:4700::1111]/', null],
    ['https://prüfung.example/', null],
    ['', FULL],
    ['lab.example', FULL],
    ['https://', FULL],
    ['https://lab.example/a b', FULL],
    ['https://lab.\nexample/', FULL],
    ['https:\\\\lab.example', FULL],
    [`https://lab.example/${'a'.repeat(500)}`, 'The URL can be at most 500 characters'],
    ['http://lab.example', 'The URL must start with https://'],
    ['ftp://lab.example', 'The URL must start with https://'],
    ['javascript:alert(1)', 'The URL must start with https://'],
    [
      'https://me:secret@lab.example',
      'Leave the user name and password out of the URL. The signature shows who is calling',
    ],
    ['https://me@lab.example', 'Leave the user name and password out of the URL. The signature shows who is calling'],
    ['https://lab.example:22', PORT],
    ['https://lab.example:1023', PORT],
    ['https://lab.example:0', PORT],
    ['https://localhost/', PUBLIC],
    ['https://localhost:8443/', PUBLIC],
    ['https://db.local/', PUBLIC],
    ['https://api.internal./', PUBLIC],
    ['https://intranet/', PUBLIC],
    ['https://127.0.0.1/', PUBLIC],
    ['https://2130706433/', PUBLIC],
    ['https://0x7f.1/', PUBLIC],
    ['https://0177.0.0.1/', PUBLIC],
    ['https://127.1/', PUBLIC],
    ['https://10.1.2.3:8443/', PUBLIC],
    ['https://169.254.169.254/latest', PUBLIC],
    ['https://[::1]/', PUBLIC],
    ['https://[::ffff:10.0.0.1]/', PUBLIC],
    ['https://[fd00::1]/', PUBLIC],
  ])('%j', (url, objection) => {
    expect(sender({ allowsLoopback: false }).urlProblem(url)).toBe(objection);
  });

  it.each<[string, string | null]>([
    ['http://127.0.0.1:4000/', null],
    ['http://localhost:4000/', null],
    ['https://[::1]:4000/', null],
    ['http://127.0.0.1/', PORT],
    ['http://10.0.0.1:4000/', PUBLIC],
    ['ftp://127.0.0.1:4000/', 'The URL must start with https://'],
  ])('%j where this machine is allowed', (url, objection) => {
    expect(sender().urlProblem(url)).toBe(objection);
  });
});
