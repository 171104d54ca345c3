import { UnsupportedMediaTypeException } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Marks a one-click unsubscribe route (RFC 8058). Servers of mail providers post a form to it: cross-site, many from one
 * address, and authorized only by the signed link. So CSRF checks and rate limits do not apply.
 */
export const OneClick = () => RouteConfig({ oneClick: true });

export const isOneClick = (request: FastifyRequest): boolean =>
  (request.routeOptions?.config as { oneClick?: boolean } | undefined)?.oneClick === true;

/** RFC 8058 section 3.1 allows either form type. Only these routes accept multipart, and they ignore the body. */
export function acceptOneClick(fastify: FastifyInstance): void {
  fastify.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request, _body, done) => {
    if (isOneClick(request)) done(null, {});
    else done(new UnsupportedMediaTypeException(), undefined);
  });
}
