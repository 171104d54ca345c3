import rateLimit from '@fastify/rate-limit';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { DomainError } from '../../domain/shared/domain-error.js';
import type { Config } from '../config.js';
import { clientAddress } from './client-address.js';
import { isOneClick } from './one-click.js';
import { PostgresRateLimitCounts, PostgresRateLimitStore } from './postgres-rate-limit.store.js';
import type { RouteRules } from './route-rules.js';

export class TooManyRequests extends DomainError {
  constructor(seconds: number) {
    super('too-many', 'too-many', `Too many requests. Please wait ${seconds} seconds and try again.`, [], seconds);
  }
}

/**
 * Limits requests that change something: per address, per route, per minute, over all instances (docs/decisions/0022).
 * A route can set a lower limit with `requestsPerMinute`.
 */
export async function useRateLimit(
  app: NestFastifyApplication,
  config: Config,
  { isLimitedByKey }: RouteRules,
): Promise<void> {
  if (config.rateLimitDisabled) return;
  await app.register(rateLimit, {
    global: true,
    store: PostgresRateLimitStore(
      new PostgresRateLimitCounts(() => app.get(DataSource), config.cookieSecret, config.databaseAnswerMs),
    ),
    timeWindow: '1 minute',
    max: (request: FastifyRequest) => Math.min(config.rateLimitPerMinute, requestsPerMinute(request)),
    keyGenerator: (request: FastifyRequest) =>
      `route ${clientKey(request)} ${request.method} ${request.routeOptions.url}`,
    allowList: (request: FastifyRequest) =>
      READING.includes(request.method) || isLimitedByKey(request.routeOptions.url ?? '') || isOneClick(request),
    enableDraftSpec: true,
    errorResponseBuilder: (_request: FastifyRequest, { ttl }: { ttl: number }) =>
      new TooManyRequests(Math.ceil(ttl / 1000)),
  });
}

/** The client that a request counts against. Fastify sets `ips` only where a proxy is trusted. */
export const clientKey = ({ ips, headers, socket }: FastifyRequest): string =>
  clientAddress(ips && headers['x-forwarded-for']?.toString(), socket.remoteAddress ?? '');

const READING = ['GET', 'HEAD', 'OPTIONS'];

const requestsPerMinute = (request: FastifyRequest) =>
  (request.routeOptions.config as { requestsPerMinute?: number }).requestsPerMinute ?? Number.POSITIVE_INFINITY;
