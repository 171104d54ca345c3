import { randomUUID } from 'node:crypto';
import { DuplicateBatch } from '../../src/domain/coa-registry/certificate/certificate.js';
import { RetentionRegistry } from '../../src/platform/database/retention.js';
import { TypeOrmTransactions } from '../../src/platform/database/transaction.js';
import {
  Idempotency,
  IdempotencyKeyReused,
  IdempotencyStore,
  type IdempotentRequest,
  type IdempotentResponse,
  RETENTION_HOURS,
  RequestInFlight,
} from '../../src/platform/http/idempotency.js';
import { StoppedClock } from '../support/in-memory-clock-and-ids.js';
import { databaseOfThisFile } from './open-database.js';

const REQUEST: IdempotentRequest = { callerId: randomUUID(), key: 'a key', operation: 'POST /x', digest: 'a digest' };
const ANSWER: IdempotentResponse<{ n: number }> = { status: 201, headers: { etag: '"v1"' }, body: { n: 1 } };

const emptyDatabase = databaseOfThisFile();

let clock: StoppedClock;
let idempotency: Idempotency;
let worked: number;
beforeEach(async () => {
  const database = await emptyDatabase();
  const store = new IdempotencyStore(database, new RetentionRegistry(database));
  clock = new StoppedClock();
  idempotency = new Idempotency(store, new TypeOrmTransactions(database), clock);
  worked = 0;
});

const once = (differing: Partial<IdempotentRequest> = {}, work = async () => ANSWER) =>
  idempotency.execute({ ...REQUEST, ...differing }, () => {
    worked += 1;
    return work();
  });

it('executes a request once and repeats the same response', async () => {
  expect(await once()).toEqual({ ...ANSWER, isReplayed: false });
  expect(await once()).toMatchObject({ ...ANSWER, isReplayed: true });
  expect(worked).toBe(1);
});

it('treats another key or another lab as another request', async () => {
  for (const differing of [{}, { key: 'another' }, { callerId: randomUUID() }]) {
    expect(await once(differing)).toMatchObject({ isReplayed: false });
  }
});

it('rejects a key that was used for a different request', async () => {
  await once();
  await expect(once({ digest: 'another' })).rejects.toThrow(IdempotencyKeyReused);
  expect(worked).toBe(1);
});

it('rejects a request while it is in progress, and accepts it afterwards', async () => {
  const { promise: begun, resolve: hasBegun } = Promise.withResolvers<void>();
  const { promise: refused, resolve: wasRefused } = Promise.withResolvers<void>();
  const first = once({}, async () => {
    hasBegun();
    await refused;
    return ANSWER;
  });
  await begun;
  await expect(once()).rejects.toThrow(RequestInFlight);
  wasRefused();
  expect(await first).toMatchObject({ isReplayed: false });
  expect(await once()).toMatchObject({ isReplayed: true });
  expect(new RequestInFlight().retryAfterSeconds).toBe(1);
});

it('does not store error responses', async () => {
  const refused = async () => {
    throw new DuplicateBatch({ brandName: 'Aster', batchId: '#1', labName: 'Example Analytical', labReportId: null });
  };
  await expect(once({}, refused)).rejects.toThrow(DuplicateBatch);
  expect(await once({ digest: 'another' })).toMatchObject({ isReplayed: false });
});

it('keeps responses for two days', async () => {
  await once();
  clock.goOn(RETENTION_HOURS);
  await once({ key: 'another' });
  expect(await once()).toMatchObject({ isReplayed: true });
  clock.goOn(0.001);
  await once({ key: 'a third' });
  expect(await once()).toMatchObject({ isReplayed: false });
});
