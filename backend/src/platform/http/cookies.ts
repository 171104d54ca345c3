import cookie from '@fastify/cookie';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config.js';

/**
 * Browsers accept a cookie with this prefix only over https, for this exact host and all its paths: neither a subdomain
 * nor an unencrypted page can set one (RFC 6265bis section 4.1.3.2).
 */
const HOST_ONLY = '__Host-';

/** Over https, adds the prefix to every cookie. The rest of the code uses the names without it. */
export async function useCookies(app: NestFastifyApplication, config: Config): Promise<void> {
  await app.register(cookie);
  if (!config.secureCookies) return;
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (request, _reply, done) => {
      request.cookies = hostOnly(request.cookies);
      done();
    });
}

const hostOnly = (cookies: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(cookies)
      .filter(([name]) => name.startsWith(HOST_ONLY))
      .map(([name, value]) => [name.slice(HOST_ONLY.length), value]),
  );

const nameOf = (config: Config, name: string) => (config.secureCookies ? HOST_ONLY + name : name);

/** Sets a cookie that scripts cannot read and other sites cannot send along with a form. */
export function setCookie(
  reply: FastifyReply,
  config: Config,
  name: string,
  value: string,
  maxAgeSeconds: number,
): void {
  reply.setCookie(nameOf(config, name), value, { ...attributes(config), maxAge: maxAgeSeconds });
}

export function clearCookie(reply: FastifyReply, config: Config, name: string): void {
  reply.clearCookie(nameOf(config, name), attributes(config));
}

const attributes = (config: Config) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: config.secureCookies }) as const;
