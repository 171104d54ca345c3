import { applyDecorators, Header } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';

/**
 * Letters carry their styles in themselves, which the site forbids; so this page has a policy of its own, under which it
 * can do nothing but be looked at, inside a frame of ours.
 */
const LETTER_POLICY =
  "default-src 'none';style-src 'unsafe-inline';img-src data:;form-action 'none';base-uri 'none';" +
  "frame-ancestors 'self';sandbox";

const EXAMPLE =
  '<!doctype html><html lang="en"><head><title>Your certificate is public</title></head><body><p>Hello</p></body></html>';

/** Answers with a letter as a page. */
export const EmailPreview = (description: string) =>
  applyDecorators(
    Header('content-type', 'text/html; charset=utf-8'),
    Header('content-security-policy', LETTER_POLICY),
    Header('x-frame-options', 'SAMEORIGIN'),
    Header('cache-control', 'no-store'),
    ApiOkResponse({ description, content: { 'text/html': { schema: { type: 'string' }, example: EXAMPLE } } }),
  );
