import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.js';
import { isOneClick } from './one-click.js';

/**
 * The site's own files and nothing else; no inline script, no inline style, frames for letters only. Text becomes HTML
 * through the one policy that frontend/src/ui/trusted-html.ts registers; the other one names the service worker's file.
 */
const PAGE_POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'"],
  ...[
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "form-action 'self'",
  ],
  ...["base-uri 'none'", "frame-ancestors 'none'"],
  ...["require-trusted-types-for 'script'", 'trusted-types clearbatch-text clearbatch-worker'],
];

/** The service worker asks our own server for pages, and nothing else. */
const WORKER_POLICY = "default-src 'none';connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'";

/** What is no page may do nothing when somebody opens it as one. */
export const API_CONTENT_SECURITY_POLICY =
  "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'";

/** Everything that Chromium knows and a page could ask for, refused but for copying. */
const PERMISSIONS_POLICY = [
  ...['accelerometer', 'autoplay', 'browsing-topics', 'camera', 'compute-pressure'],
  ...['display-capture', 'encrypted-media', 'fullscreen', 'gamepad', 'geolocation', 'gyroscope', 'hid'],
  ...['idle-detection', 'keyboard-map', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'otp-credentials'],
  ...['payment', 'picture-in-picture', 'publickey-credentials-create', 'publickey-credentials-get'],
  ...['screen-wake-lock', 'serial', 'storage-access', 'usb', 'window-management', 'xr-spatial-tracking'],
]
  .map((feature) => `${feature}=()`)
  .concat('clipboard-read=(self)', 'clipboard-write=(self)')
  .join(', ');

const HSTS_SECONDS = 31_536_000;

/** What anybody may show elsewhere: public data, feeds and the pictures of link previews. */
const FOR_ANY_SITE =
  /^\/(feeds|social)\/|^\/api\/(articles|brands|certificates|coa|coa-statistics|openapi\.json|docs\/labs\.json)([/?]|$)/;

/** What staff and laboratories are answered is nothing for a browser or a proxy to keep. */
const FOR_ONE_READER = /^\/api\/(staff|partner)\//;

export function useSecurity(app: NestFastifyApplication, config: Config): void {
  // Requests that change something must come from our own pages, or from a program that is no browser.
  app.enableCsrfProtection({ trustedOrigins: [new URL(config.publicUrl).origin], exclude: isOneClick });
  const fastify = app.getHttpAdapter().getInstance();
  const always = Object.entries(everywhere(config));
  const policyOf = policies(config);
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    // A page may have asked for more.
    for (const [name, value] of always) if (!reply.hasHeader(name)) reply.header(name, value);
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', policyOf(request, reply));
    }
    // The route and not the address, which can be written in many ways: /api/%73taff/session is one of them.
    if (FOR_ONE_READER.test(request.routeOptions.url ?? '') && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
    }
    if (FOR_ANY_SITE.test(request.url)) reply.headers(TO_ANY_SITE);
    done();
  });
}

/** What comes with an answer of the API to the public, which no hook has to look at again. */
export const publicResponseHeaders = (config: Config): Record<string, string> => ({
  ...everywhere(config),
  ...TO_ANY_SITE,
  'content-security-policy': API_CONTENT_SECURITY_POLICY,
});

const TO_ANY_SITE = { 'cross-origin-resource-policy': 'cross-origin' };

/** As one object, which Node writes in one go: Nest's own `useSecurityHeaders` sets each by itself, for a third of the time of a kept answer. */
const everywhere = (config: Config): Record<string, string> => ({
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': PERMISSIONS_POLICY,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  ...minimalHeaders(config),
});

/** Headers of an answer to what was never taken for a request, so that no hook saw it. */
export const minimalHeaders = (config: Config): Record<string, string> =>
  config.secureCookies ? { 'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains` } : {};

function policies(config: Config): (request: FastifyRequest, reply: FastifyReply) => string {
  const toHttps = config.secureCookies ? ['upgrade-insecure-requests'] : [];
  const page = [...PAGE_POLICY, ...toHttps].join(';');
  return (request, reply) => {
    if (request.routeOptions.url === '/service-worker.js') return WORKER_POLICY;
    return String(reply.getHeader('content-type')).startsWith('text/html') ? page : API_CONTENT_SECURITY_POLICY;
  };
}
