import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { AppModule } from './app.module.js';
import { CertificateNewsDto } from './modules/coa-registry/certificate/http/registry-event.dto.js';
import { withExamples } from './openapi-examples.js';
import { type Operation, operationsOf } from './openapi-operations.js';
import { withCommonProblems, withSharedProblems } from './openapi-problems.js';
import { withClosedBodies } from './openapi-requests.js';
import { withWebhooks } from './openapi-webhooks.js';
import { readConfig } from './platform/config.js';
import { createHttpApp } from './platform/http/create-http-app.js';
import { ROUTE_RULES } from './route-rules.js';

const DESCRIPTION = `Education about hemp-derived THC drinks, and an open registry of the lab certificates behind them.

Reading needs no key. Errors are \`application/problem+json\` (RFC 9457) with \`error\`, one sentence for people, and
\`errors\` by field. Lists are arrays; the next page is in the \`Link\` header. Milligrams are numbers with at most two
decimals, times are ISO 8601 in UTC, test dates are calendar days. Text comes back as you sent it, without the spaces around
it; names and batch ids also with single spaces and in one Unicode form (NFKC). A request that no server could read is
answered 408, 414 or 431 before it reaches a call. A certificate reports on one sample of one batch: it is not an
approval, not a statement of legality, and not today's potency.

Each call is for one of three audiences, which its tag begins with. *Public* calls need no key. *Partner* calls need the key
of a lab. *Staff* calls need a signed-in member of our staff.

Labs: the [guide](/labs) leads from a key to a first accepted certificate, with requests and programs to copy. The
[API reference for labs](/labs/api) shows only what you need, and so does its
[OpenAPI document](/api/docs/labs.json). The \`type\` of every error leads to a page that says what to do;
[here are all of them](/problems).`;

/** Tags by audience; a tag's name begins with its audience. */
const TAGS: Readonly<Record<'Public' | 'Partner' | 'Staff', Readonly<Record<string, string>>>> = {
  Public: {
    certificates: 'Certificates of analysis: search, read, submit without a key, and answer a request for changes.',
    brands: 'The directory of brands.',
    articles: 'The articles of the education center.',
    documents: "Labs' original PDFs: upload one for the submission form, and see what software reads from it.",
    sandbox: 'For labs: a test key, with which nothing becomes public. Guide: [the sandbox](/labs/guide/the-sandbox).',
    search: 'One search over articles, brands, products, batches and analytes.',
    analytes: 'What labs measure, and the names that reports print.',
    rules: 'Federal and state rules as we read them, which certificates are compared with.',
    'dose calculator': 'Estimates of strength and time course, for education.',
    newsletter: 'Subscribing and unsubscribing.',
    contact: 'Messages to us.',
    log: 'The public log of decisions: `/log/checkpoint` and what belongs to it.',
    'age gate': 'The age gate of the site.',
    'health checks': 'For operators: whether a process runs and can serve.',
  },
  Partner: {
    key: 'Which lab a key belongs to, and what it may do. Guide: [your key](/labs/guide/become-a-partner#your-key).',
    certificates:
      'Check, send, read, correct, amend and withdraw certificates one at a time. ' +
      'Guide: [sending certificates](/labs/guide/sending-certificates).',
    documents: 'The PDFs of your certificates, under their SHA-256.',
    'bulk files': 'Many certificates in one file, one per line. Guide: [bulk files](/labs/guide/bulk-files).',
    webhooks:
      'We tell you what happened to your certificates, so that you need not poll. Guide: [webhooks](/labs/guide/webhooks).',
  },
  Staff: {
    'sign-in': 'Signing in, and your own password, second factor and sessions.',
    review: 'The review queue, and decisions about certificates.',
    documents: "Labs' original PDFs: upload, look at, read again, and take down.",
    brands: 'Editing, merging and verifying brands.',
    'vocabulary and rules':
      'What printed names mean and how we read rules: one person proposes a change, a second confirms it.',
    labs: 'Partner labs with their keys and webhooks.',
    articles: 'Withdrawing and publishing articles.',
    newsletter: 'Subscribers, and issues of the newsletter.',
    messages: 'Messages of visitors.',
    email: 'Email that waits, was sent or was given up, and its templates.',
    accounts: 'Accounts and roles of staff.',
    privacy: 'What we hold about a person: looking it up, exporting and erasing it.',
    'audit log': 'What staff and labs did.',
  },
};

