import { UnsupportedMediaTypeException } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Marks a route that mail programs post to when their user presses "Unsubscribe" (RFC 8058): their servers send a form
 * from somewhere else, many from one address, and the signed link alone says what is meant.
 */
export const OneClick = () => RouteConfig({ oneClick: true });

export const isOneClick = (request: FastifyRequest): boolean =>
  (request.routeOptions?.config as { oneClick?: boolean } | undefined)?.oneClick === true;

/** RFC 8058 section 3.1 lets them send either kind of form. This one is taken by those routes only, and not looked at. */
export function acceptOneClick(fastify: FastifyInstance): void {
  fastify.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request, _body, done) => {
    if (isOneClick(request)) done(null, {});
    else done(new UnsupportedMediaTypeException(), undefined);
  });
}
