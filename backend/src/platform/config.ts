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
  /** Most connections of one process. */
  DATABASE_POOL_MAX: z.coerce.number().int().min(2).max(200).default(20),
  /**
   * Signs cookies and seals the secrets of second factors and of webhooks. At least 32 characters, random. Changing it
   * shows the age gate again and makes the secrets unreadable: staff with a second factor then sign in with a recovery
   * code and set it up anew, or an administrator resets their account; labs rotate the secrets of their webhooks.
   * Sessions stay.
   */
  COOKIE_SECRET: z.string().min(32),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** The address people use; https makes cookies Secure. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** True behind one proxy that sets X-Forwarded-For: only then is the last address in that header believed. */
  TRUST_PROXY: flag,
  /** Requests a minute that one address may send to one form. */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(30),
  /** Requests a minute that one partner key may send. */
  PARTNER_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  /** For load and browser tests only. */
  RATE_LIMIT_DISABLED: flag,
  /** For tests only: webhooks may also go to this machine, and there over http. */
  WEBHOOK_ALLOW_LOOPBACK: flag,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Folder of the built site. */
  WEB_ROOT: z.string().default(resolve(import.meta.dirname, '../../../frontend/dist')),
  /** Folder of the editorial source. */
  CONTENT_ROOT: z.string().default(resolve(import.meta.dirname, '../../../content')),
});

export interface Config {
  readonly databaseUrl: string;
  readonly databasePoolMax: number;
  readonly cookieSecret: string;
  readonly port: number;
  readonly host: string;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly secureCookies: boolean;
  readonly trustProxy: boolean;
  readonly rateLimitPerMinute: number;
  readonly partnerRequestsPerMinute: number;
  readonly rateLimitDisabled: boolean;
  readonly webhookAllowLoopback: boolean;
  readonly logLevel: string;
  readonly webRoot: string;
  readonly contentRoot: string;
}

/** Nest token of the {@link Config}. */
export const CONFIG = Symbol('Config');

/** @throws Error that lists, one a line, which variable is wrong and how */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The configuration is not complete. Set these environment variables:\n${lines.join('\n')}`);
  }
  const env = parsed.data;
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '');
  return {
    databaseUrl: env.DATABASE_URL,
    databasePoolMax: env.DATABASE_POOL_MAX,
    cookieSecret: env.COOKIE_SECRET,
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    secureCookies: publicUrl.startsWith('https:'),
    trustProxy: env.TRUST_PROXY,
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    partnerRequestsPerMinute: env.PARTNER_REQUESTS_PER_MINUTE,
    rateLimitDisabled: env.RATE_LIMIT_DISABLED,
    webhookAllowLoopback: env.WEBHOOK_ALLOW_LOOPBACK,
    logLevel: env.LOG_LEVEL,
    webRoot: resolve(env.WEB_ROOT),
    contentRoot: resolve(env.CONTENT_ROOT),
  };
}
