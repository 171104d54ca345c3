import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { DnsDomainRecords } from '../../src/modules/brands/dns-domain-records.js';
import { HANGS_AFTER_MS } from '../support/limits.mjs';

const NO_ERROR = 0;
const SERVER_FAILURE = 2;
const NO_SUCH_NAME = 3;

/** An answer to a query: its code, and the texts of its records. `silent` sends nothing. */
type Answer = { readonly code: number; readonly texts: readonly string[] } | 'silent';

const found = (...texts: string[]): Answer => ({ code: NO_ERROR, texts });

const ANSWERS: Readonly<Record<string, Answer>> = {
  '_clearbatch.found.example': found('v=spf1 -all', 'clearbatch-domain=abc'),
  '_clearbatch.long.example': found('x'.repeat(600)),
  '_clearbatch.many.example': found(...Array.from({ length: 30 }, (_, index) => `${index}`)),
  '_clearbatch.empty.example': found(),
  '_clearbatch.none.example': { code: NO_SUCH_NAME, texts: [] },
  '_clearbatch.broken.example': { code: SERVER_FAILURE, texts: [] },
  '_clearbatch.silent.example': 'silent',
};

/** The question's name, and where the question ends (RFC 1035 section 4.1.2). */
function questionIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  while (query.readUInt8(at) > 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query.readUInt8(at)));
    at += 1 + query.readUInt8(at);
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

/** A TXT record for the name of the question; a text has parts of at most 255 bytes. */
function recordOf(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? [''];
  const data = Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part)])));
  const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function responseTo(query: Buffer): Buffer | null {
  const { name, end } = questionIn(query);
  const answer = ANSWERS[name] ?? found();
  if (answer === 'silent') return null;
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | answer.code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answer.texts.length, 6);
  return Buffer.concat([header, query.subarray(12, end), ...answer.texts.map(recordOf)]);
}

let server: Socket;
let asked: string[];
const recordsWithin = (timeoutMs: number) => {
  const { port } = server.address() as AddressInfo;
  return new DnsDomainRecords({ servers: [`127.0.0.1:${port}`], timeoutMs });
};

beforeAll(async () => {
  server = createSocket('udp4', (query, { port, address }) => {
    asked.push(questionIn(query).name);
    const response = responseTo(query);
    if (response) server.send(response, port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  asked = [];
});
afterAll(() => server.close());

describe('the records of a domain, asked of a real name server', () => {
  const texts = (domain: string) => recordsWithin(HANGS_AFTER_MS).texts(`_clearbatch.${domain}`);

  it('are found among others', async () => {
    expect(await texts('found.example')).toEqual(['v=spf1 -all', 'clearbatch-domain=abc']);
    expect(asked).toEqual(['_clearbatch.found.example']);
  });

  it('are none where the name has none, or the domain does not exist', async () => {
    expect(await texts('empty.example')).toEqual([]);
    expect(await texts('none.example')).toEqual([]);
  });

  it('are read up to a limit', async () => {
    expect(await texts('long.example')).toEqual(['x'.repeat(255)]);
    expect(await texts('many.example')).toHaveLength(20);
  });

  it('are unknown when the server fails', async () => {
    expect(await texts('broken.example')).toBeNull();
  });

  it('are unknown when the server is silent for too long', async () => {
    expect(await recordsWithin(250).texts('_clearbatch.silent.example')).toBeNull();
    expect(asked).toEqual(['_clearbatch.silent.example']);
  });

  it('are unknown for what is no name', async () => {
    expect(await texts(`${'x'.repeat(300)}.example`)).toBeNull();
    expect(asked).toEqual([]);
  });
});
