import { resolve } from 'node:path';
import { z } from 'zod';

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true');

/** The environment variables that the server reads. docs/operations.md refers to these comments. */
const Environment = z.object({
  /** Connection URL of PostgreSQL, e.g. postgres://user:password@host:5432/database */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** Maximum connections per process, to the primary and to each replica. Public searches use at most half of them. */
  DATABASE_POOL_MAX: z.coerce.number().int().min(2).max(200).default(20),
  /**
   * How long a request waits for a connection, and a search or a part of a document for its turn, in milliseconds; then 503.
   */
  DATABASE_WAIT_MS: z.coerce.number().int().min(100).max(300_000).default(3_000),
  /**
   * How long a statement may run, in milliseconds; then 503. A database that stays silent gets DATABASE_WAIT_MS more, and
   * ends a transaction that is idle for twice as long.
   */
  DATABASE_STATEMENT_MS: z.coerce.number().int().min(100).max(300_000).default(5_000),
  /** How long health checks, metrics, shared request counts and reads from replicas wait, in milliseconds. */
  DATABASE_ANSWER_MS: z.coerce.number().int().min(100).max(300_000).default(2_000),
  /** Comma-separated URLs of streaming replicas for public reads. Default: the primary serves everything. */
  DATABASE_REPLICA_URLS: z
    .string()
    .default('')
    .transform((urls) => urls.split(',').flatMap((url) => url.trim() || []))
    .refine(
      (urls) => urls.every((url) => /^postgres(ql)?:\/\/./.test(url) && URL.canParse(url)),
      'each must be an address such as postgres://user:password@host:5432/database',
    ),
  /**
   * Connection URL of the database in which labs try the API with test keys; nothing in it is public, and it sends no email.
   * Not DATABASE_URL. Default: no sandbox.
   */
  SANDBOX_DATABASE_URL: z.union([z.literal(''), z.url({ protocol: /^postgres(ql)?$/ })]).default(''),
  /** A replica with more lag than this, in milliseconds, is not used. */
  DATABASE_REPLICA_MAX_LAG_MS: z.coerce.number().int().min(100).default(1_000),
  /**
   * Signs cookies, and encrypts the secrets of second factors and webhooks. At least 32 random characters. After a change,
   * visitors see the age gate again and encrypted secrets are unreadable: staff with a second factor must sign in with a
   * recovery code and set it up again, or an administrator resets their account; labs must rotate their webhook secrets.
   * Sessions stay valid.
   */
  COOKIE_SECRET: z
    .string()
    .refine((secret) => secret.length >= 32 && new Set(secret).size >= 12, 'must be at least 32 random characters'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** Public URL of the site; https makes cookies Secure. Where NODE_ENV is `production`, it must be, except for this machine. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** True behind exactly one proxy that sets X-Forwarded-For: trusts the last address in that header. */
  TRUST_PROXY: flag,
  /** Size of the response cache in megabytes; 0 turns it off. */
  RESPONSE_CACHE_MB: z.coerce.number().int().min(0).max(10_000).default(64),
  /**
   * The cache and replicas are not used while the connection that announces changes has been silent for longer than this, in
   * milliseconds. A change is visible everywhere after this time at most.
   */
  CACHE_MAX_STALENESS_MS: z.coerce.number().int().min(100).max(300_000).default(2_000),
  /** The former name. Ignoring it would turn on a cache that someone turned off. */
  ANSWER_CACHE_MB: z.literal('', { error: 'is now RESPONSE_CACHE_MB. Rename it, then start again' }).optional(),
  /** Requests per minute from one IP address to one form. */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(30),
  /** Requests per minute with one partner key. */
  PARTNER_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  /** How many seconds a reviewer can undo a decision. It takes effect after them. */
  UNDO_SECONDS: z.coerce.number().int().min(5).max(600).default(6),
  /** Percent of what is published without a reviewer that one checks afterwards. */
  SPOT_CHECK_PERCENT: z.coerce.number().min(0).max(100).default(2),
  /** Documents that one partner lab may send in a day (UTC), and megabytes in all. */
  DOCUMENTS_PER_LAB: z.coerce.number().int().min(1).default(5_000),
  DOCUMENT_MB_PER_LAB: z.coerce.number().int().min(1).default(5_000),
  /** The same from one IPv4 address or IPv6 network, for the public form. */
  DOCUMENTS_PER_ADDRESS: z.coerce.number().int().min(1).default(50),
  DOCUMENT_MB_PER_ADDRESS: z.coerce.number().int().min(1).default(200),
  /**
   * Address of an S3 bucket for lab documents in path style, with a prefix if any, e.g.
   * https://s3.us-east-2.amazonaws.com/bucket/documents. Default: documents are kept in the database.
   */
  DOCUMENTS_S3_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => new URL(url).pathname.length > 1, 'must name the bucket in its path')
    .optional(),
  DOCUMENTS_S3_REGION: z.string().default('us-east-1'),
  /** Required with DOCUMENTS_S3_URL, like the secret. They need to get, put, delete and list objects of the bucket. */
  DOCUMENTS_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  DOCUMENTS_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /**
   * clamd, which scans each document before software opens it: tcp://host:3310, or unix:/run/clamav/clamd.ctl. While it
   * does not answer, documents wait. Default: no scan.
   */
  CLAMD_URL: z.url({ protocol: /^(tcp|unix)$/ }).optional(),
  /**
   * Folder with the key of the public log (made at the first start) and its anchor, the last checkpoint that was signed. All
   * processes need the same one, and no backup may turn it back. Default: nothing is signed, and decisions wait.
   */
  LOG_FOLDER: z.string().default(''),
  /** File with the key of the public log, where that is not kept in LOG_FOLDER. */
  LOG_KEY_FILE: z.string().default(''),
  /**
   * Comma-separated name servers for the records with which brands prove their domains, such as 9.9.9.9. Default: those of
   * the system.
   */
  DNS_SERVERS: z
    .string()
    .default('')
    .transform((servers) => servers.split(',').flatMap((server) => server.trim() || []))
    .refine(
      (servers) => servers.every((server) => /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:]+\])(:\d{1,5})?$/i.test(server)),
      'each must be an IP address such as 9.9.9.9 or [2620:fe::fe]:53',
    ),
  /** Maximum time to receive a request, in milliseconds. Uploads of bulk files and documents may take 15 minutes. */
  REQUEST_MS: z.coerce.number().int().min(500).max(300_000).default(30_000),
  /**
   * Maximum connections per process; further ones are closed immediately. An idle connection takes about 20 kB, and each
   * takes a file descriptor: keep `ulimit -n` above this.
   */
  CONNECTIONS_MAX: z.coerce.number().int().min(10).default(4_000),
  /**
   * Maximum connections per IPv4 address or IPv6 network; further ones are closed immediately. Ignored with TRUST_PROXY:
   * then all connections come from the proxy, which must limit them itself.
   */
  CONNECTIONS_PER_ADDRESS_MAX: z.coerce.number().int().min(10).default(200),
  /** For load and browser tests only. Rejected if NODE_ENV is `production`. */
  RATE_LIMIT_DISABLED: flag,
  /** True: a subscription becomes active only after the link in the confirmation email is opened. */
  NEWSLETTER_DOUBLE_OPT_IN: flag,
  /**
   * For development only: also allows webhooks to loopback addresses, over http. Rejected if NODE_ENV is `production` or
   * PUBLIC_URL is https. `npm start` and `npm run dev` set it while they serve only this machine.
   */
  WEBHOOK_ALLOW_LOOPBACK: flag,
  /** `production` rejects development-only settings. */
  NODE_ENV: z.string().optional(),
  /**
   * URL of the mail server, e.g. smtp://user:password@host:587. `smtps:` uses TLS from the start; `smtp:` requires
   * STARTTLS, unless the server is this machine or the URL ends with ?tls=none. Default: email is written to MAIL_FOLDER.
   */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .refine(
      (url) => /^(\?tls=(none|required))?$/.test(new URL(url).search),
      'only ?tls=none or ?tls=required may follow',
    )
    .optional(),
  /** Sender of email: an address, or a name and an address in angle brackets. Required with SMTP_URL. */
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>"\p{Cc}]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u,
      'must be an address, or a name and <an address>',
    )
    .optional(),
  /** Address for notices to staff about messages from visitors. Default: no notices. */
  MAIL_STAFF: z
    .string()
    .regex(/^[^\s<>@]+@[^\s<>@]+$/, 'must be one address')
    .optional(),
  /** Folder for email without a mail server, as files that any mail program can open. */
  MAIL_FOLDER: z.string().default(resolve(import.meta.dirname, '../../../.data/mail')),
  /** Port of the Prometheus endpoint /metrics; must not be public. Default: no metrics. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /**
   * Collector for traces (OTLP over HTTP), e.g. http://collector:4318. Unset or empty: no tracing. OpenTelemetry's other
   * variables for exporters, samplers and limits also apply.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  OTEL_SERVICE_NAME: z.string().default('clearbatch'),
  /** Identifies the instance in logs, metrics and traces. */
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

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

