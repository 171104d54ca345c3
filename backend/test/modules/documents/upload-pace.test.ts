import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { RequestTimeoutException } from '@nestjs/common';
import { UploadPace } from '../../../src/modules/documents/http/upload-pace.js';
import { fakeOnly } from '../../support/fake-only.js';

const STALL_MS = 30_000;
const KB = 1024;

let body: PassThrough;
let pace: UploadPace;
let received: number;
let done: Promise<unknown>;

beforeEach(() => {
  fakeOnly(['setTimeout', 'clearTimeout', 'performance']);
  body = new PassThrough({ highWaterMark: 1024 * KB });
  pace = new UploadPace(STALL_MS);
  received = 0;
  done = (async () => {
    for await (const piece of pace.passOn(body)) received += piece.length;
  })().catch((error: unknown) => error);
});

afterEach(() => {
  jest.useRealTimers();
});

/** Streams hand pieces on with the event loop, which goes on. */
const settled = async () => {
  for (let n = 0; n < 10; n += 1) await setImmediate();
};

async function passes(seconds: number): Promise<void> {
  await settled();
  jest.advanceTimersByTime(seconds * 1000);
  await settled();
}

async function arrives(kilobytes: number): Promise<void> {
  body.write(Buffer.alloc(kilobytes * KB));
  await settled();
}

it('passes on what arrives, at any speed above the lowest, however long it takes', async () => {
  for (let n = 0; n < 100; n += 1) {
    await passes(20);
    await arrives(250);
  }
  body.end();
  expect(await done).toBeUndefined();
  expect(received).toBe(25_000 * KB);
});

it.each([
  ['stalls', 0, 0],
  ['sends a byte in 20 seconds', 20, 1 / KB],
  ['is below the lowest speed', 5, 40],
])('ends an upload that %s', async (_, everySeconds, kilobytes) => {
  await arrives(12);
  for (let n = 0; n < 20; n += 1) {
    await passes(everySeconds || STALL_MS / 1000);
    if (kilobytes > 0) await arrives(kilobytes);
  }
  expect(await done).toBeInstanceOf(RequestTimeoutException);
});

it('may pause once for as long as it takes to stall', async () => {
  await passes(STALL_MS / 1000 - 1);
  await arrives(1);
  body.end();
  expect(await done).toBeUndefined();
});

it('is slow only after a few seconds, and can be ended then', async () => {
  await arrives(1);
  await passes(4);
  expect(pace.isSlow).toBe(false);
  await passes(2);
  expect(pace.isSlow).toBe(true);
  expect(pace.bytesPerSecond).toBeCloseTo(KB / 6, 0);
  pace.end();
  expect(await done).toBeInstanceOf(RequestTimeoutException);
});

it('does not count the time that storing takes', async () => {
  body.end();
  await done;
  const stored = new PassThrough();
  const pieces = pace.passOn(stored);
  stored.write(Buffer.alloc(KB));
  expect((await pieces.next()).value).toHaveLength(KB);
  await passes(2 * (STALL_MS / 1000));
  stored.end();
  expect((await pieces.next()).done).toBe(true);
  expect(pace.isSlow).toBe(false);
});
