import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_HOURS } from '../../domain/staff/account.js';
import type { Config } from '../../platform/config.js';
import { SESSION_COOKIE } from '../../platform/http/access.js';
import { clearCookie, setCookie } from '../../platform/http/cookies.js';

export const sessionToken = (request: FastifyRequest): string | null => request.cookies[SESSION_COOKIE] ?? null;

/** For no longer than a session can last; when it ends, the server decides. */
export const keepSession = (reply: FastifyReply, config: Config, token: string): void =>
  setCookie(reply, config, SESSION_COOKIE, token, SESSION_HOURS * 3600);

export const forgetSession = (reply: FastifyReply, config: Config): void => clearCookie(reply, config, SESSION_COOKIE);
