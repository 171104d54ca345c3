import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppModule } from './app.module.js';
import type { Config } from './platform/config.js';
import { createHttpApp } from './platform/http/create-http-app.js';
import { ROUTE_RULES } from './route-rules.js';

/**
 * Serves requests with test keys from a second application in this process. It differs from the site's only in its
 * settings, so that every rule is the same. It has a separate database, so nothing that is sent to it can become public
 * (docs/decisions/0057).
 */
export async function serveSandbox(site: NestFastifyApplication, config: Config): Promise<void> {
  const settings = sandboxConfig(config);
  if (settings === null) return;
  // @nestjs/typeorm would warn of a second data source in the process. The application below sets its logger again.
  Logger.overrideLogger(false);
  const app = await createHttpApp(AppModule.with(settings), settings, ROUTE_RULES);
  await app.init();
  const sandbox: FastifyInstance = app.getHttpAdapter().getInstance();
  await sandbox.ready();
  const fastify: FastifyInstance = site.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', (request, reply, done) => {
    if (isForSandbox(request)) forward(sandbox, request, reply);
    else done();
  });
  fastify.addHook('onClose', () => app.close());
}

/** Null where there is no sandbox. Its limits are meant for trying the API, not for a laboratory's daily work. */
function sandboxConfig(config: Config): Config | null {
  if (config.sandboxDatabaseUrl === null) return null;
  return {
    ...config,
    isSandbox: true,
    databaseUrl: config.sandboxDatabaseUrl,
    databasePoolMax: Math.min(config.databasePoolMax, 5),
    databaseReplicaUrls: [],
    responseCacheMb: 0,
    documentBucket: null,
    logFolder: null,
    documentsPerLab: 200,
    documentMbPerLab: 200,
    partnerRequestsPerMinute: Math.min(config.partnerRequestsPerMinute, 300),
    spotCheckPercent: 0,
    metricsPort: null,
  };
}

/** Calls with a test key, and the call that returns such a key. */
function isForSandbox({ url, headers }: FastifyRequest): boolean {
  if (/^\/api\/sandbox\/keys\/?(?:$|\?)/.test(url)) return true;
  return url.startsWith('/api/partner/') && /^bearer +coa_test_/i.test(headers.authorization ?? '');
}

/** Both applications log the same request id. */
function forward(sandbox: FastifyInstance, { id, raw }: FastifyRequest, reply: FastifyReply): void {
  raw.headers['x-request-id'] = id;
  reply.hijack();
  sandbox.routing(raw, reply.raw);
}
