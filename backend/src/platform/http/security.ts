import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from '../config.js';
import { isOneClick } from './one-click.js';

/** The site's own files and nothing else; no inline script, no inline style, frames for letters only. */
const CONTENT_SECURITY_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: "'none'",
    scriptSrc: "'self'",
    styleSrc: "'self'",
    imgSrc: ["'self'", 'data:'],
    fontSrc: "'self'",
    connectSrc: "'self'",
    manifestSrc: "'self'",
    frameSrc: "'self'",
    formAction: "'self'",
    baseUri: "'none'",
    frameAncestors: "'none'",
  },
};

/** The API documentation's viewer writes style attributes. */
const DOCS_POLICY =
  "default-src 'none';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data:;font-src 'self';" +
  "connect-src 'self';form-action 'none';base-uri 'none';frame-ancestors 'none'";

export function useSecurity(app: NestFastifyApplication, config: Config): void {
  app.useSecurityHeaders({
    contentSecurityPolicy: CONTENT_SECURITY_POLICY,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: config.secureCookies ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  });
  // Requests that change something must come from our own pages, or from a program that is no browser.
  app.enableCsrfProtection({ trustedOrigins: [new URL(config.publicUrl).origin], exclude: isOneClick });
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onSend', async (request, reply) => {
      reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
      if (request.url.startsWith('/api/docs')) reply.header('content-security-policy', DOCS_POLICY);
    });
}
