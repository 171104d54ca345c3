import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import { type DynamicModule, UnsupportedMediaTypeException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import { Clock } from '../../domain/shared/ports.js';
import { useResponseCache } from '../cache/cached-routes.js';
import { ResponseCache } from '../cache/response-cache.js';
import type { Config } from '../config.js';
import { allowReplicaReads } from '../database/replicas.js';
import { createLogger, NestLogger } from '../logging.js';
import { HttpInstrumentation } from '../observability/http-instrumentation.js';
import { Telemetry } from '../observability/telemetry.js';
import { isAnonymousRead } from './access.js';
import { answerWrongMethods } from './allowed-methods.js';
import { limitBodies, limitConnections, mayTakeLong } from './connections.js';
import { useCookies } from './cookies.js';
import { rejectCompressed, rejectOtherThanStreamed, STREAMED_TYPES, streamedBodyOf } from './media-types.js';
import { acceptOneClick } from './one-click.js';
import { ProblemFilter, rejectUnreadable, sendProblem } from './problem.filter.js';
import { useRateLimit } from './rate-limit.js';
import type { RouteRules } from './route-rules.js';
import { minimalHeaders, useSecurity } from './security.js';
import { rejectFormBodies, rejectUnsafeInput, validationPipe } from './validation.js';

/** For responses that are compressed while a client waits: a higher quality would cost more time than it saves. */
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const BODY_LIMIT_BYTES = 256 * 1024;

/** For streamed uploads. */
const UPLOAD_TIMEOUT_MS = 15 * 60_000;

/** How often Node checks connections for timeouts. */
const CHECK_INTERVAL_MS = 5_000;

/** A batch id of 100 characters takes up to 1,200 when percent-encoded. */
const PATH_SEGMENT_MAX = 1_300;

/** Creates the HTTP server around a module, with all hooks, limits and headers that apply to every route. */
export async function createHttpApp(
  module: DynamicModule,
  config: Config,
  rules: RouteRules,
  {
    preview = false,
    logger = createLogger(config.logLevel, config.instanceName),
    telemetry = new Telemetry(),
  }: { preview?: boolean; logger?: Logger; telemetry?: Telemetry } = {},
): Promise<NestFastifyApplication> {
  const instrumentation = new HttpInstrumentation(telemetry, logger, config.trustProxy);
  const adapter = new FastifyAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    // Trust one proxy: it wrote the last address, and clients can forge the others.
    trustProxy: config.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    http: {
      headersTimeout: config.requestMs,
      connectionsCheckingInterval: Math.min(config.requestMs, CHECK_INTERVAL_MS),
    },
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: PATH_SEGMENT_MAX },
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      instrumentation.onRequest(request, reply, () =>
        sendProblem(error, request, reply.headers(minimalHeaders(config))),
      ),
    clientErrorHandler: (error, socket) => {
      const problem = rejectUnreadable(error, socket as Socket);
      if (problem) instrumentation.recordUnreadable(problem.status, problem.requestId);
    },
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: new NestLogger(logger),
    abortOnError: false,
    preview,
  });
  const fastify = app.getHttpAdapter().getInstance();
  instrumentation.instrument(fastify);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  if (!preview) useResponseCache(fastify, app.get(ResponseCache), app.get(Clock), rules.isPrivate);
  useSecurity(app, config, rules);
  await useCookies(app, config);
  await useRateLimit(app, config, rules);
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: QUICK_BROTLI,
    globalDecompression: false,
  });
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new ProblemFilter());
  fastify.removeContentTypeParser('text/plain');
  acceptStreams(fastify);
  acceptOneClick(fastify);
  answerWrongMethods(fastify);
  fastify.addHook('onRequest', rejectFormBodies);
  fastify.addHook('onRequest', rejectOtherThanStreamed);
  fastify.addHook('onRequest', rejectCompressed);
  fastify.addHook('onRequest', extendUploadTimeout);
  fastify.addHook('preValidation', abortTimedOut);
  // More are closed at once, which bounds memory and open files.
  fastify.server.maxConnections = config.connectionsMax;
  // Behind a proxy, all connections come from the proxy.
  if (!config.trustProxy && !config.rateLimitDisabled)
    limitConnections(fastify.server, config.connectionsPerAddressMax);
  limitBodies(fastify.server, config.requestMs);
  fastify.addHook('preHandler', rejectUnsafeInput);
  if (config.databaseReplicaUrls.length > 0) fastify.addHook('onRequest', routeReads);
  fastify.addHook('onClose', () => telemetry.close());
  ignoreExpectations(fastify);
  closeConnectionsOnShutdown(fastify);
  return app;
}

/** Only anonymous reads may go to replicas. */
function routeReads(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (isAnonymousRead(request)) allowReplicaReads(done);
  else done();
}

/** Streamed types are passed on as they arrive, and only to routes that accept them. */
function acceptStreams(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(STREAMED_TYPES, (request, payload, done) => {
    if (streamedBodyOf(request)) done(null, payload);
    else done(new UnsupportedMediaTypeException(), undefined);
  });
}

/** Exempts uploads from the shorter limit; Node's own timeout allows for them. */
function extendUploadTimeout(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const streamed = streamedBodyOf(request);
  if (streamed && !streamed.isSmall) mayTakeLong(request.raw);
  done();
}

/** Stops a request that was answered 408 from running when the rest of its body arrives after all. */
function abortTimedOut({ raw: { socket } }: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (socket instanceof Socket && socket.writableEnded) reply.hijack();
  else done();
}

/** Node would answer 417. A server may ignore all expectations but 100-continue (RFC 9110 section 10.1.1). */
function ignoreExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Idle keep-alive connections would delay the shutdown. */
function closeConnectionsOnShutdown(fastify: FastifyInstance): void {
  let isClosing = false;
  fastify.addHook('preClose', async () => {
    isClosing = true;
    fastify.server.keepAliveTimeout = 1;
  });
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
}

/** Uses the caller's request ID if it is short and plain, so that logs on both sides can be matched. */
function requestId(raw: { headers: Record<string, string | string[] | undefined> }): string {
  const given = raw.headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}
