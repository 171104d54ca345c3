import { isAbsolute, join } from 'node:path';
import { readConfig } from '../../src/platform/config.js';

const REQUIRED = {
  DATABASE_URL: 'postgres://app:secret@localhost:5432/clearbatch',
  COOKIE_SECRET: 'at least thirty-two characters long',
};

const SSL_URL = 'postgresql://app@db/clearbatch?sslmode=require';
const REPLICAS = ['postgres://reader@one:5432/clearbatch', 'postgres://reader@two:5432/clearbatch'];
const BUCKET = {
  url: 'https://s3.us-east-2.amazonaws.com/bucket/documents',
  region: 'us-east-2',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
};

/** Variables with a value, and what it is read as. */
const READ: readonly (readonly [variables: Record<string, string>, read: object])[] = [
  [{ DATABASE_URL: SSL_URL }, { databaseUrl: SSL_URL }],
  [{ DATABASE_POOL_MAX: '7' }, { databasePoolMax: 7 }],
  [{ DATABASE_WAIT_MS: '1000' }, { databaseWaitMs: 1_000 }],
  [{ DATABASE_STATEMENT_MS: '60000' }, { databaseStatementMs: 60_000 }],
  [{ DATABASE_ANSWER_MS: '500' }, { databaseAnswerMs: 500 }],
  [{ CACHE_MAX_STALENESS_MS: '700' }, { cacheMaxStalenessMs: 700 }],
  [{ DATABASE_REPLICA_URLS: REPLICAS.join(', ') }, { databaseReplicaUrls: REPLICAS }],
  [{ DATABASE_REPLICA_MAX_LAG_MS: '500' }, { databaseReplicaMaxLagMs: 500 }],
  [
    {
      DOCUMENTS_S3_URL: BUCKET.url,
      DOCUMENTS_S3_REGION: BUCKET.region,
      DOCUMENTS_S3_ACCESS_KEY_ID: BUCKET.accessKeyId,
      DOCUMENTS_S3_SECRET_ACCESS_KEY: BUCKET.secretAccessKey,
    },
    { documentBucket: BUCKET },
  ],
  [{ CLAMD_URL: 'tcp://clamd:3310' }, { clamdUrl: 'tcp://clamd:3310' }],
  [{ DNS_SERVERS: '9.9.9.9, [2620:fe::fe]:53' }, { dnsServers: ['9.9.9.9', '[2620:fe::fe]:53'] }],
  [{ DOCUMENTS_PER_LAB: '1' }, { documentsPerLab: 1 }],
  [{ DOCUMENT_MB_PER_LAB: '2' }, { documentMbPerLab: 2 }],
  [{ DOCUMENTS_PER_ADDRESS: '3' }, { documentsPerAddress: 3 }],
  [{ DOCUMENT_MB_PER_ADDRESS: '4' }, { documentMbPerAddress: 4 }],
  [{ PORT: '8080' }, { port: 8080 }],
  [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
  [{ PUBLIC_URL: 'https://clearbatch.example/' }, { publicUrl: 'https://clearbatch.example', secureCookies: true }],
  [{ TRUST_PROXY: 'true' }, { trustProxy: true }],
  [{ RATE_LIMIT_PER_MINUTE: '5' }, { rateLimitPerMinute: 5 }],
  [{ PARTNER_REQUESTS_PER_MINUTE: '6000' }, { partnerRequestsPerMinute: 6000 }],
  [{ SPOT_CHECK_PERCENT: '0.5' }, { spotCheckPercent: 0.5 }],
  [{ REQUEST_MS: '10000' }, { requestMs: 10_000 }],
  [{ CONNECTIONS_MAX: '500' }, { connectionsMax: 500 }],
  [{ CONNECTIONS_PER_ADDRESS_MAX: '50' }, { connectionsPerAddressMax: 50 }],
  [{ RATE_LIMIT_DISABLED: 'true' }, { rateLimitDisabled: true }],
  [{ MAIL_STAFF: 'staff@clearbatch.example' }, { mailStaff: 'staff@clearbatch.example' }],
  [{ SMTP_URL: 'smtps://us:p%40ss@mail.example:465' }, { smtpUrl: 'smtps://us:p%40ss@mail.example:465' }],
  [{ MAIL_FROM: 'Clear & Batch <a@mail.example>' }, { mailFrom: { name: 'Clear & Batch', address: 'a@mail.example' } }],
  [{ METRICS_PORT: '9464' }, { metricsPort: 9464 }],
  [{ METRICS_HOST: '0.0.0.0' }, { metricsHost: '0.0.0.0' }],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/', OTEL_SERVICE_NAME: 'registry' },
    { traces: { url: 'http://collector:4318/v1/traces', serviceName: 'registry' } },
  ],
  [{ INSTANCE_NAME: 'app-1.eu' }, { instanceName: 'app-1.eu' }],
  [
    { LOG_FOLDER: '/log', LOG_KEY_FILE: '/key' },
    { logFolder: '/log', logKeyFile: '/key' },
  ],
  [{ LOG_LEVEL: 'warn' }, { logLevel: 'warn' }],
];

