import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { InjectDataSource } from '@nestjs/typeorm';
import type { FastifyReply } from 'fastify';
import { DataSource, EntitySchema } from 'typeorm';
import { domainError } from '../../domain/shared/domain-error.js';
import { Clock, Transactions } from '../../domain/shared/ports.js';
import { RetentionRegistry } from '../database/retention.js';
import { managerOf } from '../database/transaction.js';
import { deleteBatch } from '../queue/purge.js';
import type { RequestWithLab } from './access.js';

/** The parts of a response that are the same when it is replayed. */
export interface IdempotentResponse<T> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: T;
}

/** A request that is executed once, however often it arrives. */
export interface IdempotentRequest {
  readonly callerId: string;
  /** The caller's Idempotency-Key. */
  readonly key: string;
  /** Method and route. */
  readonly operation: string;
  /** SHA-256 of method, URL and canonical body. */
  readonly digest: string;
}

export type StoredResponse = IdempotentRequest & IdempotentResponse<unknown> & { readonly createdAt: Date };

/** We promise 24 hours. Two days cover retries over a weekend. */
export const RETENTION_HOURS = 48;

export class IdempotencyKeyMissing extends domainError(
  'invalid',
  'idempotency-key-missing',
  'Send the Idempotency-Key header with a unique value for this request, such as a UUID. Use the same value when you retry the request.',
) {}

export class IdempotencyKeyMalformed extends domainError(
  'invalid',
  'idempotency-key-malformed',
  'Send one Idempotency-Key header with 1 to 255 printable ASCII characters.',
) {}

export class IdempotencyKeyReused extends domainError(
  'unprocessable',
  'idempotency-key-reused',
  'You already used this Idempotency-Key for a different request. Use a new key for a new request.',
) {}

export class RequestInFlight extends domainError(
  'conflict',
  'request-in-flight',
  "We're still working on the same request. Send it again in a second to get its answer.",
  [],
  1,
) {}

export const idempotencyKeyTable = new EntitySchema<StoredResponse>({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  columns: {
    callerId: { name: 'labId', type: 'uuid', primary: true, primaryKeyConstraintName: 'idempotency_keys_pkey' },
    key: { type: 'text', primary: true, primaryKeyConstraintName: 'idempotency_keys_pkey' },
    operation: { type: 'text' },
    digest: { type: 'text' },
    status: { type: 'smallint' },
    headers: { type: 'jsonb' },
    // Not jsonb, which would change the order of members in a replay.
    body: { type: 'json' },
    createdAt: { type: 'timestamptz' },
  },
  indices: [{ name: 'idempotency_keys_oldest', columns: ['createdAt'] }],
});

const EXPIRED_KEYS = {
  table: 'idempotency_keys',
  key: ['labId', 'key'],
  where: 'old."createdAt" < $1',
  orderBy: 'old."createdAt"',
};

/** Expired keys deleted with each new one: more than one, so that the table shrinks, and few, so that requests stay fast. */
const CLEANUP_BATCH = 20;

