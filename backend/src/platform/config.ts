import { resolve } from 'node:path';
import { z } from 'zod';

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true');

/** Everything the process reads from its environment, in one place. docs/operations: each line says what it is for. */
const Environment = z.object({
  /** Where PostgreSQL is, e.g. postgres://user:password@host:5432/database */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** Most connections of one process, to the primary and to each replica. Searches of the public use half as many at most. */
  DATABASE_POOL_MAX: z.coerce.number().int().min(2).max(200).default(20),
  /** Streaming replicas for what the public reads, separated by commas. Left out, the primary answers everything. */
  DATABASE_REPLICA_URLS: z
    .string()
    .default('')
    .transform((urls) => urls.split(',').flatMap((url) => url.trim() || []))
    .refine(
      (urls) => urls.every((url) => /^postgres(ql)?:\/\/./.test(url) && URL.canParse(url)),
      'each must be an address such as postgres://user:password@host:5432/database',
    ),
  /** A replica that is further behind than this, in milliseconds, is not asked. */
  DATABASE_REPLICA_MAX_LAG_MS: z.coerce.number().int().min(100).default(1_000),
  /**
   * Signs cookies and seals the secrets of second factors and of webhooks. At least 32 characters, random. Changing it
   * shows the age gate again and makes the secrets unreadable: staff with a second factor then sign in with a recovery
   * code and set it up anew, or an administrator resets their account; labs rotate the secrets of their webhooks.
   * Sessions stay.
   */
  COOKIE_SECRET: z
    .string()
    .refine((secret) => secret.length >= 32 && new Set(secret).size >= 12, 'must be at least 32 random characters'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** The address people use; https makes cookies Secure. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** True behind one proxy that sets X-Forwarded-For: only then is the last address in that header believed. */
  TRUST_PROXY: flag,
  /** Megabytes of answers and pages that are kept in memory until they change; 0 keeps none. */
  ANSWER_CACHE_MB: z.coerce.number().int().min(0).max(10_000).default(64),
  /** Requests a minute that one address may send to one form. */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(30),
  /** Requests a minute that one partner key may send. */
  PARTNER_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  /** How long a request may take to arrive, in milliseconds. Files that laboratories send may take 15 minutes. */
  REQUEST_MS: z.coerce.number().int().min(500).max(300_000).default(30_000),
  /**
   * Most connections of one process; one more is closed at once. An idle one takes some 20 kB, and each takes an open
   * file: keep `ulimit -n` above it.
   */
  CONNECTIONS_MAX: z.coerce.number().int().min(10).default(4_000),
  /**
   * Most connections of one address, or of one network of IPv6; one more is closed at once. Not counted with TRUST_PROXY:
   * then all of them are the proxy's, which has to limit its own.
   */
  CONNECTIONS_PER_ADDRESS_MAX: z.coerce.number().int().min(10).default(200),
  /** For load and browser tests only. */
  RATE_LIMIT_DISABLED: flag,
  /** True: an address gets the newsletter once the link of its confirmation letter was followed. */
  NEWSLETTER_DOUBLE_OPT_IN: flag,
  /**
   * For development only: webhooks may also go to this machine, and there over http. Refused where NODE_ENV is
   * `production` or PUBLIC_URL is https. `npm start` and `npm run dev` set it while they serve this machine alone.
   */
  WEBHOOK_ALLOW_LOOPBACK: flag,
  /** `production` refuses what is for development. */
  NODE_ENV: z.string().optional(),
  /**
   * The mail server, e.g. smtp://user:password@host:587. `smtps:` encrypts from the start; `smtp:` insists on STARTTLS,
   * unless the server is this machine or the address ends with ?tls=none. Left out, mail becomes files in MAIL_FOLDER.
   */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .refine(
      (url) => /^(\?tls=(none|required))?$/.test(new URL(url).search),
      'only ?tls=none or ?tls=required may follow',
    )
    .optional(),
  /** Who mail comes from: an address, or a name and an address in angle brackets. Required with SMTP_URL. */
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>"\p{Cc}]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u,
      'must be an address, or a name and <an address>',
    )
    .optional(),
  /** Where staff hear of messages from visitors: one address. Left out, they look into the console. */
  MAIL_STAFF: z
    .string()
    .regex(/^[^\s<>@]+@[^\s<>@]+$/, 'must be one address')
    .optional(),
  /** Folder of the mail when there is no mail server: files that any mail program opens. */
  MAIL_FOLDER: z.string().default(resolve(import.meta.dirname, '../../../.data/mail')),
  /** Port of the figures for Prometheus, at /metrics. Not for the public. Left out, nothing is measured. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /**
   * Where traces go: a collector that takes OTLP over HTTP, e.g. http://collector:4318. Left out or empty, nothing is
   * traced. The other variables of OpenTelemetry for exporters, samplers and limits hold as well.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  OTEL_SERVICE_NAME: z.string().default('clearbatch'),
  /** Tells instances apart in log, figures and traces. */
  INSTANCE_NAME: z
    .string()
    .regex(/^[\w.-]{0,64}$/, 'may have up to 64 letters, digits, dots, hyphens and underscores')
    .default(''),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Folder of the built site. */
  WEB_ROOT: z.string().default(resolve(import.meta.dirname, '../../../frontend/dist')),
  /** Folder of the editorial source. */
  CONTENT_ROOT: z.string().default(resolve(import.meta.dirname, '../../../content')),
});

