import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppModule } from './app.module.js';
import { buildDocument } from './openapi.js';
import { documentForLabs } from './openapi-for-labs.js';
import { type Config, readConfig } from './platform/config.js';
import { createHttpApp } from './platform/http/create-http-app.js';
import { useStaticFiles } from './platform/http/static-files.js';
import { openTelemetry } from './platform/observability/telemetry.js';
import { ROUTE_RULES } from './route-rules.js';

/** Serves site and API until the returned application is closed. */
export async function serve(config: Config): Promise<NestFastifyApplication> {
  const telemetry = await openTelemetry(config);
  const app = await createHttpApp(AppModule.with(config, telemetry), config, ROUTE_RULES, { telemetry });
  useDocuments(app);
  useStaticFiles(app, config.webRoot);
  await app.listen(config.port, config.host);
  return app;
}

/**
 * The API's documents, and the way to their page. There is a route for each file and none for a folder, so nothing else
 * can be had from here.
 */
function useDocuments(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  let document: OpenAPIObject | undefined;
  const whole = () => {
    document ??= buildDocument(app);
    return document;
  };
  fastify.get('/api/openapi.json', (_request: FastifyRequest, reply: FastifyReply) => reply.send(whole()));
  fastify.get('/api/docs/labs.json', (_request: FastifyRequest, reply: FastifyReply) =>
    reply.send(documentForLabs(whole())),
  );
  fastify.get('/api/docs', (_request: FastifyRequest, reply: FastifyReply) => reply.redirect('/labs/api', 308));
}

/** Finishes the requests in flight, then ends. A second signal does not wait for them. */
function stopOnSignal(app: NestFastifyApplication): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) process.exit(1);
    stopping = true;
    await app.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
}

if (import.meta.filename === process.argv[1]) {
  try {
    stopOnSignal(await serve(readConfig(process.env)));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}