const isPlainHttp = (url: string | undefined): boolean =>
  url !== undefined && new URL(url).protocol === 'http:' && !LOOPBACK_HOSTS.has(new URL(url).hostname);

/** Identifies a database, regardless of the account. */
function databaseOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || '5432'}${pathname}`;
}

const CompleteEnvironment = Environment.refine(
  ({ SMTP_URL, MAIL_FROM }) => SMTP_URL === undefined || MAIL_FROM !== undefined,
  {
    path: ['MAIL_FROM'],
    message: 'is required with SMTP_URL',
  },
)
  .refine((env) => !env.DOCUMENTS_S3_URL || (env.DOCUMENTS_S3_ACCESS_KEY_ID && env.DOCUMENTS_S3_SECRET_ACCESS_KEY), {
    path: ['DOCUMENTS_S3_ACCESS_KEY_ID'],
    message: 'and DOCUMENTS_S3_SECRET_ACCESS_KEY are required with DOCUMENTS_S3_URL',
  })
  .refine(
    ({ WEBHOOK_ALLOW_LOOPBACK, NODE_ENV, PUBLIC_URL }) =>
      !WEBHOOK_ALLOW_LOOPBACK || (NODE_ENV !== 'production' && !PUBLIC_URL?.startsWith('https:')),
    {
      path: ['WEBHOOK_ALLOW_LOOPBACK'],
      message: 'is for development only. Leave it out where NODE_ENV is production or PUBLIC_URL is https',
    },
  )
  .refine(({ RATE_LIMIT_DISABLED, NODE_ENV }) => !RATE_LIMIT_DISABLED || NODE_ENV !== 'production', {
    path: ['RATE_LIMIT_DISABLED'],
    message: 'is for tests only. Leave it out where NODE_ENV is production',
  })
  .refine(({ PUBLIC_URL, NODE_ENV }) => NODE_ENV !== 'production' || !isPlainHttp(PUBLIC_URL), {
    path: ['PUBLIC_URL'],
    message:
      'must be https where NODE_ENV is production: sign-ins and keys would travel readable. Only localhost may be http',
  })
  .refine((env) => !env.SANDBOX_DATABASE_URL || databaseOf(env.SANDBOX_DATABASE_URL) !== databaseOf(env.DATABASE_URL), {
    path: ['SANDBOX_DATABASE_URL'],
    message: 'must name another database than DATABASE_URL: what labs try must not reach the registry',
  })
  .refine(({ PORT, METRICS_PORT }) => METRICS_PORT !== PORT || PORT === 0, {
    path: ['METRICS_PORT'],
    message: 'must not be PORT, which is for the public',
  });

/** Sender of email. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** @throws Error listing each invalid variable and what is wrong with it */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = CompleteEnvironment.safeParse(environment);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The configuration is not complete. Set these environment variables:\n${lines.join('\n')}`);
  }
  return configOf(parsed.data);
}