/** Stores responses for replay, as part of the open transaction. */
@Injectable()
export class IdempotencyStore implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly retention: RetentionRegistry,
  ) {}

  onModuleInit(): void {
    this.retention.register({
      repeatedRequests: { table: 'idempotency_keys', due: `"createdAt" < $1`, key: ['labId', 'key'] },
    });
  }

  /**
   * Locks a key until the transaction ends. An advisory lock, because a row of an uncommitted transaction is invisible to
   * others.
   * @returns false when another transaction holds the lock
   */
  async reserve(callerId: string, key: string): Promise<boolean> {
    const [{ isFree }] = await managerOf(this.database).query<[{ isFree: boolean }]>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('idempotency ' || $1 || ' ' || $2, 0)) AS "isFree"`,
      [callerId, key],
    );
    return isFree;
  }

  find(callerId: string, key: string): Promise<StoredResponse | null> {
    return managerOf(this.database).findOneBy(idempotencyKeyTable, { callerId, key });
  }

  /**
   * Also deletes some expired responses, which needs no timer and no work while no requests arrive.
   * @param expiredBefore responses older than this may be deleted
   */
  async save(answer: StoredResponse, expiredBefore: Date): Promise<void> {
    const manager = managerOf(this.database);
    await manager.insert(idempotencyKeyTable, answer as object);
    await deleteBatch(manager, EXPIRED_KEYS, [expiredBefore], CLEANUP_BATCH);
  }
}

/**
 * Executes a request once (draft-ietf-httpapi-idempotency-key-header-07). The change and its response are committed in one
 * transaction, and a retry gets that response. Errors are not stored, because they changed nothing.
 */
@Injectable()
export class Idempotency {
  constructor(
    private readonly store: IdempotencyStore,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws RequestInFlight, IdempotencyKeyReused, and any error of the work */
  execute<T>(
    request: IdempotentRequest,
    work: () => Promise<IdempotentResponse<T>>,
  ): Promise<IdempotentResponse<T> & { readonly isReplayed: boolean }> {
    return this.transactions.run(async () => {
      const { callerId, key, digest } = request;
      if (!(await this.store.reserve(callerId, key))) throw new RequestInFlight();
      const earlier = await this.store.find(callerId, key);
      if (earlier && earlier.digest !== digest) throw new IdempotencyKeyReused();
      if (earlier) return { ...(earlier as IdempotentResponse<T>), isReplayed: true };
      const respond = await work();
      const now = this.clock.now();
      const expiredBefore = new Date(now.getTime() - RETENTION_HOURS * 3_600_000);
      await this.store.save({ ...request, ...respond, createdAt: now }, expiredBefore);
      return { ...respond, isReplayed: false };
    });
  }

  /**
   * The same for a request with a JSON body. Also sets status and headers of the reply.
   * @throws IdempotencyKeyMissing, IdempotencyKeyMalformed, RequestInFlight, IdempotencyKeyReused
   */
  async answer<T>(
    request: RequestWithLab,
    reply: FastifyReply,
    work: () => Promise<IdempotentResponse<T>>,
  ): Promise<T> {
    const { status, headers, body, isReplayed } = await this.execute(idempotentRequest(request), work);
    reply.code(status).headers(headers);
    if (isReplayed) reply.header('idempotent-replayed', 'true');
    return body;
  }
}

function idempotentRequest(request: RequestWithLab): IdempotentRequest {
  const { lab, method, url, routeOptions, body } = request;
  if (!lab) throw new Error('idempotency is for routes that are PartnerOnly');
  const digest = createHash('sha256')
    .update(`${method} ${url}\n${canonical(body)}`)
    .digest('base64url');
  return { callerId: lab.id, key: readIdempotencyKey(request), operation: `${method} ${routeOptions.url}`, digest };
}

/** @throws IdempotencyKeyMissing, IdempotencyKeyMalformed */
export function readIdempotencyKey({ headers }: RequestWithLab): string {
  const given = headers['idempotency-key'];
  if (given === undefined) throw new IdempotencyKeyMissing();
  if (typeof given !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(given)) throw new IdempotencyKeyMalformed();
  return given;
}

/** JSON with sorted members: equal content gives equal text. */
function canonical(value: unknown): string {
  const sorted = (_: string, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part;
  return JSON.stringify(value, sorted) ?? '';
}

/** Documents the header. */
export const ApiIdempotencyKey = () =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: true,
    description:
      'A value of your choice, 1 to 255 printable ASCII characters, such as a UUID. Use a new one for each new request. ' +
      'If you got no answer, send the same body with the same key: we process it once, and you get the first answer ' +
      'again with `Idempotent-Replayed: true`. The same key with another body is answered 422, and 409 while the first ' +
      'request is still running. After a refusal, fix the request and use the key again. We keep keys for ' +
      `${RETENTION_HOURS} hours, for each lab on its own.`,
    schema: { type: 'string', minLength: 1, maxLength: 255, example: '8e03978e-40d5-43dd-bc93-6894a57f9324' },
  });

/** Documents the headers of a response that may be a replay. */
export const REPLAYED_HEADER = {
  'Idempotent-Replayed': {
    description: '`true` when this is the answer that was given before; absent otherwise',
    schema: { type: 'string', example: 'true' },
  },
} as const;
