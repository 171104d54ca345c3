import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_HOURS } from '../../../domain/staff/account.js';
import type { SignInContext } from '../../../domain/staff/reauthentication.js';
import type { Config } from '../../../platform/config.js';
import { SESSION_COOKIE } from '../../../platform/http/access.js';
import { clearCookie, setCookie } from '../../../platform/http/cookies.js';
import { clientKey } from '../../../platform/http/rate-limit.js';

/** Survives signing out. It grants no access; it gives this browser its own counter of failed attempts. */
const DEVICE_COOKIE = 'staff_device';
const DEVICE_DAYS = 365;

export const sessionToken = (request: FastifyRequest): string | null => request.cookies[SESSION_COOKIE] ?? null;

/** The cookie lasts as long as a session can; the server decides when the session ends. */
export const setSessionCookie = (reply: FastifyReply, config: Config, token: string): void =>
  setCookie(reply, config, SESSION_COOKIE, token, SESSION_HOURS * 3600);

export const clearSessionCookie = (reply: FastifyReply, config: Config): void =>
  clearCookie(reply, config, SESSION_COOKIE);

export const setTrustedDeviceCookie = (reply: FastifyReply, config: Config, token: string): void =>
  setCookie(reply, config, DEVICE_COOKIE, token, DEVICE_DAYS * 86_400);

export const signInContext = (request: FastifyRequest): SignInContext => ({
  address: clientKey(request),
  userAgent: request.headers['user-agent'] ?? '',
  trustedDeviceToken: request.cookies[DEVICE_COOKIE] ?? null,
  sessionToken: sessionToken(request),
});