export type Config = Readonly<ReturnType<typeof configOf>>;

/** Injection token of {@link Config}. */
export const CONFIG = Symbol('Config');

function configOf(env: z.infer<typeof Environment>) {
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '');
  return {
    databaseUrl: env.DATABASE_URL,
    databasePoolMax: env.DATABASE_POOL_MAX,
    databaseWaitMs: env.DATABASE_WAIT_MS,
    databaseStatementMs: env.DATABASE_STATEMENT_MS,
    databaseAnswerMs: env.DATABASE_ANSWER_MS,
    databaseReplicaUrls: env.DATABASE_REPLICA_URLS,
    databaseReplicaMaxLagMs: env.DATABASE_REPLICA_MAX_LAG_MS,
    /** Null: labs cannot try the API with test keys. */
    sandboxDatabaseUrl: env.SANDBOX_DATABASE_URL || null,
    /** True for the application that answers test keys (sandbox.ts). */
    isSandbox: false,
    cookieSecret: env.COOKIE_SECRET,
    port: env.PORT,
    host: env.HOST,
    /** Without a trailing slash. */
    publicUrl,
    secureCookies: publicUrl.startsWith('https:'),
    trustProxy: env.TRUST_PROXY,
    responseCacheMb: env.RESPONSE_CACHE_MB,
    cacheMaxStalenessMs: env.CACHE_MAX_STALENESS_MS,
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    partnerRequestsPerMinute: env.PARTNER_REQUESTS_PER_MINUTE,
    undoSeconds: env.UNDO_SECONDS,
    spotCheckPercent: env.SPOT_CHECK_PERCENT,
    /** Null: documents are kept in the database. */
    documentBucket: documentBucket(env),
    /** Null: documents are not scanned for malware. */
    clamdUrl: env.CLAMD_URL ?? null,
    /** Null: nothing is signed. */
    logFolder: env.LOG_FOLDER ? resolve(env.LOG_FOLDER) : null,
    /** Null: it is in the folder, and made there if there is none. */
    logKeyFile: env.LOG_KEY_FILE ? resolve(env.LOG_KEY_FILE) : null,
    /** Empty: those of the system. */
    dnsServers: env.DNS_SERVERS,
    documentsPerLab: env.DOCUMENTS_PER_LAB,
    documentMbPerLab: env.DOCUMENT_MB_PER_LAB,
    documentsPerAddress: env.DOCUMENTS_PER_ADDRESS,
    documentMbPerAddress: env.DOCUMENT_MB_PER_ADDRESS,
    requestMs: env.REQUEST_MS,
    connectionsMax: env.CONNECTIONS_MAX,
    connectionsPerAddressMax: env.CONNECTIONS_PER_ADDRESS_MAX,
    rateLimitDisabled: env.RATE_LIMIT_DISABLED,
    newsletterDoubleOptIn: env.NEWSLETTER_DOUBLE_OPT_IN,
    webhookAllowLoopback: env.WEBHOOK_ALLOW_LOOPBACK,
    /** Null: email is written to files. */
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: parseSender(env.MAIL_FROM ?? `ClearBatch <no-reply@${new URL(publicUrl).hostname}>`),
    /** Null: staff get no notices. */
    mailStaff: env.MAIL_STAFF ?? null,
    mailFolder: resolve(env.MAIL_FOLDER),
    /** Null: no metrics. */
    metricsPort: env.METRICS_PORT ?? null,
    metricsHost: env.METRICS_HOST,
    /** Null: no tracing. */
    traces: tracesConfig(env.OTEL_EXPORTER_OTLP_ENDPOINT, env.OTEL_SERVICE_NAME),
    instanceName: env.INSTANCE_NAME || null,
    logLevel: env.LOG_LEVEL,
    webRoot: resolve(env.WEB_ROOT),
    contentRoot: resolve(env.CONTENT_ROOT),
  };
}

/** An S3 bucket, and the account that uses it. */
function documentBucket(env: z.infer<typeof Environment>) {
  const { DOCUMENTS_S3_URL: url, DOCUMENTS_S3_REGION: region } = env;
  const { DOCUMENTS_S3_ACCESS_KEY_ID: accessKeyId, DOCUMENTS_S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  return url && accessKeyId && secretAccessKey ? { url, region, accessKeyId, secretAccessKey } : null;
}

/** The endpoint is shared by all signals; traces go to a path below it (OpenTelemetry's exporter specification). */
const tracesConfig = (endpoint: string, serviceName: string) =>
  endpoint === '' ? null : { url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, serviceName };

function parseSender(text: string): Sender {
  const [, name = '', address = text] = /^(.*?) ?<(.+)>$/.exec(text) ?? [];
  return { name, address };
}
