import { applyDecorators, Header } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';

/**
 * Emails have inline styles, which the policy of our pages forbids. This policy allows them and nothing else, in a
 * sandboxed frame on our own pages.
 */
const EMAIL_POLICY =
  "default-src 'none';style-src 'unsafe-inline';img-src data:;form-action 'none';base-uri 'none';" +
  "frame-ancestors 'self';sandbox";

const EXAMPLE =
  '<!doctype html><html lang="en"><head><title>Your certificate is public</title></head><body><p>Hello</p></body></html>';

/** Sends an email as an HTML page. */
export const EmailPreview = (description: string) =>
  applyDecorators(
    Header('content-type', 'text/html; charset=utf-8'),
    Header('content-security-policy', EMAIL_POLICY),
    Header('x-frame-options', 'SAMEORIGIN'),
    Header('cache-control', 'no-store'),
    ApiOkResponse({ description, content: { 'text/html': { schema: { type: 'string' }, example: EXAMPLE } } }),
  );
