import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { AppModule } from './app.module.js';
import { buildDocument } from './openapi.js';
import { type Config, readConfig } from './platform/config.js';
import { createHttpApp } from './platform/http/create-http-app.js';
import { useStaticFiles } from './platform/http/static-files.js';
import { openWatch } from './platform/seeing/watch.js';

/** Serves site and API until the returned application is closed. */
export async function serve(config: Config): Promise<NestFastifyApplication> {
  const watch = await openWatch(config);
  const app = await createHttpApp(AppModule.with(config, watch), config, { watch });
  SwaggerModule.setup('api/docs', app, () => buildDocument(app), {
    jsonDocumentUrl: 'api/openapi.json',
    raw: ['json'],
    customSiteTitle: 'ClearBatch API',
  });
  useStaticFiles(app, config.webRoot);
  await app.listen(config.port, config.host);
  return app;
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
