import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { DomainError } from '../../domain/shared/domain-error.js';
import { Clock, Transactions } from '../../domain/shared/ports.js';
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

export class IdempotencyKeyMissing extends DomainError {
  constructor() {
    super(
      'invalid',
      'idempotency-key-missing',
      'Send the Idempotency-Key header with a unique value for this request, such as a UUID. Use the same value when you retry the request.',
    );
  }
}

export class IdempotencyKeyMalformed extends DomainError {
  constructor() {
    super(
      'invalid',
      'idempotency-key-malformed',
      'Send one Idempotency-Key header with 1 to 255 printable ASCII characters.',
    );
  }
}

export class IdempotencyKeyReused extends DomainError {
  constructor() {
    super(
      'unprocessable',
      'idempotency-key-reused',
      'You already used this Idempotency-Key for a different request. Use a new key for a new request.',
    );
  }
}

export class RequestInFlight extends DomainError {
  constructor() {
    super(
      'conflict',
      'request-in-flight',
      "We're still working on the same request. Send it again in a second to get its answer.",
      [],
      1,
    );
  }
}

/** Stores responses for replay, as part of the open transaction. */
export abstract class IdempotencyStore {
  /**
   * Locks a key until the transaction ends.
   * @returns false when another transaction holds the lock
   */
  abstract reserve(callerId: string, key: string): Promise<boolean>;

  abstract find(callerId: string, key: string): Promise<StoredResponse | null>;

  /**
   * Stores a response, and deletes some expired ones.
   * @param expiredBefore responses older than this may be deleted
   */
  abstract save(response: StoredResponse, expiredBefore: Date): Promise<void>;
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