const tagsOf = (audience: keyof typeof TAGS) =>
  Object.entries(TAGS[audience]).map(([topic, description]) => ({ name: `${audience} ${topic}`, description }));

const AUDIENCES = Object.keys(TAGS) as (keyof typeof TAGS)[];

export function buildDocument(app: NestFastifyApplication): OpenAPIObject {
  const outline = new DocumentBuilder()
    .setOpenAPIVersion('3.1.1')
    .setTitle('ClearBatch API')
    .setDescription(DESCRIPTION)
    .setVersion('1.0.0')
    .addServer('/', 'This server')
    .addCookieAuth('staff_session', { type: 'apiKey', in: 'cookie', description: 'Set by `signIn`' }, 'staffSession')
    .addSecurity('partnerKey', {
      type: 'http',
      scheme: 'bearer',
      description:
        'A key from us: `coa_live_` and 43 characters, or `coa_test_` and 43 for the sandbox. Each call names the scope that it needs',
    })
    .addExtension(
      'x-tagGroups',
      AUDIENCES.map((audience) => ({ name: audience, tags: tagsOf(audience).map(({ name }) => name) })),
    )
    .build();
  const tags = AUDIENCES.flatMap(tagsOf);
  const document = SwaggerModule.createDocument(app, outline, {
    autoTagControllers: false,
    extraModels: [CertificateNewsDto],
    operationIdFactory: (_, method) => method,
  });
  const complete = withWebhooks(withAudience(withCommonProblems(withClosedBodies(withLimits({ ...document, tags })))));
  return withSharedProblems(withExamples(complete));
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

/** Adds the rate limit headers to every successful response of the partner API. */
function withLimits(document: OpenAPIObject): OpenAPIObject {
  const references = Object.keys(LIMIT_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  for (const { path, operation } of operationsOf(document)) {
    if (!path.startsWith('/api/partner/')) continue;
    for (const [status, response] of Object.entries(operation.responses)) {
      if (Number(status) >= 400 || !response || '$ref' in response) continue;
      response.headers = { ...response.headers, ...Object.fromEntries(references) };
    }
  }
  return { ...document, components: { ...document.components, headers: LIMIT_HEADERS } };
}

const ROLES_KEY = 'x-staff-roles';

/** Adds to every description who may use the operation, derived from its security so that it is never out of date. */
function withAudience(document: OpenAPIObject): OpenAPIObject {
  for (const { operation } of operationsOf(document)) {
    const audience = audienceOf(operation);
    operation.security ??= [];
    // A test finds missing descriptions.
    if (operation.description) operation.description += `\n\n${audience}`;
  }
  return document;
}

function audienceOf({ security: [requirement = {}] = [], ...operation }: Operation): string {
  const roles = (operation as { [ROLES_KEY]?: readonly string[] })[ROLES_KEY];
  if (requirement.partnerKey) {
    const [scope] = requirement.partnerKey;
    return scope ? `Needs a key with the scope \`${scope}\`.` : 'Needs a key. Any scope will do.';
  }
  if (!roles) return 'Needs no key and no sign-in.';
  if (roles.length === 0) return 'For all signed-in staff.';
  return roles.includes('administrator') ? 'For administrators.' : `For ${roles.join('s, ')}s and administrators.`;
}

/** Writes the document; needs no database: `node openapi.js <folder>`. */
async function write(folder: string): Promise<void> {
  const config = readConfig({
    DATABASE_URL: 'postgres://nobody@localhost/none',
    COOKIE_SECRET: 'no cookie is signed in preview mode',
    LOG_LEVEL: 'error',
  });
  const app = await createHttpApp(AppModule.with(config), config, ROUTE_RULES, { preview: true });
  writeFileSync(join(folder, 'openapi.json'), `${JSON.stringify(buildDocument(app), null, 2)}\n`);
  await app.close();
}

if (import.meta.filename === process.argv[1]) await write(process.argv[2] ?? 'openapi');
