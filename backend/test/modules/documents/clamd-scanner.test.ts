import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { ClamdScanner } from '../../../src/modules/documents/clamd-scanner.js';

const servers: Server[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done)))));

/**
 * Speaks clamd's protocol: reads the stream to its end and answers.
 * @param answer the reply to what arrived; null to close the connection instead
 */
async function clamd(answer: (stream: Buffer) => string | null): Promise<URL> {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      const stream = streamOf(received);
      if (!stream) return;
      const reply = answer(stream);
      if (reply === null) socket.destroy();
      else socket.end(reply);
    });
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return new URL(`tcp://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** @returns the streamed content once the chunk of length zero has arrived */
function streamOf(received: Buffer): Buffer | null {
  const command = 'zINSTREAM\0';
  if (received.length < command.length) return null;
  expect(received.subarray(0, command.length).toString()).toBe(command);
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    if (at + 4 + length > received.length) return null;
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

const content = Buffer.alloc(200_000, 'certificate ');

describe('scanning with clamd', () => {
  it('sends the whole document, and takes OK as clean', async () => {
    let scanned: Buffer | null = null;
    const address = await clamd((stream) => {
      scanned = stream;
      return 'stream: OK\0';
    });
    expect(await new ClamdScanner(address).scan(content)).toBe('clean');
    expect(scanned).toEqual(content);
  });

  it('takes a finding as infected', async () => {
    const address = await clamd(() => 'stream: Eicar-Test-Signature FOUND\0');
    expect(await new ClamdScanner(address).scan(content)).toBe('infected');
  });

  it.each([
    'INSTREAM size limit exceeded. ERROR\0',
    'UNKNOWN COMMAND\0',
    'stream: OK but not really\0',
    'not a stream: OK\0',
    '\0',
    'x'.repeat(5_000),
    'stream: OK',
  ])('fails closed when the answer is %j', async (reply) => {
    const address = await clamd(() => reply);
    await expect(new ClamdScanner(address).scan(content)).rejects.toThrow(/clamd/);
  });

  it('fails closed when the connection is closed', async () => {
    const address = await clamd(() => null);
    await expect(new ClamdScanner(address).scan(content)).rejects.toThrow();
  });

  it('fails closed when nothing listens', async () => {
    await expect(new ClamdScanner(new URL('tcp://127.0.0.1:1')).scan(content)).rejects.toThrow(/ECONNREFUSED/);
    await expect(new ClamdScanner(new URL('unix:/nowhere/clamd.ctl')).scan(content)).rejects.toThrow(/ENOENT/);
  });

  it('fails closed when it does not answer in time', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}).resume());
    servers.push(silent);
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = new URL(`tcp://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    await expect(new ClamdScanner(address, 50).scan(content)).rejects.toThrow('clamd did not answer');
  });
});
