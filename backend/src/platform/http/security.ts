import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config.js';
import { isOneClick } from './one-click.js';
import type { RouteRules } from './route-rules.js';

/**
 * The site's own files and nothing else; no inline script, no inline style, frames for letters only. Text becomes HTML
 * through the one policy that frontend/src/ui/text/trusted-html.ts registers; the others name the files of workers.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "object-src 'none'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types clearbatch-text clearbatch-worker clearbatch-code-reader',
];

/** For everything that is not a page: if a browser opens it as one, it can't run or load anything. */
export const API_CONTENT_SECURITY_POLICY =
  "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'";

/** Denies every feature that Chromium knows, except the clipboard. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'compute-pressure',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .concat('clipboard-read=(self)', 'clipboard-write=(self)')
  .join(', ');

const HSTS_SECONDS = 31_536_000;

export function useSecurity(
  app: NestFastifyApplication,
  config: Config,
  { isPrivate, isCrossOrigin }: RouteRules,
): void {
  // Requests that change something must come from our own pages, or from a program that is not a browser.
  app.enableCsrfProtection({ trustedOrigins: [new URL(config.publicUrl).origin], exclude: isOneClick });
  const fastify = app.getHttpAdapter().getInstance();
  const common = Object.entries(commonHeaders(config));
  const policyOf = policies(config);
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    const route = request.routeOptions.url ?? '';
    const hasOwnPolicy = reply.hasHeader('cross-origin-resource-policy');
    // A route may have set its own.
    for (const [name, value] of common) if (!reply.hasHeader(name)) reply.header(name, value);
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', policyOf(reply));
    }
    if (isPrivate(route) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (!hasOwnPolicy && (isCrossOrigin(route) || isCrossOrigin(request.url))) {
      reply.header('cross-origin-resource-policy', 'cross-origin');
    }
    done();
  });
}

/** Prepared once. Nest's own `useSecurityHeaders` would build them again for each response. */
const commonHeaders = (config: Config): Record<string, string> => ({
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

/** For a response to something that was not a valid request, so no hook ran. */
export const minimalHeaders = (config: Config): Record<string, string> =>
  config.secureCookies ? { 'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains` } : {};

function policies(config: Config): (reply: FastifyReply) => string {
  const toHttps = config.secureCookies ? ['upgrade-insecure-requests'] : [];
  const page = [...PAGE_POLICY, ...toHttps].join(';');
  return (reply) =>
    String(reply.getHeader('content-type')).startsWith('text/html') ? page : API_CONTENT_SECURITY_POLICY;
}