const CompleteEnvironment = Environment.refine(
  ({ SMTP_URL, MAIL_FROM }) => SMTP_URL === undefined || MAIL_FROM !== undefined,
  {
    path: ['MAIL_FROM'],
    message: 'is required with SMTP_URL',
  },
)
  .refine(
    ({ WEBHOOK_ALLOW_LOOPBACK, NODE_ENV, PUBLIC_URL }) =>
      !WEBHOOK_ALLOW_LOOPBACK || (NODE_ENV !== 'production' && !PUBLIC_URL?.startsWith('https:')),
    {
      path: ['WEBHOOK_ALLOW_LOOPBACK'],
      message: 'is for development only. Leave it out where NODE_ENV is production or PUBLIC_URL is https',
    },
  )
  .refine(({ PORT, METRICS_PORT }) => METRICS_PORT !== PORT || PORT === 0, {
    path: ['METRICS_PORT'],
    message: 'must not be PORT, which is for the public',
  });

export interface Config {
  readonly databaseUrl: string;
  readonly databasePoolMax: number;
  readonly databaseReplicaUrls: readonly string[];
  readonly databaseReplicaMaxLagMs: number;
  readonly cookieSecret: string;
  readonly port: number;
  readonly host: string;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly secureCookies: boolean;
  readonly trustProxy: boolean;
  readonly answerCacheMb: number;
  readonly rateLimitPerMinute: number;
  readonly partnerRequestsPerMinute: number;
  readonly requestMs: number;
  readonly connectionsMax: number;
  readonly connectionsPerAddressMax: number;
  readonly rateLimitDisabled: boolean;
  readonly newsletterDoubleOptIn: boolean;
  readonly webhookAllowLoopback: boolean;
  /** Null: mail becomes files. */
  readonly smtpUrl: string | null;
  readonly mailFrom: Sender;
  /** Null: staff get no notices. */
  readonly mailStaff: string | null;
  readonly mailFolder: string;
  /** Null: nothing is measured. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  /** Null: nothing is traced. */
  readonly traces: TracesConfig | null;
  readonly instanceName: string | null;
  readonly logLevel: string;
  readonly webRoot: string;
  readonly contentRoot: string;
}

/** Where traces go, and under which name. */
export interface TracesConfig {
  readonly url: string;
  readonly serviceName: string;
}

/** Who mail comes from. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Nest token of the {@link Config}. */
export const CONFIG = Symbol('Config');

/** @throws Error that lists, one a line, which variable is wrong and how */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = CompleteEnvironment.safeParse(environment);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The configuration is not complete. Set these environment variables:\n${lines.join('\n')}`);
  }
  const env = parsed.data;
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '');
  return {
    databaseUrl: env.DATABASE_URL,
    databasePoolMax: env.DATABASE_POOL_MAX,
    databaseReplicaUrls: env.DATABASE_REPLICA_URLS,
    databaseReplicaMaxLagMs: env.DATABASE_REPLICA_MAX_LAG_MS,
    cookieSecret: env.COOKIE_SECRET,
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    secureCookies: publicUrl.startsWith('https:'),
    trustProxy: env.TRUST_PROXY,
    answerCacheMb: env.ANSWER_CACHE_MB,
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    partnerRequestsPerMinute: env.PARTNER_REQUESTS_PER_MINUTE,
    requestMs: env.REQUEST_MS,
    connectionsMax: env.CONNECTIONS_MAX,
    connectionsPerAddressMax: env.CONNECTIONS_PER_ADDRESS_MAX,
    rateLimitDisabled: env.RATE_LIMIT_DISABLED,
    newsletterDoubleOptIn: env.NEWSLETTER_DOUBLE_OPT_IN,
    webhookAllowLoopback: env.WEBHOOK_ALLOW_LOOPBACK,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: senderOf(env.MAIL_FROM ?? `ClearBatch <no-reply@${new URL(publicUrl).hostname}>`),
    mailStaff: env.MAIL_STAFF ?? null,
    mailFolder: resolve(env.MAIL_FOLDER),
    metricsPort: env.METRICS_PORT ?? null,
    metricsHost: env.METRICS_HOST,
    traces: tracesOf(env.OTEL_EXPORTER_OTLP_ENDPOINT, env.OTEL_SERVICE_NAME),
    instanceName: env.INSTANCE_NAME || null,
    logLevel: env.LOG_LEVEL,
    webRoot: resolve(env.WEB_ROOT),
    contentRoot: resolve(env.CONTENT_ROOT),
  };
}

/** The endpoint is one for all signals; that of traces stands below it (OpenTelemetry's exporter specification). */
const tracesOf = (endpoint: string, serviceName: string): TracesConfig | null =>
  endpoint === '' ? null : { url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, serviceName };

function senderOf(text: string): Sender {
  const [, name = '', address = text] = /^(.*?) ?<(.+)>$/.exec(text) ?? [];
  return { name, address };
}
