import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppModule } from './app.module.js';
import { CSV_TEMPLATE, FORM_TEMPLATE } from './modules/coa-registry/submission/http/certificate-csv.js';
import { buildDocument } from './openapi.js';
import { documentForLabs } from './openapi-for-labs.js';
import { CachedResponse, sendCached } from './platform/cache/response-cache.js';
import { type Config, readConfig } from './platform/config.js';
import { createHttpApp } from './platform/http/create-http-app.js';
import { useStaticFiles } from './platform/http/static-files.js';
import { openTelemetry } from './platform/observability/telemetry.js';
import { postmanCollection } from './postman.js';
import { ROUTE_RULES } from './route-rules.js';
import { serveSandbox } from './sandbox.js';

/** Serves site and API until the returned application is closed. */
export async function serve(config: Config): Promise<NestFastifyApplication> {
  const telemetry = await openTelemetry(config);
  const app = await createHttpApp(AppModule.with(config, telemetry), config, ROUTE_RULES, { telemetry });
  await serveSandbox(app, config);
  serveDocuments(app, config.publicUrl);
  useStaticFiles(app, config.webRoot);
  await app.listen(config.port, config.host);
  return app;
}

/**
 * Serves the OpenAPI documents and what is made of them, and redirects to their page. There is one route per document and no static folder, so no
 * other file can be read.
 */
function serveDocuments(app: NestFastifyApplication, publicUrl: string): void {
  const fastify = app.getHttpAdapter().getInstance();
  const fullDocument = once(() => buildDocument(app));
  const documentOfLabs = once(() => documentForLabs(fullDocument()));
  const serveOne = (path: string, document: () => object) => {
    // They are large, and compressed once.
    const response = once(() => new CachedResponse(Buffer.from(JSON.stringify(document())), JSON_TYPE));
    fastify.get(path, (request: FastifyRequest, reply: FastifyReply) => sendCached(request, reply, response()));
  };
  serveOne('/api/openapi.json', fullDocument);
  serveOne('/api/docs/labs.json', documentOfLabs);
  serveOne('/api/docs/labs.postman.json', () => postmanCollection(documentOfLabs(), publicUrl));
  const serveTemplate = (name: string, template: string) =>
    fastify.get(`/api/docs/${name}`, (_request: FastifyRequest, reply: FastifyReply) =>
      reply
        .header('content-disposition', `attachment; filename="${name}"`)
        .type('text/csv; charset=utf-8')
        .send(template),
    );
  serveTemplate('certificates.csv', CSV_TEMPLATE);
  serveTemplate('submission.csv', FORM_TEMPLATE);
  fastify.get('/api/docs', (_request: FastifyRequest, reply: FastifyReply) => reply.redirect('/labs/api', 308));
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Graceful shutdown: finishes requests in flight, then exits. A second signal exits immediately. */
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
