import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { CONFIG, type Config } from '../../../platform/config.js';
import type { RequestWithLab } from '../../../platform/http/access.js';
import { clientKey, TooManyRequests } from '../../../platform/http/rate-limit.js';

type Limiter = ReturnType<FastifyInstance['createRateLimit']>;

const WINDOW_SECONDS = 60;

/**
 * Rate limits of the partner API, per minute: per key for authenticated requests, per IP address for rejected ones. The
 * counts are shared by all instances (docs/decisions/0022) and sent in the headers of
 * draft-ietf-httpapi-ratelimit-headers-10.
 */
@Injectable()
export class PartnerLimits implements OnModuleInit {
  private byKey: Limiter | null = null;
  private byAddress: Limiter | null = null;

  constructor(
    private readonly http: HttpAdapterHost,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    if (this.config.rateLimitDisabled) return;
    const fastify = this.http.httpAdapter.getInstance<FastifyInstance>();
    const common = { timeWindow: WINDOW_SECONDS * 1000, allowList: [] };
    this.byKey = fastify.createRateLimit({
      ...common,
      max: this.config.partnerRequestsPerMinute,
      keyGenerator: (request: RequestWithLab) => `key ${request.lab?.keyId}`,
    });
    this.byAddress = fastify.createRateLimit({
      ...common,
      max: this.config.rateLimitPerMinute,
      keyGenerator: (request: RequestWithLab) => `refused ${clientKey(request)}`,
    });
  }

  /** @throws TooManyRequests if the key has exceeded its limit */
  async countAccepted(request: RequestWithLab, reply: FastifyReply): Promise<void> {
    await count('key', this.byKey, request, reply);
  }

  /** @throws TooManyRequests if the address has exceeded the limit of rejected requests */
  async countRefused(request: RequestWithLab, reply: FastifyReply): Promise<void> {
    await count('address', this.byAddress, request, reply);
  }
}

async function count(
  policy: string,
  limiter: Limiter | null,
  request: RequestWithLab,
  reply: FastifyReply,
): Promise<void> {
  const state = await limiter?.(request);
  if (!state || state.isAllowed) return;
  reply
    .header('ratelimit-policy', `"${policy}";q=${state.max};w=${WINDOW_SECONDS}`)
    .header('ratelimit', `"${policy}";r=${state.remaining};t=${state.ttlInSeconds}`);
  if (state.isExceeded) throw new TooManyRequests(state.ttlInSeconds);
}