const errorMessage = (environment: NodeJS.ProcessEnv): string => {
  try {
    readConfig(environment);
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
};

describe('readConfig', () => {
  it('requires a database URL and a secret, and has defaults for the rest', () => {
    const { webRoot, contentRoot, ...config } = readConfig(REQUIRED);
    expect(config).toEqual({
      databaseUrl: REQUIRED.DATABASE_URL,
      databasePoolMax: 20,
      databaseWaitMs: 3_000,
      databaseStatementMs: 5_000,
      databaseAnswerMs: 2_000,
      databaseReplicaUrls: [],
      databaseReplicaMaxLagMs: 1_000,
      sandboxDatabaseUrl: null,
      isSandbox: false,
      dnsServers: [],
      documentBucket: null,
      clamdUrl: null,
      logFolder: null,
      logKeyFile: null,
      documentsPerLab: 5_000,
      documentMbPerLab: 5_000,
      documentsPerAddress: 50,
      documentMbPerAddress: 200,
      cookieSecret: REQUIRED.COOKIE_SECRET,
      responseCacheMb: 64,
      cacheMaxStalenessMs: 2_000,
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      secureCookies: false,
      trustProxy: false,
      rateLimitPerMinute: 30,
      partnerRequestsPerMinute: 600,
      undoSeconds: 6,
      spotCheckPercent: 2,
      requestMs: 30_000,
      connectionsMax: 4_000,
      connectionsPerAddressMax: 200,
      rateLimitDisabled: false,
      newsletterDoubleOptIn: false,
      webhookAllowLoopback: false,
      mailStaff: null,
      smtpUrl: null,
      mailFrom: { name: 'ClearBatch', address: 'no-reply@localhost' },
      mailFolder: join(import.meta.dirname, '../../../.data/mail'),
      metricsPort: null,
      metricsHost: '127.0.0.1',
      traces: null,
      instanceName: null,
      logLevel: 'info',
    });
    const root = join(import.meta.dirname, '../../..');
    expect({ webRoot, contentRoot }).toEqual({
      webRoot: join(root, 'frontend/dist'),
      contentRoot: join(root, 'content'),
    });
  });

  it('reads every known variable and ignores unknown ones', () => {
    const environment = Object.assign({}, ...READ.map(([variables]) => variables));
    const { webRoot, ...config } = readConfig({ ...REQUIRED, ...environment, WEB_ROOT: 'site', HOME: '/root' });
    expect(isAbsolute(webRoot)).toBe(true);
    expect(config).toMatchObject(Object.assign({}, ...READ.map(([, read]) => read)));
    expect(Object.keys(config)).not.toContain('HOME');
  });

  it('allows webhooks to loopback addresses in development only, and only if enabled', () => {
    const allowed = (environment: object) => readConfig({ ...REQUIRED, ...environment }).webhookAllowLoopback;
    for (const NODE_ENV of [undefined, 'development', 'test', 'production']) {
      expect(allowed({ NODE_ENV })).toBe(false);
      expect(allowed({ NODE_ENV, WEBHOOK_ALLOW_LOOPBACK: 'false' })).toBe(false);
    }
    expect(allowed({ WEBHOOK_ALLOW_LOOPBACK: 'true' })).toBe(true);
    expect(allowed({ WEBHOOK_ALLOW_LOOPBACK: 'true', PUBLIC_URL: 'http://registry.example' })).toBe(true);
    for (const production of [{ NODE_ENV: 'production' }, { PUBLIC_URL: 'https://registry.example' }]) {
      expect(errorMessage({ ...REQUIRED, ...production, WEBHOOK_ALLOW_LOOPBACK: 'true' })).toContain(
        'WEBHOOK_ALLOW_LOOPBACK: is for development only',
      );
    }
  });

  it('refuses in production what only tests may have', () => {
    const production = { ...REQUIRED, NODE_ENV: 'production' };
    expect(errorMessage({ ...production, RATE_LIMIT_DISABLED: 'true' })).toContain(
      'RATE_LIMIT_DISABLED: is for tests only',
    );
    expect(errorMessage({ ...production, PUBLIC_URL: 'http://registry.example' })).toContain(
      'PUBLIC_URL: must be https',
    );
    const here = ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:3000`);
    for (const PUBLIC_URL of ['https://registry.example', ...here])
      expect(readConfig({ ...production, PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL);
    const elsewhere = { ...REQUIRED, RATE_LIMIT_DISABLED: 'true', PUBLIC_URL: 'http://registry.example' };
    expect(readConfig(elsewhere).rateLimitDisabled).toBe(true);
  });

  it('sets Secure cookies exactly when the site is served over HTTPS', () => {
    const secure = (PUBLIC_URL: string) => readConfig({ ...REQUIRED, PUBLIC_URL }).secureCookies;
    expect(secure('https://clearbatch.example')).toBe(true);
    expect(secure('http://clearbatch.example')).toBe(false);
  });

  it('defaults the public URL to localhost and the port', () => {
    expect(readConfig({ ...REQUIRED, PORT: '4000' }).publicUrl).toBe('http://localhost:4000');
  });

  it('lists all missing variables, one per line', () => {
    const [first, ...lines] = errorMessage({}).split('\n');
    expect(first).toBe('The configuration is not complete. Set these environment variables:');
    expect(lines.map((line) => line.split(':')[0])).toEqual(['  DATABASE_URL', '  COOKIE_SECRET']);
  });

  it.each([
    ['DATABASE_URL', 'mysql://localhost/clearbatch'],
    ['DATABASE_URL', 'localhost:5432'],
    ['DATABASE_URL', ''],
    ['DATABASE_POOL_MAX', '1'],
    ['DATABASE_POOL_MAX', '201'],
    ['DATABASE_POOL_MAX', 'many'],
    ['DATABASE_REPLICA_URLS', 'postgres://one/clearbatch,http://two/'],
    ['DATABASE_REPLICA_MAX_LAG_MS', '99'],
    ['SANDBOX_DATABASE_URL', 'mysql://host/sandbox'],
    ['SANDBOX_DATABASE_URL', REQUIRED.DATABASE_URL.replace('//', '//another@')],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PUBLIC_URL', 'clearbatch.example'],
    ['PUBLIC_URL', 'ftp://clearbatch.example'],
    ['TRUST_PROXY', 'yes'],
    ['RATE_LIMIT_PER_MINUTE', '0'],
    ['PARTNER_REQUESTS_PER_MINUTE', '0'],
    ['SPOT_CHECK_PERCENT', '101'],
    ['SPOT_CHECK_PERCENT', '-1'],
    ['RATE_LIMIT_DISABLED', '1'],
    ['MAIL_STAFF', 'staff'],
    ['MAIL_STAFF', 'a@clearbatch.example, b@clearbatch.example'],
    ['MAIL_STAFF', 'a@clearbatch.example\nBcc: b@clearbatch.example'],
    ['MAIL_FROM', 'ClearBatch'],
    ['MAIL_FROM', '<mail@clearbatch.example'],
    ['MAIL_FROM', 'Clear\nBcc: a@mail.example <mail@clearbatch.example>'],
    ['METRICS_PORT', '65536'],
    ['METRICS_PORT', '3000'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['INSTANCE_NAME', 'one two'],
    ['LOG_LEVEL', 'loud'],
  ])('rejects %s=%s and names the variable', (name, value) => {
    const [, line, ...more] = errorMessage({ ...REQUIRED, [name]: value }).split('\n');
    expect(line).toMatch(new RegExp(`^ {2}${name}: .{10,}$`));
    expect(more).toEqual([]);
  });

  it.each([
    'http://mail.example',
    'mail.example:25',
    'smtp://mail.example?tls=maybe',
    'smtp://mail.example?pool=false',
  ])('rejects SMTP_URL=%s', (SMTP_URL) => {
    const message = errorMessage({ ...REQUIRED, SMTP_URL, MAIL_FROM: 'mail@clearbatch.example' });
    expect(message).toMatch(/\n {2}SMTP_URL: .{10,}$/);
  });

  it('requires MAIL_FROM if mail goes to an SMTP server', () => {
    expect(errorMessage({ ...REQUIRED, SMTP_URL: 'smtp://mail.example' })).toMatch(/\n {2}MAIL_FROM: is required/);
    const MAIL_FROM = 'mail@clearbatch.example';
    expect(readConfig({ ...REQUIRED, MAIL_FROM }).mailFrom).toEqual({ name: '', address: MAIL_FROM });
  });

  it('lists all invalid variables at once', () => {
    const message = errorMessage({ ...REQUIRED, COOKIE_SECRET: 'x', PORT: 'http', LOG_LEVEL: '' });
    for (const name of ['COOKIE_SECRET', 'PORT', 'LOG_LEVEL']) expect(message).toContain(`\n  ${name}: `);
    expect(message).not.toContain('DATABASE_URL');
  });

  it.each([
    ['is missing', undefined],
    ['is empty', ''],
    ['is too short', 'Zq8vN2xW7kLr4Ty9Bm3Hs6Jd1Fc5Gp0'],
    ['is one character', 'a'.repeat(64)],
    ['is a word again and again', 'changeme'.repeat(8)],
    ['is a row of digits', '0123456789'.repeat(5)],
  ])('rejects a secret that %s, without repeating it', (_, secret) => {
    const { COOKIE_SECRET: _one, ...others } = REQUIRED;
    const message = errorMessage(secret === undefined ? others : { ...others, COOKIE_SECRET: secret });
    expect(message).toContain('COOKIE_SECRET: ');
    if (secret) expect(message).not.toContain(secret);
  });

  it('refuses the former name of the cache size, and says the new one', () => {
    expect(errorMessage({ ...REQUIRED, ANSWER_CACHE_MB: '0' })).toContain('ANSWER_CACHE_MB: is now RESPONSE_CACHE_MB');
    expect(readConfig({ ...REQUIRED, RESPONSE_CACHE_MB: '0' }).responseCacheMb).toBe(0);
  });
});
