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
decimals, instants ISO 8601 in UTC, test dates calendar days. Texts come back as they were sent, without the spaces around
them; names of people, brands and laboratories also with their spaces folded and in one Unicode spelling (NFC). A request
that no server could read is answered 408, 414 or 431 before any call. A certificate reports on one sample of one batch: it is
not an approval, not a statement of legality, and not today's potency.

Laboratories: the [guide](/labs) leads from a key to a first accepted certificate, with requests and programs to copy.
The \`type\` of every error leads to a page that says what to do; [all of them](/problems).`;

/** Where the guide for laboratories explains a group of calls (docs/labs.md). */
const guideAt = (place: string) => ({ description: 'Guide', url: `/labs#${place}` });

export function buildDocument(app: NestFastifyApplication): OpenAPIObject {
  const outline = new DocumentBuilder()
    .setOpenAPIVersion('3.1.1')
    .setTitle('ClearBatch API')
    .setDescription(DESCRIPTION)
    .setVersion('1.0.0')
    .setExternalDoc('Guide for laboratories', '/labs')
    .addServer('/', 'This server')
    .addTag('Certificates', 'Certificates of analysis: search, read, submit')
    .addTag('Brands', 'The brand directory')
    .addTag('Articles', 'The education center')
    .addTag('Dose calculator', 'Educational estimates of strength and time course')
    .addTag('Newsletter', 'Subscriptions')
    .addTag('Contact', 'Messages to the people behind the site')
    .addTag('Age verification', 'The age gate of the site')
    .addTag(
      'Partner labs',
      'For laboratories that send certificates by program: which laboratory a key belongs to',
      guideAt('your-key'),
    )
    .addTag(
      'Partner certificates',
      'Validate, send, read, correct, amend and withdraw, one at a time',
      guideAt('sending-certificates'),
    )
    .addTag('Partner bulk files', 'Many certificates in one file, one a line', guideAt('bulk-files'))
    .addTag('Partner webhooks', 'Get notified about what happens to your certificates', guideAt('webhooks'))
    .addTag('Staff', 'Review; needs a signed-in staff member')
    .addTag('Health', 'For operators')
    .addCookieAuth('staff_session', { type: 'apiKey', in: 'cookie', description: 'Set by `signIn`' }, 'staffSession')
    .addSecurity('partnerKey', {
      type: 'http',
      scheme: 'bearer',
      description: 'A key that staff issued, `coa_live_` and 43 characters; each call names the scope that it needs',
    })
    .build();
  return withUnreadable(withLimits(SwaggerModule.createDocument(app, outline, { autoTagControllers: false })));
}

const LIMIT_HEADERS = {
  'RateLimit-Policy': {
    description: 'How many requests the key may send in how many seconds (draft-ietf-httpapi-ratelimit-headers)',
    schema: { type: 'string', example: '"key";q=600;w=60' },
  },
  RateLimit: {
    description: 'How many of them are left, and in how many seconds they are all back',
    schema: { type: 'string', example: '"key";r=599;t=60' },
  },
};

/** Every success of the partner API says how much the key may still send: said here once, and not at each call. */
function withLimits(document: OpenAPIObject): OpenAPIObject {
  const references = Object.keys(LIMIT_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  for (const [path, { get, post, put, delete: remove }] of Object.entries(document.paths)) {
    if (!path.startsWith('/api/partner/')) continue;
    for (const operation of [get, post, put, remove]) {
      for (const [status, response] of Object.entries(operation?.responses ?? {})) {
        if (Number(status) >= 400 || !response || '$ref' in response) continue;
        response.headers = { ...response.headers, ...Object.fromEntries(references) };
      }
    }
  }
  return { ...document, components: { ...document.components, headers: LIMIT_HEADERS } };
}

const UNREADABLE = {
  description: 'An address or a query that cannot be read, or with characters that cannot be stored',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/ProblemDto' } } },
};

/** Every address can be written so that it cannot be read, also that of a call that takes nothing. */
function withUnreadable(document: OpenAPIObject): OpenAPIObject {
  for (const { get, post, put, delete: remove } of Object.values(document.paths)) {
    for (const operation of [get, post, put, remove]) if (operation) operation.responses[400] ??= UNREADABLE;
  }
  return document;
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
