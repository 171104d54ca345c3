import { MethodNotAllowedException } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/** The routes that take the rest of a path, such as the pages, answer for no method of the API. */
const TAKES_REST = /\*$/;

/** A path as a route declares it: `:id` is one segment, `::` a literal colon. */
function pathPattern(url: string): RegExp {
  const parts = url.split(/(::|:\w+)/).map((part) => {
    if (part === '::') return ':';
    return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
}

/** Answers 405 with `Allow` where a path of the API has no such method. Pages have no methods to choose from. */
export function answerWrongMethods(fastify: FastifyInstance): void {
  const methodsOf = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  fastify.addHook('onRoute', ({ url, method }) => {
    if (!/^\/(api|health)\//.test(url) || TAKES_REST.test(url)) return;
    const known = methodsOf.get(url) ?? { pattern: pathPattern(url), methods: new Set<string>() };
    for (const one of [method].flat()) known.methods.add(one);
    methodsOf.set(url, known);
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    const isElsewhere = request.is404 || TAKES_REST.test(request.routeOptions.url ?? '');
    if (!isElsewhere) return done();
    const [path = ''] = request.url.split('?');
    const allowed = [...methodsOf.values()].flatMap(({ pattern, methods }) => (pattern.test(path) ? [...methods] : []));
    // For GET and HEAD, routes with a fixed path were tried before the one that takes the rest.
    if (allowed.length === 0 || allowed.includes(request.method)) return done();
    reply.header('allow', [...new Set(allowed)].toSorted().join(', '));
    done(new MethodNotAllowedException());
  });
}
