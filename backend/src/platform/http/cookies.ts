import cookie from '@fastify/cookie';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config.js';

export async function useCookies(app: NestFastifyApplication): Promise<void> {
  await app.register(cookie);
}

/** Sets a cookie that scripts cannot read and other sites cannot send along with a form. */
export function setCookie(
  reply: FastifyReply,
  config: Config,
  name: string,
  value: string,
  maxAgeSeconds: number,
): void {
  reply.setCookie(name, value, { ...attributes(config), maxAge: maxAgeSeconds });
}

export function clearCookie(reply: FastifyReply, config: Config, name: string): void {
  reply.clearCookie(name, attributes(config));
}

const attributes = (config: Config) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: config.secureCookies }) as const;
