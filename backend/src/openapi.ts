import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { AppModule } from './app.module.js';
import { readConfig } from './platform/config.js';
import { createHttpApp } from './platform/http/create-http-app.js';

const DESCRIPTION = `Education about hemp-derived THC drinks, and an open registry of the laboratory certificates behind them.

Reading needs no key. Errors are \`application/problem+json\` (RFC 9457) with \`error\`, one sentence for people, and
\`errors\` by field. Lists are arrays; the next page is in the \`Link\` header. Milligrams are numbers with at most two
decimals, instants ISO 8601 in UTC, test dates calendar days. A certificate reports on one sample of one batch: it is
not an approval, not a statement of legality, and not today's potency.`;

export function buildDocument(app: NestFastifyApplication): OpenAPIObject {
  const outline = new DocumentBuilder()
    .setOpenAPIVersion('3.1.1')
    .setTitle('ClearBatch API')
    .setDescription(DESCRIPTION)
    .setVersion('1.0.0')
    .addServer('/', 'This server')
    .addTag('Certificates', 'Certificates of analysis: search, read, hand in')
    .addTag('Brands', 'The brand directory')
    .addTag('Articles', 'The education center')
    .addTag('Dose calculator', 'Educational estimates of strength and time course')
    .addTag('Newsletter', 'Subscriptions')
    .addTag('Contact', 'Messages to the people behind the site')
    .addTag('Age verification', 'The age gate of the site')
    .addTag('Staff', 'Review; needs a signed-in staff member')
    .addTag('Health', 'For operators')
    .addCookieAuth('staff_session', { type: 'apiKey', in: 'cookie', description: 'Set by `signIn`' }, 'staffSession')
    .build();
  return SwaggerModule.createDocument(app, outline, { autoTagControllers: false });
}

/** Writes the document without a database: `node openapi.js <file>`. */
async function write(file: string): Promise<void> {
  const config = readConfig({
    DATABASE_URL: 'postgres://nobody@localhost/none',
    COOKIE_SECRET: 'no cookie is signed in preview mode',
    LOG_LEVEL: 'error',
  });
  const app = await createHttpApp(AppModule.with(config), config, { preview: true });
  writeFileSync(file, `${JSON.stringify(buildDocument(app), null, 2)}\n`);
  await app.close();
}

if (import.meta.filename === process.argv[1]) await write(process.argv[2] ?? 'openapi/openapi.json');
