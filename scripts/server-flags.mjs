/**
 * Node flags for the server; keep the Dockerfile in sync. A young generation of 8 MB instead of 16 saves about 100 MB under
 * load, with no measurable slowdown (docs/decisions/0021).
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8'];

/**
 * Whether webhooks may target this machine: only in development, with the embedded database and a site that others can't reach.
 * @param {Readonly<Record<string, string | undefined>>} environment
 */
export const isDevelopment = ({ NODE_ENV, DATABASE_URL, HOST, PUBLIC_URL }) =>
  NODE_ENV !== 'production' &&
  !DATABASE_URL &&
  ['127.0.0.1', '::1', 'localhost'].includes(HOST || '127.0.0.1') &&
  !PUBLIC_URL?.startsWith('https:');
